import { hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { ListedRow } from '../list-named-records.ts';
import { toCrestPath, toRecord, type RecordRow } from '../records.ts';
import type { RandomClubRow } from './club-queries.ts';

type ClubRow = RecordRow & { country?: string | null };

/** A club; without a logo, it has that of its crest. */
export function toClub(row: ClubRow, baseUrl: string, crest = toCrestPath(row.id)) {
  return { ...toRecord(row, baseUrl, crest), country: row.country || null };
}

/** A club with its crest; `look` is undefined if there is no kit to draw it from. */
export function toClubDetail(
  row: ClubRow,
  look: CrestLook = { name: row.name, design: null, primary: null, secondary: null },
  baseUrl: string,
) {
  const crest = `${toCrestPath(row.id)}?v=${hashCrestLook(look)}`;
  return { ...toClub(row, baseUrl, crest), crest: `${baseUrl}${crest}` };
}

export function toListedClub(row: ListedRow, look: CrestLook | undefined, baseUrl: string) {
  return { ...toClubDetail(row, look, baseUrl), kit_count: row.kit_count };
}

export function toRandomClub(row: RandomClubRow, baseUrl: string) {
  const { logo_dark: _dark, ...club } = toClub(row, baseUrl);
  return { ...club, kit_count: row.kit_count };
}
