import {
  ClientError,
  openConnection,
  toHeaders,
  type ClientOptions,
  type Connection,
  type Failure,
  type FailureCode,
} from '@kitroom/client';

/** Options of a client. Only `baseUrl` is required. The default of `timeoutMs` is 10,000. */
export interface CatalogueClientOptions extends ClientOptions {
  /** Sent as `X-API-Key`; empty counts as absent. */
  apiKey?: string | undefined;
  /** The `User-Agent` header. Default: the package's name and version, or in browsers their own. */
  userAgent?: string | undefined;
  /**
   * Returns the `X-Request-Id` of a call, so that it can be traced through all logs. Called once per call.
   */
  requestId?: (() => string | undefined) | undefined;
}

/** The version of this package. */
const VERSION = '1.0.0';

// Not set in browsers, where a custom header would require a preflight request.
const USER_AGENT = 'process' in globalThis ? `kitroom-catalogue-client/${VERSION}` : undefined;

/** Validates the options and fills in defaults. Throws a `TypeError` that names the invalid option. */
export function toConnection(options: CatalogueClientOptions): Connection {
  const headers = { 'user-agent': options.userAgent ?? USER_AGENT, 'x-api-key': options.apiKey || undefined };
  toHeaders(headers);
  return openConnection(options, {
    timeoutMs: 10_000,
    maxRedirects: 3,
    headersFor: () => ({ ...headers, 'x-request-id': options.requestId?.() }),
    toError: ({ code, message, ...details }) => new CatalogueError(toCode(code, details), message, details),
  });
}

/** Refines the code of a failed connection, about which Node.js reports more detail than browsers do. */
function toCode(code: FailureCode, { cause }: Pick<Failure, 'cause'>): FailureCode {
  const { name = '', code: reason = '' } = (cause ?? {}) as { name?: string; code?: string };
  if (code !== 'unreachable') return code;
  if (/^(ETIMEDOUT|UND_ERR_\w+_TIMEOUT)$/.test(reason)) return 'timeout';
  // A server that does not speak HTTP, or sends broken compression, is reachable but not a catalogue.
  return name === 'HTTPParserError' || reason.startsWith('Z_') ? 'invalid_response' : code;
}

/** Why a call failed. `scrape_failed`: a collection could not be read from the archive; see `detail`. */
export type CatalogueErrorCode = FailureCode | 'scrape_failed';

/** The only error that the client's methods reject with, except for `TypeError` for invalid arguments. */
export class CatalogueError extends ClientError<CatalogueErrorCode> {
  override readonly name = 'CatalogueError';
}
