import { createItem, type FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { toAllColumns, toColumns, type ItemInput } from '../../items/item-columns.ts';
import { findVisibleItem, insertItem, lockItem, updateItem } from '../../items/item-queries.ts';
import { referencesToCheck } from '../../items/references-to-check.ts';
import { validateItem, type ItemFacts } from '../../items/validate-item.ts';
import { resolveReferences } from '../../reference/resolve-references.ts';
import { findExternalIdColumn } from '../evaluating/evaluate-import.ts';
import { insertItemSource } from '../evaluating/item-match-queries.ts';
import type { ImportRecord } from '../import-queries.ts';
import {
  failRow,
  listRowsOfStatus,
  recordWrite,
  takeRow,
  type ImportRowRecord,
} from '../import-row-queries.ts';
import { sourceOf } from '../source-name.ts';
import type { Work } from '../work.ts';

const BATCH = 100;

/** Thrown within a row's transaction, so that nothing of the row is written. */
class RowFailed extends Error {
  override readonly name = 'RowFailed';
  readonly errors: FieldErrors;

  constructor(errors: FieldErrors) {
    super('a row cannot be applied');
    this.errors = errors;
  }
}

/** Adds and updates items. Interrupted, it goes on with the rows that were not taken yet. */
export async function applyImport(work: Work, record: ImportRecord): Promise<void> {
  const { context } = work;
  for (let after = 0; ;) {
    const rows = await listRowsOfStatus(context.db, record.id, ['new', 'update'], after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) await applyRow(work, record, row);
    after = last.number;
    await work.step({ progress_done: last.number });
  }
}

/** The row and its item are written in one transaction: whatever happens, the row is taken at most once. */
async function applyRow({ context }: Work, record: ImportRecord, row: ImportRowRecord): Promise<void> {
  const input = createItem.body.parse(row.item);
  try {
    // Before the transaction, as the catalogue may be slow.
    const unknown = await resolveReferences(context, referencesToCheck(input, { isPartial: false }));
    await context.db.transaction(async (db) => {
      if (!(await takeRow(db, record.id, row))) return;
      const facts = { unknown, isPartial: row.status === 'update' };
      if (row.status === 'new') await addItem(db, record, row, input, facts);
      else await changeItem(db, record, row, input, facts);
    });
  } catch (error) {
    if (!(error instanceof RowFailed)) throw error;
    await failRow(context.db, record.id, row.number, error.errors);
  }
}

async function addItem(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
  input: ItemInput,
  facts: ItemFacts,
): Promise<void> {
  refuse(input, facts);
  const { item_type: type } = input.values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  const item = await insertItem(db, record.user_id, toAllColumns(type, input.values));
  await keepSource(db, record, row, item.id);
  await recordWrite(db, record.id, row.number, { itemId: item.id, writtenAt: item.updated_at, before: null });
}

async function changeItem(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
  input: ItemInput,
  facts: ItemFacts,
): Promise<void> {
  const { item_id: id, number } = row;
  const { user_id: userId } = record;
  const isThere = id !== null && (await lockItem(db, id, userId));
  const stored = isThere ? await findVisibleItem(db, id, userId) : undefined;
  if (!stored) throw new RowFailed({ non_field_errors: ['The item was deleted meanwhile.'] });
  refuse(input, { ...facts, stored });
  const columns = toColumns(input.values);
  const kept = [...Object.keys(columns), 'updated_at'];
  const before = Object.fromEntries(kept.map((column) => [column, stored[column as keyof typeof stored]]));
  const changed = await updateItem(db, stored, columns);
  if (!changed) throw new Error('an item changed although it was locked');
  await keepSource(db, record, row, stored.id);
  await recordWrite(db, record.id, number, { itemId: stored.id, writtenAt: changed.updated_at, before });
}

function refuse(input: ItemInput, facts: ItemFacts): void {
  const errors = validateItem(input, facts);
  if (Object.keys(errors).length > 0) throw new RowFailed(errors);
}

async function keepSource(
  db: Database,
  record: ImportRecord,
  { cells }: ImportRowRecord,
  itemId: number,
): Promise<void> {
  const column = findExternalIdColumn(record);
  const externalId = column === undefined ? '' : (cells[column]?.trim() ?? '');
  if (externalId === '') return;
  await insertItemSource(db, { itemId, userId: record.user_id, source: sourceOf(record), externalId });
}
