import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { isDatabaseUnavailable } from './database-errors.ts';
import { closeDatabase, openDatabase, query, type Database } from './database.ts';

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({
    url: database.url,
    poolMax: 1,
    applicationName: 'test',
    statementTimeoutMs: 1000,
  });
  await query(db, 'create table notes (id integer)');
  // Makes further connections read-only, as on a former primary that the host name may still resolve to.
  await query(db, `alter database ${database.name} set default_transaction_read_only = on`);
  await closeDatabase(db);
  db.initialize();
});

afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

describe('a read-only server', () => {
  it.each([
    ['a statement', () => query(db, 'insert into notes values (1)')],
    [
      'a transaction',
      () => db.transaction((transaction) => query(transaction, 'insert into notes values (1)')),
    ],
  ])('counts as an unavailable database, and loses its connection, for %s', async (_title, write) => {
    const [before] = await query<{ pid: number }>(db, 'select pg_backend_pid() as pid');
    const error = await write().catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: '25006' });
    expect(isDatabaseUnavailable(error)).toBe(true);
    const [after] = await query<{ pid: number }>(db, 'select pg_backend_pid() as pid');
    expect(after?.pid).not.toBe(before?.pid);
  });
});
