import { expect } from '@jest/globals';
import { query, type Database } from '@kitroom/server/database/database';
import type { Endpoint } from '@kitroom/server/http/endpoint';
import { eventually } from '@kitroom/testing/eventually';
import { ADDED_ID, CHANGED_ID, listCachedRequests, UNUSED_ID } from './cached-requests.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import type { TestCatalogue } from './test-catalogue.ts';

/** The public URL in responses, which is the same for all processes. */
export const PUBLIC_URL = 'https://kits.example';

/**
 * A new value for each column of each table that cached responses show. Every new column needs a line, even
 * if no response shows it.
 */
export const CHANGES = {
  brands: {
    slug: 'renamed-brand',
    name: 'Renamed Brand',
    logo: '/static/logos/renamed-brand.png',
    logo_dark: '/static/logos/renamed-brand-dark.png',
    aliases: ['Renamed Wear'],
  },
  competitions: {
    slug: 'renamed-cup',
    name: 'Renamed Cup',
    logo: '/static/logos/renamed-cup.png',
    logo_dark: '/static/logos/renamed-cup-dark.png',
    aliases: ['Renamed Trophy'],
    country: 'PT',
  },
  clubs: {
    slug: 'renamed-club',
    name: 'Renamed Club',
    logo: '/static/logos/renamed-club.png',
    logo_dark: '/static/logos/renamed-club-dark.png',
    aliases: ['Renamed Ones'],
    id_archive: 98,
    country: 'PT',
    association: 'SCO',
    former_slugs: ['renamed-former-club'],
  },
  seasons: { year: '1991-92' },
  kit_types: {
    name: 'Renamed Matchwear',
    category: 'travel',
    category_order: 5,
    order_priority: 9,
    is_goalkeeper: true,
  },
  kits: {
    slug: 'renamed-kit',
    name: 'Renamed Kit',
    club_id: 2,
    season_id: 4,
    brand_id: 2,
    type_id: 2,
    competition_ids: [2],
    design: 'Hoops',
    primary_color: 'Navy',
    secondary_colors: ['Yellow'],
    main_img_url: '/static/kits/renamed.png',
    id_archive: 78,
    rating: 1.25,
    former_slugs: ['renamed-former-kit'],
  },
} as const;

export type ChangedTable = keyof typeof CHANGES;

export const CHANGED_TABLES = Object.keys(CHANGES) as ChangedTable[];

/** Columns without a line: a foreign key to clubs keeps them equal to another column. */
export const FOLLOWING_COLUMNS = ['kits.country'];

/** Columns that no cached response shows, because former slugs are only for imports. */
export const UNSHOWN_COLUMNS = ['clubs.former_slugs', 'kits.former_slugs'];

/** Tables that no cached response shows. */
export const UNSHOWN_TABLES = [
  'api_keys',
  'operators',
  'sessions',
  'audit_log',
  'uploaded_imports',
  'changes',
  'mirror_source',
  'mirror_stage',
  'agenda_jobs',
  'user_collections',
  'user_collection_entries',
  'user_collection_custom_entries',
  'scrapes',
  'scrape_entries',
  'scrape_custom_entries',
  'scrape_entry_ids',
  'archive_pace',
  'archive_turns',
  'knex_migrations',
  'knex_migrations_lock',
];

/** The records that the tests change have the id 1, and belong to the first kit. */
export const RECORDS: readonly object[] = [
  recordLine('brand', 'Corvus', { id: CHANGED_ID, aliases: ['Ravenwear'], logo: '/static/logos/corvus.png' }),
  recordLine('competition', 'Lantern Cup', { id: CHANGED_ID, aliases: ['Lampion'], country: 'ES' }),
  recordLine('competition', 'League', { id: 2 }),
  recordLine('club', 'Málaga', {
    id: CHANGED_ID,
    aliases: ['Boquerones'],
    country: 'GB',
    association: 'ENG',
    id_archive: 97,
  }),
  recordLine('club', 'Second', { id: 2, country: 'GB', association: 'ENG' }),
  recordLine('club', 'Unused', { id: UNUSED_ID, country: 'FR' }),
  ...['2024-25', '2023-24', '2022-23', '2010-11'].map((year, index) => ({
    kind: 'season',
    id: index + 1,
    year,
  })),
  { kind: 'kit_type', id: CHANGED_ID, name: 'Matchwear', category: 'match', order_priority: 1 },
  ...['Home', 'Away'].map((name, index) => ({ kind: 'kit_type', id: index + 2, name })),
  ...kitLines([
    {
      id: CHANGED_ID,
      name: 'Showpiece',
      club: 'Málaga',
      brand: 'Corvus',
      type: 'Matchwear',
      competitions: ['lantern-cup-kits'],
      id_archive: 77,
      rating: 4.5,
      design: 'Plain',
      primary_color: 'Red',
      secondary_colors: ['White'],
    },
    { id: 2, club: 'Málaga', type: 'Away', primary_color: 'Blue' },
    { id: 3, club: 'Málaga', type: 'Home', season: '2023-24', primary_color: 'Green' },
    { id: 4, club: 'Málaga', type: 'Home', season: '2022-23', primary_color: 'Black' },
    ...['2024-25', '2023-24', '2022-23'].map((season, index) => ({ id: index + 5, club: 'Second', season })),
  ]).filter((line) => !('kind' in line && line.kind === 'club')),
];

/** The keys of added records. Their other columns have the new values. */
const ADDED_KEYS: Readonly<Record<ChangedTable, object>> = {
  brands: { slug: 'added-brand' },
  competitions: { slug: 'added-cup' },
  clubs: { slug: 'added-club' },
  seasons: { year: '1992-93' },
  kit_types: { name: 'Added Matchwear' },
  kits: { slug: 'added-kit', country: 'GB' },
};

/** A change of records that can be undone. */
export interface RecordChange {
  apply(db: Database): Promise<void>;
  undo(db: Database): Promise<void>;
}

/** Returns a change that sets columns of a record to their new values. */
export function updateOf(table: ChangedTable, columns: readonly string[]): RecordChange {
  const values = Object.entries(CHANGES[table]).filter(([column]) => columns.includes(column));
  let former: object = {};
  return {
    async apply(db) {
      [former = {}] = await db(table).where({ id: CHANGED_ID }).select<object[]>(columns);
      await db(table).where({ id: CHANGED_ID }).update(Object.fromEntries(values));
    },
    async undo(db) {
      await db(table).where({ id: CHANGED_ID }).update(former);
    },
  };
}

/** Returns a change that adds a record. */
export function additionTo(table: ChangedTable): RecordChange {
  const row = { ...CHANGES[table], ...ADDED_KEYS[table], id: ADDED_ID };
  const names = Object.keys(row);
  const places = names.map(() => '?').join();
  return {
    async apply(db) {
      const sql = `insert into ${table} (${names.join()}) overriding system value values (${places})`;
      await query(db, sql, Object.values(row));
    },
    async undo(db) {
      await db(table).where({ id: ADDED_ID }).delete();
    },
  };
}

/** The compared parts of a response: status, body and headers. */
type ResponseText = string;

/** Responses by path. */
export type Responses = ReadonlyMap<string, ResponseText>;

/** A request for an endpoint whose responses are cached. */
export interface CachedRequest {
  /** The contract's id. */
  id: string;
  path: string;
}

export function listRequests(endpoints: readonly Endpoint[], extent: 'sample' | 'all'): CachedRequest[] {
  return endpoints
    .filter(isCached)
    .flatMap(({ contract }) =>
      listCachedRequests(contract, extent).map((path) => ({ id: contract.id, path })),
    );
}

/** Returns the ids of the cached contracts whose responses have a tag. */
export function listTagged(endpoints: readonly Endpoint[], tag: string): string[] {
  return endpoints
    .filter((endpoint) => isCached(endpoint) && endpoint.tags.includes(tag))
    .map(({ contract }) => contract.id);
}

function isCached({ contract }: Endpoint): boolean {
  return contract.cacheSeconds !== undefined;
}

export async function readAll(
  catalogue: TestCatalogue,
  requests: readonly CachedRequest[],
): Promise<Responses> {
  const responses = new Map<string, ResponseText>();
  for (const { path } of requests) responses.set(path, await read(catalogue, path));
  return responses;
}

async function read({ url }: TestCatalogue, path: string): Promise<ResponseText> {
  const response = await fetch(`${url}${path}`, { redirect: 'manual' });
  const headers = ['Link', 'X-Total-Count', 'ETag'].map((name) => response.headers.get(name));
  return JSON.stringify([response.status, await response.text(), ...headers]);
}

/** Returns the requests whose responses have this status. */
export function withStatus(
  status: number,
  requests: readonly CachedRequest[],
  responses: Responses,
): CachedRequest[] {
  return requests.filter(({ path }) => responses.get(path)?.startsWith(`[${status},`));
}

/** Fails with the paths whose responses remain different. */
export async function expectResponses(
  catalogue: TestCatalogue,
  requests: readonly CachedRequest[],
  expected: Responses,
): Promise<void> {
  let outdated = requests.map(({ path }) => path);
  await eventually(async () => {
    const differing: string[] = [];
    for (const path of outdated)
      if ((await read(catalogue, path)) !== expected.get(path)) differing.push(path);
    outdated = differing;
    expect(outdated).toEqual([]);
  });
}

/**
 * Applies a change, compares the responses of a warm cache with those of `readFresh`, and does the same after
 * undoing the change. Returns the ids of the contracts whose responses show the change.
 */
export async function compareAfter(
  change: RecordChange,
  {
    catalogue,
    requests,
    before,
  }: { catalogue: TestCatalogue; requests: readonly CachedRequest[]; before: Responses },
  readFresh: () => Promise<Responses>,
): Promise<string[]> {
  await change.apply(catalogue.db);
  let showing: CachedRequest[] = [];
  try {
    const after = await readFresh();
    showing = requests.filter(({ path }) => before.get(path) !== after.get(path));
    await expectResponses(catalogue, showing, after);
  } finally {
    await change.undo(catalogue.db);
  }
  await expectResponses(catalogue, showing, before);
  return [...new Set(showing.map(({ id }) => id))];
}
