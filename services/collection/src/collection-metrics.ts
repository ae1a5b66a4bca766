import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { withDeadline } from '@kitroom/server/process/deadline';
import {
  createCounter,
  createGauge,
  createHistogram,
  createMetrics,
  createTotal,
  type Metrics,
} from '@kitroom/server/telemetry/metrics';
import type { Mailer } from './accounts/mail/open-mailer.ts';
import { rememberSuccess } from './health/remember-success.ts';
import { MAIL_HEALTH_MS, MAIL_MEASURED_MS } from './limits.ts';

export type CollectionMetrics = ReturnType<typeof createCollectionMetrics>;

/** The outcomes of an attempt to create a photo's renditions. */
const PHOTO_OUTCOMES = ['made', 'interrupted', 'storage_failed', 'failed', 'abandoned'] as const;

export type PhotoOutcome = (typeof PHOTO_OUTCOMES)[number];

export function createCollectionMetrics() {
  const metrics = createMetrics();
  const { registry } = metrics;
  return {
    ...metrics,
    rateLimited: createCounter(registry, {
      name: 'rate_limited_requests_total',
      help: 'Rate-limited requests',
      label: 'limit',
      values: ['anon', 'user', 'unknown-token', 'archive', 'shared', 'login', 'code', 'share'],
    }),
    failedSignIns: createCounter(registry, {
      name: 'sign_in_failures_total',
      help: 'Rejected sign-ins, wrong codes and wrong passwords of links; a wrong code at sign-in counts as login too',
      label: 'step',
      values: ['login', 'code', 'share'],
    }),
    catalogueRequests: createHistogram(registry, {
      name: 'catalogue_request_duration_seconds',
      help: 'Requests to the catalogue including retries, by route and outcome',
      labels: ['route', 'outcome'],
    }),
    staleResponses: createTotal(registry, {
      name: 'catalogue_stale_responses_total',
      help: 'Stale responses served while the catalogue was unavailable',
    }),
    uploadsRejected: createCounter(registry, {
      name: 'uploads_rejected_total',
      help: 'Rejected uploads: too large, unreadable form, invalid content, or too many at once',
      label: 'reason',
      values: ['too_large', 'form', 'content', 'too_many'],
    }),
    photoAttempts: createCounter(registry, {
      name: 'photo_attempts_total',
      help: 'Attempts to create renditions of a photo, by outcome',
      label: 'outcome',
      values: PHOTO_OUTCOMES,
    }),
    threadsTerminated: createCounter(registry, {
      name: 'threads_terminated_total',
      help: 'Import and export threads that were terminated because they used too much processor time or memory',
      label: 'reason',
      values: ['too_slow', 'too_large'],
    }),
    mails: createCounter(registry, {
      name: 'mails_total',
      help: 'Attempts to send a mail, by outcome',
      label: 'outcome',
      values: ['sent', 'deferred', 'abandoned'],
    }),
  };
}

/**
 * Adds a gauge of the mail server or the mail folder. Every process checks it, as every process may send
 * mails.
 */
export function measureMail({ registry }: Metrics, mailer: Mailer): void {
  const check = rememberSuccess(() => withDeadline(mailer.check(), MAIL_HEALTH_MS), MAIL_MEASURED_MS);
  createGauge(registry, {
    name: 'mail_connected',
    help: 'Whether this process can reach the mail server or, without one, write to MAIL_ROOT',
    read: () =>
      // The error is not logged here: sending a mail logs it.
      check().then(
        () => 1,
        () => 0,
      ),
  });
}

/** Limits the wait for a network disk that hangs. */
const DEADLINE_MS = 1000;

/** Adds gauges of the disk that a folder is on. They are absent if the folder cannot be read. */
export function measureDisk({ registry }: Metrics, folder: string): void {
  const add = (name: string, help: string, pick: (disk: StatsFs) => number) =>
    // The error is not logged here: storing a photo logs it.
    createGauge(registry, {
      name,
      help,
      read: () => withDeadline(statfs(folder), DEADLINE_MS).then(pick, () => undefined),
    });
  add('media_disk_size_bytes', 'Size of the disk of MEDIA_ROOT', ({ blocks, bsize }) => blocks * bsize);
  add('media_disk_free_bytes', 'Free space on the disk of MEDIA_ROOT', ({ bavail, bsize }) => bavail * bsize);
}
