/**
 * Why a question has no answer:
 * - `unreachable`: no connection, or one that broke off before the answer was whole;
 * - `timeout`: the catalogue, or the way to it, was slower than allowed;
 * - `aborted`: the caller's signal ended the question;
 * - `http`: the catalogue answered with an error; `status` and `detail` tell which;
 * - `scrape_failed`: a collection could not be read from the archive; `detail` tells why;
 * - `invalid_answer`: what came back is not JSON, not of the documented shape, or too large.
 */
export type CatalogueErrorCode =
  'unreachable' | 'timeout' | 'aborted' | 'http' | 'scrape_failed' | 'invalid_answer';

/** What is known of a failure besides its code and message. */
export interface CatalogueErrorFacts {
  status?: number | undefined;
  detail?: string | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The one error that the client's methods reject with, wrong arguments aside (`TypeError`). It holds
 * neither the API key nor any other header of the request, nor do its causes: it may be logged.
 */
export class CatalogueError extends Error {
  override readonly name = 'CatalogueError';
  readonly code: CatalogueErrorCode;
  /** The answer's HTTP status; undefined when no answer arrived. */
  readonly status: number | undefined;
  /** What the catalogue says is wrong: the `detail` of an error's body. */
  readonly detail: string | undefined;
  /** How long the catalogue asks to wait before the next question, in milliseconds (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** The answer's `X-Request-Id`, under which the catalogue's log has the request. */
  readonly requestId: string | undefined;

  constructor(code: CatalogueErrorCode, message: string, facts: CatalogueErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.requestId = facts.requestId;
  }
}
