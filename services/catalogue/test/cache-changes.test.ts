import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { idOf, kitLines, namesOf, recordLine } from './fixture-catalogue.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const KITS = '/api/kits';
const CUPS = '/api/competitions/search?keyword=renamed';
const KIT_SEARCH = '/api/kits/search?keyword=renamed';
const BRANDS = '/api/brands/search?keyword=puma';
/** Without Redis, each process is notified of a change within a second. */
const HEARD_MS = 1000;

let database: TestDatabase;
let replicas: TestCatalogue[] = [];

beforeEach(async () => {
  database = await createCatalogueDatabase();
});

afterEach(async () => {
  await Promise.all(replicas.map((replica) => replica.close()));
  replicas = [];
  await database.drop();
});

async function startReplicas(count: number, env: Record<string, string> = {}): Promise<TestCatalogue> {
  for (let started = 0; started < count; started += 1) {
    replicas.push(await startTestCatalogue({ database, env }));
  }
  const [first] = replicas;
  if (!first) throw new Error('there is no replica');
  await first.load([
    recordLine('competition', 'Cup'),
    ...kitLines([{ club: 'One FC', competitions: ['cup-kits'] }]),
  ]);
  return first;
}

/** Sends requests until the response comes from the cache, on every replica. */
async function warm(...paths: string[]): Promise<void> {
  for (const path of paths) {
    for (const replica of replicas) {
      await eventually(async () => expect((await replica.request(path)).headers.get('X-Cache')).toBe('HIT'));
    }
  }
}

/** Imports in another process. */
async function importElsewhere(lines: object[], env: Record<string, string> = {}): Promise<void> {
  const result = await runServiceCommand('catalogue', ['import', '-'], {
    env: { DATABASE_URL: database.url, ...env },
    input: lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
  });
  expect([result.status, result.stderr.trim()]).toEqual([0, expect.stringMatching(/new|changed/)]);
}

describe('a change by plain SQL', () => {
  it.each([
    ['a club', "update clubs set name = 'Renamed'", ['/api/clubs/search?keyword=renamed', KITS]],
    ['an alias', "update clubs set aliases = '{Renamed}'", ['/api/clubs/search?keyword=renamed']],
    ['a brand', "update brands set name = 'Renamed'", ['/api/brands/search?keyword=renamed', KIT_SEARCH]],
    ['a competition', "update competitions set name = 'Renamed'", [CUPS, KIT_SEARCH]],
    ['a season', "insert into seasons (year) values ('1961')", ['/api/seasons/search?keyword=1961']],
    ['a kit', "update kits set name = 'Renamed'", [KITS, KIT_SEARCH]],
    ['a kit type', "update kit_types set order_priority = 9 where name = 'Home'", [KITS]],
  ])('invalidates cached responses that show %s', async (_what, sql, paths) => {
    const catalogue = await startReplicas(1);
    await warm(...paths);
    await catalogue.db.raw(sql);
    for (const path of paths) {
      await eventually(async () => {
        // The entry expires and a request fills it again: the first miss shows the change.
        expect((await catalogue.request(path)).headers.get('X-Cache')).toBe('MISS');
      }, HEARD_MS);
    }
  });

  it('appears in every response that contains a changed record', async () => {
    const catalogue = await startReplicas(1);
    const [kit, club] = [
      await idOf(catalogue.db, 'kits', 'one-fc-2024-25-home-kit'),
      await idOf(catalogue.db, 'clubs', 'one-fc-kits'),
    ];
    const bulk = '/api/kits/bulk?slugs=one-fc-2024-25-home-kit,unknown';
    const paths = [KITS, `/api/kits/${kit}`, `/api/clubs/${club}/kits`, '/api/kits/search?keyword=fc', bulk];
    await warm(...paths);
    await catalogue.db.raw("update kits set name = 'Kit FC after'");
    await catalogue.db.raw("update clubs set name = 'Club after'");
    await catalogue.db.raw("update brands set name = 'Brand after'");
    await catalogue.db.raw("update competitions set name = 'Cup after'");
    await eventually(async () => {
      const responses = await Promise.all(paths.map((path) => catalogue.request(path)));
      const texts = responses.map(({ body }) => JSON.stringify(body));
      for (const text of texts) expect(text).toContain('Kit FC after');
      for (const word of ['Club after', 'Brand after', 'Cup after']) expect(texts[1]).toContain(word);
      for (const word of ['Club after', 'Brand after']) expect(texts[4]).toContain(word);
    }, HEARD_MS);
  });

  it.each(['delete from kits', 'truncate kits cascade'])(
    'removes deleted records from cached responses: %s',
    async (sql) => {
      const catalogue = await startReplicas(1);
      await warm(KITS);
      expect((await catalogue.request(KITS)).body).toHaveLength(1);
      await catalogue.db.raw(sql);
      await eventually(async () => expect((await catalogue.request(KITS)).body).toEqual([]), HEARD_MS);
    },
  );

  it('invalidates nothing if it is rolled back or affects no row', async () => {
    const catalogue = await startReplicas(1);
    const clubKits = `/api/clubs/${await idOf(catalogue.db, 'clubs', 'one-fc-kits')}/kits`;
    await warm(clubKits, CUPS);
    await catalogue.db.raw("begin; update kits set name = 'Never'; rollback");
    await catalogue.db.raw("update kits set name = 'Never' where false");
    // Received after the two above, if they had been sent at all.
    await catalogue.db.raw("update competitions set name = 'Renamed'");
    await eventually(async () => expect((await catalogue.request(CUPS)).body).toHaveLength(1), HEARD_MS);
    expect((await catalogue.request(clubKits)).headers.get('X-Cache')).toBe('HIT');
  });

  it('keeps cached responses that do not show its table', async () => {
    const catalogue = await startReplicas(1);
    const seasons = '/api/seasons/search?keyword=2024';
    await warm(BRANDS, seasons);
    await catalogue.db.raw("update brands set name = 'Puma'");
    await eventually(async () => expect((await catalogue.request(BRANDS)).body).toHaveLength(1), HEARD_MS);
    expect((await catalogue.request(seasons)).headers.get('X-Cache')).toBe('HIT');
  });

  it('invalidates responses on every replica', async () => {
    const catalogue = await startReplicas(2);
    await warm(BRANDS);
    await catalogue.db.raw("update brands set name = 'Puma'");
    for (const replica of replicas) {
      await eventually(async () => expect((await replica.request(BRANDS)).body).toHaveLength(1), HEARD_MS);
    }
  });
});

describe('an import in another process', () => {
  it('invalidates responses on every replica within a second', async () => {
    await startReplicas(2);
    await warm(BRANDS, KITS);
    await importElsewhere([recordLine('brand', 'Puma'), ...kitLines([{ club: 'Two FC' }])]);
    await eventually(async () => {
      for (const replica of replicas) {
        expect(namesOf((await replica.request(BRANDS)).body)).toEqual(['Puma']);
        expect((await replica.request(KITS)).body).toHaveLength(2);
      }
    }, HEARD_MS);
  });
});

describeWithRedis('an import in another process, with Redis', () => {
  let redis: TestRedis;
  let wire: TcpProxy;

  beforeAll(async () => {
    redis = await startRedis();
  });

  beforeEach(async () => {
    wire = await startTcpProxy(Number(new URL(database.url).port));
  });

  afterEach(async () => {
    await Promise.all(replicas.splice(0).map((replica) => replica.close()));
    await wire.close();
    await redis.restart();
  });

  afterAll(() => redis.stop());

  it('has invalidated all changed responses on every replica before the command ends', async () => {
    const env = { REDIS_URL: redis.url };
    const url = new URL(database.url);
    url.port = String(wire.port);
    for (let started = 0; started < 2; started += 1) {
      replicas.push(await startTestCatalogue({ database: { url: url.href }, env }));
    }
    // The database's notifications no longer reach the replicas; only Redis can notify them.
    wire.mute('catalogue_changes');
    await warm(BRANDS, KITS);
    await importElsewhere([recordLine('brand', 'Puma'), ...kitLines([{ club: 'Two FC' }])], env);
    for (const replica of replicas) {
      expect(namesOf((await replica.request(BRANDS)).body)).toEqual(['Puma']);
      expect((await replica.request(KITS)).body).toHaveLength(1);
    }
  });

  it('succeeds and reports that Redis is unavailable', async () => {
    await startReplicas(1);
    const env = { DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' };
    const input = `${JSON.stringify(recordLine('brand', 'Puma'))}\n`;
    const { status, stderr } = await runServiceCommand('catalogue', ['import', '-'], { env, input });
    expect(status).toBe(0);
    expect(stderr).toContain('Redis is unavailable');
  });
});
