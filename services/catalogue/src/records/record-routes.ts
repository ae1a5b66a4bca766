import {
  getBrand,
  getCompetition,
  listBrands,
  listColours,
  listCompetitions,
  listCountries,
  listDesigns,
  listKitTypes,
  searchBrands,
  searchCompetitions,
} from '@kitroom/catalogue-client';
import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { COLOUR_NAMES, countryName, DESIGNS } from '@kitroom/shared';
import { toColour } from '../kits/kit-view.ts';
import { toPageReply } from '../replies.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { SearchIndex } from '../search/index/open-index.ts';
import { listRecords, searchNames } from './list-records.ts';
import { toCompetition, toRecord } from './record-view.ts';

/** Routes of `/api/brands/…` and `/api/competitions/…` */
export function recordRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(
      listBrands,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = listRecords(await index.read(), 'brands', query);
        const brands = rows.map((row) => ({ ...toRecord(row, baseUrl), kit_count: row.kit_count }));
        return toPageReply(brands, total, { baseUrl, path: listBrands.path, query });
      },
      { tags: ['brands', 'kits'] },
    ),
    endpoint(
      searchBrands,
      async ({ query }, { baseUrl }) =>
        searchNames(await index.read(), 'brands', query.keyword).map((row) => toRecord(row, baseUrl)),
      { tags: ['brands'] },
    ),
    endpoint(getBrand, async ({ params }, { baseUrl }) => {
      const row = (await index.read()).brands.byId.get(params.brand_id);
      if (!row) throw notFound(`Brand with ID ${params.brand_id} not found`);
      return toRecord(row, baseUrl);
    }),
    endpoint(
      listCompetitions,
      async ({ query }, { baseUrl }) => {
        const { rows, total } = listRecords(await index.read(), 'competitions', query);
        const competitions = rows.map((row) => ({
          ...toCompetition(row, baseUrl),
          kit_count: row.kit_count,
        }));
        return toPageReply(competitions, total, { baseUrl, path: listCompetitions.path, query });
      },
      { tags: ['competitions', 'kits'] },
    ),
    endpoint(
      searchCompetitions,
      async ({ query }, { baseUrl }) =>
        searchNames(await index.read(), 'competitions', query.keyword).map((row) =>
          toCompetition(row, baseUrl),
        ),
      { tags: ['competitions'] },
    ),
    endpoint(getCompetition, async ({ params }, { baseUrl }) => {
      const row = (await index.read()).competitions.byId.get(params.competition_id);
      if (!row) throw notFound(`Competition with ID ${params.competition_id} not found`);
      return toCompetition(row, baseUrl);
    }),
  ];
}

/** Routes of `/api/countries`, `/api/kit-types`, `/api/colors` and `/api/designs` */
export function referenceRoutes({ index }: { index: SearchIndex }): Endpoint[] {
  return [
    endpoint(listCountries, async () => countByCountry(await index.read()), { tags: ['clubs', 'kits'] }),
    endpoint(
      listKitTypes,
      async () => {
        const { kits, types } = await index.read();
        const counts = kits.countAll('types');
        return types.map((type) => ({ ...type, kit_count: counts.get(type.id) ?? 0 }));
      },
      { tags: ['kit_types', 'kits'] },
    ),
    endpoint(
      listColours,
      async () => {
        const counts = (await index.read()).kits.countAll('primaryColours');
        return COLOUR_NAMES.map((name) => ({ ...toColour(name), kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
    endpoint(
      listDesigns,
      async () => {
        const counts = (await index.read()).kits.countAll('designs');
        return DESIGNS.map((name) => ({ name, kit_count: counts.get(name) ?? 0 }));
      },
      { tags: ['kits'] },
    ),
  ];
}

function countByCountry({ clubs, kits }: CatalogueIndex) {
  const counts = kits.countAll('countries');
  const byCountry = Map.groupBy(clubs.byId.values(), ({ country }) => country ?? '');
  byCountry.delete('');
  const countries = Array.from(byCountry, ([code, rows]) => ({
    code,
    name: countryName(code),
    club_count: rows.length,
    kit_count: counts.get(code) ?? 0,
  }));
  return countries.toSorted(
    (left, right) => left.name.localeCompare(right.name, 'en') || (left.code < right.code ? -1 : 1),
  );
}
