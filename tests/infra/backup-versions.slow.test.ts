import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { queryOnce } from '@kitroom/devstack/query-once';
import {
  describeWithInstalledPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.ts';
import { runBackupScript } from './run-backup-script.ts';

const MINUTE = 60_000;
/** Only root can give files to another user: to that of the images. */
const isRoot = process.getuid?.() === 0;
const [SERVICE_UID, SERVICE_GID] = isRoot
  ? [10_001, 10_001]
  : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
const services = resolve(import.meta.dirname, '../../services');

/** The first migrations of a service after which its tables or columns were fewer than now. */
const EARLIER = [
  ['collection', '20261121110000_items'],
  ['collection', '20261121120000_photos'],
  ['collection', '20261122130100_photos_of_owners'],
  ['collection', '20261125100000_shares'],
  ['catalogue', '20261120100000_catalogue'],
  ['catalogue', '20261122160100_former_kit_slugs'],
  ['catalogue', '20261123140000_mirrors'],
] as const;

describeWithInstalledPostgres('the scripts for backups', () => {
  let server: InstalledPostgres;
  let folder: string;
  let roots: { BACKUP_ROOT: string; MEDIA_ROOT: string };
  let databases = 0;

  beforeAll(async () => {
    server = await startInstalledPostgres();
  }, 2 * MINUTE);

  afterAll(() => server?.destroy(), MINUTE);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-backup-'));
    roots = { BACKUP_ROOT: join(folder, 'backups'), MEDIA_ROOT: join(folder, 'media') };
    for (const key of ['originals/7/kept.jpg', 'avif/7/kept.avif']) putFile(key);
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function putFile(key: string): void {
    const file = join(roots.MEDIA_ROOT, key);
    mkdirSync(parse(file).dir, { recursive: true, mode: 0o700 });
    writeFileSync(file, key, { mode: 0o600 });
  }

  const createDatabase = () => server.createDatabase(`versions_${(databases += 1)}`);

  async function run(script: 'backup.sh' | 'restore.sh', args: string[], env: Record<string, string>) {
    const { status, stdout, stderr } = await runBackupScript(script, args, env);
    expect([status, stderr]).toEqual([0, '']);
    return stdout.trim();
  }

  it.each(EARLIER)(
    'back up and restore a %s as of %s, which the present version then migrates',
    async (service, last) => {
      const variable = `${service.toUpperCase()}_DATABASE_URL`;
      const url = await createDatabase();
      await migrateUpTo(service, url, last);
      const hasPhotos = await hasTable(url, 'photos');
      if (hasPhotos) await addPhoto(url);
      const backup = await run('backup.sh', [], { ...roots, [variable]: url });
      const restored = await createDatabase();
      const MEDIA_ROOT = join(folder, 'restored');
      await run('restore.sh', [backup], { [variable]: restored, MEDIA_ROOT });
      const env = { DATABASE_URL: restored };
      expect(await runServiceCommand(service, ['migrate'], { env })).toMatchObject({ status: 0 });
      if (!hasPhotos) return;
      const [photo] = await queryOnce(restored, 'select image_key, avif_key, card_key, attempts from photos');
      expect(photo).toEqual({
        image_key: 'originals/7/kept.jpg',
        avif_key: 'avif/7/kept.avif',
        card_key: null,
        attempts: 0,
      });
      expect(readFileSync(join(MEDIA_ROOT, 'originals/7/kept.jpg'), 'utf8')).toBe('originals/7/kept.jpg');
    },
    2 * MINUTE,
  );

  it.each(['is there, empty', 'is missing'])(
    'restore photos and their folders for the owner of MEDIA_ROOT and nobody else, also as root, if it %s',
    async (state) => {
      giveAway(roots.MEDIA_ROOT);
      const backup = await run('backup.sh', [], roots);
      const media = join(folder, 'restored');
      if (state !== 'is missing') {
        mkdirSync(media);
        chmodSync(media, 0o755);
        giveAway(media);
      }
      await run('restore.sh', [backup], { MEDIA_ROOT: media });
      const below = readdirSync(media, { recursive: true, encoding: 'utf8' });
      expect(below).toContain(join('originals', '7', 'kept.jpg'));
      expect([lstatSync(media).uid, lstatSync(media).gid]).toEqual([SERVICE_UID, SERVICE_GID]);
      for (const path of below) {
        const stats = lstatSync(join(media, path));
        expect([path, stats.uid, stats.gid]).toEqual([path, SERVICE_UID, SERVICE_GID]);
        expect([path, stats.mode & 0o777]).toEqual([path, stats.isFile() ? 0o600 : 0o700]);
      }
    },
    MINUTE,
  );
});

/** Migrates an empty database as a version did whose newest migration is `last`. */
async function migrateUpTo(service: string, url: string, last: string): Promise<void> {
  const migrations = join(services, service, 'migrations');
  const names = readdirSync(migrations)
    .map((file) => parse(file).name)
    .toSorted();
  expect(names).toContain(last);
  const db = openDatabase({ url, poolMax: 1, applicationName: 'test', statementTimeoutMs: null });
  try {
    await db.migrate.latest({
      migrationSource: {
        getMigrations: async () => names.slice(0, names.indexOf(last) + 1),
        getMigrationName: (name: string) => name,
        getMigration: (name: string) => import(pathToFileURL(join(migrations, `${name}.ts`)).href),
      },
    });
  } finally {
    await closeDatabase(db);
  }
}

async function hasTable(url: string, name: string): Promise<boolean> {
  return (await queryOnce(url, 'select from pg_tables where tablename = $1', [name])).length > 0;
}

/** A photo whose thumbnail is lost; earlier versions had fewer columns of both tables. */
async function addPhoto(url: string): Promise<void> {
  const columns = await queryOnce<{ name: string }>(
    url,
    "select column_name as name from information_schema.columns where table_name = 'users' and table_schema = 'public'",
  );
  const texts = columns.map(({ name }) => name).filter((name) => USER_TEXTS.has(name));
  const values = texts.map((name) => `'${USER_TEXTS.get(name)}'`);
  await queryOnce(url, `insert into users (${texts.join(', ')}) values (${values.join(', ')})`);
  await queryOnce(
    url,
    `insert into photos (user_id, width, height, image_key, avif_key, thumbnail_key, attempts)
     select id, 1, 1, 'originals/7/kept.jpg', 'avif/7/kept.avif', null, 0 from users`,
  );
}

const USER_TEXTS = new Map([
  ['username', 'one'],
  ['username_key', 'one'],
  ['email', 'one@example.org'],
  ['email_key', 'one@example.org'],
  ['username_folded', 'one'],
]);

function giveAway(root: string): void {
  chownSync(root, SERVICE_UID, SERVICE_GID);
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(root, path), SERVICE_UID, SERVICE_GID);
  }
}
