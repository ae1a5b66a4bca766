import {
  createCounter,
  createHistogram,
  createMetrics,
  createTotal,
  type Counter,
  type Histogram,
  type Metrics,
} from '@kitroom/server/telemetry/metrics';

export interface CollectionMetrics extends Metrics {
  rateLimited: Counter<'limit'>;
  failedSignIns: Counter<'step'>;
  catalogueRequests: Histogram<'route' | 'outcome'>;
  staleAnswers: Counter;
  uploadsRefused: Counter<'reason'>;
  photoAttempts: Counter<'outcome'>;
  mails: Counter<'outcome'>;
}

/** The outcome of an attempt to create a photo's renditions. */
export type PhotoOutcome = 'made' | 'interrupted' | 'storage_failed' | 'failed' | 'given_up';

const PHOTO_OUTCOMES: readonly PhotoOutcome[] = [
  'made',
  'interrupted',
  'storage_failed',
  'failed',
  'given_up',
];

export function createCollectionMetrics(): CollectionMetrics {
  const metrics = createMetrics();
  const { registry } = metrics;
  return {
    ...metrics,
    rateLimited: createCounter(registry, {
      name: 'rate_limited_requests_total',
      help: 'Requests that a limit has turned away',
      label: 'limit',
      values: ['anon', 'user', 'archive', 'login', 'code'],
    }),
    failedSignIns: createCounter(registry, {
      name: 'sign_in_failures_total',
      help: 'Refused attempts to sign in, and wrong codes, which count as an attempt too where one signs in',
      label: 'step',
      values: ['login', 'code'],
    }),
    catalogueRequests: createHistogram(registry, {
      name: 'catalogue_request_duration_seconds',
      help: 'Questions to the catalogue with their retries, by route and by how they ended',
      labels: ['route', 'outcome'],
    }),
    staleAnswers: createTotal(registry, {
      name: 'catalogue_stale_answers_total',
      help: 'Older answers that stood in for a catalogue that was away',
    }),
    uploadsRefused: createCounter(registry, {
      name: 'uploads_refused_total',
      help: 'Uploads refused: too large, no readable form, not what is asked for, or too many at once',
      label: 'reason',
      values: ['too_large', 'form', 'content', 'too_many'],
    }),
    photoAttempts: createCounter(registry, {
      name: 'photo_attempts_total',
      help: 'Attempts to make the versions of a photo, by how they ended',
      label: 'outcome',
      values: PHOTO_OUTCOMES,
    }),
    mails: createCounter(registry, {
      name: 'mails_total',
      help: 'Attempts to send a mail, by how they ended',
      label: 'outcome',
      values: ['sent', 'deferred', 'given_up'],
    }),
  };
}
