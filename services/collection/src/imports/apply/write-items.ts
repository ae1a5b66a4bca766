import type { FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { copyColumns, toAllColumns, toColumns } from '../../items/item-columns.ts';
import { findVisibleItem, insertItem, lockItem, updateItem } from '../../items/item-queries.ts';
import { validateItem } from '../../items/validate-item.ts';
import { admit, type Admission } from '../../user-limits/admit.ts';
import type { OwnLimits } from '../../user-limits/usage-queries.ts';
import type { ImportRecord } from '../import-queries.ts';
import { takeNewRows, takeUpdateRow, type ImportRowRecord } from '../import-row-queries.ts';
import { findIdColumn, insertItemSources, sourceOf } from '../match/item-sources.ts';
import { readCell } from '../read/source-table.ts';
import { ClaimLost, type Work } from '../work.ts';
import type { ReadyRow } from './check-row.ts';
import { addPhotos, restoreHistory } from './restore-export.ts';

/** The work on an import, with the limits that staff set for its owner. */
export interface LimitedWork extends Work {
  owner: OwnLimits;
}

/**
 * Adds the items of rows, within a transaction: it throws a ClaimLost if a row was taken meanwhile, so that
 * each is taken at most once whatever happens; 400 if they exceed a limit of the user.
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
  // The claim keeps processes apart, so no test can show that this is needed. Should the claim ever fail, no
  // item is added twice.
  if ((await takeNewRows(db, record.id, added)) < added.length) throw new ClaimLost('taken over');
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

/**
 * Updates the item that a row matches, within a transaction; returns what makes that impossible, if anything
 * does.
 */
export async function updateMatchedItem(
  db: Database,
  record: ImportRecord,
  { row, input }: ReadyRow,
): Promise<FieldErrors> {
  const { item_id: id, number } = row;
  const { user_id: userId } = record;
  const isThere = id !== null && (await lockItem(db, id, userId));
  const stored = isThere ? await findVisibleItem(db, id, userId) : undefined;
  if (!stored) return { non_field_errors: ['The item was deleted meanwhile.'] };
  const errors = validateItem(input, { stored, unknown: [], isPartial: true });
  if (Object.keys(errors).length > 0) return errors;
  const columns = toColumns(input.values);
  const former = { ...copyColumns(stored), updated_at: stored.updated_at };
  const kept = [...Object.keys(columns), 'updated_at'] as Array<keyof typeof former>;
  const before = Object.fromEntries(kept.map((column) => [column, former[column]]));
  if (!(await updateItem(db, stored, columns))) throw new Error('an item changed although it was locked');
  const source = { userId, source: sourceOf(record) };
  await insertItemSources(db, source, [{ itemId: stored.id, externalId: readExternalId(record, row) }]);
  await takeUpdateRow(db, record.id, number, { itemId: stored.id, before });
  return {};
}

/** The id by which the source knows a row; empty if it has none. */
function readExternalId(record: ImportRecord, { cells }: Pick<ImportRowRecord, 'cells'>): string {
  const column = findIdColumn(record);
  return column === undefined ? '' : (readCell(cells, column)?.trim() ?? '');
}
