import { toBaseUrl, toCount, toMilliseconds } from '@kitroom/shared';
import { validateHeaderName, validateHeaderValue } from 'node:http';

/** How a client reaches its catalogue. Only `baseUrl` is needed. */
export interface CatalogueClientOptions {
  /** Where the catalogue lives, http or https, with or without a path: `https://host/catalogue`. */
  baseUrl: string | URL;
  /** Sent as `X-API-Key`; empty is as good as absent. */
  apiKey?: string | undefined;
  /** Milliseconds for one question with all its retries and the pauses between them; 10,000 unless told. */
  timeoutMs?: number | undefined;
  /** Milliseconds for one attempt of a question; unless told, as long as the question has left. */
  attemptTimeoutMs?: number | undefined;
  /** Milliseconds for each step of connecting: name, connection, TLS; 3,000 unless told. */
  connectTimeoutMs?: number | undefined;
  /** How often a read is asked again after a passing failure; 2 unless told, 0 for never. */
  retries?: number | undefined;
  /** Milliseconds of the longest first pause before a retry; each further one is twice as long. 200 unless told. */
  retryPauseMs?: number | undefined;
  /** The largest answer in bytes, unpacked; 10 MiB unless told. */
  maxAnswerBytes?: number | undefined;
  /** The `User-Agent` header; the package's name and version unless told. */
  userAgent?: string | undefined;
  /** Asked once a question for its `X-Request-Id`, so that one request can be followed through all logs. */
  requestId?: (() => string | undefined) | undefined;
  /** Stands around each question: measures or traces it. */
  around?: Around | undefined;
}

/** What is asked, with the path as the contract has it: `/api/kits/{kit_id}`. */
export interface AskedQuestion {
  method: string;
  path: string;
  url: URL;
}

/**
 * Stands around a question: calls `ask` once, with headers to send along if there are any, and hands on what it answers
 * or throws.
 */
export type Around = <T>(
  question: AskedQuestion,
  ask: (headers?: Readonly<Record<string, string>>) => Promise<T>,
) => Promise<T>;

/** What may be told of one call; what is left out is as the client was told. */
export interface CallOptions {
  /** Ends the question at once, also while it waits for a retry. */
  signal?: AbortSignal | undefined;
  /** Further headers of the request, such as `X-Request-Id`; they win over the client's own. */
  headers?: Readonly<Record<string, string | undefined>> | undefined;
  /** Milliseconds for this question with all its retries. */
  timeoutMs?: number | undefined;
  /** How often this question is asked again after a passing failure. */
  retries?: number | undefined;
}

/** The client's options with every default filled in. */
export interface Connection {
  baseUrl: URL;
  headers: Readonly<Record<string, string | undefined>>;
  timeoutMs: number;
  attemptTimeoutMs: number | undefined;
  connectTimeoutMs: number;
  retries: number;
  retryPauseMs: number;
  maxAnswerBytes: number;
  requestId: () => string | undefined;
  around: Around;
}

/** The version of this package. */
export const VERSION = '1.0.0';

/** Checks the options and fills in the defaults. Throws a `TypeError` that names the wrong option. */
export function toConnection(options: CatalogueClientOptions): Connection {
  return {
    baseUrl: toBaseUrl(options.baseUrl),
    headers: checkHeaders({
      'user-agent': options.userAgent ?? `kitroom-catalogue-client/${VERSION}`,
      'x-api-key': options.apiKey === '' ? undefined : options.apiKey,
    }),
    timeoutMs: toMilliseconds('timeoutMs', options.timeoutMs ?? 10_000),
    attemptTimeoutMs:
      options.attemptTimeoutMs === undefined
        ? undefined
        : toMilliseconds('attemptTimeoutMs', options.attemptTimeoutMs),
    connectTimeoutMs: toMilliseconds('connectTimeoutMs', options.connectTimeoutMs ?? 3_000),
    retries: toCount('retries', options.retries ?? 2),
    retryPauseMs: toMilliseconds('retryPauseMs', options.retryPauseMs ?? 200),
    maxAnswerBytes: toCount('maxAnswerBytes', options.maxAnswerBytes ?? 10 * 1024 * 1024),
    requestId: options.requestId ?? (() => undefined),
    around: options.around ?? ((_question, ask) => ask()),
  };
}

/** What one call is told, over what its client was told. Throws a `TypeError` that names the wrong option. */
export function withCallOptions(connection: Connection, options: CallOptions): Connection {
  return {
    ...connection,
    timeoutMs: toMilliseconds('timeoutMs', options.timeoutMs ?? connection.timeoutMs),
    retries: toCount('retries', options.retries ?? connection.retries),
    headers: checkHeaders({
      ...connection.headers,
      'x-request-id': connection.requestId(),
      ...lowerCased(options.headers ?? {}),
    }),
  };
}

function lowerCased(headers: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function checkHeaders(headers: Record<string, string | undefined>): Record<string, string | undefined> {
  for (const [name, value] of Object.entries(headers)) {
    validateHeaderName(name);
    if (value !== undefined) validateHeaderValue(name, value);
  }
  return headers;
}
