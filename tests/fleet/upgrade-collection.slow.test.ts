import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS, createCollectionClient } from '@kitroom/collection-client';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithPreviousVersion, type PreviousVersion } from '@kitroom/testing/previous-version';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { openBothServices, type BothServices } from './open-both-services.ts';
import { requestWhile } from './request-while.ts';

const MINUTE = 60_000;
/** Most of the time is spent starting processes, which is slow on a busy machine. */
const PATIENCE = 4 * MINUTE;
const PASSWORD = 'brass lantern 42';
const USERNAME = 'collector';

describeWithPreviousVersion('collection', (extract) => {
  let previous: PreviousVersion;
  let both: BothServices;
  let database: TestDatabase;
  let mailRoot: string;
  let env: Record<string, string>;
  let token: string;
  let picture: Blob;
  const running: TestService[] = [];
  /** The previous version, started before the database was migrated. */
  let oldService: TestService;
  let newest: TestService;

  beforeAll(async () => {
    previous = extract();
    [both, database, picture] = await Promise.all([openBothServices(), createEmptyDatabase(), takePicture()]);
    mailRoot = mkdtempSync(join(tmpdir(), 'kitroom-mail-'));
    env = { ...both.collectionEnv, DATABASE_URL: database.url, MAIL_ROOT: mailRoot };
    await run(['migrate'], previous.root);
    const names = ['--username', USERNAME, '--email', `${USERNAME}@example.org`, '--verified'];
    await run(['users', 'create', ...names], previous.root, `${PASSWORD}\n`);
    oldService = await start({ WORKER: 'false' }, previous.root);
    ({ token } = await createCollectionClient({ baseUrl: oldService.url }).tokens.create(CREDENTIALS));
    await openClient(oldService).items.create(JERSEY);
  }, PATIENCE);

  afterAll(async () => {
    await Promise.all(running.map((service) => service.kill('SIGKILL')));
    await database?.drop();
    await both?.close();
    if (mailRoot) rmSync(mailRoot, { recursive: true, force: true });
    previous?.remove();
  }, MINUTE);

  async function start(more: Record<string, string>, sources?: string, command = ['serve']) {
    const waits = command[0] === 'serve';
    const options = sources === undefined ? { command, waits } : { command, waits, sources };
    const service = await startTestService('collection', { ...env, ...more }, options);
    running.push(service);
    return service;
  }

  async function run(args: string[], sources?: string, input = ''): Promise<string> {
    const options = { env, input, ...(sources === undefined ? {} : { sources }) };
    const { status, stdout, stderr } = await runServiceCommand('collection', args, options);
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout.trim();
  }

  const openClient = (service: TestService) =>
    createCollectionClient({ baseUrl: service.url, token, retries: 0 });

  const get = (service: TestService, path: string) =>
    fetch(`${service.url}${path}`, { headers: { Authorization: `Token ${token}` } });

  it(
    'serves requests while the new version migrates its database and starts',
    async () => {
      const requests = REQUESTS.map((path) => () => get(oldService, path));
      const observed = await requestWhile(requests, async () => {
        await run(['migrate']);
        newest = await start({ WORKER: 'false' });
      });
      expect(observed.failures).toEqual([]);
      expect(observed.responses).toBeGreaterThan(3 * REQUESTS.length);
      const ran = await queryOnce(database.url, 'select name from knex_migrations');
      expect(ran.length).toBeGreaterThan(previous.migrations.length);
    },
    PATIENCE,
  );

  it(
    'starts on the migrated database, and responds like the new version',
    async () => {
      const again = await start({ WORKER: 'false' }, previous.root);
      for (const path of REQUESTS) {
        const [old, current] = [
          await (await get(again, path)).json(),
          await (await get(newest, path)).json(),
        ];
        expect({ path, body: toComparable(current) }).toMatchObject({ path, body: toComparable(old) });
      }
      await again.kill();
    },
    PATIENCE,
  );

  it(
    'creates, changes, finds and deletes items together with the new version',
    async () => {
      const [old, current] = [openClient(oldService), openClient(newest)];
      const cap = await old.items.create({ item_type: 'other', type: 'cap', name: 'Kappe', brand: 1 });
      const pants = await current.items.create({ item_type: 'pants', name: 'Hose', brand: 1, size: 13 });
      await old.items.patch({ id: pants.id }, { condition: 9, tags: ['winter'] });
      await current.items.patch({ id: cap.id }, { is_private: true });
      for (const client of [old, current]) {
        expect(await client.items.get({ id: pants.id })).toMatchObject({ condition: 9, tags: ['winter'] });
        expect(await client.items.get({ id: cap.id })).toMatchObject({ is_private: true });
        const results = await client.collections.myItems({ search: 'hose', condition_min: 8 });
        expect(results.results.map(({ id }) => id)).toEqual([pants.id]);
        expect((await client.collections.me()).statistics.total_items).toBe(3);
      }
      await old.items.remove({ id: pants.id });
      await expect(current.items.get({ id: pants.id })).rejects.toMatchObject({ status: 404 });
    },
    PATIENCE,
  );

  it(
    'issues tokens only to verified users of the new version, and rejects deleted tokens with 401',
    async () => {
      const signUp = { username: 'newcomer', email: 'newcomer@example.org', password: PASSWORD };
      const session = createCollectionClient({ baseUrl: newest.url, retries: 0 });
      await session.accounts.signup(signUp);
      const atOld = createCollectionClient({ baseUrl: oldService.url, retries: 0 });
      await expect(atOld.tokens.create(signUp)).rejects.toMatchObject({ status: 400 });
      const worker = await start({}, undefined, ['worker']);
      const key = await readKey(mailRoot);
      await worker.kill();
      await session.accounts.verifyEmail({ key });
      const { token: fresh } = await atOld.tokens.create(signUp);
      expect(await run(['tokens', 'show', 'newcomer'])).toBe(fresh);
      await run(['tokens', 'delete', 'newcomer']);
      const response = await fetch(`${oldService.url}/api/users/me/`, {
        headers: { Authorization: `Token ${fresh}` },
      });
      expect(response.status).toBe(401);
    },
    PATIENCE,
  );

  it(
    'creates renditions of photos uploaded to the new version, and the other way round',
    async () => {
      for (const { service, sources } of [
        { service: oldService, sources: undefined },
        { service: newest, sources: previous.root },
      ]) {
        const client = openClient(service);
        const { id: object_id } = await client.items.create(JERSEY);
        const { id } = await client.photos.upload({
          content_type: CONTENT_TYPE_IDS.jersey,
          object_id,
          image: picture,
        });
        const worker = await start({}, sources, ['worker']);
        await eventually(async () => {
          expect((await client.photos.get({ id })).image_avif).not.toBeNull();
        }, MINUTE);
        await worker.kill();
        for (const version of [oldService, newest]) {
          const { image, image_avif: avif, thumbnail } = await openClient(version).photos.get({ id });
          for (const url of [image, avif, thumbnail]) expect((await fetch(url ?? '')).status).toBe(200);
        }
      }
    },
    PATIENCE,
  );

  it('logs no error, and neither does the new version', () => {
    const errors = running.flatMap((service) => service.logs()).filter(({ level }) => isError(level));
    expect(errors).toEqual([]);
  });
});

const CREDENTIALS = { username: USERNAME, password: PASSWORD };
const JERSEY = { item_type: 'jersey', name: 'Málaga home', brand: 1, kit: 1, size: 5 } as const;

/** Requests about one collector with one item. */
const REQUESTS = [
  '/api/users/me/',
  `/api/users/${USERNAME}/`,
  '/api/items/',
  '/api/items/1/',
  '/api/collections/',
  '/api/collections/me/',
  '/api/collections/me/items/?search=malaga&ordering=club,-season',
  '/api/collections/1/items/',
  '/api/photos/',
  '/api/colors/',
  '/archive/filters/?filter_type=brand',
  '/archive/clubs/search/?keyword=celtic',
];

/** Reads the key from the first e-mail in the folder. */
async function readKey(folder: string): Promise<string> {
  let key: string | undefined;
  await eventually(async () => {
    const [mail = ''] = readdirSync(folder).filter((name) => /^[^.].*\.eml$/.test(name));
    const text = readFileSync(join(folder, mail), 'utf8').replaceAll(/=\r?\n/g, '');
    key = /^([\w-]{43})\r?$/m.exec(text)?.[1];
    expect(key).toBeDefined();
  }, MINUTE);
  return key ?? '';
}

const isError = (level: unknown) => level === 'error' || level === 'fatal';

/** Removes the port of the responding process from URLs. */
function toComparable(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response).replaceAll(/127\.0\.0\.1:\d+/g, 'here'));
}
