import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { closeDatabase, openDatabase, query, type Database } from '@kitroom/server/database';
import * as users from '../migrations/20261120200000_users.ts';
import { migrateCollection } from '../src/migrate.ts';

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

async function listTables(): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  );
  return rows.map(({ name }) => name).filter((name) => name === 'users' || name === 'tokens');
}

it('users and tokens can be taken back and made again', async () => {
  await migrateCollection(database.url);
  expect(await listTables()).toEqual(['tokens', 'users']);
  await users.down(db);
  expect(await listTables()).toEqual([]);
  await users.up(db);
  expect(await listTables()).toEqual(['tokens', 'users']);
});

it('a database that is up to date stays as it is', async () => {
  await migrateCollection(database.url);
  expect(await migrateCollection(database.url)).toEqual([]);
});
