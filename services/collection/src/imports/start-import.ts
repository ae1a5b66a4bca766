import { IMPORTS_IN_REVIEW_MAX } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { ReceivedFile } from '@kitroom/server/http/endpoint';
import { shorten, toStorable } from '@kitroom/shared';
import { removeFileOnFailure } from '../photos/photo-files.ts';
import { IMPORT_FOLDER, storeFile } from '../storage/storage.ts';
import { anotherImportBusy, conflict, withBusyImportLimit } from './change-import.ts';
import {
  countInReview,
  hasBusyImport,
  insertImport,
  type ImportRecord,
  type NewImport,
  type StoredOptions,
} from './import-queries.ts';
import type { ImportContext } from './import-work.ts';
import { enqueueWork } from './run-import.ts';

const OPTIONS: StoredOptions = {
  on_match: 'skip',
  invalid_as_draft: false,
  date_order: 'ymd',
  with_photos: true,
  unmapped: 'notes',
  unknown_names: 'text',
  defaults: {},
};

/** Throws a 409 if the user has a busy import, or too many imports in review. */
export async function permitNewImport(db: Database, userId: number): Promise<void> {
  if (await hasBusyImport(db, userId)) throw anotherImportBusy();
  if ((await countInReview(db, userId)) >= IMPORTS_IN_REVIEW_MAX) {
    throw conflict(`${IMPORTS_IN_REVIEW_MAX} imports are in review. Apply or abandon one of them first.`);
  }
}

/** Stores an uploaded file, and queues the job that reads it. */
export async function startFileImport(
  context: ImportContext,
  userId: number,
  file: ReceivedFile,
): Promise<ImportRecord> {
  const key = await storeFile(context.storage, { folder: IMPORT_FOLDER, extension: 'bin', path: file.path });
  return removeFileOnFailure(context, key, () =>
    start(context, {
      user_id: userId,
      source: 'file',
      file_name: shorten(toStorable(file.name), 200),
      file_key: key,
      file_size: file.size,
      archive_user_id: null,
      options: OPTIONS,
    }),
  );
}

/** Queues the job that reads a collection of the archive. */
export function startArchiveImport(
  context: ImportContext,
  userId: number,
  archiveUserId: number,
): Promise<ImportRecord> {
  return start(context, {
    user_id: userId,
    source: 'archive',
    file_name: '',
    file_key: null,
    file_size: 0,
    archive_user_id: archiveUserId,
    options: { ...OPTIONS, decimal: '.', invalid_as_draft: true },
  });
}

function start({ db }: ImportContext, row: NewImport): Promise<ImportRecord> {
  return withBusyImportLimit(() =>
    db.transaction(async (transaction) => {
      await permitNewImport(transaction, row.user_id);
      const record = await insertImport(transaction, row);
      await enqueueWork(transaction, record);
      return record;
    }),
  );
}
