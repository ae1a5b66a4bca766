import { toRecord } from '../records.ts';
import type { ClubRow, RandomClubRow } from './club-queries.ts';

/** A club as it is sent. */
export function toClub(row: ClubRow, fallbackLogo: string) {
  return { ...toRecord(row, fallbackLogo), country: row.country || null };
}

/** A club of a random list as it is sent. */
export function toRandomClub(row: RandomClubRow, fallbackLogo: string) {
  const { logo_dark: _dark, ...club } = toClub(row, fallbackLogo);
  return { ...club, kit_count: row.kit_count };
}
