import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { isDatabaseUnavailable } from './database-errors.ts';
import { closeDatabase, openDatabase, query, setStatementTimeout, type Database } from './database.ts';

const STATEMENT_MS = 200;
const LATE_MS = 2000;
/** Additional time on a busy machine. */
const TOLERANCE_MS = 1500;

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
});

beforeEach(() => {
  db = openDatabase({
    url: database.url,
    poolMax: 1,
    applicationName: 'test',
    statementTimeoutMs: STATEMENT_MS,
  });
});

afterEach(() => closeDatabase(db));

afterAll(() => database?.drop());

/** Runs statements of a transaction that the server does not cancel. */
const sleepWithoutLimit = () =>
  db.transaction(async (transaction) => {
    await transaction.raw('set local statement_timeout = 0');
    await transaction.raw('select pg_sleep(60)');
  });

const readPid = async () => (await query<{ pid: number }>(db, 'select pg_backend_pid() as pid'))[0]?.pid;

describe('statement timeouts', () => {
  it('end a statement that the server does not cancel with its connection, after two more seconds', async () => {
    const pid = await readPid();
    const started = performance.now();
    const error = await sleepWithoutLimit().catch((reason: unknown) => reason);
    const took = performance.now() - started;
    expect(isDatabaseUnavailable(error)).toBe(true);
    expect(took).toBeGreaterThanOrEqual(STATEMENT_MS + LATE_MS - 10);
    expect(took).toBeLessThan(STATEMENT_MS + LATE_MS + TOLERANCE_MS);
    expect(await readPid()).not.toBe(pid);
  });

  it('keep the connection of a statement that the server cancels', async () => {
    const pid = await readPid();
    await expect(query(db, 'select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    expect(await readPid()).toBe(pid);
  });

  it('apply within their transaction only', async () => {
    const slow = `select pg_sleep(${(STATEMENT_MS + LATE_MS + 200) / 1000})`;
    await db.transaction(async (transaction) => {
      await setStatementTimeout(transaction, 60_000);
      await query(transaction, slow);
      await transaction.select(transaction.raw('pg_sleep(0.3)'));
    });
    await expect(query(db, slow)).rejects.toMatchObject({ code: '57014' });
  });
});
