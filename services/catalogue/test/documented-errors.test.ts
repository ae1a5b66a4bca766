import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { startStandInArchive } from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { INTEGER_MAX, type Contract } from '@kitroom/shared';
import { makeDatabaseUnavailable } from '@kitroom/testing/database-switch';
import {
  findCoverageMistakes,
  listDocumentedResponses,
  type ReceivedElsewhere,
} from '@kitroom/testing/documented-responses';
import { useService } from '@kitroom/testing/use-service';
import { catalogueDocument } from '../src/openapi.ts';
import { useBulkFolder } from './bulk-folder.ts';
import { kitLines, recordLine } from './fixture-catalogue.ts';
import {
  startTestCatalogue,
  useCatalogueDatabase,
  type RequestOptions,
  type TestCatalogue,
  type TestResponse,
} from './test-catalogue.ts';

/** Statuses that one mechanism sends for all contracts: the tests that receive them. */
const ELSEWHERE: readonly ReceivedElsewhere[] = [
  // One timer for all bodies.
  { status: 408, tests: ['packages/server/src/http/body-progress.test.ts'] },
  // One error handler for all endpoints.
  { status: 500, tests: ['services/catalogue/test/errors.test.ts'] },
];

const UNPROVOKED: Readonly<Record<string, string>> = {
  'getNoLogo 503': 'it is a constant, and needs no key that would be looked up',
};

const USER = 57;
const OTHER_USER = 58;
/** A club that was merged into the one of the tests. */
const MERGED = 4711;

/** Values of path parameters. */
const PARAMS: Record<string, string | number> = {
  club_id: 1,
  kit_id: 1,
  season_id: 1,
  brand_id: 1,
  competition_id: 1,
  userid: USER,
  entry_id: 1,
  number: 1,
};

/** The queries and bodies without which a request is invalid. */
const QUERIES: Readonly<Record<string, string>> = {
  listKitsInBulk: 'ids=1',
  listClubSeasons: 'id=1',
  searchClubs: 'keyword=only',
  searchKits: 'keyword=only',
  searchSeasons: 'keyword=2024',
  searchBrands: 'keyword=adidas',
  searchCompetitions: 'keyword=cup',
  suggestRecords: 'q=only',
};

const folder = useBulkFolder();
const archive = useService(async () => {
  const started = await startStandInArchive();
  return { ...started, close: started.stop };
});
const database = useCatalogueDatabase();
const closedDatabase = useCatalogueDatabase();

/** A catalogue with records, one that requires keys, one over its rate limit, and two without a database. */
const catalogue = useService(() => start({ ARCHIVE_MIN_INTERVAL_MS: '1' }));
const locked = useService(() => start({ API_ENABLE_AUTH: 'true' }));
const limited = useService(() => start({ RATE_LIMIT_REQUESTS: '1', SUGGEST_LIMIT_REQUESTS: '1' }));
let unavailable: TestCatalogue;
let lockedAndUnavailable: TestCatalogue;

function start(env: Record<string, string>): Promise<TestCatalogue> {
  return startTestCatalogue({
    database,
    env: { BULK_DATA_ROOT: folder.path, ARCHIVE_BASE_URL: archive.url, ...env },
  });
}

beforeAll(async () => {
  await catalogue.load([recordLine('competition', 'Cup'), ...kitLines([{ club: 'Only FC' }])]);
  await catalogue.db.raw(
    "insert into changes (type, op, ids, into_id) values ('club', 'delete', array[?::int], 1)",
    [MERGED],
  );
  await catalogue.db.raw(
    `insert into user_collections (userid, pages_scraped, expires_at) values (?, 1, now() + interval '1 day')`,
    [USER],
  );
  const entry = {
    entry_id: 1,
    kit_id: 1,
    kit_name: 'A',
    kit_slug: 'a',
    team_name: 'B',
    season_year: '2024',
    main_img_url: '',
  };
  await catalogue.db('user_collection_entries').insert({
    userid: USER,
    place: 1,
    entry: JSON.stringify({ ...entry, images: [`${archive.url}/static/1.png`] }),
  });
  await folder.make(catalogue);
  await Promise.all([catalogue.followChanges(), locked.followChanges(), limited.followChanges()]);
  const { body } = await catalogue.request('/api/bulk-data');
  [PARAMS['generation'] = '', PARAMS['file'] = ''] = new URL(body[0].url).pathname.split('/').slice(-2);
  await limited.request('/api/kits');
  await limited.request('/api/suggest?q=only');
  await makeDatabaseUnavailable(closedDatabase);
  const off = { database: closedDatabase };
  unavailable = await startTestCatalogue({ ...off, isIndexHeld: true });
  lockedAndUnavailable = await startTestCatalogue({
    ...off,
    isIndexHeld: true,
    env: { API_ENABLE_AUTH: 'true' },
  });
});

afterAll(() => Promise.all([unavailable.close(), lockedAndUnavailable.close()]));

interface Changes {
  params?: Record<string, string | number>;
  query?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request that would succeed without these changes. */
async function send(
  service: Pick<TestCatalogue, 'request'>,
  { id, method, path, body: hasBody }: Contract,
  { params = {}, query = QUERIES[id] ?? '', headers = {}, body = hasBody ? '{}' : undefined }: Changes = {},
): Promise<TestResponse> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) =>
    String({ ...PARAMS, ...params }[name]),
  );
  const options: RequestOptions = {
    method,
    headers: { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers },
    ...(body !== undefined && { body }),
  };
  return service.request(query ? `${filled}?${query}` : filled, options);
}

const withKey = () => ({ 'X-API-Key': `kitroom_${randomBytes(32).toString('base64url')}` });

/** Requests that provoke each status, for all contracts that document it. */
const PROVOKED: Readonly<Record<number, (contract: Contract) => Promise<TestResponse | TestResponse[]>>> = {
  200: (contract) => send(catalogue, contract),
  202: (contract) => send(catalogue, contract, { params: { userid: OTHER_USER } }),
  206: (contract) => send(catalogue, contract, { headers: { Range: 'bytes=0-9' } }),
  301: (contract) =>
    send(catalogue, contract, {
      params: { club_id: MERGED },
      ...(!contract.params && { query: `id=${MERGED}` }),
    }),
  304: async (contract) => {
    const { headers } = await send(catalogue, contract);
    return send(catalogue, contract, { headers: { 'If-None-Match': headers.get('ETag') ?? '' } });
  },
  400: (contract) => Promise.all(listInvalid(contract).map((changes) => send(catalogue, contract, changes))),
  401: (contract) => send(locked, contract),
  403: (contract) => send(limited, contract),
  404: (contract) => {
    const params = Object.fromEntries(Object.keys(PARAMS).map((name) => [name, INTEGER_MAX]));
    return send(catalogue, contract, { params, ...(!contract.params && { query: `id=${INTEGER_MAX}` }) });
  },
  410: (contract) => send(catalogue, contract, { query: `after=${INTEGER_MAX}` }),
  412: (contract) => send(catalogue, contract, { headers: { 'If-Match': '"another"' } }),
  413: (contract) => send(catalogue, contract, { body: 'x'.repeat(1_100_000) }),
  415: (contract) =>
    send(catalogue, contract, {
      body: 'x',
      headers: { 'Content-Type': contract.body ? 'text/x-nothing' : 'application/json; charset=koi8-r' },
    }),
  416: (contract) => send(catalogue, contract, { headers: { Range: 'bytes=999999999-' } }),
  429: async (contract) => {
    const scrapes = Array.from({ length: 6 }, (_, index) => ({ params: { userid: 501 + index } }));
    const responses = await Promise.all(scrapes.map((changes) => send(catalogue, contract, changes)));
    await catalogue.db('scrapes').delete();
    return responses.find(({ status }) => status !== 202) ?? responses;
  },
  503: (contract) =>
    ONLY_FOR_KEYS.has(contract.id)
      ? send(lockedAndUnavailable, contract, { headers: withKey() })
      : send(unavailable, contract),
};

/**
 * Contracts that return 503 only when the lookup of a key fails, as they need neither database nor records.
 */
const ONLY_FOR_KEYS = new Set(['getDocs', 'getOpenApi', 'listColours', 'listDesigns']);

/**
 * Changes that make a request invalid: a value of each parameter, an unknown name, and a body that is not
 * JSON.
 */
function listInvalid({ params, query, body, id }: Contract): Changes[] {
  const validQuery = QUERIES[id] ?? '';
  const strict = { headers: { Prefer: 'handling=strict' } };
  return [
    // The names of files are not found if they are invalid.
    ...(id === 'getBulkFile' ? [] : Object.keys(params?.shape ?? {})).map((name) => ({
      params: { [name]: '%00' },
    })),
    ...Object.keys(query?.shape ?? {}).map((name) => ({
      query: [
        ...validQuery.split('&').filter((part) => part && !part.startsWith(`${name}=`)),
        `${name}=%00`,
      ].join('&'),
    })),
    { query: [validQuery, 'nothing=1'].filter(Boolean).join('&'), ...strict },
    ...(body ? [{ body: '{"na' }] : []),
  ];
}

const documented = listDocumentedResponses(catalogueDocument());
const cases = CATALOGUE_CONTRACTS.flatMap((contract) =>
  documented
    .filter(({ id, status }) => id === contract.id && !(`${id} ${status}` in UNPROVOKED))
    .flatMap(({ status }) => {
      const provoke = PROVOKED[status];
      return provoke ? [{ ...contract, status, provoke: () => provoke(contract) }] : [];
    }),
);

describe('a documented response of the catalogue', () => {
  it('has a test case here, a test in another file or a reason for having none', () => {
    const coverage = { cases, elsewhere: ELSEWHERE, unprovoked: UNPROVOKED };
    expect(findCoverageMistakes(documented, coverage)).toEqual([]);
  });

  it.each(cases)('is returned by $method $path with status $status', async ({ status, provoke }) => {
    const responses = [await provoke()].flat();
    expect(responses.map((response) => response.status)).toEqual(responses.map(() => status));
    expect(responses.length).toBeGreaterThan(0);
  });
});
