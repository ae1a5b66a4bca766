import { join } from 'node:path';
import { createItem, type FieldErrors } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { ServiceError } from '@kitroom/server/http/errors';
import { toAllColumns, toColumns, type ItemInput } from '../../items/item-columns.ts';
import { findVisibleItem, insertItem, lockItem, updateItem } from '../../items/item-queries.ts';
import { referencesToCheck } from '../../items/references-to-check.ts';
import { validateItem, type ItemFacts } from '../../items/validate-item.ts';
import { removeFiles } from '../../photos/photo-files.ts';
import { inWorkFolder, workRoot } from '../../uploads/work-folder.ts';
import type { Archive } from '../reading/open-archive.ts';
import { ImportRefused } from '../reading/import-refused.ts';
import { withArchive } from '../reading/open-source.ts';
import { restoreExtras, storePhotos, type RestoredPhoto } from './restore-export.ts';
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
export function applyImport(work: Work, record: ImportRecord): Promise<void> {
  return withExport(work, record, (source) => applyRows(work, record, source));
}

/** Where the photos of an export are taken from. */
type PhotoSource = { archive: Archive; folder: string };

/** Opens the file of an export again, for its photos. */
async function withExport(
  { context }: Work,
  { source, file_key: key, options }: ImportRecord,
  use: (source: PhotoSource | undefined) => Promise<void>,
): Promise<void> {
  if (source !== 'zip' || key === null || !options.with_photos) return use(undefined);
  return inWorkFolder(workRoot(context.config), async (folder) => {
    const path = join(folder, 'import');
    await context.storage.fetch(key, path);
    await withArchive(path, (archive) => use({ archive, folder }));
  });
}

async function applyRows(work: Work, record: ImportRecord, source: PhotoSource | undefined): Promise<void> {
  const { context } = work;
  for (let after = 0; ;) {
    const rows = await listRowsOfStatus(context.db, record.id, ['new', 'update'], after, BATCH);
    const last = rows.at(-1);
    if (!last) return;
    for (const row of rows) await applyRow(work, record, row, source);
    after = last.number;
    await work.step({ progress_done: last.number });
  }
}

/** The row and its item are written in one transaction: whatever happens, the row is taken at most once. */
async function applyRow(
  { context }: Work,
  record: ImportRecord,
  row: ImportRowRecord,
  source: PhotoSource | undefined,
): Promise<void> {
  const input = createItem.body.parse(row.item);
  let photos: RestoredPhoto[] = [];
  let isWritten = false;
  try {
    // Before the transaction, as the catalogue may be slow.
    const unknown = await resolveReferences(context, referencesToCheck(input, { isPartial: false }));
    if (source && row.status === 'new') photos = await storePhotos(context.storage, source, row.cells);
    await context.db.transaction(async (db) => {
      if (!(await takeRow(db, record.id, row))) return;
      isWritten = true;
      const facts = { unknown, isPartial: row.status === 'update' };
      if (row.status === 'new') await addItem(db, record, row, input, { facts, photos });
      else await changeItem(db, record, row, input, facts);
    });
  } catch (error) {
    isWritten = false;
    const errors = toRowErrors(error);
    if (!errors) throw error;
    await failRow(context.db, record.id, row.number, errors);
  } finally {
    if (!isWritten) {
      await removeFiles(
        context,
        photos.map(({ picture }) => picture.key),
      );
    }
  }
}

async function addItem(
  db: Database,
  record: ImportRecord,
  row: ImportRowRecord,
  input: ItemInput,
  { facts, photos }: { facts: ItemFacts; photos: readonly RestoredPhoto[] },
): Promise<void> {
  refuse(input, facts);
  const { item_type: type } = input.values;
  if (type === undefined) throw new Error('an item without a type was not refused');
  const item = await insertItem(db, record.user_id, toAllColumns(type, input.values));
  await keepSource(db, record, row, item.id);
  const isOwn = sourceOf(record) === 'kitroom';
  const keys = { itemId: item.id, userId: record.user_id, cells: row.cells };
  const photoIds = isOwn ? await restoreExtras(db, keys, photos) : [];
  await recordWrite(db, record.id, row.number, { itemId: item.id, before: null, photoIds });
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
  await recordWrite(db, record.id, number, { itemId: stored.id, before });
}

/** What is wrong with a row, as opposed to the service. */
function toRowErrors(error: unknown): FieldErrors | undefined {
  if (error instanceof RowFailed) return error.errors;
  if (error instanceof ImportRefused) return { photos: [error.message] };
  const isInvalid = error instanceof ServiceError && error.code === 'invalid';
  return isInvalid ? { photos: ['A photo of the row is not a picture that is accepted.'] } : undefined;
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
