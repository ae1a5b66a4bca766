import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithPreviousVersion, type PreviousVersion } from '@kitroom/testing/previous-version';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { requestWhile } from './request-while.ts';
import { kit, SMALL_CATALOGUE } from './small-catalogue.ts';

const MINUTE = 60_000;
/** Most of the time is spent starting processes, which is slow on a busy machine. */
const PATIENCE = 4 * MINUTE;
const { withThreeKits, withManyKits } = STAND_IN_COLLECTORS;

/** Client requests. Frequent queries are prepared once per connection and must survive a changed table. */
const REQUESTS = [
  '/api/kits?page_size=2',
  '/api/kits?country=es&primary_color=Sky%20blue',
  '/api/kits/1',
  '/api/kits/search?keyword=malaga%202003',
  '/api/kits/bulk?slugs=malaga-cf-2003-04-home-kit,celtic-2002-03-home-kit',
  '/api/clubs/search?keyword=malga',
  '/api/clubs/1',
  '/api/clubs/1/kits',
  '/api/seasons?id=1',
  '/api/brands/search?keyword=adidas',
  '/api/competitions/search?keyword=la%20liga',
  '/api/seasons/search?keyword=2003',
  '/api/random-kits/',
];

describeWithPreviousVersion('catalogue', (extract) => {
  let previous: PreviousVersion;
  let archive: StandInArchive;
  let database: TestDatabase;
  let env: Record<string, string>;
  let key: string;
  const running: TestService[] = [];
  /** The previous version, started before the database was migrated. */
  let oldService: TestService;
  let newest: TestService;

  beforeAll(async () => {
    previous = extract();
    [archive, database] = await Promise.all([startStandInArchive(), createEmptyDatabase()]);
    env = {
      DATABASE_URL: database.url,
      API_ENABLE_AUTH: 'true',
      ARCHIVE_BASE_URL: archive.url,
      ARCHIVE_MIN_INTERVAL_MS: '50',
    };
    await runPrevious(['migrate']);
    await runPrevious(['import', '-'], SMALL_CATALOGUE);
    key = (await runPrevious(['keys', 'create', '--name', 'old', '--rate-limit', 'none'])).trim();
    oldService = await start({ WORKER: 'false' }, previous.root);
  }, PATIENCE);

  afterAll(async () => {
    await Promise.all(running.map((service) => service.kill('SIGKILL')));
    await archive?.stop();
    await database?.drop();
    previous?.remove();
  }, MINUTE);

  async function start(more: Record<string, string>, sources?: string, command = ['serve']) {
    const waits = command[0] === 'serve';
    const options = sources === undefined ? { command, waits } : { command, waits, sources };
    const service = await startTestService('catalogue', { ...env, ...more }, options);
    running.push(service);
    return service;
  }

  async function run(args: string[], input = '', sources?: string): Promise<string> {
    const options = { env, input, ...(sources === undefined ? {} : { sources }) };
    const { status, stdout, stderr } = await runServiceCommand('catalogue', args, options);
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout;
  }

  const listMigrations = () => queryOnce(database.url, 'select name from knex_migrations');

  const runPrevious = (args: string[], input = '') => run(args, input, previous.root);

  const send = (service: TestService, path: string, method = 'GET', apiKey = key) =>
    fetch(`${service.url}${path}`, { method, headers: { 'X-API-Key': apiKey } });

  // oxlint-disable-next-line typescript/no-explicit-any -- only used in expectations
  async function read(service: TestService, path: string, method = 'GET'): Promise<any> {
    return (await send(service, path, method)).json();
  }

  it(
    'serves requests while the new version migrates its database and starts',
    async () => {
      const requests = REQUESTS.map((path) => () => send(oldService, path));
      const observed = await requestWhile(requests, async () => {
        await run(['migrate']);
        newest = await start({ WORKER: 'false' });
      });
      expect(observed.failures).toEqual([]);
      expect(observed.responses).toBeGreaterThan(3 * REQUESTS.length);
      expect((await listMigrations()).length).toBeGreaterThan(previous.migrations.length);
    },
    PATIENCE,
  );

  it(
    'starts on the migrated database, and responds like the new version',
    async () => {
      const again = await start({ WORKER: 'false' }, previous.root);
      for (const path of REQUESTS) {
        const [old, current] = [await read(again, path), await read(newest, path)];
        expect({ path, body: toComparable(current) }).toMatchObject({ path, body: toComparable(old) });
      }
      await again.kill();
    },
    PATIENCE,
  );

  it(
    'imports and exports next to the new version, and both show the changes of the other',
    async () => {
      await runPrevious(['import', '-'], toLine(kit('celtic', 'Celtic', 'umbro', '2003-04', 'Away', LOOK)));
      await run(['import', '-'], toLine(kit('celtic', 'Celtic', 'umbro', '2003-04', 'Third', LOOK)));
      for (const service of [oldService, newest]) {
        await eventually(async () => {
          const kits = await read(service, '/api/kits/search?keyword=celtic%202003');
          expect(kits.map(({ name }: { name: string }) => name)).toEqual([
            'Celtic 2002-03 Home',
            'Celtic 2003-04 Away',
            'Celtic 2003-04 Third',
          ]);
        });
      }
      await runPrevious(['import', '-'], toLine({ kind: 'club', slug: 'celtic-kits', name: 'The Celtic' }));
      await eventually(async () => {
        expect(await read(newest, '/api/clubs/search?keyword=celtic')).toMatchObject([
          { name: 'The Celtic' },
        ]);
      });
      // Newer exports may have additional fields.
      expect(toRecords(await run(['export']))).toMatchObject(toRecords(await runPrevious(['export'])));
    },
    PATIENCE,
  );

  it(
    'accepts and rejects API keys that the new version created and revoked',
    async () => {
      const fresh = (await run(['keys', 'create', '--name', 'new'])).trim();
      for (const service of [oldService, newest]) {
        expect((await send(service, '/api/kits', 'GET', fresh)).status).toBe(200);
        expect((await send(service, '/api/kits', 'GET', `${fresh}x`)).status).toBe(401);
      }
      const [id = ''] =
        /\d+/.exec((await run(['keys', 'list'])).split('\n').find(hasName('new')) ?? '') ?? [];
      await run(['keys', 'revoke', id]);
      await eventually(async () =>
        expect((await send(oldService, '/api/kits', 'GET', fresh)).status).toBe(401),
      );
    },
    PATIENCE,
  );

  it(
    'processes scrapes that the new version accepted, and the other way round',
    async () => {
      for (const { service, userid, sources } of [
        { service: oldService, userid: withThreeKits, sources: undefined },
        { service: newest, userid: withManyKits, sources: previous.root },
      ]) {
        const path = `/api/user-collection/${userid}`;
        expect(await read(service, `${path}/scrape`, 'POST')).toMatchObject({ status: 'processing' });
        const worker = await start({}, sources, ['worker']);
        await eventually(async () => {
          expect(await read(service, `${path}/scrape`)).toMatchObject({ status: 'ready', error: null });
        }, MINUTE);
        await worker.kill();
        const [old, current] = [await read(oldService, path), await read(newest, path)];
        expect(old.data.entries.length).toBeGreaterThan(0);
        expect(current).toMatchObject({ status: 'ready', data: { entries: old.data.entries } });
      }
    },
    PATIENCE,
  );

  it('logs no error, and neither does the new version', () => {
    const errors = running.flatMap((service) => service.logs()).filter(({ level }) => isError(level));
    expect(errors).toEqual([]);
  });
});

const LOOK = ['Hoops', 'Green', 'White'];

const toLine = (entry: object) => `${JSON.stringify(entry)}\n`;

const hasName = (name: string) => (line: string) => line.includes(name);

const isError = (level: unknown) => level === 'error' || level === 'fatal';

/**
 * Removes differences between versions: the port in URLs, the renderer's hash in picture URLs, and the random
 * order.
 */
function toComparable(response: unknown): unknown {
  const text = JSON.stringify(response).replaceAll(/127\.0\.0\.1:\d+/g, 'here');
  const comparable = JSON.parse(text.replaceAll(/picture\.svg\?v=\w+/g, 'picture.svg'));
  comparable?.kits?.sort((left: { id: number }, right: { id: number }) => left.id - right.id);
  return comparable;
}

function toRecords(lines: string): object[] {
  return lines
    .trimEnd()
    .split('\n')
    .map((line): object => JSON.parse(line));
}
