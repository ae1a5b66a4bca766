/** The HTTP status of each error code. */
const STATUS = {
  moved: 301,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  method_not_allowed: 405,
  gone: 410,
  conflict: 409,
  outdated: 412,
  too_large: 413,
  unsupported_media_type: 415,
  key_reused: 422,
  throttled: 429,
  internal: 500,
  unavailable: 503,
} as const;

/** Error codes shared by both services. */
export type ErrorCode = keyof typeof STATUS;

/** Optional properties of an error. */
export interface ErrorOptions {
  /** Replaces the default body `{detail}` where the contract defines another one. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
}

/** An error that is reported to the client; `detail` is shown to it. */
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

/** A 404, such as `Kit with ID 7 not found`. */
export function notFound(detail: string): ServiceError {
  return new ServiceError('not_found', detail);
}

/** When a client should try again while a dependency is unavailable. */
export const RETRY_AFTER = { 'Retry-After': '5' };

/** A 503: a dependency is temporarily unavailable. */
export function unavailable(cause: unknown): ServiceError {
  return new ServiceError('unavailable', 'The service is temporarily unavailable. Please try again later.', {
    cause,
    headers: RETRY_AFTER,
  });
}
