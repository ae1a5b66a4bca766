/**
 * Why a call failed:
 * - `unreachable`: no connection, or it broke off before the response was complete; in a browser also a CORS
 *   refusal;
 * - `timeout`: the call took longer than allowed;
 * - `aborted`: the caller's signal aborted the call;
 * - `http`: the service responded with an error; see `status` and `detail`;
 * - `moved`: the response is a redirect, such as that of a merged record, that is not followed with
 *   credentials: it leads to another origin, or may do so, as browsers do not say where;
 * - `invalid_answer`: the response is not JSON, does not match the contract, or is too large.
 */
export type FailureCode = 'unreachable' | 'timeout' | 'aborted' | 'http' | 'moved' | 'invalid_answer';

/** Details of a failure besides its code and message. */
export interface FailureFacts {
  status?: number | undefined;
  detail?: string | undefined;
  retryAfterMs?: number | undefined;
  requestId?: string | undefined;
  cause?: unknown;
}

export interface Failure extends FailureFacts {
  code: FailureCode;
  message: string;
  /** The parsed body of an error status; undefined if it is not JSON. */
  errorBody?: unknown;
}

/** Messages quote the service, which may send megabytes. */
const MESSAGE_MAX = 2_000;

/** The error of a failed call. Safe to log: neither it nor its causes hold a request's headers or body. */
export class ClientError<Code extends string = FailureCode> extends Error {
  readonly code: Code;
  /** The HTTP status; undefined if no response arrived. */
  readonly status: number | undefined;
  /** The `detail` of the error's body. */
  readonly detail: string | undefined;
  /** The `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The response's `X-Request-Id`, which identifies the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(code: Code, message: string, facts: FailureFacts = {}) {
    super(message.slice(0, MESSAGE_MAX), facts.cause === undefined ? undefined : { cause: facts.cause });
    this.code = code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.retryAfterMs = facts.retryAfterMs;
    this.requestId = facts.requestId;
  }
}
