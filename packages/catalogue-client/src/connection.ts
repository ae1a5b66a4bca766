import {
  openConnection,
  toHeaders,
  type ClientOptions,
  type Connection,
  type Failure,
  type FailureCode,
} from '@kitroom/client';
import { CatalogueError } from './catalogue-error.ts';

/** How a client reaches its catalogue. Only `baseUrl` is needed; `timeoutMs` is 10,000 by default. */
export interface CatalogueClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`; empty is as good as absent. */
  apiKey?: string | undefined;
  /** The `User-Agent` header; default: the package's name and version, in browsers their own. */
  userAgent?: string | undefined;
  /** Asked once a call for its `X-Request-Id`, so that one request can be followed through all logs. */
  requestId?: (() => string | undefined) | undefined;
}

/** The version of this package. */
export const VERSION = '1.0.0';

// A browser would have to ask the catalogue for leave to send another one.
const USER_AGENT = 'process' in globalThis ? `kitroom-catalogue-client/${VERSION}` : undefined;

/** Checks the options and fills in the defaults. Throws a `TypeError` that names the wrong option. */
export function toConnection(options: CatalogueClientOptions): Connection {
  const headers = { 'user-agent': options.userAgent ?? USER_AGENT, 'x-api-key': options.apiKey || undefined };
  toHeaders(headers);
  return openConnection(options, {
    timeoutMs: 10_000,
    maxRedirects: 3,
    headersFor: () => ({ ...headers, 'x-request-id': options.requestId?.() }),
    toError: ({ code, message, ...facts }) => new CatalogueError(toCode(code, facts), message, facts),
  });
}

/** Node.js tells more of a failed connection than browsers do. */
function toCode(code: FailureCode, { cause }: Pick<Failure, 'cause'>): FailureCode {
  const { name = '', code: reason = '' } = (cause ?? {}) as { name?: string; code?: string };
  if (code !== 'unreachable') return code;
  if (/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/.test(reason)) return 'timeout';
  // What does not speak HTTP or cannot be unpacked is there, but no catalogue.
  return name === 'HTTPParserError' || reason.startsWith('Z_') ? 'invalid_answer' : code;
}
