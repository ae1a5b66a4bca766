import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import { refuseForm } from '@kitroom/server/pages/form';
import { blockImports } from '../../interchange/import-catalogue.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';

const IMPORT_RUNS = 'An import is running, and nothing can be changed until it has ended. Try again later.';

/** The parts of the context that changes of records need. */
export interface RecordContext {
  db: Database;
  cache: Cache;
  index: SearchIndex;
}

/**
 * Changes records in one transaction. Before it resolves, it invalidates cached responses that show these
 * tables, in Redis if configured, otherwise in this process; the database notifies other processes. Throws a
 * 400 while an import is running, because the change could make it fail.
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
 * Updates the search index of this process before it invalidates cached responses, so that no response
 * computed from an outdated index is cached as current.
 */
export async function publishChanges(
  { index, cache }: Pick<RecordContext, 'index' | 'cache'>,
  tables: readonly string[],
): Promise<void> {
  await index.follow();
  await cache.invalidate(tables);
}
