import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runTask } from '../telemetry/task.ts';
import { isDatabaseUnavailable } from './database-errors.ts';
import { closeDatabase, openDatabase, query, type Database } from './database.ts';
import { waitForOthers } from './share-connections.ts';

const SHARE = { connections: 2, waitMaxMs: 200 };

let database: TestDatabase;
let db: Database;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({
    url: database.url,
    poolMax: 5,
    applicationName: 'test',
    statementTimeoutMs: null,
    userShare: SHARE,
  });
});

afterAll(async () => {
  await closeDatabase(db);
  await database?.drop();
});

const asUser = <T>(userId: number | undefined, work: () => Promise<T>) =>
  runTask({ id: `request of ${userId}`, userId }, work);
const select = () => query(db, 'select 1 as one');

/** A transaction that lasts until it is ended. */
async function begin(userId: number): Promise<() => Promise<void>> {
  const started = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  const ended = asUser(userId, () =>
    db.transaction(async () => {
      started.resolve();
      await end.promise;
    }),
  );
  await started.promise;
  return async () => {
    end.resolve();
    await ended;
  };
}

describe('the connections of a user', () => {
  it('leave the rest of the pool to other users, and to work without a user', async () => {
    const ends = [await begin(1), await begin(1)];
    const waiting = asUser(1, select);
    for (const user of [2, 3, undefined]) expect(await asUser(user, select)).toEqual([{ one: 1 }]);
    await ends[0]?.();
    expect(await waiting).toEqual([{ one: 1 }]);
    await ends[1]?.();
  });

  it('are given to waiting statements in order', async () => {
    const ends = [await begin(1), await begin(1)];
    const order: number[] = [];
    const waiting = [1, 2, 3].map((place) =>
      asUser(1, () => db.transaction(async () => void order.push(place))),
    );
    await ends[0]?.();
    await Promise.all(waiting);
    await ends[1]?.();
    expect(order).toEqual([1, 2, 3]);
  });

  it('are released after failed statements and failed connections', async () => {
    const fail = () => query(db, 'select 1 / 0');
    for (let count = 0; count < 3; count += 1) await expect(asUser(1, fail)).rejects.toThrow('division');
    const closed = openDatabase({
      url: 'postgres://nobody@127.0.0.1:1/none',
      poolMax: 2,
      applicationName: 'test',
      statementTimeoutMs: null,
      userShare: { connections: 1, waitMaxMs: 0 },
    });
    const connect = () => query(closed, 'select 1');
    for (let count = 0; count < 2; count += 1) {
      await expect(asUser(1, connect)).rejects.toThrow('ECONNREFUSED');
    }
    await closeDatabase(closed);
  });

  it('are awaited up to a limit over all statements of a request, which then rejects', async () => {
    const ends = [await begin(1), await begin(1)];
    await asUser(1, async () => {
      const error = await select().catch((reason: unknown) => reason);
      expect(isDatabaseUnavailable(error)).toBe(true);
      await expect(select()).rejects.toThrow('other requests of this user');
      await expect(waitForOthers(10, SHARE)).rejects.toThrow('other requests of this user');
    });
    for (const end of ends) await end();
    expect(await asUser(1, select)).toEqual([{ one: 1 }]);
  });
});
