import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { migrateDatabase } from './migrate.ts';

/** A migration that locks two tables. */
const MIGRATION = `
export async function up(db) {
  await db.raw('alter table shirts add column size text');
  await db.raw('alter table clubs add column country text');
}

export async function down() {}
`;

let database: TestDatabase;
let folder: string;
let reader: pg.Client;
let otherClient: pg.Client;

beforeAll(async () => {
  database = await createEmptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'kitroom-migrations-'));
  await writeFile(join(folder, '20261123000000_two_tables.js'), MIGRATION);
  [reader, otherClient] = await Promise.all([connect(), connect()]);
  await otherClient.query('create table shirts (id integer); create table clubs (id integer)');
});

afterAll(async () => {
  await Promise.all([reader.end(), otherClient.end()]);
  await database.drop();
  await rm(folder, { recursive: true });
});

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client;
}

it('migrateDatabase retries a migration that waits for a locked table, without a deadlock', async () => {
  await reader.query('begin; select from clubs');
  const migrated = migrateDatabase({ url: database.url, folder });
  await eventually(async () => {
    const { rows } = await otherClient.query(
      "select from pg_locks where mode = 'AccessExclusiveLock' and relation = 'shirts'::regclass",
    );
    expect(rows).toHaveLength(1);
  });
  // Holds clubs and waits for shirts, while the migration holds shirts and waits for clubs.
  await reader.query('select from shirts');
  await reader.query('commit');
  expect(await migrated).toEqual(['20261123000000_two_tables']);
  await otherClient.query('select size from shirts; select country from clubs');
}, 20_000);
