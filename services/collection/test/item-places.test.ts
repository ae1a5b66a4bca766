import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Knex } from 'knex';
import { closeDatabase, openDatabase, query, type Database } from '@kitroom/server/database/database';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { MIGRATIONS } from '../src/database.ts';

const FIRST = '20261205030000';
const SECOND = '20261205030100';
let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  const options = { poolMax: 1, applicationName: 'kitroom-test', statementTimeoutMs: null };
  db = openDatabase({ url: database.url, ...options });
});

afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

async function migrate(isWanted: (file: string) => boolean): Promise<void> {
  const files = (await readdir(MIGRATIONS)).filter((file) => file.endsWith('.ts') && isWanted(file));
  for (const file of files.toSorted()) {
    const { up } = (await import(pathToFileURL(path.join(MIGRATIONS, file)).href)) as Knex.Migration;
    await up(db);
  }
}

async function insertItem(userId: number): Promise<number> {
  const [row] = await query<{ id: number }>(
    db,
    `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft,
       secondary_colors, tags, tag_keys)
     values (?, 'other', 'A pin', 10, '', false, false, false, '{}', '{}', '{}') returning id`,
    [userId],
  );
  return row?.id ?? 0;
}

describe('the migration to item_changes', () => {
  it('lists existing items before all later changes', async () => {
    await migrate((file) => file < FIRST);
    const named = ['anna', 'berta'].map((name) => ({
      username: name,
      username_key: name,
      email: name,
      email_key: name,
    }));
    await db('users').insert(named);
    const [anna = 0, berta = 0] = await db('users').orderBy('id').pluck<number[]>('id');
    const ids: number[] = [];
    for (const user of [anna, berta, anna, anna]) ids.push(await insertItem(user));
    await migrate((file) => file.startsWith(FIRST));
    // Writes of the previous version between the two migrations.
    await db('items').where({ id: ids[0] }).update({ name: 'Changed', updated_at: db.fn.now() });
    await db('items').where({ id: ids[2] }).delete();
    await migrate((file) => file.startsWith(SECOND));
    ids.push(await insertItem(anna));
    const rows = await db('item_changes').where({ user_id: anna }).orderBy('sequence');
    expect(rows.map(({ item_id, is_deleted }) => [ids.indexOf(item_id), is_deleted])).toEqual([
      [3, false],
      [0, false],
      [2, true],
      [4, false],
    ]);
    expect(await db('item_changes').where({ user_id: berta }).pluck('item_id')).toEqual([ids[1]]);
    await migrate((file) => file.startsWith(SECOND));
    expect(await db('item_changes').where({ user_id: anna }).orderBy('sequence')).toEqual(rows);
  });
});
