import { findAccount } from '../accounts/users/account-queries.ts';
import type { Config } from '../config.ts';
import { withResources } from '../storage/open-storage.ts';
import { serveThread } from '../threads/run-thread.ts';
import { saveExportProgress } from './export-queries.ts';
import { writeExport } from './write-export.ts';

/** An export to make. */
export interface ExportTask {
  config: Config;
  id: number;
  userId: number;
  /** A folder for temporary files. */
  folder: string;
  /** The path of the ZIP to write. */
  path: string;
}

serveThread(({ config, id, userId, folder, path }: ExportTask) =>
  withResources(config, { poolMax: 1 }, async ({ db, storage }) => {
    const account = await findAccount(db, userId);
    const onProgress = (progress: { done: number; total: number }) => saveExportProgress(db, id, progress);
    if (account) await writeExport({ db, storage, account, folder, onProgress }, path);
  }),
);
