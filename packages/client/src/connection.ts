import type { Contract } from '@kitroom/shared';
import type { ClientError, Failure } from './client-error.ts';
import {
  toBaseUrl,
  toCount,
  toMilliseconds,
  type Around,
  type CallOptions,
  type ClientOptions,
  type Fetch,
  type HeadersOption,
} from './client-options.ts';

/** What one service's client adds to the transport. */
export interface ServiceOptions {
  /** Milliseconds for one call, unless the client is told otherwise. */
  timeoutMs: number;
  /** Milliseconds for a call that sends or fetches a file; default: those of any other. */
  transferTimeoutMs?: number | undefined;
  /** How many redirects within its origin a read follows; default: none. */
  maxRedirects?: number;
  credentials?: RequestInit['credentials'] | undefined;
  /** The client's own headers of a call; what it throws is passed on. */
  headersFor: (contract: Contract) => HeadersOption | Promise<HeadersOption>;
  toError: (failure: Failure) => ClientError<string>;
}

/** A client's options with every default filled in. */
export interface Connection extends Omit<Required<ServiceOptions>, 'credentials'> {
  baseUrl: URL;
  fetch: Fetch;
  credentials: RequestInit['credentials'] | undefined;
  transferTimeoutMs: number;
  attemptTimeoutMs: number | undefined;
  retries: number;
  retryPauseMs: number;
  maxAnswerBytes: number;
  around: Around;
}

/** Checks the options and fills in the defaults. Throws a `TypeError` that names the wrong option, not its value. */
export function openConnection(options: ClientOptions, service: ServiceOptions): Connection {
  const { attemptTimeoutMs } = options;
  const timeoutMs = toMilliseconds('timeoutMs', options.timeoutMs ?? service.timeoutMs);
  return {
    maxRedirects: 0,
    ...service,
    baseUrl: toBaseUrl(options.baseUrl),
    // Looked up at each call, and without `this`: a browser refuses its fetch as the method of another object.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    credentials: service.credentials,
    timeoutMs,
    transferTimeoutMs: toMilliseconds('transferTimeoutMs', service.transferTimeoutMs ?? timeoutMs),
    attemptTimeoutMs:
      attemptTimeoutMs === undefined ? undefined : toMilliseconds('attemptTimeoutMs', attemptTimeoutMs),
    retries: toCount('retries', options.retries ?? 2),
    retryPauseMs: toMilliseconds('retryPauseMs', options.retryPauseMs ?? 200),
    maxAnswerBytes: toCount('maxAnswerBytes', options.maxAnswerBytes ?? 10 * 1024 * 1024),
    around: options.around ?? ((_question, ask) => ask()),
  };
}

/** What one call is told, over what its client was told. Throws a `TypeError` that names the wrong option. */
export function withCallOptions(connection: Connection, { timeoutMs, retries }: CallOptions): Connection {
  return {
    ...connection,
    timeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.timeoutMs),
    transferTimeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.transferTimeoutMs),
    retries: toCount('retries', retries ?? connection.retries),
  };
}
