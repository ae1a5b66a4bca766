import { toRecord, type PictureOptions, type RecordRow } from '../records.ts';
import type { RandomClubRow } from './club-queries.ts';

export function toClub(row: RecordRow & { country?: string | null }, options: PictureOptions) {
  return { ...toRecord(row, options), country: row.country || null };
}

export function toRandomClub(row: RandomClubRow, options: PictureOptions) {
  const { logo_dark: _dark, ...club } = toClub(row, options);
  return { ...club, kit_count: row.kit_count };
}
