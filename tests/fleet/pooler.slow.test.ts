import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { CONTENT_TYPE_IDS, createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { queryOnce } from '@kitroom/devstack/query-once';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithPgbouncer, startPgbouncer, type TestPgbouncer } from '@kitroom/testing/test-pgbouncer';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { issueToken, openBothServices, type BothServices } from './open-both-services.ts';
import { kit, SMALL_CATALOGUE } from './small-catalogue.ts';

const MINUTE = 60_000;
const POOL_SIZE = 4;
const PROCESSES = 3;
const JOBS = 5;
/** The name of direct connections in `pg_stat_activity`. */
const DIRECT = 'direct';

describeWithPgbouncer('three processes of each service sharing four PgBouncer connections', () => {
  let archive: StandInArchive;
  let mirrored: TestDatabase;
  let pooler: TestPgbouncer;
  let both: BothServices;
  let catalogues: TestService[] = [];
  let collections: TestService[] = [];
  /** One client per process, each of a different collector. */
  let clients: CollectionClient[] = [];

  const behindPooler = (databaseUrl: string) => ({
    DATABASE_URL: pooler.urlOf(databaseUrl),
    DATABASE_DIRECT_URL: `${databaseUrl}?application_name=${DIRECT}`,
  });

  beforeAll(async () => {
    mirrored = await createEmptyDatabase();
    archive = await startStandInArchive();
    pooler = await startPgbouncer({ databaseUrl: mirrored.url, poolSize: POOL_SIZE });
    const env = { ARCHIVE_BASE_URL: archive.url, ARCHIVE_MIN_INTERVAL_MS: '100' };
    both = await openBothServices(env, SMALL_CATALOGUE, { connect: behindPooler });
    const otherProcesses = Array.from({ length: PROCESSES - 1 });
    catalogues = [
      both.catalogue(),
      ...(await Promise.all(
        otherProcesses.map(() => startTestService('catalogue', { ...both.catalogueEnv, ...env })),
      )),
    ];
    collections = await Promise.all(
      Array.from({ length: PROCESSES }, () => startTestService('collection', both.collectionEnv)),
    );
    const [first] = collections;
    if (!first) throw new Error('no process runs');
    const token = await issueToken(both, first);
    clients = collections.map(({ url }) => createCollectionClient({ baseUrl: url, token, retries: 0 }));
  }, 3 * MINUTE);

  afterAll(async () => {
    await Promise.all([...catalogues.slice(1), ...collections].map((service) => service.kill()));
    await both?.close();
    await pooler?.stop();
    await archive?.stop();
    await mirrored?.drop();
  }, MINUTE);

  let turn = 0;
  /** Returns the client of the next process. */
  function next(): CollectionClient {
    const client = clients[(turn += 1) % clients.length];
    if (!client) throw new Error('no client');
    return client;
  }

  async function run(
    service: 'catalogue' | 'collection',
    args: string[],
    more: { env?: object; input?: string } = {},
  ) {
    const env = { ...(service === 'catalogue' ? both.catalogueEnv : both.collectionEnv), ...more.env };
    const { status, stdout, stderr } = await runServiceCommand(service, args, {
      env,
      input: more.input ?? '',
    });
    expect([args, status, stderr]).toEqual([args, 0, expect.any(String)]);
    return stdout;
  }

  /** Runs a statement on every server connection of a pool, held at the same time, and returns all rows. */
  async function onEachConnection<Row extends object>(databaseUrl: string, sql: string): Promise<Row[][]> {
    const holders = Array.from({ length: POOL_SIZE }, () => new pg.Client({ connectionString: databaseUrl }));
    try {
      await Promise.all(holders.map((client) => client.connect()));
      await Promise.all(holders.map((client) => client.query('begin')));
      return await Promise.all(holders.map(async (client) => (await client.query<Row>(sql)).rows));
    } finally {
      await Promise.all(holders.map((client) => client.end()));
    }
  }

  it(
    'create, list, search, photograph and delete items, with each request at another process',
    async () => {
      const brand = (await next().archive.brands.search({ keyword: 'adidas' })).results[0]?.id ?? 0;
      const made = await Promise.all(
        Array.from({ length: 30 }, (_, number) =>
          next().items.create({ item_type: 'jersey', name: `Shirt ${number}`, brand, size: 4 }),
        ),
      );
      const [jersey] = made;
      if (!jersey) throw new Error('no item was made');
      for (let times = 0; times < PROCESSES * 3; times += 1) {
        expect((await next().collections.myItems()).count).toBe(made.length);
        expect((await next().collections.myItems({ search: 'shirt 29' })).count).toBe(1);
        expect((await next().items.get({ id: jersey.id })).name).toBe(jersey.name);
        expect((await next().collections.me()).statistics.total_items).toBe(made.length);
      }
      const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id: jersey.id };
      const { id } = await next().photos.upload({ ...target, image: await takePicture(), caption: 'Front' });
      await eventually(async () => {
        expect((await next().photos.get({ id })).image_avif).not.toBeNull();
      }, MINUTE);
      for (const item of made) await next().items.remove({ id: item.id });
      expect((await next().collections.myItems()).count).toBe(0);
    },
    2 * MINUTE,
  );

  it(
    'start jobs within a second of a notification through their direct connections',
    async () => {
      const took: number[] = [];
      for (let times = 0; times < JOBS; times += 1) {
        const { id } = await next().exports.create();
        const started = performance.now();
        await eventually(async () => expect((await next().exports.get({ id })).status).not.toBe('waiting'));
        took.push(performance.now() - started);
        await eventually(async () => expect((await next().exports.get({ id })).status).toBe('done'));
      }
      expect(took.toSorted((left, right) => left - right)[Math.floor(JOBS / 2)]).toBeLessThan(1000);
      const listening = await queryOnce(
        both.collectionEnv.DATABASE_DIRECT_URL ?? '',
        'select pid from pg_stat_activity where datname = current_database() and application_name = $1 and pid <> pg_backend_pid()',
        [DIRECT],
      );
      expect(listening).toHaveLength(PROCESSES);
    },
    MINUTE,
  );

  it(
    'import a collector from the archive, and a sheet',
    async () => {
      const sheet = new Blob(['Name,Type,Size\nFrom a sheet,jersey,L\n'], { type: 'text/csv' });
      const collector = { source: 'archive', archive_user_id: STAND_IN_COLLECTORS.withManyKits } as const;
      for (const input of [{ file: sheet }, collector]) {
        const { id } = await next().imports.create(input);
        await eventually(async () => {
          expect((await next().imports.get({ id })).status).toBe('review');
        }, MINUTE);
        await next().imports.remove({ id });
      }
    },
    3 * MINUTE,
  );

  it(
    'show kits of the import command at every process',
    async () => {
      await run('catalogue', ['import', '-'], {
        input: `${JSON.stringify(kit('celtic', 'Celtic', 'umbro', '2003-04', 'Third', ['Plain', 'Black']))}\n`,
      });
      const key = { 'X-API-Key': both.collectionEnv.CATALOGUE_API_KEY ?? '' };
      for (const { url } of catalogues) {
        await eventually(async () => {
          const response = await fetch(`${url}/api/kits/search?keyword=celtic%20third`, { headers: key });
          expect(await response.json()).toMatchObject([{ name: 'Celtic 2003-04 Third' }]);
        });
      }
    },
    MINUTE,
  );

  it(
    'are mirrored into a database behind the pooler',
    async () => {
      const env = behindPooler(mirrored.url);
      const apiKey = both.collectionEnv.CATALOGUE_API_KEY ?? '';
      await eventually(async () => {
        const response = await fetch(`${both.catalogue().url}/api/bulk-data`, {
          headers: { 'X-API-Key': apiKey },
        });
        expect(await response.json()).toContainEqual(expect.objectContaining({ type: 'all' }));
      }, MINUTE);
      await run('catalogue', ['mirror', both.catalogue().url, '--api-key', apiKey, '--once'], { env });
      const exported = async (more: { env?: object } = {}) =>
        (await run('catalogue', ['export'], more)).split('\n').toSorted();
      expect(await exported({ env })).toEqual(await exported());
    },
    3 * MINUTE,
  );

  it(
    'accept every other command on the database',
    async () => {
      const password = 'brass lantern 42\n';
      for (const service of ['catalogue', 'collection'] as const) await run(service, ['migrate']);
      expect(await run('catalogue', ['check'])).not.toContain('failed');
      expect(await run('collection', ['check'])).not.toContain('failed');
      await run('catalogue', ['keys', 'create', '--name', 'another']);
      const [id = ''] = /^\S+(?=\s+another\b)/m.exec(await run('catalogue', ['keys', 'list'])) ?? [];
      await run('catalogue', ['keys', 'revoke', id]);
      await run('catalogue', ['operators', 'create', '--name', 'kim'], { input: password });
      await run('catalogue', ['operators', 'set-password', 'kim'], { input: password });
      expect(await run('catalogue', ['operators', 'list'])).toContain('kim');
      await run('catalogue', ['operators', 'delete', 'kim']);
      const user = ['--username', 'kim', '--email', 'kim@example.org', '--verified'];
      await run('collection', ['users', 'create', ...user], { input: password });
      await run('collection', ['users', 'set-password', 'kim'], { input: 'another lantern 43\n' });
      expect(await run('collection', ['users', 'list'])).toContain('kim');
      await run('collection', ['tokens', 'show', 'kim']);
      await run('collection', ['tokens', 'delete', 'kim']);
      await run('collection', ['mail', 'test', 'kim@example.org'], { env: { MAIL_ROOT: both.mediaRoot } });
    },
    3 * MINUTE,
  );

  it('leave no named statement, lock or setting on shared connections, and log no warning', async () => {
    for (const { DATABASE_URL } of [both.catalogueEnv, both.collectionEnv]) {
      const connections = await onEachConnection(
        DATABASE_URL ?? '',
        `select
           (select count(*)::int from pg_prepared_statements) as statements,
           (select count(*)::int from pg_locks where pid = pg_backend_pid() and locktype = 'advisory') as locks,
           (select count(*)::int from pg_listening_channels()) as channels,
           (select array_agg(name order by name) from pg_settings
            where source = 'session' and name not in ('application_name', 'client_encoding', 'DateStyle', 'TimeZone',
              'standard_conforming_strings')) as settings`,
      );
      const clean = { statements: 0, locks: 0, channels: 0, settings: null };
      expect(connections).toEqual(Array.from({ length: POOL_SIZE }, () => [clean]));
    }
    for (const service of [...catalogues, ...collections]) {
      expect(service.logs().filter(({ level }) => level === 'error' || level === 'warn')).toEqual([]);
    }
  });
});
