import type { Database } from '@kitroom/server/database/database';
import { toColumns } from '../../items/item-columns.ts';
import { findVisibleItem, lockItem, updateItem } from '../../items/item-queries.ts';
import { insertItemSources } from '../match/item-match-queries.ts';
import type { ImportRecord } from '../import-queries.ts';
import { recordUpdate, takeUpdateRow } from '../import-row-queries.ts';
import { sourceOf } from '../source-name.ts';
import { readExternalId } from './add-items.ts';
import { refuseInvalid, RowFailed, type ReadyRow } from './check-row.ts';

/**
 * Updates the item that a row matches, with the row, within a transaction. Throws a RowFailed if that is impossible.
 */
export async function updateMatchedItem(
  db: Database,
  record: ImportRecord,
  { row, input }: ReadyRow,
): Promise<void> {
  const { item_id: id, number } = row;
  const { user_id: userId } = record;
  if (!(await takeUpdateRow(db, record.id, number))) return;
  const isThere = id !== null && (await lockItem(db, id, userId));
  const stored = isThere ? await findVisibleItem(db, id, userId) : undefined;
  if (!stored) throw new RowFailed({ non_field_errors: ['The item was deleted meanwhile.'] });
  refuseInvalid(input, { stored, unknown: [], isPartial: true });
  const columns = toColumns(input.values);
  const kept = [...Object.keys(columns), 'updated_at'];
  const before = Object.fromEntries(kept.map((column) => [column, stored[column as keyof typeof stored]]));
  if (!(await updateItem(db, stored, columns))) throw new Error('an item changed although it was locked');
  const source = { userId, source: sourceOf(record) };
  await insertItemSources(db, source, [{ itemId: stored.id, externalId: readExternalId(record, row) }]);
  await recordUpdate(db, record.id, number, { itemId: stored.id, before });
}
