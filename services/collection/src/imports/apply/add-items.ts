import type { Database } from '@kitroom/server/database/database';
import { toAllColumns } from '../../items/item-columns.ts';
import { insertItem } from '../../items/item-queries.ts';
import { findExternalIdColumn } from '../match/evaluate-import.ts';
import { insertItemSources } from '../match/item-match-queries.ts';
import type { ImportRecord } from '../import-queries.ts';
import { lockNewRows, recordAdded, type ImportRowRecord } from '../import-row-queries.ts';
import { readCell } from '../reading/source-table.ts';
import { sourceOf } from '../source-name.ts';
import type { ReadyRow } from './check-row.ts';
import { addPhotos, restoreHistory } from './restore-export.ts';

/**
 * Adds the items of rows, within a transaction, so that a row is taken at most once whatever happens. Returns the
 * numbers of the rows; those that were taken before are left out.
 */
export async function addItems(
  db: Database,
  record: ImportRecord,
  ready: readonly ReadyRow[],
): Promise<Set<number>> {
  const numbers = ready.map(({ row }) => row.number);
  const free = new Set(await lockNewRows(db, record.id, numbers));
  const added = [];
  for (const one of ready) {
    if (free.has(one.row.number)) added.push(await addItem(db, record, one));
  }
  await insertItemSources(db, { userId: record.user_id, source: sourceOf(record) }, added);
  await recordAdded(db, record.id, added);
  return free;
}

async function addItem(db: Database, record: ImportRecord, { row, input, photos }: ReadyRow) {
  const { item_type: type } = input.values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  const { user_id: userId } = record;
  const { id: itemId } = await insertItem(db, userId, toAllColumns(type, input.values));
  const photoIds = await addPhotos(db, { itemId, userId }, photos);
  if (sourceOf(record) === 'kitroom') await restoreHistory(db, itemId, row.cells);
  return { number: row.number, itemId, photoIds, externalId: readExternalId(record, row) };
}

/** The id by which the source knows a row; empty if it has none. */
export function readExternalId(record: ImportRecord, { cells }: Pick<ImportRowRecord, 'cells'>): string {
  const column = findExternalIdColumn(record);
  return column === undefined ? '' : (readCell(cells, column)?.trim() ?? '');
}
