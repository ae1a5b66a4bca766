import { availableParallelism } from 'node:os';
import { NO_PROGRESS, removeFailedJobs, type JobKind } from '@kitroom/server/jobs/jobs';
import { runCleanUps } from '@kitroom/server/jobs/run-clean-ups';
import { MAIL_JOB } from './accounts/mail/mail-queries.ts';
import { abandonMail, sendMail } from './accounts/mail/send-mail.ts';
import { cleanUpAccounts } from './accounts/sign-up/sign-up.ts';
import { writeAccountMail } from './accounts/sign-up/write-account-mail.ts';
import type { Context } from './context.ts';
import { EXPORT_JOB, failExport } from './exports/export-queries.ts';
import { cleanUpExports, makeExport } from './exports/make-export.ts';
import { cleanUpReplies } from './idempotency/open-replies.ts';
import { ARCHIVE_PHOTOS_JOB, IMPORT_JOB } from './imports/import-queries.ts';
import { abandonImport, cleanUpImports, runImport } from './imports/run-import.ts';
import { cleanUpItemChanges } from './items/list-item-changes.ts';
import { recognizeAllTexts } from './items/recognize-texts.ts';
import {
  EXPORTS_AT_ONCE,
  IMPORTS_AT_ONCE,
  MAIL_CONNECTIONS,
  MAINTENANCE_EVERY,
  PHOTO_SWEEP_EVERY,
  PHOTOS_AT_ONCE,
  PHOTOS_OF_USER_AT_ONCE,
  SEARCH_TEXTS_EVERY,
  TEXTS_EVERY,
} from './limits.ts';
import {
  abandonRenditions,
  createRenditions,
  LARGE_RENDITIONS,
  SMALL_RENDITIONS,
} from './photos/create-renditions.ts';
import { measurePhotos } from './photos/measure-photos.ts';
import { AVIF_JOB, PHOTO_JOB, PHOTO_SWEEP_JOB } from './photos/photo-queries.ts';
import { cleanUpPhotos, sweepPhotos } from './photos/sweep-photos.ts';
import { createRefreshReferences, maintainReferences } from './reference/refresh-references.ts';
import { REFERENCES_JOB } from './reference/resolve-references.ts';
import { completeSearchTexts } from './search/complete-search-texts.ts';
import { cleanUpShares } from './shares/change-share.ts';

/** Periodic maintenance, including the recovery of lost work. */
const MAINTENANCE_JOB = 'maintenance';

/** Replaces texts of items by references to catalogue records that now have these names. */
const TEXTS_JOB = 'recognize-texts';

/** Creates missing search texts. */
const SEARCH_TEXTS_JOB = 'search-texts';

/** The names of all kinds of jobs. */
export type JobName = keyof ReturnType<typeof collectionJobs>;

export function collectionJobs(context: Context) {
  const refreshReferences = createRefreshReferences(context);
  const imports: JobKind = {
    concurrency: IMPORTS_AT_ONCE,
    yields: true,
    run: (job) => runImport(context, job),
    abandon: (key) => abandonImport(context, key),
  };
  return {
    [REFERENCES_JOB]: { concurrency: 1, run: ({ signal }) => refreshReferences(signal) },
    [PHOTO_JOB]: {
      concurrency: PHOTOS_AT_ONCE,
      share: PHOTOS_OF_USER_AT_ONCE,
      run: (job) => createRenditions(context, SMALL_RENDITIONS, job),
      abandon: (key) => abandonRenditions(context, key),
    },
    [AVIF_JOB]: {
      // Each job runs an encoder, which occupies a core.
      concurrency: availableParallelism(),
      run: (job) => createRenditions(context, LARGE_RENDITIONS, job),
      abandon: (key) => abandonRenditions(context, key),
    },
    [PHOTO_SWEEP_JOB]: {
      concurrency: 1,
      every: PHOTO_SWEEP_EVERY,
      run: ({ signal }) => sweepPhotos(context, signal),
    },
    [EXPORT_JOB]: {
      concurrency: EXPORTS_AT_ONCE,
      run: ({ key, signal }) => makeExport(context, key, signal),
      abandon: (key) => failExport(context.db, Number(key), NO_PROGRESS),
    },
    [MAIL_JOB]: {
      concurrency: MAIL_CONNECTIONS,
      run: ({ key }) => sendMail(context, key, (row) => writeAccountMail(context, row)),
      abandon: (key) => abandonMail(context, Number(key)),
    },
    [IMPORT_JOB]: imports,
    [ARCHIVE_PHOTOS_JOB]: imports,
    [TEXTS_JOB]: {
      concurrency: 1,
      every: TEXTS_EVERY,
      run: ({ signal }) => recognizeAllTexts(context, signal),
    },
    [SEARCH_TEXTS_JOB]: {
      concurrency: 1,
      every: SEARCH_TEXTS_EVERY,
      run: ({ signal }) => completeSearchTexts(context.db, signal),
    },
    [MAINTENANCE_JOB]: {
      concurrency: 1,
      every: MAINTENANCE_EVERY,
      run: async ({ signal }) => {
        await runCleanUps(context.log, {
          jobs: () => removeFailedJobs(context.db),
          references: () => maintainReferences(context),
          imports: () => cleanUpImports(context),
          photos: () => cleanUpPhotos(context),
          exports: () => cleanUpExports(context),
          shares: () => cleanUpShares(context),
          replies: () => cleanUpReplies(context),
          item_changes: () => cleanUpItemChanges(context),
          accounts: () => cleanUpAccounts(context),
          photo_sizes: () => measurePhotos(context, signal),
        });
        return 'done';
      },
    },
  } satisfies Record<string, JobKind>;
}
