import { join } from 'node:path';
import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import { removeFiles } from '../../photos/photo-files.ts';
import { inWorkFolder, workRoot } from '../../uploads/work-folder.ts';
import { CataloguePaused, ClaimLost, Stopped, type ImportContext } from '../import-context.ts';
import type { ImportRecord } from '../import-queries.ts';
import { failRow, listRowsOfStatus, type ImportRowRecord } from '../import-row-queries.ts';
import { withArchive } from '../reading/open-source.ts';
import type { Work } from '../work.ts';
import { addItems } from './add-items.ts';
import {
  createRowChecker,
  RowFailed,
  type PhotoSource,
  type ReadyRow,
  type RowChecker,
} from './check-row.ts';
import { updateMatchedItem } from './update-matched-item.ts';

const BATCH = 100;
/** So many rows share a transaction: committing costs more than writing a row. */
const TRANSACTION_ROWS = 25;

/** Adds and updates items. Interrupted, it goes on with the rows that were not taken yet. */
export function applyImport(work: Work, record: ImportRecord): Promise<void> {
  return withExport(work, record, (source) => applyRows(work, record, source));
}

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
    const checker = createRowChecker(context, source);
    for (let start = 0; start < rows.length; start += TRANSACTION_ROWS) {
      await applyTogether(context, record, checker, rows.slice(start, start + TRANSACTION_ROWS));
    }
    after = last.number;
    await work.step({ progress_done: last.number });
  }
}

async function applyTogether(
  context: ImportContext,
  record: ImportRecord,
  checker: RowChecker,
  rows: readonly ImportRowRecord[],
): Promise<void> {
  const ready: ReadyRow[] = [];
  for (const row of rows) {
    await settling(context, record, row, async () => {
      const checked = await checker.check(row);
      if (row.status === 'new') ready.push(checked);
      else await updateMatchedItem(context.db, record, checked);
    });
  }
  try {
    await addReady(context, record, ready);
  } catch (error) {
    if (isDatabaseAway(error) || ready.length === 0) throw error;
    // One of them is to blame: its neighbours are taken all the same.
    for (const one of ready) await settling(context, record, one.row, () => addReady(context, record, [one]));
  }
}

/** The files of photos that no row refers to in the end are removed at once. */
async function addReady(
  context: ImportContext,
  record: ImportRecord,
  ready: readonly ReadyRow[],
): Promise<void> {
  let unused = ready;
  try {
    const added = await addItems(context.db, record, ready);
    unused = ready.filter(({ row }) => !added.has(row.number));
  } finally {
    await removeFiles(
      context,
      unused.flatMap(({ photos }) => photos.map(({ picture }) => picture.key)),
    );
  }
}

/** Runs the work on one row; what is wrong with the row itself is recorded, and the others go on. */
async function settling(
  { db, log }: ImportContext,
  record: ImportRecord,
  { number }: ImportRowRecord,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isOfService =
      error instanceof ClaimLost || error instanceof Stopped || error instanceof CataloguePaused;
    if (isOfService || isDatabaseAway(error)) throw error;
    if (!(error instanceof RowFailed))
      log.error({ err: error, import: record.id, row: number }, 'a row could not be applied');
    const errors =
      error instanceof RowFailed ? error.errors : { non_field_errors: ['The row could not be stored.'] };
    await failRow(db, record.id, number, errors);
  }
}
