import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { describeWithPgbouncer, startPgbouncer, type TestPgbouncer } from '@kitroom/testing/test-pgbouncer';
import { useStarter } from '@kitroom/testing/use-service';
import { isDatabaseUnavailable, isRejectedByPooler } from './database-errors.ts';
import { closeDatabase, openConnection, openDatabase, query, setStatementTimeout } from './database.ts';
import { usesTransactionPooler } from './detect-pooler.ts';

/** Above the limit of the role, so that the server cancels first. */
const STATEMENT_MS = 300;
const ROLE_MS = 150;

describeWithPgbouncer('a database pool behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  /** The URL of a role whose statements are limited. */
  let directUrl: string;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    const url = new URL(database.url);
    url.username = `role_${database.name}`;
    directUrl = url.href;
    await asSuperuser(`create role ${url.username} login password '${url.password}'`);
    await asSuperuser(`alter role ${url.username} set statement_timeout = ${ROLE_MS}`);
  });

  afterAll(async () => {
    await asSuperuser(`drop role role_${database.name}`);
    await database.drop();
  });

  const startPooler = useStarter(
    (poolSize: number, settings?: Record<string, string>) =>
      startPgbouncer({ databaseUrl: directUrl, poolSize, ...(settings && { settings }) }),
    (pooler) => pooler.stop(),
  );
  const open = useStarter(
    async (url: string, more: { directUrl?: string } = {}) =>
      openDatabase({ url, poolMax: 3, applicationName: 'test', statementTimeoutMs: STATEMENT_MS, ...more }),
    closeDatabase,
  );
  const openPooled = (pooler: TestPgbouncer) => open(pooler.urlOf(directUrl), { directUrl });

  async function asSuperuser(sql: string): Promise<void> {
    const client = await openConnection({
      url: database.url,
      poolMax: 1,
      applicationName: 'test',
      statementTimeoutMs: null,
    });
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }

  it.each([1, 4])('is detected with a PgBouncer pool size of %d', async (poolSize) => {
    const db = await openPooled(await startPooler(poolSize));
    expect(await usesTransactionPooler(db)).toBe(true);
  });

  it('is detected while other clients use all PgBouncer connections', async () => {
    const pooler = await startPooler(2);
    const [db, otherClient] = [await openPooled(pooler), await openPooled(pooler)];
    const done = new AbortController();
    const busy = Array.from({ length: 3 }, async () => {
      while (!done.signal.aborted) await query(otherClient, 'select pg_sleep(0.002)');
    });
    expect(await usesTransactionPooler(db)).toBe(true);
    done.abort();
    await Promise.all(busy);
  });

  it('is not detected with PostgreSQL itself or in session mode', async () => {
    const pooler = await startPooler(3, { pool_mode: 'session' });
    for (const db of [await open(directUrl), await openPooled(pooler)])
      expect(await usesTransactionPooler(db)).toBe(false);
  });

  it('causes an error that isRejectedByPooler detects if used without a direct URL', async () => {
    const db = await open((await startPooler(1)).urlOf(directUrl));
    const error = await query(db, 'select 1').catch((reason: unknown) => reason);
    expect(isRejectedByPooler(error)).toBe(true);
  });

  it('prepares no statement, even for statements with names', async () => {
    const db = await openPooled(await startPooler(1));
    await query(db, 'select ?::int as one', [1], 'a statement');
    await db.select(db.raw('1 as one')).options({ name: 'a builder' });
    await db.transaction((transaction) => query(transaction, 'select ?::int', [1], 'in a transaction'));
    expect(await query(db, 'select name from pg_prepared_statements')).toEqual([]);
  });

  it("cancels slow statements at the role's timeout, except in transactions with another timeout", async () => {
    const db = await openPooled(await startPooler(1));
    const slow = `select pg_sleep(${(ROLE_MS * 2) / 1000})`;
    await expect(query(db, slow)).rejects.toMatchObject({ code: '57014' });
    await db.transaction(async (transaction) => {
      await setStatementTimeout(transaction, 60_000);
      await query(transaction, slow);
    });
    await expect(query(db, slow)).rejects.toMatchObject({ code: '57014' });
  });

  it('releases the PgBouncer connection of a statement that the server does not cancel', async () => {
    const pooler = await startPooler(1);
    const [db, otherClient] = [await openPooled(pooler), await openPooled(pooler)];
    const error = await db
      .transaction(async (transaction) => {
        await transaction.raw('set local statement_timeout = 0');
        await transaction.raw('select pg_sleep(60)');
      })
      .catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    await eventually(async () => expect(await query(otherClient, 'select 1 as one')).toEqual([{ one: 1 }]));
  });

  it("connects to PostgreSQL without the role's timeout if it has no statement timeout", async () => {
    const pooler = await startPooler(1);
    const options = {
      url: pooler.urlOf(directUrl),
      directUrl,
      poolMax: 2,
      applicationName: 'test',
      statementTimeoutMs: null,
    };
    const sql = `select pg_sleep(${(ROLE_MS * 2) / 1000})`;
    const unlimited = openDatabase(options);
    await query(unlimited, sql);
    expect(await usesTransactionPooler(unlimited)).toBe(false);
    await closeDatabase(unlimited);
    const client = await openConnection(options);
    await client.query(sql);
    await client.end();
  });
});
