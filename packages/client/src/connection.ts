import type { Contract } from '@kitroom/shared';
import type { ClientError, Failure } from './client-error.ts';
import {
  toBaseUrl,
  toCount,
  toMilliseconds,
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type HeadersOption,
  type Interceptor,
} from './client-options.ts';
import type { Upload } from './upload-with-progress.ts';

/** Options that the client of a service sets, in addition to those of its callers. */
export interface ServiceOptions {
  /** The default timeout of one call, in milliseconds. */
  timeoutMs: number;
  /** The timeout of a call that sends or fetches a file, in milliseconds. Default: `timeoutMs`. */
  transferTimeoutMs?: number | undefined;
  /** How many same-origin redirects a read follows. Default: 0. */
  maxRedirects?: number;
  credentials?: RequestInit['credentials'] | undefined;
  /** Sends a file and reports the progress. By default, progress is not reported. */
  upload?: Upload | undefined;
  /** Returns the headers that the client adds to a call. Errors that it throws are passed on. */
  headersFor: (contract: Contract) => HeadersOption | Promise<HeadersOption>;
  toError: (failure: Failure) => ClientError<string>;
}

export interface Connection extends ServiceOptions {
  baseUrl: URL;
  fetch: Fetch;
  maxRedirects: number;
  transferTimeoutMs: number;
  attemptTimeoutMs: number | undefined;
  retries: number;
  retryPauseMs: number;
  maxResponseBytes: number;
  maxFileBytes: number;
  strict: boolean | undefined;
  interceptor: Interceptor;
}

/**
 * Validates the options and applies defaults. Throws a `TypeError` that names the invalid option, but not its
 * value.
 */
export function openConnection(options: ClientOptions, service: ServiceOptions): Connection {
  const { attemptTimeoutMs } = options;
  const timeoutMs = toMilliseconds('timeoutMs', options.timeoutMs ?? service.timeoutMs);
  return {
    maxRedirects: 0,
    ...service,
    baseUrl: toBaseUrl(options.baseUrl),
    // Looks up `fetch` at each call and calls it without `this`, because browsers reject it as another
    // object's method.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs,
    transferTimeoutMs: toMilliseconds('transferTimeoutMs', service.transferTimeoutMs ?? timeoutMs),
    attemptTimeoutMs:
      attemptTimeoutMs === undefined ? undefined : toMilliseconds('attemptTimeoutMs', attemptTimeoutMs),
    retries: toCount('retries', options.retries ?? 2),
    retryPauseMs: toMilliseconds('retryPauseMs', options.retryPauseMs ?? 200),
    maxResponseBytes: toCount('maxResponseBytes', options.maxResponseBytes ?? 10 * 1024 * 1024),
    maxFileBytes: toCount('maxFileBytes', options.maxFileBytes ?? 64 * 1024 * 1024),
    strict: options.strict,
    interceptor: options.interceptor ?? ((_request, send) => send()),
  };
}

/** Applies the options of one call. Throws a `TypeError` that names the invalid option. */
export function withCallOptions(connection: Connection, { timeoutMs, retries }: CallOptions): Connection {
  return {
    ...connection,
    timeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.timeoutMs),
    transferTimeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.transferTimeoutMs),
    retries: toCount('retries', retries ?? connection.retries),
  };
}
