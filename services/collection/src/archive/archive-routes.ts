import type { CallOptions } from '@kitroom/catalogue-client';
import { endpoint, Reply, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import type { Contract } from '@kitroom/shared';
import type { CatalogueClient } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { ARCHIVE_KEYWORD_MIN } from '../limits.ts';
import * as contracts from '@kitroom/collection-client';
import { createAskCatalogue, type AskContext } from './ask-catalogue.ts';
import { listFilterOptions } from './list-filter-options.ts';
import { listSeasonKits } from './list-season-kits.ts';

type Search = (args: { keyword: string }, options: CallOptions) => Promise<unknown[]>;

/** `/archive/`: the catalogue's lookups, proxied; and the filters of the service's own items. */
export function archiveRoutes(
  context: AskContext & { db: Database; catalogue: CatalogueClient },
): Endpoint[] {
  const { catalogue, db } = context;
  const askCatalogue = createAskCatalogue(context);

  function search({ id }: Contract, keyword: string, request: RequestContext, find: Search) {
    if (Array.from(keyword).length < ARCHIVE_KEYWORD_MIN) return new Reply({ results: [] });
    const ask = async (options: CallOptions) => ({ results: await find({ keyword }, options) });
    return askCatalogue({ key: `${id} ${keyword}`, ask }, request);
  }

  return [
    endpoint(contracts.searchArchiveClubs, ({ query }, request) =>
      search(contracts.searchArchiveClubs, query.keyword, request, catalogue.clubs.search),
    ),
    endpoint(contracts.listArchiveSeasons, ({ params: { club_id: id } }, request) => {
      const ask = async (options: CallOptions) => ({
        results: await catalogue.seasons.ofClub({ id }, options),
      });
      return askCatalogue({ key: `listArchiveSeasons ${id}`, ask }, request);
    }),
    endpoint(contracts.listArchiveKits, ({ params }, request) => {
      const ask = async (options: CallOptions) => ({
        results: await listSeasonKits(catalogue, params, options),
      });
      return askCatalogue({ key: `listArchiveKits ${params.club_id} ${params.season_id}`, ask }, request);
    }),
    endpoint(contracts.searchArchiveKits, ({ query }, request) =>
      search(contracts.searchArchiveKits, query.keyword, request, catalogue.kits.search),
    ),
    endpoint(contracts.getArchiveKit, ({ params }, request) =>
      askCatalogue(
        { key: `getArchiveKit ${params.kit_id}`, ask: (options) => catalogue.kits.get(params, options) },
        request,
      ),
    ),
    endpoint(contracts.searchArchiveBrands, ({ query }, request) =>
      search(contracts.searchArchiveBrands, query.keyword, request, catalogue.brands.search),
    ),
    endpoint(contracts.searchArchiveCompetitions, ({ query }, request) =>
      search(contracts.searchArchiveCompetitions, query.keyword, request, catalogue.competitions.search),
    ),
    endpoint(contracts.searchArchiveSeasons, ({ query }, request) =>
      search(contracts.searchArchiveSeasons, query.keyword, request, catalogue.seasons.search),
    ),
    endpoint(contracts.listArchiveFilters, async ({ query: { filter_type: type, ...filters } }) => ({
      results: await listFilterOptions(db, type, filters),
    })),
  ];
}
