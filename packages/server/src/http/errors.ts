/** What went wrong, in words that both services share; `STATUS` tells the HTTP status of each. */
export type ErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'too_large'
  | 'unsupported_media_type'
  | 'throttled'
  | 'internal'
  | 'unavailable';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  too_large: 413,
  unsupported_media_type: 415,
  throttled: 429,
  internal: 500,
  unavailable: 503,
};

/** What an error tells besides its code and sentence. */
export interface ErrorOptions {
  /** The body that is sent in place of `{detail}`, where the documents ask for another shape. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error that a client is told about: `detail` is meant for its eyes. */
export class ServiceError extends Error {
  override readonly name = 'ServiceError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, detail: string, options: ErrorOptions = {}) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = STATUS[code];
    this.body = options.body ?? { detail };
    this.headers = options.headers ?? {};
  }
}

/** 404, `Kit with ID 7 not found`. */
export function notFound(detail: string): ServiceError {
  return new ServiceError('not_found', detail);
}

/** 503: what the request needs is away for now. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The service is temporarily unavailable. Please try again later.', {
    cause,
    headers: { 'Retry-After': '5' },
  });
}
