import { query, type Database } from '@kitroom/server/database/database';

/** Allows one import at a time: two could insert the same key. */
export const IMPORT_LOCK_KEY = 5_471_640_018;

/**
 * Blocks imports until the transaction ends. Returns false if one is running; the caller should then roll back, because
 * its writes could make the import fail.
 */
export async function blockImports(transaction: Database): Promise<boolean> {
  const [row] = await query<{ is_kept: boolean }>(
    transaction,
    'select pg_try_advisory_xact_lock_shared(?) as is_kept',
    [IMPORT_LOCK_KEY],
  );
  return row?.is_kept ?? false;
}
