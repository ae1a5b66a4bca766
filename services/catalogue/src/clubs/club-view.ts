import { hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { ListedRow } from '../list-named-records.ts';
import { toCrestPath, toRecord, type RecordRow } from '../records.ts';

type ClubRow = RecordRow & { country?: string | null };

/** A club; without a logo, it has that of its crest. */
export function toClub(row: ClubRow, baseUrl: string, crest = toCrestPath(row.id)) {
  return { ...toRecord(row, baseUrl, crest), country: row.country || null };
}

/** A club with its crest. */
export function toClubDetail(row: ClubRow, look: CrestLook, baseUrl: string) {
  const crest = `${toCrestPath(row.id)}?v=${hashCrestLook(look)}`;
  return { ...toClub(row, baseUrl, crest), crest: `${baseUrl}${crest}` };
}

export function toListedClub(row: ListedRow, look: CrestLook, baseUrl: string) {
  const { association, kit_count: kits } = row;
  return { ...toClubDetail(row, look, baseUrl), association, kit_count: kits };
}

export function toRandomClub(row: ClubRow, kitCount: number, baseUrl: string) {
  const { logo_dark: _dark, ...club } = toClub(row, baseUrl);
  return { ...club, kit_count: kitCount };
}
