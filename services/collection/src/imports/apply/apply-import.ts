import { join } from 'node:path';
import type { FieldErrors } from '@kitroom/collection-client';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { ServiceError } from '@kitroom/server/http/errors';
import { removeFiles } from '../../photos/photo-files.ts';
import { findOwnLimits } from '../../user-limits/usage-queries.ts';
import { failRow, type ImportRowRecord } from '../import-row-queries.ts';
import { readRows } from '../read-rows.ts';
import { withExport } from '../read/read-export.ts';
import { CataloguePaused, ClaimLost, type Work } from '../work.ts';
import { createRowChecker, type PhotoSource, type ReadyRow, type RowChecker } from './check-row.ts';
import { fromArchive } from './fetch-archive-photos.ts';
import { fromExport } from './restore-export.ts';
import { addItems, updateMatchedItem, type LimitedWork } from './write-items.ts';

const BATCH = 100;
/** So many rows share a transaction: committing costs more than writing a row. */
const TRANSACTION_ROWS = 25;

/**
 * Adds and updates items, with their photos if these are to be imported. If interrupted, it continues with
 * the remaining rows.
 */
export async function applyImport(work: Work): Promise<void> {
  const { storage } = work.context;
  const { folder, record } = work;
  const { source, file_key: key, options, user_id: userId } = record;
  if (options.with_photos && source === 'archive') return applyRows(work, fromArchive(work));
  if (!options.with_photos || source !== 'zip' || key === null) return applyRows(work, undefined);
  const path = join(folder, 'import');
  await storage.fetch(key, path);
  await withExport(path, (archive) => applyRows(work, fromExport(storage, { archive, folder, userId })));
}

async function applyRows(work: Work, source: PhotoSource | undefined): Promise<void> {
  const { context, record } = work;
  // Photos from the archive take seconds each: what has been fetched is kept at once.
  const together = source && record.source === 'archive' ? 1 : TRANSACTION_ROWS;
  const batches = readRows(context.db, record.id, { batch: BATCH, statuses: ['new', 'update'] });
  for await (const rows of batches) {
    const owner = await findOwnLimits(context.db, record.user_id);
    if (!owner) throw new ClaimLost('the owner was deleted');
    const limited = { ...work, owner };
    const check = createRowChecker(limited, source);
    for (let start = 0; start < rows.length; start += together) {
      const some = rows.slice(start, start + together);
      await applyTogether(limited, check, some);
      await work.step({ progress_done: some.at(-1)?.number ?? 0 });
    }
  }
}

async function applyTogether(
  work: LimitedWork,
  check: RowChecker,
  rows: readonly ImportRowRecord[],
): Promise<void> {
  const ready: ReadyRow[] = [];
  for (const row of rows) {
    await recordErrors(work, row, async () => {
      const checked = await check(row);
      if ('errors' in checked) return checked.errors;
      if (row.status === 'update')
        return work.writeItems((db) => updateMatchedItem(db, work.record, checked));
      ready.push(checked);
      return {};
    });
  }
  if (ready.length > 1 && (await addTogether(work, ready))) return;
  for (const one of ready) await recordErrors(work, one.row, () => addAlone(work, one));
}

/**
 * Returns false if one of the rows is to blame for a failure: its neighbours are to be added all the same.
 */
async function addTogether(work: LimitedWork, ready: readonly ReadyRow[]): Promise<boolean> {
  try {
    await work.writeItems((db) => addItems(db, work, ready));
    return true;
  } catch (error) {
    if (!isOfService(error)) return false;
    await removePictures(work, ready);
    throw error;
  }
}

async function addAlone(work: LimitedWork, ready: ReadyRow): Promise<FieldErrors> {
  try {
    await work.writeItems((db) => addItems(db, work, [ready]));
    return {};
  } catch (error) {
    await removePictures(work, [ready]);
    if (error instanceof ServiceError && error.code === 'invalid') return error.body as FieldErrors;
    throw error;
  }
}

/** Removes the files of photos that no row will refer to. */
async function removePictures({ context }: Work, rows: readonly ReadyRow[]): Promise<void> {
  await removeFiles(
    context,
    rows.flatMap(({ photos }) => photos.map(({ picture }) => picture.key)),
  );
}

/** Does the work on one row; what is wrong with the row itself is recorded, and the others go on. */
async function recordErrors(
  { context, record, step }: Work,
  { number }: ImportRowRecord,
  work: () => Promise<FieldErrors>,
): Promise<void> {
  const errors = await work().catch((error: unknown) => {
    if (isOfService(error)) throw error;
    context.log.error({ err: error, import: record.id, row: number }, 'a row could not be applied');
    return { non_field_errors: ['The row could not be stored.'] };
  });
  if (Object.keys(errors).length > 0) await step({}, (db) => failRow(db, record.id, number, errors));
}

function isOfService(error: unknown): boolean {
  return error instanceof ClaimLost || error instanceof CataloguePaused || isDatabaseUnavailable(error);
}
