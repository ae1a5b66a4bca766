import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { listFiles } from '@kitroom/testing/list-files';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { holdDump, type DumpHooks } from './hold-dump.ts';
import {
  describeWithInstalledPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.ts';
import { runBackupScript } from './run-backup-script.ts';

const MINUTE = 60_000;

describeWithInstalledPostgres('backup.sh and restore.sh', () => {
  let server: InstalledPostgres;
  let database: string;
  let folder: string;
  let env: { BACKUP_ROOT: string; MEDIA_ROOT: string; CATALOGUE_DATABASE_URL: string };

  beforeAll(async () => {
    server = await startInstalledPostgres();
    database = await server.createDatabase('catalogue');
    await queryOnce(database, 'create table kits as select generate_series(1, 1000) as id');
  }, 2 * MINUTE);

  afterAll(async () => {
    await server?.destroy();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  beforeEach(() => {
    if (folder) rmSync(folder, { recursive: true });
    folder = mkdtempSync(join(tmpdir(), 'kitroom-backup-'));
    const [BACKUP_ROOT, MEDIA_ROOT] = [join(folder, 'backups'), join(folder, 'media')];
    env = { BACKUP_ROOT, MEDIA_ROOT, CATALOGUE_DATABASE_URL: database };
    mkdirSync(join(MEDIA_ROOT, 'photos'), { recursive: true });
    mkdirSync(join(MEDIA_ROOT, '.uploads'));
    writeFileSync(join(MEDIA_ROOT, 'photos', 'stays.jpg'), 'a photo');
    writeFileSync(join(MEDIA_ROOT, '.uploads', 'half'), 'half a photo');
  });

  async function backUp(more: Record<string, string> = {}): Promise<string> {
    const { status, stdout, stderr } = await runBackupScript('backup.sh', [], { ...env, ...more });
    expect([status, stderr]).toEqual([0, '']);
    return stdout.trim();
  }

  const putFile = (key: string) => {
    mkdirSync(dirname(join(env.MEDIA_ROOT, key)), { recursive: true });
    writeFileSync(join(env.MEDIA_ROOT, key), key);
  };
  const removeFile = (key: string) => rmSync(join(env.MEDIA_ROOT, key));

  /**
   * Fills a collection with a user's picture and four photos, one of which lacks its file. Returns its URL.
   */
  async function fillCollection(): Promise<string> {
    const url = await server.createDatabase('collection');
    const migrated = await runServiceCommand('collection', ['migrate'], { env: { DATABASE_URL: url } });
    expect(migrated).toMatchObject({ status: 0 });
    await queryOnce(
      url,
      `insert into users (username, username_key, email, email_key, avatar_key)
       values ('one', 'one', 'one@example.org', 'one@example.org', 'avatars/one.webp')`,
    );
    putFile('avatars/one.webp');
    for (const name of ['whole', 'replaced', 'healed', 'lost']) await addPhoto(url, name);
    removeFile('originals/lost.jpg');
    return url;
  }

  async function addPhoto(url: string, name: string): Promise<void> {
    const [image, avif] = [`originals/${name}.jpg`, `avif/${name}.avif`];
    putFile(image);
    putFile(avif);
    await queryOnce(
      url,
      `insert into photos (user_id, width, height, caption, image_key, avif_key)
       select id, 1, 1, '${name}', '${image}', '${avif}' from users`,
    );
  }

  /**
   * Adds a photo, pictures and a photo version before the dump, and deletes them before they can be copied.
   */
  function passThrough(url: string): DumpHooks {
    const others = ['originals/between.jpg', 'avatars/two.webp', 'avif/second.avif'];
    return {
      before: async () => {
        others.forEach(putFile);
        await addPhoto(url, 'passing');
        await queryOnce(
          url,
          `update photos set image_key = 'originals/between.jpg' where caption = 'replaced';
           update photos set avif_key = 'avif/second.avif', attempts = 2 where caption = 'whole';
           update users set avatar_key = 'avatars/two.webp'`,
        );
      },
      after: async () => {
        await queryOnce(
          url,
          `delete from photos where caption in ('passing', 'whole', 'replaced');
           update users set avatar_key = null`,
        );
        [...others, 'originals/passing.jpg', 'avif/passing.avif', 'originals/whole.jpg'].forEach(removeFile);
      },
    };
  }

  it(
    'reject a restore into a non-empty database, from a damaged dump, or with a missing photo',
    async () => {
      const backup = await backUp();
      const full = await runBackupScript('restore.sh', [backup], env);
      expect([full.status, full.stderr]).toEqual([
        1,
        expect.stringContaining('the database of the catalogue is not empty'),
      ]);
      const url = await server.createDatabase('untouched');
      const damaged = join(folder, 'damaged', basename(backup));
      cpSync(backup, damaged, { recursive: true });
      const dump = readFileSync(join(damaged, 'catalogue.dump'));
      const middle = dump.length >> 1;
      dump.writeUInt8(dump.readUInt8(middle) ^ 1, middle);
      writeFileSync(join(damaged, 'catalogue.dump'), dump);
      const broken = await runBackupScript('restore.sh', [damaged], { CATALOGUE_DATABASE_URL: url });
      expect([broken.status, broken.stderr]).toEqual([1, expect.stringContaining('is damaged')]);
      rmSync(join(env.BACKUP_ROOT, 'media/photos/stays.jpg'));
      const robbed = await runBackupScript('restore.sh', [backup], {
        CATALOGUE_DATABASE_URL: url,
        MEDIA_ROOT: join(folder, 'new'),
      });
      expect([robbed.status, robbed.stderr]).toEqual([
        1,
        expect.stringContaining('the backup does not contain ./photos/stays.jpg'),
      ]);
      expect(await queryOnce(url, "select 1 from pg_tables where schemaname = 'public'")).toEqual([]);
    },
    MINUTE,
  );

  it(
    'delete backups beyond BACKUP_KEEP, and photos that no remaining backup has',
    async () => {
      const passing = join(env.MEDIA_ROOT, 'photos', 'goes.jpg');
      writeFileSync(passing, 'another photo');
      const kept = () => listFiles(join(env.BACKUP_ROOT, 'media'));
      const oldest = await backUp();
      expect(kept()).toEqual(['photos/goes.jpg', 'photos/stays.jpg']);
      rmSync(passing);
      await nextSecond();
      await backUp({ BACKUP_KEEP: '2' });
      expect(kept()).toEqual(['photos/goes.jpg', 'photos/stays.jpg']);
      await nextSecond();
      const newest = await backUp({ BACKUP_KEEP: '2' });
      expect(kept()).toEqual(['photos/stays.jpg']);
      expect([existsSync(oldest), existsSync(newest)]).toEqual([false, true]);
      expect(readdirSync(env.BACKUP_ROOT)).toHaveLength(3);
    },
    MINUTE,
  );

  it(
    'back up and restore only rows whose files exist, except files lost before, which they report',
    async () => {
      const url = await fillCollection();
      putFile('other/of nobody\t\\.jpg');
      const collection = { ...env, COLLECTION_DATABASE_URL: url };
      const expectedError = (backup: string) =>
        `backup: files referenced by the database are missing in ${env.MEDIA_ROOT}; ${backup}/lost.list lists them\n`;
      const first = await runBackupScript('backup.sh', [], collection);
      expect(first).toMatchObject({ status: 0, stderr: expectedError(first.stdout.trim()) });
      removeFile('originals/healed.jpg');
      await nextSecond();
      const second = await holdDump(folder, passThrough(url), (programs) =>
        runBackupScript('backup.sh', [], { ...collection, BACKUP_KEEP: '1' }, { programs }),
      );
      const backup = second.stdout.trim();
      expect(second).toMatchObject({ status: 0, stderr: expectedError(backup) });
      expect(readFileSync(join(backup, 'lost.list'), 'utf8').trim().split('\n')).toEqual([
        './originals/healed.jpg',
        './originals/lost.jpg',
      ]);

      const restored = await server.createDatabase('restored');
      const media = join(folder, 'restored');
      const target = { COLLECTION_DATABASE_URL: restored, MEDIA_ROOT: media };
      expect(await runBackupScript('restore.sh', [backup], target)).toEqual({
        status: 0,
        stdout: '',
        stderr: 'restore: originals/lost.jpg is missing: the file was lost before the backup was made\n',
      });
      const photos = 'select caption, image_key, avif_key, attempts from photos order by caption';
      expect(await queryOnce(restored, photos)).toEqual([
        { caption: 'healed', image_key: 'originals/healed.jpg', avif_key: 'avif/healed.avif', attempts: 0 },
        { caption: 'lost', image_key: 'originals/lost.jpg', avif_key: 'avif/lost.avif', attempts: 0 },
        { caption: 'whole', image_key: 'originals/whole.jpg', avif_key: null, attempts: 0 },
      ]);
      expect(await queryOnce(restored, 'select avatar_key from users')).toEqual([{ avatar_key: null }]);
      expect(readFileSync(join(media, 'originals/healed.jpg'), 'utf8')).toBe('originals/healed.jpg');
      expect(existsSync(join(media, 'other/of nobody\t\\.jpg'))).toBe(true);
    },
    2 * MINUTE,
  );

  it('fail without leftovers if a database or MEDIA_ROOT is unavailable or another backup runs', async () => {
    const before = await backUp().then(() => readdirSync(env.BACKUP_ROOT));
    await nextSecond();
    const unreachable = { ...env, COLLECTION_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
    const failed = await runBackupScript('backup.sh', [], unreachable);
    expect([failed.status, failed.stdout]).toEqual([1, '']);
    expect(failed.stderr).toContain(
      'backup: cannot read the list of photos from the database of the collection\n',
    );
    const { MEDIA_ROOT: _, ...withoutPhotos } = unreachable;
    expect(await runBackupScript('backup.sh', [], withoutPhotos)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('backup: cannot dump the database of the collection\n'),
    });
    expect(readdirSync(env.BACKUP_ROOT)).toEqual(before);
    const unmounted = await runBackupScript('backup.sh', [], { ...env, MEDIA_ROOT: join(folder, 'none') });
    expect([unmounted.status, unmounted.stderr]).toEqual([
      1,
      expect.stringContaining('which is not a folder'),
    ]);
    mkdirSync(join(env.BACKUP_ROOT, '.running'));
    const second = await runBackupScript('backup.sh', [], env);
    expect([second.status, second.stderr]).toEqual([1, expect.stringContaining('another backup is running')]);
  });
});

/** Waits for the next second, as names of backups contain the time in seconds. */
const nextSecond = () => {
  const now = Math.floor(Date.now() / 1000);
  return eventually(async () => expect(Math.floor(Date.now() / 1000)).toBeGreaterThan(now));
};
