import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CONTENT_TYPE_IDS, createCollectionClient } from '@kitroom/collection-client';
import { closeDatabase, openDatabase, query, type Database } from '@kitroom/server/database/database';
import { enableMultiFactor } from '@kitroom/testing/browser-session';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';
import { takePicture } from '../take-picture.ts';
import { SMALL_CATALOGUE } from './small-catalogue.ts';

const MINUTE = 60_000;
const CREDENTIALS = { username: 'collector', password: 'brass lantern 42' };
const services = resolve(import.meta.dirname, '../../services');

type Migrate = (db: Database) => Promise<void>;

interface Migration {
  up?: Migrate;
  down?: Migrate;
}

describe.each(['catalogue', 'collection'] as const)('the migrations of the %s', (service) => {
  const folder = join(services, service, 'migrations');
  const files = readdirSync(folder)
    .filter((file) => file.endsWith('.ts'))
    .toSorted();
  let database: TestDatabase;
  let db: Database;
  let media: string;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    media = mkdtempSync(join(tmpdir(), 'kitroom-media-'));
    await (service === 'catalogue' ? fillCatalogue(database.url) : fillCollection(database.url, media));
    const application = { applicationName: 'kitroom-test', statementTimeoutMs: null };
    db = openDatabase({ url: database.url, poolMax: 1, ...application });
  }, 4 * MINUTE);

  afterAll(async () => {
    if (db) await closeDatabase(db);
    await database?.drop();
    rmSync(media, { recursive: true, force: true });
  });

  it(
    'can be reverted and run again one by one on a filled database, keeping other rows and item counts',
    async () => {
      const migrations = await Promise.all(files.map((file) => importMigration(join(folder, file))));
      const [baseline, ...later] = migrations;
      const whole = await listObjects(db);
      expect(Object.values(await countRows(db)).filter((rows) => rows > 0).length).toBeGreaterThan(7);
      for (const { up, down } of later.toReversed()) {
        const before = await countRows(db);
        await run(db, down);
        // Tables that the migration drops are left out.
        const left = Object.entries(await countRows(db)).filter(([table]) => table in before);
        await run(db, up);
        expect(await countRows(db)).toMatchObject({
          ...Object.fromEntries(left),
          ...('item_counts' in before && { item_counts: before['item_counts'] }),
        });
        await run(db, down);
      }
      await run(db, baseline?.down);
      expect(Object.keys(await countRows(db))).toEqual([]);
      for (const { up } of migrations) await run(db, up);
      expect(await listObjects(db)).toEqual(whole);
    },
    MINUTE,
  );
});

async function importMigration(file: string): Promise<Migration> {
  return import(pathToFileURL(file).href) as Promise<Migration>;
}

/** Runs a step in its own transaction, as Knex does. */
async function run(db: Database, step: Migrate | undefined): Promise<void> {
  if (!step) throw new Error('a migration has no way there, or none back');
  await db.transaction((transaction) => step(transaction));
}

async function listObjects(db: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     union all select 'function ' || proname from pg_proc where pronamespace = 'public'::regnamespace
     union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
     union all select 'constraint ' || conname from pg_constraint where connamespace = 'public'::regnamespace
     order by name`,
  );
  return rows.map(({ name }) => name);
}

async function countRows(db: Database): Promise<Record<string, number>> {
  const tables = await query<{ name: string }>(
    db,
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'v')",
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables.filter((table) => !table.name.startsWith('knex_'))) {
    const [row] = await query<{ rows: number }>(db, `select count(*) as rows from ${name}`);
    counts[name] = row?.rows ?? 0;
  }
  return counts;
}

async function fillCatalogue(url: string): Promise<void> {
  const env = { DATABASE_URL: url, WORKER: 'false', ARCHIVE_BASE_URL: 'http://127.0.0.1:1' };
  const service = await startTestService('catalogue', env);
  await runServiceCommand('catalogue', ['import', '-'], { env, input: SMALL_CATALOGUE });
  await runServiceCommand('catalogue', ['keys', 'create', '--name', 'some'], { env });
  await fetch(`${service.url}/api/user-collection/7/scrape`, { method: 'POST' });
  await fetch(`${service.url}/api/random-kits/`);
  await service.kill();
}

async function fillCollection(url: string, media: string): Promise<void> {
  const secret = { SECRET_KEY: 'a secret of the tests, of more than 32 characters' };
  const withoutCatalogue = { CATALOGUE_URL: 'http://127.0.0.1:1', WORKER: 'false' };
  const env = { DATABASE_URL: url, MEDIA_ROOT: media, ...secret, ...withoutCatalogue };
  const service = await startTestService('collection', env);
  const { username, password } = CREDENTIALS;
  const args = ['users', 'create', '--username', username, '--email', 'c@example.org', '--verified'];
  await runServiceCommand('collection', args, { env, input: `${password}\n` });
  const { tokens, accounts } = createCollectionClient({ baseUrl: service.url });
  const { token } = await tokens.create(CREDENTIALS);
  const { items, photos } = createCollectionClient({ baseUrl: service.url, token });
  const { id } = await items.create({
    item_type: 'jersey',
    name: 'Home',
    brand: 1,
    size: 5,
    tags: ['retro'],
  });
  const target = { content_type: CONTENT_TYPE_IDS.jersey, object_id: id };
  await photos.upload({ ...target, image: await takePicture() });
  await accounts.signup({ username: 'newcomer', email: 'n@example.org', password });
  await enableMultiFactor(service.url, CREDENTIALS);
  await service.kill();
}
