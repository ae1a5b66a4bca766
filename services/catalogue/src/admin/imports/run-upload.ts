import { createReadStream } from 'node:fs';
import { rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import { inWorkFolder, removeAbandonedFolders } from '@kitroom/server/http/work-folder';
import { refuseForm } from '@kitroom/server/pages/form';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { databaseOptions } from '../../catalogue-database.ts';
import type { Config } from '../../config.ts';
import { describeInvalid, importCatalogue, InvalidImport } from '../../interchange/import-catalogue.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';
import { insertAuditEntry } from '../audit-log.ts';
import { publishChanges } from '../records/change-catalogue.ts';
import {
  completeUpload,
  failUpload,
  insertUpload,
  recordProgress,
  type NewUpload,
} from './import-queries.ts';

/** The parts of the context that an uploaded import needs. */
export type UploadContext = { config: Config; db: Database; log: Logger; cache: Cache; index: SearchIndex };

/** How often progress is recorded. */
const PROGRESS_MS = 1000;
/** How many of the skipped lines are stored and shown. */
const SHOWN_LINES = 200;
/** Files left behind by killed processes are removed after this time. */
const ABANDONED_MS = 86_400_000;

/** The folder where uploaded files are kept during their import. */
export function uploadRoot(): string {
  return join(tmpdir(), `kitroom-catalogue-${process.getuid?.() ?? 'uploads'}`);
}

/**
 * Starts an import of an uploaded file, which it takes over, and returns the import's id. Throws a 400 while
 * another uploaded import is running. The import continues in this process; if the process ends first,
 * nothing is changed.
 */
export async function startUpload(context: UploadContext, path: string, upload: NewUpload): Promise<number> {
  const { db, log } = context;
  await removeAbandonedFolders(uploadRoot(), Date.now() - ABANDONED_MS);
  const id = await db.transaction(async (transaction) => {
    const insertedId = await insertUpload(transaction, upload);
    if (insertedId === undefined) throw refuseForm({ '': ANOTHER_RUNNING });
    const { operator, ...after } = upload;
    const subject = { subject: 'import', subjectId: insertedId, label: upload.file_name };
    await insertAuditEntry(transaction, { operator, action: 'import', ...subject, after });
    return insertedId;
  });
  const { promise: isMoved, resolve, reject } = Promise.withResolvers<void>();
  const running = inWorkFolder(uploadRoot(), async (folder) => {
    const movedPath = join(folder, 'import.ndjson');
    await rename(path, movedPath).then(resolve, reject);
    await runUpload(context, id, movedPath, upload);
  });
  running.catch((error: unknown) => {
    reject(error);
    log.error({ err: error, import: id }, 'failed to finish an uploaded import');
  });
  await isMoved;
  return id;
}

async function runUpload(context: UploadContext, id: number, path: string, upload: NewUpload): Promise<void> {
  const { config, db, log } = context;
  let read = 0;
  const timer = setInterval(() => {
    recordProgress(db, id, read).catch((error: unknown) =>
      log.warn({ err: error }, 'failed to store import progress'),
    );
  }, PROGRESS_MS);
  const input = createReadStream(path);
  try {
    const result = await importCatalogue(databaseOptions(config), input, {
      skipInvalid: upload.skip_invalid,
      ignoreIds: upload.ignore_ids,
      onRead: (bytes) => {
        read = bytes;
      },
      beforeCommit: (client, { invalid, ...changed }) => {
        const leftOut = invalid.slice(0, SHOWN_LINES).map(describeInvalid);
        return completeUpload(db, client, id, { ...changed, leftOut, count: invalid.length });
      },
    });
    const tables = Object.keys({ ...result.inserted, ...result.updated });
    if (tables.length > 0) await publishChanges(context, tables);
  } catch (error) {
    if (!(error instanceof InvalidImport)) log.error({ err: error, import: id }, 'an uploaded import failed');
    await failUpload(db, id, error instanceof InvalidImport ? error.message : FAILED);
  } finally {
    clearInterval(timer);
    input.destroy();
  }
}

const ANOTHER_RUNNING = 'Another import is running. Wait until it has ended.';
const FAILED = 'The import could not be finished. See the log of the service.';
