import type { FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { copyColumns, toAllColumns, toColumns } from '../../items/item-columns.ts';
import { findVisibleItem, insertItem, lockItem, updateItem } from '../../items/item-queries.ts';
import { validateItem } from '../../items/validate-item.ts';
import { admit, type Admission } from '../../user-limits/admit.ts';
import type { OwnLimits } from '../../user-limits/usage-queries.ts';
import type { ImportRecord } from '../import-queries.ts';
import { markRowsAdded, markRowUpdated, type ImportRowRecord } from '../import-row-queries.ts';
import { ClaimLost, type Work } from '../import-work.ts';
import { findIdColumn, insertItemSources, sourceOf } from '../match/item-sources.ts';
import { readCell } from '../read/source-table.ts';
import type { ReadyRow } from './check-row.ts';
import { addPhotos, restoreHistory } from './restore-export.ts';

/** The work on an import, with its owner's individual limits, which staff can set. */
export interface LimitedWork extends Work {
  owner: OwnLimits;
}

/**
 * Adds the items of rows, within a transaction. Throws a ClaimLost if a row has already been added, so that
 * each is added at most once, and a 400 if the items exceed a limit of the user.
 */
export async function addItems(
  db: Database,
  { context, record, owner }: LimitedWork,
  ready: readonly ReadyRow[],
): Promise<void> {
  const bytes = ready.flatMap(({ photos }) => photos).reduce((sum, { picture }) => sum + picture.bytes, 0);
  const admission = await admit(db, context.config, owner, { items: ready.length, bytes });
  const added = [];
  for (const row of ready) added.push(await addItem(db, { record, admission }, row));
  await insertItemSources(db, { userId: record.user_id, source: sourceOf(record) }, added);
  // The claim already keeps two processes from writing, so no test can reach this. It is a second safeguard
  // against adding an item twice.
  if ((await markRowsAdded(db, record.id, added)) < added.length) throw new ClaimLost('taken over');
}

async function addItem(
  db: Database,
  { record, admission }: { record: ImportRecord; admission: Admission },
  { row, input, photos }: ReadyRow,
) {
  const { item_type: type } = input.values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  const { id: itemId } = await insertItem(db, admission, toAllColumns(type, input.values));
  const photoIds = await addPhotos(db, admission, itemId, photos);
  if (sourceOf(record) === 'kitroom') await restoreHistory(db, itemId, row.cells);
  return { number: row.number, itemId, photoIds, externalId: readExternalId(record, row) };
}

/** Updates the item that a row matches, within a transaction; returns errors by field, empty on success. */
export async function updateMatchedItem(
  db: Database,
  record: ImportRecord,
  { row, input }: ReadyRow,
): Promise<FieldErrors> {
  const { item_id: id, number } = row;
  const { user_id: userId } = record;
  const isLocked = id !== null && (await lockItem(db, id, userId));
  const stored = isLocked ? await findVisibleItem(db, id, userId) : undefined;
  if (!stored) return { non_field_errors: ['The item has been deleted.'] };
  const errors = validateItem(input, { stored, unknown: [], isPartial: true });
  if (Object.keys(errors).length > 0) return errors;
  const columns = toColumns(input.values);
  const previous = { ...copyColumns(stored), updated_at: stored.updated_at };
  const changed = [...Object.keys(columns), 'updated_at'] as Array<keyof typeof previous>;
  const before = Object.fromEntries(changed.map((column) => [column, previous[column]]));
  if (!(await updateItem(db, stored, columns))) throw new Error('an item changed although it was locked');
  const source = { userId, source: sourceOf(record) };
  await insertItemSources(db, source, [{ itemId: stored.id, externalId: readExternalId(record, row) }]);
  await markRowUpdated(db, record.id, number, { itemId: stored.id, before });
  return {};
}

/** The id of a row in its source; empty if it has none. */
function readExternalId(record: ImportRecord, { cells }: Pick<ImportRowRecord, 'cells'>): string {
  const column = findIdColumn(record);
  return column === undefined ? '' : (readCell(cells, column)?.trim() ?? '');
}
