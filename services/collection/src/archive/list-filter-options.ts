import type { filterOption, FilterType, ItemFilters } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import type * as z from 'zod';
import { countBy, toOption, type CountRow } from '../collections/count-queries.ts';
import { showPublicItems } from '../collections/show-items.ts';

/** The values of one filter over all public items, with counts, most frequent first. */
export async function listFilterOptions(
  db: Database,
  type: FilterType,
  filters: ItemFilters,
): Promise<Array<z.output<typeof filterOption>>> {
  const from = 'items join users on users.id = items.user_id';
  const { sql, bindings } = countBy(type, { from, where: showPublicItems(filters) });
  const rows = await query<CountRow>(db, sql, bindings);
  return rows.map((row) => toOption(type, row) as z.output<typeof filterOption>);
}
