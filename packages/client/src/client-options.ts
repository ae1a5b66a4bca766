import type { ResponseHeader } from '@kitroom/shared';

/** Sends HTTP requests: the platform's `fetch`, or a compatible function. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Headers by name; undefined ones are omitted. */
export type HeadersOption = Readonly<Record<string, string | undefined>>;

/** Options of every client. Only `baseUrl` is required. */
export interface ClientOptions {
  /** The service's base URL, http or https, with or without a path: `https://host/path`. */
  baseUrl: string | URL;
  /** Default: the platform's `fetch`. */
  fetch?: Fetch | undefined;
  /** Milliseconds for one call with all its retries and the pauses between them. */
  timeoutMs?: number | undefined;
  /** Milliseconds for one attempt of a call; default: the time remaining for the call. */
  attemptTimeoutMs?: number | undefined;
  /**
   * How often a read, or a write with an `Idempotency-Key`, is retried after a transient failure; default: 2,
   * 0 disables retries.
   */
  retries?: number | undefined;
  /**
   * Upper bound in milliseconds of the first pause before a retry; it doubles with each retry. Default: 200.
   */
  retryPauseMs?: number | undefined;
  /** The largest response in bytes, decompressed, except files; default: 10 MiB. */
  maxAnswerBytes?: number | undefined;
  /**
   * The largest file in bytes, decompressed; default: 64 MiB. Files that arrive as a stream have no limit.
   */
  maxFileBytes?: number | undefined;
  /**
   * Whether the service rejects names that an endpoint does not define, instead of ignoring them; default:
   * false.
   */
  strict?: boolean | undefined;
  /** Wraps each call, for metrics or tracing. */
  interceptor?: Interceptor | undefined;
}

/** Options of one call; default: those of the client. */
export interface CallOptions {
  /** Aborts the call, including its pauses before retries. */
  signal?: AbortSignal | undefined;
  /** Additional headers of the request, such as `X-Request-Id`; they override the client's own. */
  headers?: HeadersOption | undefined;
  /**
   * The `ETag` of what the call changes, from `onAnswer`: if that has changed since, the error has status
   * 412.
   */
  ifMatch?: string | undefined;
  /** Milliseconds for this call, including retries. */
  timeoutMs?: number | undefined;
  /** How often this call is retried after a transient failure. */
  retries?: number | undefined;
  /**
   * Called with the status and headers of each response to this call, also of errors and of attempts that are
   * retried.
   */
  onAnswer?: ((response: AnswerHead) => void) | undefined;
  /**
   * In browsers, called while a file is being sent. Such calls are sent by XMLHttpRequest instead of the
   * `fetch` of the client's options, which cannot report progress.
   */
  onUploadProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** The status of a response, and its headers: `headers.get('X-Total-Count')`. */
export interface AnswerHead {
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
 * Wraps a call: must call `send` once, optionally with additional headers, and return or throw its outcome.
 */
export type Interceptor = <T>(
  request: OutgoingRequest,
  send: (headers?: HeadersOption) => Promise<T>,
) => Promise<T>;

/**
 * Parses the base URL of a service, http or https, with or without a path. Throws a `TypeError` if invalid.
 */
export function toBaseUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new TypeError('baseUrl must be an http or https URL without a query string');
}

// Timers with a longer delay fire at once.
const LONGEST = 2 ** 31 - 1;

/** Checks a timer's delay in milliseconds; throws a `TypeError` that names the option if invalid. */
export function toMilliseconds(name: string, value: number): number {
  if (value > 0 && value <= LONGEST) return value;
  throw new TypeError(`${name} must be a number of milliseconds, above 0 and at most ${LONGEST}`);
}

/** Checks a whole number from 0; throws a `TypeError` that names the option if invalid. */
export function toCount(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, 0 or more`);
}

/** Merges headers, later ones over earlier ones. Throws a `TypeError` that names an invalid one. */
export function toHeaders(...layers: readonly HeadersOption[]): Headers {
  const headers = new Headers();
  for (const [name, value] of layers.flatMap((layer) => Object.entries(layer))) {
    if (value === undefined) continue;
    try {
      headers.set(name, value);
    } catch {
      // The platform's own error may quote the value, which may be a secret.
      throw new TypeError(`the header ${JSON.stringify(name)} cannot be sent`);
    }
  }
  return headers;
}
