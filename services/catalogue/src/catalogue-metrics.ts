import {
  createCounter,
  createHistogram,
  createMetrics,
  createTotal,
} from '@kitroom/server/telemetry/metrics';

export type CatalogueMetrics = ReturnType<typeof createCatalogueMetrics>;

/** The outcome of a request to the archive. */
export type ArchiveOutcome =
  'ok' | 'not_found' | 'refused' | 'throttled' | 'failed' | 'unreachable' | 'unusable';

const SCRAPE_OUTCOMES = ['ready', 'refused', 'unknown_user', 'failed'] as const;

/** The outcome of a scrape; `refused` means that the archive's operator does not allow bots. */
export type ScrapeOutcome = (typeof SCRAPE_OUTCOMES)[number];

const SECONDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

export function createCatalogueMetrics() {
  const metrics = createMetrics();
  const { registry } = metrics;
  return {
    ...metrics,
    rateLimited: createCounter(registry, {
      name: 'rate_limited_requests_total',
      help: 'Requests rejected by a limit',
      label: 'limit',
      values: ['api', 'unknown-key', 'suggest', 'admin', 'login', 'scrape'],
    }),
    failedSignIns: createCounter(registry, {
      name: 'sign_in_failures_total',
      help: 'Wrong passwords for the admin interface',
      label: 'step',
      values: ['login'],
    }),
    archiveRequests: createHistogram(registry, {
      name: 'archive_request_duration_seconds',
      help: 'Requests to the external archive, by outcome',
      labels: ['outcome'],
      buckets: SECONDS,
    }),
    scrapedPages: createTotal(registry, {
      name: 'scraped_pages_total',
      help: 'Pages of the archive that scrapes have read',
    }),
    scrapes: createCounter(registry, {
      name: 'scrapes_total',
      help: 'Finished scrapes, by outcome',
      label: 'outcome',
      values: SCRAPE_OUTCOMES,
    }),
  };
}
