import type { Database } from '../database/database.ts';
import type { Affected, BulkList } from './bulk.ts';
import { readKeys, readRows, type ListSource } from './list-queries.ts';
import { toInteger } from './read-number.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** How the rows of a list are described to those who confirm a bulk action. */
export type Describer<Row> = (row: Row) => Affected;

/** How bulk actions find the records of a list. */
export function bulkRows<Row>(
  db: Database,
  source: ListSource,
  toAffected: Describer<Row>,
): Pick<BulkList<unknown>, 'describe' | 'find'> {
  const isKey = source.keyType === 'uuid' ? (key: string) => UUID.test(key) : (key: string) => toInteger(key);
  return {
    async describe(keys) {
      const rows = await readRows<Row>(
        db,
        source,
        keys.filter((key) => isKey(key)),
      );
      return rows.map(toAffected);
    },
    find: (filters, limit) => readKeys(db, source, filters, limit),
  };
}
