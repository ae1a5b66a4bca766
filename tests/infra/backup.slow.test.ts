import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS, createCollectionClient } from '@kitroom/collection-client';
import { queryOnce } from '@kitroom/devstack/query-once';
import {
  startStandInArchive,
  type StandInArchive,
} from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { codeOf, enableMultiFactor, openBrowserSession } from '@kitroom/testing/browser-session';
import { eventually } from '@kitroom/testing/eventually';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { requestWhile } from '../fleet/request-while.ts';
import { kit, SMALL_CATALOGUE } from '../fleet/small-catalogue.ts';
import { takePicture } from '../take-picture.ts';
import { holdDump, type DumpHooks } from './hold-dump.ts';
import {
  describeWithInstalledPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.ts';
import { runBackupScript } from './run-backup-script.ts';

const MINUTE = 60_000;
const { withThreeKits, withManyKits } = STAND_IN_COLLECTORS;
const CREDENTIALS = { username: 'collector', password: 'brass lantern 42' };
const JERSEY = { item_type: 'jersey', name: 'Málaga home', brand: 1, club: 1, kit: 1, size: 5 } as const;

describeWithInstalledPostgres('a backup of both services under load', () => {
  let folder: string;
  let archive: StandInArchive;
  let server: InstalledPostgres;
  let picture: Blob;
  let services: TestService[] = [];
  let catalogue: TestService;
  let collection: TestService;
  let env: { catalogue: Record<string, string>; collection: Record<string, string> };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-backup-'));
    [archive, server, picture] = await Promise.all([
      startStandInArchive(),
      startInstalledPostgres(),
      takePicture(),
    ]);
    env = {
      catalogue: {
        API_ENABLE_AUTH: 'true',
        ARCHIVE_BASE_URL: archive.url,
        ARCHIVE_MIN_INTERVAL_MS: '50',
      },
      collection: {
        SECRET_KEY: 'a secret of the tests, of more than 32 characters',
        MEDIA_ROOT: join(folder, 'media'),
        MAIL_ROOT: join(folder, 'mail'),
        THROTTLE_ANON: '100000/60',
        THROTTLE_USER: '100000/60',
        THROTTLE_ARCHIVE: '100000/60',
      },
    };
    await createDatabases();
  }, 2 * MINUTE);

  afterAll(async () => {
    await stopServices();
    await archive?.stop();
    await server?.destroy();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  async function createDatabases(): Promise<void> {
    env.catalogue.DATABASE_URL = await server.createDatabase('catalogue');
    env.collection.DATABASE_URL = await server.createDatabase('collection');
  }

  async function startServices(more: Record<string, string> = {}): Promise<void> {
    catalogue = await startTestService('catalogue', { ...env.catalogue, ...more });
    env.collection.CATALOGUE_URL = catalogue.url;
    services = [catalogue];
    collection = await startTestService('collection', { ...env.collection, ...more });
    services.push(collection);
  }

  async function stopServices(): Promise<void> {
    await Promise.all(services.splice(0).map((service) => service.kill('SIGKILL')));
  }

  async function run(service: 'catalogue' | 'collection', args: string[], input = ''): Promise<string> {
    const { status, stdout, stderr } = await runServiceCommand(service, args, { env: env[service], input });
    if (status !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`);
    return stdout;
  }

  const scriptEnv = () => ({
    BACKUP_ROOT: join(folder, 'backups'),
    CATALOGUE_DATABASE_URL: env.catalogue.DATABASE_URL ?? '',
    COLLECTION_DATABASE_URL: env.collection.DATABASE_URL ?? '',
    MEDIA_ROOT: env.collection.MEDIA_ROOT ?? '',
  });

  async function backUp(programs?: string): Promise<string> {
    const { status, stdout, stderr } = await runBackupScript('backup.sh', [], scriptEnv(), { programs });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.trim();
  }

  const requestCatalogue = (path: string, method = 'GET') =>
    fetch(`${catalogue.url}${path}`, {
      method,
      headers: { 'X-API-Key': env.collection.CATALOGUE_API_KEY ?? '' },
    });

  async function waitForScrape(userid: number): Promise<void> {
    await eventually(async () => {
      const progress = await (await requestCatalogue(`/api/user-collection/${userid}/scrape`)).json();
      expect(progress).toMatchObject({ status: 'ready' });
    }, MINUTE);
  }

  const openClient = (token?: string) =>
    createCollectionClient({ baseUrl: collection.url, retries: 0, ...(token ? { token } : {}) });

  async function upload(token: string, object_id: number): Promise<number> {
    const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id };
    return (await openClient(token).photos.upload({ ...target, image: picture })).id;
  }

  async function waitForVersions(token: string, id: number): Promise<void> {
    await eventually(async () => {
      expect((await openClient(token).photos.get({ id })).image_avif).not.toBeNull();
    }, MINUTE);
  }

  async function readPhoto(token: string, id: number): Promise<Buffer[]> {
    const { image, image_avif: avif, thumbnail } = await openClient(token).photos.get({ id });
    return Promise.all(
      [image, avif, thumbnail].map(async (url) => {
        const response = await fetch(url ?? '');
        expect(response.status).toBe(200);
        return Buffer.from(await response.arrayBuffer());
      }),
    );
  }

  it(
    'restores all data and files on a new server, where waiting jobs are processed',
    async () => {
      await run('catalogue', ['migrate']);
      await run('catalogue', ['import', '-'], SMALL_CATALOGUE);
      const keyOptions = ['--name', 'collection', '--rate-limit', 'none'];
      env.collection.CATALOGUE_API_KEY = (await run('catalogue', ['keys', 'create', ...keyOptions])).trim();
      await startServices();
      const { username, password } = CREDENTIALS;
      const names = ['--username', username, '--email', `${username}@example.org`, '--verified'];
      await run('collection', ['users', 'create', ...names], `${password}\n`);
      const { token } = await openClient().tokens.create(CREDENTIALS);
      const { id: jersey } = await openClient(token).items.create(JERSEY);
      const photo = await upload(token, jersey);
      await waitForVersions(token, photo);
      const secret = await enableMultiFactor(collection.url, CREDENTIALS);
      await requestCatalogue(`/api/user-collection/${withThreeKits}/scrape`, 'POST');
      await waitForScrape(withThreeKits);

      await stopServices();
      await startServices({ WORKER: 'false' });
      const waiting = await upload(token, jersey);
      await requestCatalogue(`/api/user-collection/${withManyKits}/scrape`, 'POST');
      const before = await remember(token, jersey, photo);
      let backup = '';
      const observed = await requestWhile(
        [
          () => requestCatalogue('/api/kits'),
          () => fetch(`${collection.url}/api/collections/me/items/`, withToken(token)),
          () => exchangePhoto(token, jersey),
        ],
        async () => (backup = await holdDump(folder, passThrough(token, jersey), backUp)),
      );
      expect(observed.failures).toEqual([]);

      await stopServices();
      await server.destroy();
      rmSync(env.collection.MEDIA_ROOT ?? '', { recursive: true });
      server = await startInstalledPostgres();
      await createDatabases();
      const restored = await runBackupScript('restore.sh', [backup], scriptEnv());
      expect(restored).toEqual({ status: 0, stdout: '', stderr: '' });
      await startServices();

      expect(await remember(token, jersey, photo)).toEqual(before);
      expect((await fetch(`${catalogue.url}/api/kits`)).status).toBe(401);
      expect(await (await requestCatalogue('/api/clubs/search?keyword=malga')).json()).toMatchObject([
        { name: 'Málaga CF' },
      ]);
      const myItems = await openClient(token).collections.myItems({ search: 'malaga' });
      expect(myItems.results).toMatchObject([{ id: jersey, club: { name: 'Málaga CF' } }]);
      const browser = openBrowserSession(collection.url);
      expect(await browser.post('login/', CREDENTIALS)).toMatchObject({
        status: 401,
        body: { mfa_required: true },
      });
      expect(await browser.post('login/', { ...CREDENTIALS, code: codeOf(secret, 1) })).toMatchObject({
        status: 200,
      });
      await waitForVersions(token, waiting);
      await waitForScrape(withManyKits);
      await expectEveryPhotoToBeServed(token);
    },
    5 * MINUTE,
  );

  it(
    'restores the catalogue alone, and gives new kits and changes numbers above the former ones',
    async () => {
      const backup = await backUp();
      const url = await server.createDatabase('alone');
      const only = { CATALOGUE_DATABASE_URL: url };
      expect(await runBackupScript('restore.sh', [backup], only)).toMatchObject({ status: 0, stderr: '' });
      const options = { env: { ...env.catalogue, DATABASE_URL: url } };
      expect((await runServiceCommand('catalogue', ['export'], options)).stdout).toBe(
        await run('catalogue', ['export']),
      );
      const input = `${JSON.stringify(kit('celtic', 'Celtic', 'umbro', '2003-04', 'Away', ['Plain', 'Black']))}\n`;
      expect(await runServiceCommand('catalogue', ['import', '-'], { ...options, input })).toMatchObject({
        status: 0,
      });
      const [newest] = await queryOnce<{ id: number }>(url, 'select id from kits order by id desc limit 1');
      expect(newest?.id).toBeGreaterThan(1_000_000);
      // Mirrors that have read changes lost in the restore must detect that.
      const [changes] = await queryOnce<{ first: string }>(
        url,
        'select min(first_sequence) as first from changes',
      );
      expect(Number(changes?.first)).toBeGreaterThan(1_000_000_000);
    },
    MINUTE,
  );

  /** Reads what must be the same after the restore. */
  async function remember(token: string, jersey: number, photo: number) {
    const client = openClient(token);
    // The item's photos, and with them its time of update, change during the backup.
    const { photos: _photos, updated_at: _time, ...item } = await client.items.get({ id: jersey });
    return {
      exported: await run('catalogue', ['export']),
      me: withoutPorts(await client.users.me()),
      item: withoutPorts(item),
      photo: (await readPhoto(token, photo)).map((bytes) => bytes.toString('base64')),
      scraped: withoutPorts(await (await requestCatalogue(`/api/user-collection/${withThreeKits}`)).json()),
    };
  }

  /** Adds a photo and a user's picture before the dump, and deletes them before they can be copied. */
  function passThrough(token: string, jersey: number): DumpHooks {
    let passing = 0;
    return {
      before: async () => {
        passing = await upload(token, jersey);
        await openClient(token).accounts.putAvatar({ avatar: picture });
      },
      after: async () => {
        await openClient(token).photos.remove({ id: passing });
        await openClient(token).accounts.removeAvatar();
      },
    };
  }

  /** Uploads a photo and deletes it, so that files appear and disappear during the backup. */
  async function exchangePhoto(token: string, jersey: number): Promise<Response> {
    const id = await upload(token, jersey);
    return fetch(`${collection.url}/api/photos/${id}/`, { method: 'DELETE', ...withToken(token) });
  }

  /** Photos that were deleted during the backup may be restored, but each must have its file. */
  async function expectEveryPhotoToBeServed(token: string): Promise<void> {
    const { results: photos } = await openClient(token).photos.list();
    expect(photos.length).toBeGreaterThanOrEqual(2);
    for (const { image } of photos) expect((await fetch(image)).status).toBe(200);
    expect((await openClient(token).accounts.profile()).avatar).toBeNull();
  }
});

const withToken = (token: string) => ({ headers: { Authorization: `Token ${token}` } });

/** Removes the port of the responding process from URLs. */
function withoutPorts(response: unknown): unknown {
  return JSON.parse(JSON.stringify(response).replaceAll(/127\.0\.0\.1:\d+/g, 'here'));
}
