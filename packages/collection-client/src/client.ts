import type * as z from 'zod';
import {
  callWith,
  createMethods,
  findUploadWithProgress,
  openConnection,
  toHeaders,
  toPage,
  type ClientOptions,
  type Connection,
  type Endpoint,
  type HeadersOption,
  type InputsOf,
  type MethodName,
  type OutputOf,
  type Page,
} from '@kitroom/client';
import { isPaged, type Contract } from '@kitroom/shared';
import { toCollectionError } from './collection-error.ts';
import { COLLECTION } from './contracts/collection.ts';

/** A client with one method for each endpoint of the collection service. */
export type CollectionClient = ClientOf<typeof COLLECTION>;

type ClientOf<Tree> = {
  [Name in MethodName<Tree>]: Tree[Name] extends Contract ? MethodOf<Tree[Name]> : ClientOf<Tree[Name]>;
};

/** Lists that are returned as arrays have their pagination in headers. */
type MethodOf<C extends Contract> = C extends {
  query: { shape: { page: unknown } };
  responses: { 200: { schema: z.ZodArray<infer Entry> } };
}
  ? Endpoint<InputsOf<C>, Page<z.output<Entry>>>
  : Endpoint<InputsOf<C>, OutputOf<C>>;

/**
 * Creates a client of one collection service, for browsers and Node.js. It keeps no connection open, need not
 * be closed, and sends the first request with the first call. Throws a `TypeError` that names an invalid
 * option.
 *
 * @example const { token } = await createCollectionClient({ baseUrl }).tokens.create({ username, password });
 * const items = await createCollectionClient({ baseUrl, token }).items.list({ item_type: 'jersey' });
 */
export function createCollectionClient(options: CollectionClientOptions): CollectionClient {
  const unlocked: string[] = [];
  const connection = toConnection(options, unlocked);
  const methods = createMethods(COLLECTION, (contract) => async (...parameters) => {
    const response = await callWith(connection, contract, parameters);
    // Browsers store cookies themselves and hide them from scripts. The service accepts cookies of several
    // links.
    const cookies = contract === COLLECTION.shared.unlock ? response.headers.getSetCookie() : [];
    unlocked.unshift(...cookies.map((cookie) => cookie.split(';', 1).join()));
    unlocked.length = Math.min(unlocked.length, UNLOCKED_MAX);
    if (!isPaged(contract)) return response.value;
    return toPage(response.value as unknown[], response.headers, (failure) =>
      toCollectionError({ ...failure, message: `${contract.method} ${contract.path}: ${failure.message}` }),
    );
  });
  // Responses are validated by the schemas of the contracts.
  return methods as unknown as CollectionClient;
}

/** Options of a client. Only `baseUrl` is required; `timeoutMs` defaults to 15,000. */
export interface CollectionClientOptions extends ClientOptions {
  /** The user's token, from `tokens.create`; empty means none. */
  token?: string | undefined;
  /** Whether a browser sends its cookies, for sign-in by session: `include` also to another origin. */
  credentials?: 'omit' | 'same-origin' | 'include' | undefined;
  /** Returns the `X-CSRF-Token` that a session requires; called before each write if there is no `token`. */
  csrfToken?: (() => string | undefined | Promise<string | undefined>) | undefined;
  /** Additional headers of every request. */
  headers?: HeadersOption | undefined;
  /**
   * `timeoutMs` of calls that upload or download a file. Default: 3,600,000, because 20 MiB take long on slow
   * connections.
   */
  transferTimeoutMs?: number | undefined;
}

/** Maximum number of links whose cookies a client keeps, the latest first. */
const UNLOCKED_MAX = 20;

/**
 * Validates the options and applies defaults. Throws a `TypeError` that names the invalid option, not its
 * value.
 */
function toConnection(options: CollectionClientOptions, unlocked: readonly string[]): Connection {
  const { credentials, csrfToken, headers = {}, transferTimeoutMs = 3_600_000 } = options;
  const token = toToken(options.token);
  toHeaders(headers);
  return openConnection(options, {
    // The service itself waits up to ten seconds for the catalogue.
    timeoutMs: 15_000,
    transferTimeoutMs,
    credentials,
    upload: findUploadWithProgress(),
    headersFor: async (contract) => ({
      authorization: takesToken(contract) && token ? `Token ${token}` : undefined,
      'idempotency-key': contract.takesIdempotencyKey ? createKey() : undefined,
      'x-csrf-token': token || contract.method === 'GET' ? undefined : await csrfToken?.(),
      cookie: contract.path.startsWith('/api/shared/') ? unlocked.join('; ') || undefined : undefined,
      ...headers,
    }),
    toError: toCollectionError,
  });
}

/** The proxy needs no authentication, and in browsers the header would cost a preflight request each time. */
function takesToken({ path }: Contract): boolean {
  return path.startsWith('/api/');
}

/**
 * A key for one call and its retries; `crypto.randomUUID` does not exist in pages that are served over plain
 * HTTP.
 */
function createKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

function toToken(token: string | undefined): string | undefined {
  if (token === undefined || token === '') return undefined;
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('token must be of printable ASCII characters without spaces');
}
