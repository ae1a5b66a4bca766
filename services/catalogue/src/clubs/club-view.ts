import { hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { ListedRow } from '../list-named-records.ts';
import { toRecord, type PictureOptions, type RecordRow } from '../records.ts';
import type { RandomClubRow } from './club-queries.ts';

type ClubRow = RecordRow & { country?: string | null };

export function toClub(row: ClubRow, options: PictureOptions) {
  return { ...toRecord(row, options), country: row.country || null };
}

/** A club with its crest; `look` is undefined if there is no kit to draw it from. */
export function toClubDetail(
  row: ClubRow,
  look: CrestLook = { name: row.name, design: null, primary: null, secondary: null },
  options: PictureOptions,
) {
  return { ...toClub(row, options), crest: toCrestUrl(row.id, look, options.baseUrl) };
}

export function toListedClub(row: ListedRow, look: CrestLook | undefined, options: PictureOptions) {
  return { ...toClubDetail(row, look, options), kit_count: row.kit_count };
}

export function toCrestUrl(id: number, look: CrestLook, baseUrl: string): string {
  return `${baseUrl}/api/clubs/${id}/crest.svg?v=${hashCrestLook(look)}`;
}

export function toRandomClub(row: RandomClubRow, options: PictureOptions) {
  const { logo_dark: _dark, ...club } = toClub(row, options);
  return { ...club, kit_count: row.kit_count };
}
