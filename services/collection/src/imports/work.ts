import type { Database } from '@kitroom/server/database/database';
import { recordProgress } from '@kitroom/server/jobs/jobs';
import { IMPORT_JOB } from './import-job-name.ts';
import { updateClaimed, type ImportChanges, type ImportRecord } from './import-queries.ts';
import { ClaimLost, Stopped, type ImportContext } from './import-context.ts';

/** A piece of work on an import, by one process at a time. */
export interface Work {
  context: ImportContext;
  /** As it was when the work began. */
  record: ImportRecord;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /**
   * Writes in a transaction with the import's changes. Throws if another process has taken over, or if this one stops;
   * then nothing is written.
   */
  step(changes: ImportChanges, write?: (db: Database) => Promise<void>): Promise<void>;
}

export function createWork(
  context: ImportContext,
  record: ImportRecord,
  { claim, signal }: { claim: string; signal: AbortSignal },
): Work {
  return {
    context,
    record,
    signal,
    async step(changes, write) {
      if (signal.aborted) throw new Stopped('the process stops');
      await context.db.transaction(async (db) => {
        if (!(await updateClaimed(db, { id: record.id, claim }, changes))) throw new ClaimLost('taken over');
        await write?.(db);
        // Reading and evaluating rows begins anew if it is interrupted.
        if (record.status !== 'reading' || changes.is_read)
          await recordProgress(db, IMPORT_JOB, `${record.id}:${record.run}`);
      });
    },
  };
}
