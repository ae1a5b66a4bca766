import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { closeDatabase, openDatabase, query, type Database } from '@kitroom/server/database/database';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { migrateCollection, MIGRATIONS } from '../src/database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({
    url: database.url,
    poolMax: 1,
    applicationName: 'kitroom-test',
    statementTimeoutMs: null,
  });
});

afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

/** All objects that migrations create: tables, functions, triggers and indexes. */
async function listObjects(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace
     union all select 'function ' || proname from pg_proc where pronamespace = 'public'::regnamespace
     union all select 'trigger ' || tgname from pg_trigger where not tgisinternal
     order by name`,
  );
  return rows.map(({ name }) => name).filter((name) => !name.startsWith('knex_'));
}

async function readMigrations(): Promise<Knex.Migration[]> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts')).toSorted();
  return Promise.all(files.map((file) => import(pathToFileURL(path.join(MIGRATIONS, file)).href)));
}

describe('the migrations', () => {
  it('can be rolled back and applied again', async () => {
    await migrateCollection(database.url);
    const made = await listObjects();
    expect(made).toContain('users');
    const migrations = await readMigrations();
    for (const { down } of migrations.toReversed()) await down?.(db);
    expect(await listObjects()).toEqual([]);
    for (const { up } of migrations) await up(db);
    expect(await listObjects()).toEqual(made);
  });
});

it('migrateCollection applies no migrations to an up-to-date database', async () => {
  await migrateCollection(database.url);
  expect(await migrateCollection(database.url)).toEqual([]);
});

// On a promoted standby, PostgreSQL 15 cannot read unlogged sequences ("bad magic number in sequence").
describe('the migrated database', () => {
  it('contains logged sequences only', async () => {
    await migrateCollection(database.url);
    const unlogged = await query(
      db,
      "select relname from pg_class where relkind = 'S' and relpersistence = 'u'",
    );
    expect(unlogged).toEqual([]);
  });
});
