/**
 * Why a call failed:
 * - `unreachable`: no connection, or one that broke off before the answer was whole; in a browser also an origin that
 *   the service does not allow;
 * - `timeout`: the service, or the network, was slower than allowed;
 * - `aborted`: the caller's signal ended the call;
 * - `http`: the service answered with an error; `status` and `detail` tell which;
 * - `invalid_answer`: the answer is not JSON, not of the documented shape, or too large.
 */
export type FailureCode = 'unreachable' | 'timeout' | 'aborted' | 'http' | 'invalid_answer';

/** What is known of a failure besides its code and message. */
export interface FailureFacts {
  status?: number | undefined;
  detail?: string | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

/** A failed call, from which a client makes its error. */
export interface Failure extends FailureFacts {
  code: FailureCode;
  message: string;
  /** The parsed body of an error status; undefined if it is not JSON. */
  errorBody?: unknown;
}

/** The error of a call. It holds no header or body of the request, nor do its causes: it may be logged. */
export class ClientError<Code extends string = FailureCode> extends Error {
  readonly code: Code;
  /** The answer's HTTP status; undefined when no answer arrived. */
  readonly status: number | undefined;
  /** What the service says is wrong: the `detail` of an error's body. */
  readonly detail: string | undefined;
  /** How long the service asks to wait before the next request, in milliseconds (`Retry-After`). */
  readonly retryAfterMs: number | undefined;
  /** The answer's `X-Request-Id`, under which the service's log has the request. */
  readonly requestId: string | undefined;

  constructor(code: Code, message: string, facts: FailureFacts = {}) {
    super(message, facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.requestId = facts.requestId;
  }
}
