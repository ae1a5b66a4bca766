import { listClubTimeline } from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { countFacets } from '../kits/count-facets.ts';
import { toColour, toExpandedKit } from '../kits/kit-view.ts';
import { listSeasonKits } from '../kits/list-kits.ts';
import { toSeason, type SeasonRow } from '../records/record-view.ts';
import { toPageReply } from '../replies.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { listClubSeasons } from '../seasons/find-seasons.ts';
import { getClub } from './get-club.ts';

/** `/api/clubs/{club_id}/timeline` */
export function timelineRoutes(context: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      listClubTimeline,
      async ({ params: { club_id: club }, query }, { baseUrl }) => {
        const index = await context.index.read();
        const all = listClubSeasons(index, club);
        if (all.length === 0) getClub(index, club);
        const seasons = all.slice((query.page - 1) * query.page_size, query.page * query.page_size);
        const items = listSeasons(index, { club, seasons }, baseUrl);
        const body = query.colors ? { seasons: items, colors: listColours(index, club) } : items;
        return toPageReply(body, all.length, { baseUrl, path: `/api/clubs/${club}/timeline`, query });
      },
      { tags: ['clubs', 'kits', 'seasons', 'kit_types', 'brands'] },
    ),
  ];
}

function listSeasons(
  index: CatalogueIndex,
  { club, seasons }: { club: number; seasons: readonly SeasonRow[] },
  baseUrl: string,
) {
  const rows = listSeasonKits(
    index,
    club,
    seasons.map(({ id }) => id),
  );
  const kits = rows.map((row) => toExpandedKit(row, baseUrl));
  const bySeason = Map.groupBy(kits, ({ season }) => season.id);
  return seasons.map((season) => ({ season: toSeason(season), kits: bySeason.get(season.id) ?? [] }));
}

/** Counts the primary colours of a club's kits by decade, oldest first. */
function listColours(index: CatalogueIndex, club: number) {
  const filters = { club, secondary_color: [] };
  const { decade: decades = [] } = countFacets(index, filters, ['decade']).facets;
  return decades
    .map(({ value }) => value)
    .toSorted((left, right) => left - right)
    .map((decade) => {
      const { facets } = countFacets(index, { ...filters, decade }, ['primary_color']);
      const colours = (facets.primary_color ?? []).map(({ value: name, count }) => ({
        ...toColour(name),
        count,
      }));
      return { decade, colors: colours };
    });
}
