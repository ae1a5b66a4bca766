import { CatalogueError } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { recordProgress } from '@kitroom/server/jobs/jobs';
import { isCatalogueUnavailable } from '../catalogue/open-catalogue.ts';
import type { Context } from '../context.ts';
import {
  isClaimed,
  jobOf,
  updateClaimed,
  type Claim,
  type ImportChanges,
  type ImportRecord,
} from './import-queries.ts';

/** The parts of the service's context that imports use. */
export type ImportContext = Pick<
  Context,
  'config' | 'db' | 'log' | 'catalogue' | 'catalogueBreaker' | 'storage'
>;

/** The catalogue is unavailable: the import continues when it is available again. */
export class CataloguePaused extends Error {
  override readonly name = 'CataloguePaused';

  constructor(cause: unknown) {
    super('the catalogue is unavailable', { cause });
  }
}

/**
 * Turns an error into a CataloguePaused if the catalogue is unavailable, limits the rate, or rejects the API
 * key, which the operator must correct; returns other errors unchanged.
 */
export function toCataloguePaused(error: unknown): unknown {
  const isRejected = error instanceof CatalogueError && (error.status === 401 || error.status === 403);
  return isRejected || isCatalogueUnavailable(error) ? new CataloguePaused(error) : error;
}

/** The collection is being read from the archive: the import continues later. */
export class ScrapePending extends Error {
  override readonly name = 'ScrapePending';
}

/** Another process has taken over the import, or its owner has ended it. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** A piece of work on an import; one process at a time does it. */
export interface Work {
  context: ImportContext;
  /** The import when the work started. */
  record: ImportRecord;
  /** A folder for temporary files. */
  folder: string;
  /**
   * Writes in a transaction with the import's changes. Throws a ClaimLost, and writes nothing, if another
   * process has taken over or the owner has ended the import.
   */
  step(changes: ImportChanges, write?: (db: Database) => Promise<void>): Promise<void>;
  /** Writes items in a transaction: like `step`, but locks the items before the import. */
  writeItems<T>(write: (db: Database) => Promise<T>): Promise<T>;
}

export function createWork({ claim, ...work }: Omit<Work, 'step' | 'writeItems'> & { claim: Claim }): Work {
  const { context, record } = work;
  return {
    ...work,
    step: (changes, write) =>
      context.db.transaction(async (db) => {
        // An interrupted run would continue from there, so earlier attempts no longer count.
        const isProgress = changes.is_read === true || (changes.progress_done ?? 0) > record.progress_done;
        const progress = isProgress ? { attempts: 0 } : {};
        if (!(await updateClaimed(db, claim, { ...changes, ...progress }))) throw new ClaimLost('taken over');
        await write?.(db);
        if (isProgress) await recordProgress(db, jobOf(record));
      }),
    writeItems: (write) =>
      context.db.transaction(async (db) => {
        const written = await write(db);
        if (!(await isClaimed(db, claim, { locked: true }))) throw new ClaimLost('taken over');
        return written;
      }),
  };
}
