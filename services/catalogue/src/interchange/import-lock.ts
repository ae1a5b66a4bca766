import { query, type Database } from '@kitroom/server/database/database';

/** One import at a time: two could insert the same key. */
export const IMPORT_LOCK_KEY = 5_471_640_018;

/**
 * Keeps imports away until the transaction ends; false where one runs, and then the transaction had better end too:
 * what it writes could stop the import.
 */
export async function blockImports(transaction: Database): Promise<boolean> {
  const [row] = await query<{ is_kept: boolean }>(
    transaction,
    'select pg_try_advisory_xact_lock_shared(?) as is_kept',
    [IMPORT_LOCK_KEY],
  );
  return row?.is_kept ?? false;
}
