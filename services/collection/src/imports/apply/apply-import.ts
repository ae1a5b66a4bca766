import { join } from 'node:path';
import type { FieldErrors } from '@kitroom/collection-client';
import { isDatabaseUnavailable } from '@kitroom/server/database/database-errors';
import { ServiceError } from '@kitroom/server/http/errors';
import { removeFiles } from '../../photos/photo-files.ts';
import { findOwnLimits } from '../../user-limits/usage-queries.ts';
import { failRow, type ImportRowRecord } from '../import-row-queries.ts';
import { CataloguePaused, ClaimLost, type Work } from '../import-work.ts';
import { withExport } from '../read/read-export.ts';
import { readRows } from '../row-batches.ts';
import { createRowChecker, type PhotoSource, type ReadyRow, type RowChecker } from './check-row.ts';
import { createArchivePhotoSource } from './fetch-archive-photos.ts';
import { createExportPhotoSource } from './restore-export.ts';
import { addItems, updateMatchedItem, type LimitedWork } from './write-items.ts';

const BATCH = 100;
/** The number of rows that share a transaction, as committing costs more than writing a row. */
const TRANSACTION_ROWS = 25;

/** Adds and updates items, optionally with photos. If interrupted, it continues with the remaining rows. */
export async function applyImport(work: Work): Promise<void> {
  const { storage } = work.context;
  const { folder, record } = work;
  const { source, file_key: key, options, user_id: userId } = record;
  if (options.with_photos && source === 'archive') return applyRows(work, createArchivePhotoSource(work));
  if (!options.with_photos || source !== 'zip' || key === null) return applyRows(work, undefined);
  const path = join(folder, 'import');
  await storage.fetch(key, path);
  await withExport(path, (archive) =>
    applyRows(work, createExportPhotoSource(storage, { archive, folder, userId })),
  );
}

async function applyRows(work: Work, source: PhotoSource | undefined): Promise<void> {
  const { context, record } = work;
  // Photos from the archive take seconds each, so each row is committed immediately.
  const size = source && record.source === 'archive' ? 1 : TRANSACTION_ROWS;
  const batches = readRows(context.db, record.id, { batch: BATCH, statuses: ['new', 'update'] });
  for await (const rows of batches) {
    const owner = await findOwnLimits(context.db, record.user_id);
    if (!owner) throw new ClaimLost('the owner was deleted');
    const limited = { ...work, owner };
    const check = createRowChecker(limited, source);
    for (let start = 0; start < rows.length; start += size) {
      const part = rows.slice(start, start + size);
      await applyTogether(limited, check, part);
      await work.step({ progress_done: part.at(-1)?.number ?? 0 });
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
  for (const readyRow of ready) await recordErrors(work, readyRow.row, () => addAlone(work, readyRow));
}

/**
 * Adds rows in one transaction; returns false if a row is faulty, so that the caller adds them one by one.
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

/** Removes the picture files of rows that were not added. */
async function removePictures({ context }: Work, rows: readonly ReadyRow[]): Promise<void> {
  await removeFiles(
    context,
    rows.flatMap(({ photos }) => photos.map(({ picture }) => picture.key)),
  );
}

/** Applies one row. Errors of the row are stored with it; errors of the service are thrown. */
async function recordErrors(
  { context, record, step }: Work,
  { number }: ImportRowRecord,
  work: () => Promise<FieldErrors>,
): Promise<void> {
  const errors = await work().catch((error: unknown) => {
    if (isOfService(error)) throw error;
    context.log.error({ err: error, import: record.id, row: number }, 'failed to apply an import row');
    return { non_field_errors: ['The row could not be stored.'] };
  });
  if (Object.keys(errors).length > 0) await step({}, (db) => failRow(db, record.id, number, errors));
}

function isOfService(error: unknown): boolean {
  return error instanceof ClaimLost || error instanceof CataloguePaused || isDatabaseUnavailable(error);
}
