/** What sends HTTP requests: the platform's `fetch`, or one that does the same. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** Headers by name; what is undefined is left out. */
export type HeadersOption = Readonly<Record<string, string | undefined>>;

/** What all clients can be told. Only `baseUrl` is needed. */
export interface ClientOptions {
  /** Where the service lives, http or https, with or without a path: `https://host/path`. */
  baseUrl: string | URL;
  /** Default: the platform's own. */
  fetch?: Fetch | undefined;
  /** Milliseconds for one call with all its retries and the pauses between them. */
  timeoutMs?: number | undefined;
  /** Milliseconds for one attempt of a call; default: as long as the call has left. */
  attemptTimeoutMs?: number | undefined;
  /** How often a read is retried after a transient failure; default: 2, 0 for never. */
  retries?: number | undefined;
  /** Milliseconds of the longest first pause before a retry; each further one is twice as long. Default: 200. */
  retryPauseMs?: number | undefined;
  /** The largest answer in bytes, unpacked, files aside; default: 10 MiB. */
  maxAnswerBytes?: number | undefined;
  /** Wraps each call: measures or traces it. */
  around?: Around | undefined;
}

/** What may be told of one call; what is left out is as the client was told. */
export interface CallOptions {
  /** Ends the call at once, also while it waits for a retry. */
  signal?: AbortSignal | undefined;
  /** Further headers of the request, such as `X-Request-Id`; they win over the client's own. */
  headers?: HeadersOption | undefined;
  /** Milliseconds for this call with all its retries. */
  timeoutMs?: number | undefined;
  /** How often this call is retried after a transient failure. */
  retries?: number | undefined;
}

/** What is asked, with the path as the contract has it: `/api/kits/{kit_id}`. */
export interface AskedQuestion {
  method: string;
  path: string;
  url: URL;
}

/** Wraps a call: calls `ask` once, with headers to add if there are any, and returns or throws what it does. */
export type Around = <T>(question: AskedQuestion, ask: (headers?: HeadersOption) => Promise<T>) => Promise<T>;

/** The base URL of a service, http or https, with or without a path. Throws a `TypeError` for anything else. */
export function toBaseUrl(text: string | URL): URL {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return url;
  throw new TypeError('baseUrl must be an http or https URL without a query string');
}

// Timers hold no more than this, and would fire at once.
const LONGEST = 2 ** 31 - 1;

/** A number of milliseconds that a timer can wait; throws a `TypeError` that names the option for any other. */
export function toMilliseconds(name: string, value: number): number {
  if (value > 0 && value <= LONGEST) return value;
  throw new TypeError(`${name} must be a number of milliseconds, above 0 and at most ${LONGEST}`);
}

/** A whole number from 0; throws a `TypeError` that names the option for any other. */
export function toCount(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw new TypeError(`${name} must be a whole number, 0 or more`);
}

/** Headers that can be sent, the later ones over the earlier. Throws a `TypeError` that names a wrong one. */
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
