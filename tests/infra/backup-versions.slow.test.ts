import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, parse } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { describeWithPreviousVersion, type PreviousVersion } from '@kitroom/testing/previous-version';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { importBaseline } from '../fleet/import-baseline.ts';
import {
  describeWithInstalledPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.ts';
import { runBackupScript } from './run-backup-script.ts';

const MINUTE = 60_000;
/** Only root can change the owner of files to the images' user. */
const isRoot = process.getuid?.() === 0;
const [SERVICE_UID, SERVICE_GID] = isRoot
  ? [10_001, 10_001]
  : [process.getuid?.() ?? 0, process.getgid?.() ?? 0];

describeWithInstalledPostgres('backup.sh and restore.sh', () => {
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

  describe.each(['catalogue', 'collection'] as const)('for the %s', (service) => {
    const variable = `${service.toUpperCase()}_DATABASE_URL`;

    describeWithPreviousVersion(
      service,
      (extract) => {
        let previous: PreviousVersion;
        let url: string;

        beforeAll(async () => {
          previous = extract();
          url = await createDatabase();
          await migrate(url, previous.root);
          if (service === 'collection') await addPhoto(url);
        }, MINUTE);

        afterAll(() => previous?.remove());

        it(
          'has its database backed up, restored and migrated to the current version',
          async () => {
            const backup = await run('backup.sh', [], { ...roots, [variable]: url });
            const restored = await createDatabase();
            const MEDIA_ROOT = join(folder, 'restored');
            await run('restore.sh', [backup], { [variable]: restored, MEDIA_ROOT });
            await migrate(restored);
            if (service === 'catalogue') return;
            const photos = await queryOnce(
              restored,
              'select image_key, avif_key, card_key, attempts from photos',
            );
            expect(photos).toEqual([
              {
                image_key: 'originals/7/kept.jpg',
                avif_key: 'avif/7/kept.avif',
                card_key: null,
                attempts: 0,
              },
            ]);
            expect(readFileSync(join(MEDIA_ROOT, 'originals/7/kept.jpg'), 'utf8')).toBe(
              'originals/7/kept.jpg',
            );
          },
          MINUTE,
        );

        it(
          'restores an older backup that the current restore.sh rejects with the name of its commit',
          async () => {
            const older = extract();
            const newest = older.migrations.at(-1) ?? '';
            rmSync(join(older.root, 'services', service, 'migrations', newest));
            const source = await createDatabase();
            await migrate(source, older.root);
            if (service === 'collection') await addPhoto(source);
            older.remove();
            const backup = await run('backup.sh', [], { ...roots, [variable]: source });

            const restored = await createDatabase();
            const env = { [variable]: restored, MEDIA_ROOT: join(folder, 'restored') };
            const { commit } = (await importBaseline(service)).replaces;
            expect(await runBackupScript('restore.sh', [backup], env)).toMatchObject({
              status: 1,
              stderr: expect.stringMatching(
                new RegExp(
                  `^restore: .* infra/backup/restore.sh of commit ${commit}, then .*Older backups.*\\n$`,
                ),
              ),
            });
            expect(existsSync(env.MEDIA_ROOT)).toBe(false);
            expect(await queryOnce(restored, "select from pg_tables where schemaname = 'public'")).toEqual(
              [],
            );

            const { root: sources } = previous;
            expect(await runBackupScript('restore.sh', [backup], env, { sources })).toMatchObject({
              status: 0,
            });
            await migrate(restored, sources);
            await migrate(restored);
            if (service === 'catalogue') return;
            expect(await queryOnce(restored, 'select image_key from photos')).toEqual([
              { image_key: 'originals/7/kept.jpg' },
            ]);
            expect(existsSync(join(env.MEDIA_ROOT, 'originals/7/kept.jpg'))).toBe(true);
          },
          MINUTE,
        );

        async function migrate(databaseUrl: string, sources?: string): Promise<void> {
          const version = { env: { DATABASE_URL: databaseUrl }, ...(sources && { sources }) };
          expect(await runServiceCommand(service, ['migrate'], version)).toMatchObject({ status: 0 });
        }
      },
      { before: 'the baseline' },
    );
  });

  it.each(['is empty', 'is missing'])(
    'restore photos with access for the owner of MEDIA_ROOT only, if MEDIA_ROOT %s',
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

/** Adds a photo whose card and thumbnail are missing. */
async function addPhoto(url: string): Promise<void> {
  await queryOnce(
    url,
    `with owner as (
       insert into users (username, username_key, username_folded, email, email_key)
       values ('one', 'one', 'one', 'one@example.org', 'one@example.org') returning id
     )
     insert into photos (user_id, width, height, image_key, avif_key)
     select id, 1, 1, 'originals/7/kept.jpg', 'avif/7/kept.avif' from owner`,
  );
}

function giveAway(root: string): void {
  chownSync(root, SERVICE_UID, SERVICE_GID);
  for (const path of readdirSync(root, { recursive: true, encoding: 'utf8' })) {
    chownSync(join(root, path), SERVICE_UID, SERVICE_GID);
  }
}
