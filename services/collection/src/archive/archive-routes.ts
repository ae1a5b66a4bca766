import { Router } from 'express';
import type { CallOptions, CatalogueClient } from '@kitroom/catalogue-client';
import * as contracts from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, Reply, type Endpoint } from '@kitroom/server/http/endpoint';
import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { listFilterOptions } from '../collections/count-queries.ts';
import type { Context } from '../context.ts';
import { ARCHIVE_KEYWORD_MIN, ARCHIVE_PAGE_SIZE, ARCHIVE_PAGES_MAX, ARCHIVE_REQUEST_MS } from '../limits.ts';
import { throttle } from '../throttled.ts';
import { createCatalogueProxy, type ProxyContext } from './catalogue-proxy.ts';

/** All routes below `/archive/`: public, and rate-limited by address. */
export function createArchiveRouter(context: Context, mounting: MountOptions): Router {
  const router = Router({ caseSensitive: true });
  router.use(
    '/archive',
    throttle(context, {
      name: 'archive',
      throttle: context.config.THROTTLE_ARCHIVE,
      prefix: 'kitroom:collection:rate:archive:',
    }),
  );
  router.use(mountEndpoints(archiveRoutes(context), mounting));
  return router;
}

/** `/archive/`: the catalogue's lookups, proxied, and filter options from this service's items. */
function archiveRoutes(context: ProxyContext & { db: Database; catalogue: CatalogueClient }): Endpoint[] {
  const { catalogue, db } = context;
  const proxy = createCatalogueProxy(context);
  const inEnvelope = async (list: Promise<unknown[]>) => ({ results: await list });

  const searches = [
    [contracts.searchArchiveClubs, catalogue.clubs.search],
    [contracts.searchArchiveKits, catalogue.kits.search],
    [contracts.searchArchiveBrands, catalogue.brands.search],
    [contracts.searchArchiveCompetitions, catalogue.competitions.search],
    [contracts.searchArchiveSeasons, catalogue.seasons.search],
  ] as const;

  return [
    ...searches.map(([contract, find]) =>
      endpoint(contract, ({ query: { keyword } }, request) =>
        Array.from(keyword).length < ARCHIVE_KEYWORD_MIN
          ? new Reply({ results: [] })
          : proxy(`${contract.id} ${keyword}`, (options) => inEnvelope(find({ keyword }, options)), request),
      ),
    ),
    endpoint(contracts.listArchiveSeasons, ({ params: { club_id: id } }, request) =>
      proxy(
        `listArchiveSeasons ${id}`,
        (options) => inEnvelope(catalogue.seasons.ofClub({ id }, options)),
        request,
      ),
    ),
    endpoint(contracts.listArchiveKits, ({ params }, request) =>
      proxy(
        `listArchiveKits ${params.club_id} ${params.season_id}`,
        (options) => inEnvelope(listSeasonKits(catalogue, params, options)),
        request,
      ),
    ),
    endpoint(contracts.getArchiveKit, ({ params }, request) =>
      proxy(`getArchiveKit ${params.kit_id}`, (options) => catalogue.kits.get(params, options), request),
    ),
    endpoint(contracts.listArchiveFilters, async ({ query: { filter_type: type, ...filters } }) => ({
      results: await listFilterOptions(db, type, filters),
    })),
  ];
}

/**
 * Lists all kits of a club's season. The proxy's endpoint has no pagination, and the catalogue's list does
 * not report its length, so the first page that is not full is the last one. The timeout covers all pages.
 */
async function listSeasonKits(
  catalogue: CatalogueClient,
  { club_id, season_id }: { club_id: number; season_id: number },
  options: CallOptions,
) {
  const deadline = performance.now() + (options.timeoutMs ?? ARCHIVE_REQUEST_MS);
  const kits: Awaited<ReturnType<CatalogueClient['clubs']['kits']>> = [];
  for (let page = 1; page <= ARCHIVE_PAGES_MAX; page += 1) {
    const pageKits = await catalogue.clubs.kits(
      { club_id, season: season_id, page, page_size: ARCHIVE_PAGE_SIZE },
      { ...options, timeoutMs: Math.max(1, deadline - performance.now()) },
    );
    kits.push(...pageKits);
    if (pageKits.length < ARCHIVE_PAGE_SIZE) break;
  }
  return kits;
}
