import { hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { ListedRow } from '../records/list-records.ts';
import { toCrestPath, toRecord, type RecordRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { FoundKit } from '../search/index/kit-index.ts';
import { compareSeasons } from '../seasons/find-seasons.ts';

type ClubRow = RecordRow & { country?: string | null };

/** Converts a club; its crest replaces a missing logo. */
export function toClub(row: ClubRow, baseUrl: string, crest = toCrestPath(row.id)) {
  return { ...toRecord(row, baseUrl, crest), country: row.country || null };
}

/** Converts a club, and adds its crest. */
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

/**
 * Finds the look of a club's crest: the colours of its newest home kit that has one, otherwise of its newest
 * kit that has one.
 */
export function findCrestLook(
  index: CatalogueIndex,
  { id, name }: Pick<RecordRow, 'id' | 'name'>,
): CrestLook {
  const homeTypes = new Set(index.types.filter(isHomeType).map((type) => type.id));
  const compare = (left: FoundKit, right: FoundKit) =>
    Number(homeTypes.has(right.type)) - Number(homeTypes.has(left.type)) ||
    compareSeasons(index.seasons.get(left.season), index.seasons.get(right.season)) ||
    index.rankOfType(left.type) - index.rankOfType(right.type) ||
    right.id - left.id;
  let best: FoundKit | undefined;
  for (const kit of index.kits.listOfClub({ club: id })) {
    if (kit.primaryColour !== null && (!best || compare(kit, best) < 0)) best = kit;
  }
  return {
    name,
    design: best?.design ?? null,
    primary: best?.primaryColour ?? null,
    secondary: best?.secondaryColours.find((colour) => colour !== best?.primaryColour) ?? null,
  };
}

function isHomeType({
  category,
  order_priority: priority,
  is_goalkeeper: isGoalkeeper,
}: CatalogueIndex['types'][number]) {
  return category === 'match' && priority === 1 && !isGoalkeeper;
}
