import { hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { ListedRow } from '../records/list-records.ts';
import { toCrestPath, toRecord, type RecordRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { FoundKit } from '../search/index/kit-index.ts';
import { compareSeasons } from '../seasons/find-seasons.ts';

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

/** What a club's crest is drawn from: its newest home kit with a colour, else its newest kit with one. */
export function findCrestLook(
  index: CatalogueIndex,
  { id, name }: Pick<RecordRow, 'id' | 'name'>,
): CrestLook {
  const homes = new Set(index.types.filter(isHome).map((type) => type.id));
  const compare = (one: FoundKit, other: FoundKit) =>
    Number(homes.has(other.type)) - Number(homes.has(one.type)) ||
    compareSeasons(index.seasons.get(one.season), index.seasons.get(other.season)) ||
    index.rankOfType(one.type) - index.rankOfType(other.type) ||
    other.id - one.id;
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

function isHome({
  category,
  order_priority: priority,
  is_goalkeeper: isGoalkeeper,
}: CatalogueIndex['types'][number]) {
  return category === 'match' && priority === 1 && !isGoalkeeper;
}
