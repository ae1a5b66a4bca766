import type { Database } from '@kitroom/server/database/database';
import { blockImports } from '../../interchange/import-lock.ts';
import type { Cache } from '@kitroom/server/cache/cache';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { FormRefused } from './record-form.ts';

const IMPORT_RUNS = 'An import is running; nothing can be changed until it has ended. Try again then.';

/**
 * Changes records in one transaction, then invalidates cached responses that show these tables before it resolves: in
 * Redis if configured, else in this process (others are notified by the database). This process's search index follows
 * first, so that no response computed from an older one is cached as current. Throws FormRefused while an import
 * is running, because the change could make it fail.
 */
export async function changeCatalogue<T>(
  { db, cache, index }: { db: Database; cache: Cache; index: SearchIndex },
  tables: readonly string[],
  change: (transaction: Database) => Promise<T>,
): Promise<T> {
  const result = await db.transaction(async (transaction) => {
    if (!(await blockImports(transaction))) throw new FormRefused({ '': IMPORT_RUNS });
    return change(transaction);
  });
  await index.follow();
  await cache.invalidate(tables);
  return result;
}
