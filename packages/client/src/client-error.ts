/**
 * Why a call failed:
 * - `unreachable`: the connection failed or was lost before the response was complete; in a browser also a
 *   CORS rejection;
 * - `timeout`: the call took longer than allowed;
 * - `aborted`: the caller's signal aborted the call;
 * - `http`: the service responded with an error; see `status` and `detail`;
 * - `moved`: the response is a redirect, such as that of a merged record, which is not followed with
 *   credentials, because it leads to another origin or, in browsers, to an unknown one;
 * - `invalid_response`: the response is not JSON, does not match the contract, or is too large.
 */
export type FailureCode = 'unreachable' | 'timeout' | 'aborted' | 'http' | 'moved' | 'invalid_response';

/** Details of a failure, in addition to its code and message. */
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

/** The maximum length of a message, which may quote megabytes sent by the service. */
const MESSAGE_MAX = 2_000;

/**
 * The error of a failed call. It is safe to log: neither it nor its causes contain a request's headers or
 * body.
 */
export class ClientError<Code extends string = FailureCode> extends Error {
  readonly code: Code;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** The `detail` of the error's body. */
  readonly detail: string | undefined;
  /** The `Retry-After` of the response, in milliseconds. */
  readonly retryAfterMs: number | undefined;
  /** The response's `X-Request-Id`, which identifies the request in the service's log. */
  readonly requestId: string | undefined;

  constructor(code: Code, message: string, details: FailureFacts = {}) {
    super(message.slice(0, MESSAGE_MAX), details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.detail = details.detail;
    this.retryAfterMs = details.retryAfterMs;
    this.requestId = details.requestId;
  }
}
