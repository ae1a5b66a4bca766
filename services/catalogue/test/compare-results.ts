import { expect } from '@jest/globals';
import {
  countKitFacets,
  listClubKits,
  listClubs,
  listKits,
  type FacetField,
} from '@kitroom/catalogue-client';
import type { Random } from '@kitroom/demo/catalogue/seeded-random';
import { query, type Database } from '@kitroom/server/database/database';
import { associationName, countryName, fold, hashCrestLook, type CrestLook } from '@kitroom/shared';
import type { KitListFilters } from '../src/kits/to-index-filters.ts';
import type { NamedTable } from '../src/records/record-view.ts';
import { parseSeasonSearch } from '../src/seasons/find-seasons.ts';
import { randomPath, readKnown } from './random-queries.ts';
import {
  ASSOCIATION,
  compareBytes,
  countField,
  countKits,
  findClubKitIds,
  findCrestKit,
  findKitIds,
  type KitIdPage,
} from './reference/slow-lists.ts';
import { searchNames } from './reference/slow-name-searches.ts';
import { listKitsWithAllTerms, searchKits, type SlowCatalogue } from './reference/slow-searches.ts';
import { searchSeasons } from './reference/slow-seasons.ts';
import type { TestCatalogue, TestResponse } from './test-catalogue.ts';

/**
 * Sends this many random requests, and expects the results of the slow reference for the catalogue's current
 * records, which must not change in the meantime.
 */
export async function expectReferenceResults(
  catalogue: TestCatalogue,
  random: Random,
  queries: number,
): Promise<void> {
  const known = await readKnown(catalogue.db);
  const reference: SlowCatalogue = { db: catalogue.db, kits: new Map() };
  for (let sent = 0; sent < queries; sent += 1) {
    const path = randomPath(known, random);
    const response = await catalogue.request(path);
    expect([path, response.status, ...reduce(response, path)]).toEqual([
      path,
      200,
      ...(await findReference(reference, path)),
    ]);
  }
}

interface Item {
  id: number;
}

/** Reduces a response to the compared parts: ids in order, and the total of all pages. */
function reduce({ body, headers }: TestResponse, path: string): unknown[] {
  const total = Number(headers.get('X-Total-Count') ?? body.length);
  if (path.startsWith('/api/kits/facets')) return [body];
  if (path.startsWith('/api/kits/search?explain')) return [body.tier, idsOf(body.results)];
  if (path.includes('/timeline')) return [total, body.map(({ kits }: { kits: Item[] }) => idsOf(kits))];
  if (/^\/api\/clubs\/\d+$/.test(path)) return [new URL(body.crest).searchParams.get('v')];
  if (/^\/api\/(?:countries|kit-types|colors|designs)$/.test(path)) return [countsOf(body)];
  return [total, idsOf(body)];
}

function idsOf(items: readonly Item[]): number[] {
  return items.map(({ id }) => id);
}

/** Numbers of kits of each item, without items that have no kits. */
function countsOf(items: ReadonlyArray<{ code?: string; name: string; kit_count: number }>): object {
  const counted = items.filter(({ kit_count: count }) => count > 0);
  return Object.fromEntries(counted.map(({ code, name, kit_count: count }) => [code ?? name, count]));
}

async function findReference(reference: SlowCatalogue, path: string): Promise<unknown[]> {
  const { db } = reference;
  const { pathname, searchParams } = new URL(path, 'http://localhost');
  const keyword = searchParams.get('keyword') ?? '';
  const [, list = '', second, third] = /^\/api\/([a-z-]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(pathname) ?? [];
  if (list === 'seasons')
    return second === 'search' ? searchedSeasons(db, keyword) : seasonsOf(db, searchParams);
  if (list === 'kits' && second === 'search') {
    const { tier, ids } = await searchKits(reference, keyword);
    return searchParams.has('explain') ? [tier, ids] : foundIds(ids);
  }
  if (list === 'kits' && second === 'facets') return [await countFacets(reference, searchParams)];
  if (list === 'kits') return listed(await findListedKits(reference, toFilters(searchParams)));
  if (second === 'search') return foundIds(await searchNames(db, list as NamedTable, keyword));
  if (third === 'kits') return listed(await findClubKitIds(db, toClubFilters(second, searchParams)));
  if (third === 'timeline') return timelineOf(db, Number(second));
  if (second !== undefined) return [await crestOf(db, Number(second))];
  if (COUNTED[list]) return [await countBy(db, COUNTED[list])];
  return listRecords(db, list as NamedTable, searchParams);
}

/** Lists kits. With a keyword they are in the order of searches, unless another one is requested. */
async function findListedKits(reference: SlowCatalogue, filters: KitListFilters): Promise<KitIdPage> {
  const { db } = reference;
  const { keyword, page, page_size: size } = filters;
  if (keyword === undefined) return findKitIds(db, filters);
  const ids = await listKitsWithAllTerms(reference, keyword);
  if (filters.ordering !== undefined) return findKitIds(db, { ...filters, ids });
  const all = await findKitIds(db, { ...filters, ids, page: 1, page_size: 1_000_000 });
  const listedIds = new Set(all.ids);
  const sorted = ids.filter((id) => listedIds.has(id));
  return { ids: sorted.slice((page - 1) * size, page * size), total: all.total };
}

const COUNTED: Readonly<Record<string, FacetField>> = {
  countries: 'country',
  'kit-types': 'type',
  colors: 'primary_color',
  designs: 'design',
};

function listed({ ids, total }: { ids: number[]; total: number }): unknown[] {
  return [total, ids];
}

function foundIds(ids: readonly number[]): unknown[] {
  return [ids.length, ids];
}

async function searchedSeasons(db: Database, keyword: string): Promise<unknown[]> {
  return foundIds(idsOf(await searchSeasons(db, parseSeasonSearch(keyword))));
}

async function seasonsOf(db: Database, params: URLSearchParams): Promise<unknown[]> {
  const { ids } = await findClubKitIds(db, { ...EVERYTHING, club: Number(params.get('id')) });
  const kits = await query<{ id: number; season_id: number }>(db, 'select id, season_id from kits');
  const seasonOf = new Map(kits.map(({ id, season_id: season }) => [id, season]));
  const seasons = [...new Set(ids.map((id) => seasonOf.get(id)))];
  return [seasons.length, seasons];
}

/** All of a club's kits on one page. */
const EVERYTHING = { ...listClubKits.query.parse({}), page_size: 1_000_000 };

async function timelineOf(db: Database, club: number): Promise<unknown[]> {
  const [total, seasons] = (await seasonsOf(db, new URLSearchParams({ id: String(club) }))) as [
    number,
    number[],
  ];
  const kits = [];
  for (const season of seasons.slice(0, 10)) {
    kits.push((await findClubKitIds(db, { ...EVERYTHING, club, season })).ids);
  }
  return [total, kits];
}

async function crestOf(db: Database, club: number): Promise<string> {
  const [row] = await query<{ name: string }>(db, 'select name from clubs where id = ?', [club]);
  const kit = (await findCrestKit(db, club)) ?? { design: null, primary: null, secondary: null };
  return hashCrestLook({ name: row?.name ?? '', ...kit } as CrestLook);
}

async function countBy(db: Database, field: FacetField): Promise<object> {
  const rows = await countField(db, field, { secondary_color: [] });
  return Object.fromEntries(rows.map(({ value, label, count }) => [label ?? value, count]));
}

async function countFacets(reference: SlowCatalogue, params: URLSearchParams): Promise<object> {
  const { db } = reference;
  const { fields, keyword, ...otherFilters } = countKitFacets.query.parse(toQuery(params));
  const ids = keyword === undefined ? undefined : await listKitsWithAllTerms(reference, keyword);
  const filters = { ...otherFilters, ids };
  const facets: Record<string, object[]> = {};
  for (const field of fields) {
    const withoutField = { ...filters, [field]: field === 'secondary_color' ? [] : undefined };
    const rows = (await countField(db, field, withoutField)).map(({ value, label, count }) => ({
      value,
      label: label ?? labelOf(field, String(value)),
      count,
    }));
    const compare = <T extends number | string>(left: T, right: T) =>
      left < right ? -1 : Number(left > right);
    facets[field] = rows
      .toSorted(
        (left, right) =>
          right.count - left.count || compare(left.label, right.label) || compare(left.value, right.value),
      )
      .slice(0, 100);
  }
  return { total: await countKits(db, filters), facets };
}

function labelOf(field: FacetField, value: string): string {
  if (field === 'decade') return `${value}s`;
  if (field === 'country') return countryName(value);
  if (field === 'association') return associationName(value);
  return field === 'category' ? `${value.charAt(0).toUpperCase()}${value.slice(1)}` : value;
}

const KITS_OF: Readonly<Record<NamedTable, string>> = {
  clubs: 'kits.club_id = records.id',
  brands: 'kits.brand_id = records.id',
  competitions: 'records.id = any(kits.competition_ids)',
};

interface Listed extends Item {
  name: string;
  aliases: string[];
  country: string | null;
  association?: string | null;
  kits: number;
}

async function listRecords(db: Database, table: NamedTable, params: URLSearchParams): Promise<unknown[]> {
  const {
    keyword = '',
    country,
    association,
    ordering,
    page,
    page_size: size,
  } = listClubs.query.parse(toQuery(params));
  const rows = await query<Listed>(
    db,
    `select id, name, aliases,
       ${table === 'brands' ? 'null as country' : 'country'},
       ${table === 'clubs' ? `(select ${ASSOCIATION} from clubs where clubs.id = records.id) as association,` : ''}
       (select count(*) from kits where ${KITS_OF[table]}) as kits
     from ${table} as records`,
  );
  const countryCode = table === 'brands' ? undefined : country?.toUpperCase();
  const matching = rows
    .filter((row) => countryCode === undefined || row.country === countryCode)
    .filter((row) => table !== 'clubs' || !association || row.association === association.toUpperCase())
    .map(({ id, name, aliases, kits }) => ({ id, kits, names: [name, ...aliases].map(fold) }))
    .filter(({ names }) => names.some((name) => name.includes(fold(keyword))))
    .toSorted(
      (left, right) =>
        (ordering === '-kit_count' ? right.kits - left.kits : 0) ||
        compareBytes(left.names[0] ?? '', right.names[0] ?? '') ||
        left.id - right.id,
    );
  return [matching.length, idsOf(matching.slice((page - 1) * size, page * size))];
}

function toFilters(params: URLSearchParams): KitListFilters {
  return listKits.query.parse(toQuery(params));
}

function toClubFilters(club = '', params: URLSearchParams) {
  return { ...listClubKits.query.parse(toQuery(params)), club: Number(club) };
}

/** Converts a query to the format of the service's parser. */
function toQuery(params: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    Array.from(new Set(params.keys()), (name) => {
      const values = params.getAll(name);
      return [name, values.length > 1 ? values : (values[0] ?? '')];
    }),
  );
}
