import type { RequestHandler } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

export type { Counter, Histogram } from 'prom-client';

/** Prometheus metrics of both services. */
export interface Metrics {
  registry: Registry;
  /** Middleware that counts and times requests by method, route and status. */
  observeRequests: RequestHandler;
  /** The requests of the last hour, for the dashboard. */
  recent: RecentRequests;
  cacheReads: Counter<'result'>;
  /** Job runs by outcome: `done`, `unfinished` if stopped, `failed`. */
  jobRuns: Histogram<'kind' | 'outcome'>;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** A scrape of a large collection takes a quarter of an hour. */
const JOB_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 10, 30, 60, 300, 900];

/** Creates the metrics of a service in their own registry. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const recent = createRecentRequests();
  return {
    registry,
    recent,
    observeRequests: observeRequests(registry, recent),
    cacheReads: createCounter(registry, {
      name: 'cache_reads_total',
      help: 'Responses looked up in the cache, by result',
      label: 'result',
      values: ['HIT', 'MISS'],
    }),
    jobRuns: createHistogram(registry, {
      name: 'queue_job_duration_seconds',
      help: 'Runs of jobs in this process, by kind and outcome',
      // Not "job": Prometheus uses that label for the service.
      labels: ['kind', 'outcome'],
      buckets: JOB_SECONDS,
    }),
  };
}

/**
 * A counter with one label whose values are all known. Each starts at 0, so that `increase` sees the first
 * event.
 */
export function createCounter<L extends string>(
  registry: Registry,
  options: { name: string; help: string; label: L; values: readonly string[] },
): Counter<L> {
  const { name, help, label, values } = options;
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
}

/** A counter without labels, starting at 0. */
export function createTotal(registry: Registry, { name, help }: { name: string; help: string }): Counter {
  return new Counter({ name, help, registers: [registry] });
}

/** A duration in seconds, by labels; `…_count` is the number of events. Default: the buckets of requests. */
export function createHistogram<const L extends string>(
  registry: Registry,
  options: { name: string; help: string; labels: readonly L[]; buckets?: number[] },
): Histogram<L> {
  const { name, help, labels: labelNames, buckets = SECONDS } = options;
  return new Histogram({ name, help, labelNames, buckets, registers: [registry] });
}

/**
 * A gauge that is computed when metrics are scraped; absent while it is undefined. `read` must not reject.
 */
export function createGauge(
  registry: Registry,
  options: { name: string; help: string; read: () => number | undefined | Promise<number | undefined> },
): Gauge {
  const { name, help, read } = options;
  return new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      const value = await read();
      if (value === undefined) this.remove();
      else this.set(value);
    },
  });
}

function observeRequests(registry: Registry, recent: RecentRequests): RequestHandler {
  const durations = createHistogram(registry, {
    name: 'http_request_duration_seconds',
    help: 'Response time, by method, route and status',
    labels: ['method', 'route', 'status'],
  });
  return ({ method }, response, next) => {
    const start = performance.now();
    response.once('close', () => {
      const { locals, statusCode: status } = response;
      recent.count(status);
      const seconds = (performance.now() - start) / 1000;
      durations.observe({ method, route: String(locals['route'] ?? 'unmatched'), status }, seconds);
    });
    next();
  };
}

/** How many minutes are kept. */
export const RECENT_MINUTES = 60;

const MINUTE_MS = 60_000;

/** The requests of one minute. */
interface RequestMinute {
  requests: number;
  /** Responses with a status of 500 or more. */
  errors: number;
}

/** Counts the requests of this process by minute, for the dashboard. The counts are in memory only. */
export interface RecentRequests {
  count(status: number): void;
  /** The last `RECENT_MINUTES` minutes, oldest first; the last one is not over yet. */
  read(): RequestMinute[];
}

/** `now` in milliseconds; tests set it. */
export function createRecentRequests(now: () => number = Date.now): RecentRequests {
  const minutes = new Map<number, RequestMinute>();

  function addMinute(minute: number): RequestMinute {
    for (const old of minutes.keys()) if (old <= minute - RECENT_MINUTES) minutes.delete(old);
    const added = { requests: 0, errors: 0 };
    minutes.set(minute, added);
    return added;
  }

  return {
    count(status) {
      const minute = Math.floor(now() / MINUTE_MS);
      const counted = minutes.get(minute) ?? addMinute(minute);
      counted.requests += 1;
      if (status >= 500) counted.errors += 1;
    },
    read() {
      const last = Math.floor(now() / MINUTE_MS);
      return Array.from(
        { length: RECENT_MINUTES },
        (_, index) => minutes.get(last - RECENT_MINUTES + 1 + index) ?? { requests: 0, errors: 0 },
      );
    },
  };
}
