import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import { refuseForm } from '@kitroom/server/pages/form';
import { blockImports } from '../../interchange/import-catalogue.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';

const IMPORT_RUNS = 'An import is running; nothing can be changed until it has ended. Try again then.';

/** What changing records takes. */
export interface RecordContext {
  db: Database;
  cache: Cache;
  index: SearchIndex;
}

/**
 * Changes records in one transaction, then invalidates cached responses that show these tables before it
 * resolves: in Redis if configured, else in this process (others are notified by the database). Throws a 400
 * while an import is running, because the change could make it fail.
 */
export async function changeCatalogue<T>(
  { db, cache, index }: RecordContext,
  tables: readonly string[],
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (transaction) => {
    if (!(await blockImports(transaction))) throw refuseForm({ '': IMPORT_RUNS });
    return change(transaction);
  });
  await publishChanges({ index, cache }, tables);
  return result;
}

/**
 * This process's search index follows first, so that no response computed from an older one is cached as
 * current.
 */
export async function publishChanges(
  { index, cache }: Pick<RecordContext, 'index' | 'cache'>,
  tables: readonly string[],
): Promise<void> {
  await index.follow();
  await cache.invalidate(tables);
}
