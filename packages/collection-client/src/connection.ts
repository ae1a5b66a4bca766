import { toBaseUrl, toCount, toMilliseconds } from '@kitroom/shared';

/** What asks over HTTP: the platform's `fetch`, or one that does the same. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** How a client reaches its collection service. Only `baseUrl` is needed. */
export interface CollectionClientOptions {
  /** Where the service lives, http or https, with or without a path: `https://host/collection`. */
  baseUrl: string | URL;
  /** The user's token, from `tokens.create`; empty is as good as absent. */
  token?: string | undefined;
  /** The platform's own unless told. */
  fetch?: Fetch | undefined;
  /** Whether a browser sends its cookies along, for sign-in by session: `include` also to another origin. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** Where there is no token: asked before each write for the `X-CSRF-Token` that a session needs. */
  csrfToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Further headers of every request. */
  headers?: HeadersOption | undefined;
  /** Milliseconds for one question with all its retries and the pauses between them; 15,000 unless told. */
  timeoutMs?: number | undefined;
  /** The same for a question that brings or fetches a file; default: 3,600,000, as slow lines need long for 20 MiB. */
  transferTimeoutMs?: number | undefined;
  /** How often a read is asked again after a passing failure; 2 unless told, 0 for never. */
  retries?: number | undefined;
  /** Milliseconds of the longest first pause before a retry; each further one is twice as long. 200 unless told. */
  retryPauseMs?: number | undefined;
}

/** Headers by name; what is undefined is left out. */
export type HeadersOption = Readonly<Record<string, string | undefined>>;

/** What may be told of one call; what is left out is as the client was told. */
export interface CallOptions {
  /** Ends the question at once, also while it waits for a retry. */
  signal?: AbortSignal | undefined;
  /** Further headers of the request, such as `X-Request-Id`; they win over the client's own. */
  headers?: HeadersOption | undefined;
  /** Milliseconds for this question with all its retries. */
  timeoutMs?: number | undefined;
  /** How often this question is asked again after a passing failure. */
  retries?: number | undefined;
}

/** The client's options with every default filled in. */
export interface Connection {
  baseUrl: URL;
  token: string | undefined;
  fetch: Fetch;
  credentials: 'omit' | 'same-origin' | 'include' | undefined;
  csrfToken: () => string | undefined | Promise<string | undefined>;
  headers: HeadersOption;
  timeoutMs: number;
  transferTimeoutMs: number;
  retries: number;
  retryPauseMs: number;
}

/** Checks the options and fills in the defaults. Throws a `TypeError` that names the wrong option, not its value. */
export function toConnection(options: CollectionClientOptions): Connection {
  toHeaders(options.headers ?? {});
  return {
    baseUrl: toBaseUrl(options.baseUrl),
    token: toToken(options.token),
    // Looked up at each call, and without `this`: a browser refuses its fetch as the method of another object.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    credentials: options.credentials,
    csrfToken: options.csrfToken ?? (() => undefined),
    headers: options.headers ?? {},
    // The service itself may wait ten seconds for the catalogue.
    timeoutMs: toMilliseconds('timeoutMs', options.timeoutMs ?? 15_000),
    transferTimeoutMs: toMilliseconds('transferTimeoutMs', options.transferTimeoutMs ?? 3_600_000),
    retries: toCount('retries', options.retries ?? 2),
    retryPauseMs: toMilliseconds('retryPauseMs', options.retryPauseMs ?? 200),
  };
}

/** What one call is told, over what its client was told. Throws a `TypeError` that names the wrong option. */
export function withCallOptions(connection: Connection, options: CallOptions): Connection {
  const { timeoutMs, retries } = options;
  return {
    ...connection,
    timeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.timeoutMs),
    transferTimeoutMs: toMilliseconds('timeoutMs', timeoutMs ?? connection.transferTimeoutMs),
    retries: toCount('retries', retries ?? connection.retries),
  };
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

function toToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('token must be of printable ASCII characters without spaces');
}
