import { toRecord, type PictureOptions } from '../records.ts';
import type { ClubRow, RandomClubRow } from './club-queries.ts';

/** A club as it is sent. */
export function toClub(row: ClubRow, options: PictureOptions) {
  return { ...toRecord(row, options), country: row.country || null };
}

/** A club of a random list as it is sent. */
export function toRandomClub(row: RandomClubRow, options: PictureOptions) {
  const { logo_dark: _dark, ...club } = toClub(row, options);
  return { ...club, kit_count: row.kit_count };
}
