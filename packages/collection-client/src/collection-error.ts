import type { FieldErrors } from './contracts/errors.ts';

/**
 * Why a question has no answer:
 * - `unreachable`: no connection, or one that broke off; in a browser also an origin that the service does not allow;
 * - `timeout`: the service, or the way to it, was slower than allowed;
 * - `aborted`: the caller's signal ended the question;
 * - `http`: the service answered with an error; `status`, `detail` and `fields` tell which;
 * - `invalid_answer`: what came back is not JSON or not of the documented shape.
 */
export type CollectionErrorCode = 'unreachable' | 'timeout' | 'aborted' | 'http' | 'invalid_answer';

/** What is known of a failure besides its code and message. */
export interface CollectionErrorFacts {
  status?: number | undefined;
  detail?: string | undefined;
  fields?: FieldErrors | undefined;
  confirmationRequired?: boolean | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/**
 * The one error that the client's methods reject with, wrong arguments aside (`TypeError`). It holds neither the
 * token nor any other header or body of the request, nor do its causes: it may be logged.
 */
export class CollectionError extends Error {
  override readonly name = 'CollectionError';
  readonly code: CollectionErrorCode;
  /** The answer's HTTP status; undefined when no answer arrived. */
  readonly status: number | undefined;
  /** What the service says is wrong: the `detail` of an error's body. */
  readonly detail: string | undefined;
  /** What is wrong with each field of a 400; `non_field_errors` where it is no single field. */
  readonly fields: FieldErrors | undefined;
  /** Whether the same request succeeds once the user has confirmed to be there (`accounts.confirm`). */
  readonly confirmationRequired: boolean;
  /** How long the service asks to wait before the next question, in milliseconds (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** The answer's `X-Request-Id`, under which the service's log has the request. */
  readonly requestId: string | undefined;

  constructor(code: CollectionErrorCode, message: string, facts: CollectionErrorFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.fields = facts.fields;
    this.confirmationRequired = facts.confirmationRequired ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.requestId = facts.requestId;
  }
}
