import type { Kind } from '../interchange/line-schemas.ts';
import { RECORD_TABLES } from '../interchange/upsert-records.ts';

/** The table of a kind, and the column that identifies its records in imports. */
export function tableOf(kind: Kind): { table: string; key: string } {
  return kind === 'kit' ? { table: 'kits', key: 'slug' } : RECORD_TABLES[kind];
}
