import type { ResponseHeader } from '@kitroom/shared';

/** Sends HTTP requests: the platform's `fetch`, or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Headers by name. Undefined values are omitted. */
export type HeadersOption = Readonly<Record<string, string | undefined>>;

/** Options of every client. Only `baseUrl` is required. */
export interface ClientOptions {
  /** The service's base URL, http or https, with or without a path: `https://host/path`. */
  baseUrl: string | URL;
  /** The function that sends requests. Default: the platform's `fetch`. */
  fetch?: Fetch | undefined;
  /** Timeout of one call in milliseconds, including its retries and the pauses between them. */
  timeoutMs?: number | undefined;
  /** Timeout of one attempt of a call in milliseconds. Default: the remaining time of the call. */
  attemptTimeoutMs?: number | undefined;
  /**
   * How many times a read, or a write with an `Idempotency-Key`, is retried after a transient failure.
   * Default: 2; 0 disables retries.
   */
  retries?: number | undefined;
  /** The maximum pause before the first retry, in milliseconds. It doubles with each retry. Default: 200. */
  retryPauseMs?: number | undefined;
  /** The maximum size of a decompressed response in bytes, except files. Default: 10 MiB. */
  maxResponseBytes?: number | undefined;
  /** The maximum size of a decompressed file in bytes. Default: 64 MiB. Streamed files have no limit. */
  maxFileBytes?: number | undefined;
  /** Whether the service rejects unknown parameters and fields instead of ignoring them. Default: false. */
  strict?: boolean | undefined;
  /** Wraps each call, such as for metrics or tracing. */
  interceptor?: Interceptor | undefined;
}

/** Options of one call. The defaults are those of the client. */
export interface CallOptions {
  /** Aborts the call, including its pauses before retries. */
  signal?: AbortSignal | undefined;
  /** Additional headers of the request, such as `X-Request-Id`. They override those of the client. */
  headers?: HeadersOption | undefined;
  /**
   * The `ETag` of the changed resource, from `onResponse`. If the resource has changed since, the call fails
   * with status 412.
   */
  ifMatch?: string | undefined;
  /** Timeout of this call in milliseconds, including retries. */
  timeoutMs?: number | undefined;
  /** How many times this call is retried after a transient failure. */
  retries?: number | undefined;
  /**
   * Called with the status and headers of each response to this call, including errors and retried attempts.
   */
  onResponse?: ((response: ResponseHead) => void) | undefined;
  /**
   * In browsers, called while a file is being sent. Such calls use XMLHttpRequest, because `fetch` cannot
   * report progress.
   */
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The status of a response, and its headers: `headers.get('X-Total-Count')`. */
export interface ResponseHead {
  status: number;
  headers: { get(name: ResponseHeader): string | null };
}

/** How much of a request's body has been sent, in bytes. */
export interface UploadProgress {
  sent: number;
  total: number;
}

/** The request of a call, with the path as in the contract: `/api/kits/{kit_id}`. */
export interface OutgoingRequest {
  method: string;
  path: string;
  url: URL;
}

/**
 * Wraps a call. It must call `send` once, optionally with additional headers, and return its result or throw
 * its error.
 */
export type Interceptor = <T>(
  request: OutgoingRequest,
  send: (headers?: HeadersOption) => Promise<T>,
) => Promise<T>;

/**
 * Parses the base URL of a service, http or https, with or without a path. Throws a `TypeError` if it is
 * invalid.
 */
export function toBaseUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new TypeError('baseUrl must be an http or https URL without a query string');
}

// The longest delay of a timer; timers with a longer delay fire immediately.
const DELAY_MAX_MS = 2 ** 31 - 1;

/** Validates a delay in milliseconds. Throws a `TypeError` that names the option if it is invalid. */
export function toMilliseconds(name: string, value: number): number {
  if (value > 0 && value <= DELAY_MAX_MS) return value;
  throw new TypeError(`${name} must be a number of milliseconds, above 0 and at most ${DELAY_MAX_MS}`);
}

/** Validates a whole number of at least 0. Throws a `TypeError` that names the option if it is invalid. */
export function toCount(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, 0 or more`);
}

/** Merges headers; later ones override earlier ones. Throws a `TypeError` that names an invalid header. */
export function toHeaders(...layers: readonly HeadersOption[]): Headers {
  const headers = new Headers();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch {
      // The platform's error may quote the value, which may be secret.
      throw new TypeError(`the header ${JSON.stringify(name)} cannot be sent`);
    }
  }
  return headers;
}
