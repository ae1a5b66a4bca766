import { query, type Database } from '@kitroom/server/database/database';
import { onlyRow } from '@kitroom/server/database/query-parts';
import { waitForOthers } from '@kitroom/server/database/share-connections';
import type { IdempotentWrite } from '@kitroom/server/http/endpoint';
import { BATCH_PAUSE_MS, USER_SHARE } from '../limits.ts';

/** The first key of the advisory locks of batches; the second one is the user's id. */
const BATCH_LOCK = 1_903_118_204;

export interface BatchCaller {
  userId: number;
  /** Set if the request has an `Idempotency-Key`. */
  once: IdempotentWrite | undefined;
}

/**
 * Runs a transaction while no other batch of the user runs, in any process. A batch that has to wait does not
 * hold a connection in the meantime.
 */
export async function inBatchTurn<T>(
  db: Database,
  { userId, once }: BatchCaller,
  work: (transaction: Database) => Promise<T>,
): Promise<T> {
  for (;;) {
    const turn = await db.transaction(async (transaction) => {
      // Claimed first: a request with the same key must get a 409, not wait for its turn.
      await once?.claim(transaction);
      return (await tryLock(transaction, userId)) ? { result: await work(transaction) } : undefined;
    });
    if (turn) return turn.result;
    await waitForOthers(BATCH_PAUSE_MS, USER_SHARE);
  }
}

async function tryLock(transaction: Database, userId: number): Promise<boolean> {
  const sql = 'select pg_try_advisory_xact_lock(?, ?) as is_locked';
  const row = await onlyRow(query<{ is_locked: boolean }>(transaction, sql, [BATCH_LOCK, userId]));
  return row.is_locked;
}
