import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { isDatabaseUnavailable, isDiskFailing } from '../database/database-errors.ts';
import { ServiceError, unavailable, type ErrorCode } from './errors.ts';

const INTERNAL = 'An internal server error occurred. Please try again later.';

/** Throws a 404 for unknown paths. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ServiceError('not_found', 'Not found.');
};

/** How errors are converted to responses. */
export interface ErrorHandling {
  /** Whether a 500 includes its cause. */
  debug: boolean;
  /** Converts service-specific errors; returns all others unchanged. */
  translateError?: ((thrown: unknown, response: Response) => Promise<unknown>) | undefined;
}

/** Handles all errors: converts each to a ServiceError and sends it as JSON. */
export function handleErrors(options: ErrorHandling): ErrorRequestHandler {
  // Express recognises error handlers by their four parameters.
  return async (thrown: unknown, request, response, _next) => {
    const error = await toServiceError(thrown, response, options);
    recordRefusal(response, error);
    // The error is logged together with the request.
    if (error.status >= 500) response.err = toError(error.cause ?? thrown);
    if (response.headersSent) {
      request.destroy();
      return;
    }
    response.status(error.status).set(error.headers).json(error.body);
  };
}

/** Codes whose `detail` is safe to log: it contains no user input. */
const WITH_REASON: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden', 'throttled']);

/** Adds the reason of a rejection to the request's log line. */
export function recordRefusal(
  { locals }: Pick<Response, 'locals'>,
  { code, status, message }: ServiceError,
): void {
  if (status >= 500) return;
  locals['refusal'] = { refused: code, ...(WITH_REASON.has(code) ? { reason: message } : {}) };
}

/** The log fields of a rejected request; empty for others. */
export function findRecordedRefusal({ locals }: Pick<Response, 'locals'>): object {
  return (locals['refusal'] as object | undefined) ?? {};
}

/** Converts anything thrown to the error that is sent to the client. */
export async function toServiceError(
  original: unknown,
  response: Response,
  { debug, translateError }: ErrorHandling,
): Promise<ServiceError> {
  const thrown = translateError ? await translateError(original, response) : original;
  if (thrown instanceof ServiceError) return thrown;
  if (isDatabaseUnavailable(thrown) || isDiskFailing(thrown)) return unavailable(thrown);
  return fromParser(thrown) ?? internal(thrown, debug);
}

/** Errors thrown by Express and its body parser. */
function fromParser(thrown: unknown): ServiceError | undefined {
  if (!(thrown instanceof Error) || !('status' in thrown)) return undefined;
  const type = 'type' in thrown ? thrown.type : undefined;
  if (type === 'entity.parse.failed') return new ServiceError('invalid', 'JSON parse error.');
  if (type === 'parameters.too.many') {
    return new ServiceError('invalid', 'The form has too many fields: at most 1000 are accepted.');
  }
  if (thrown.status === 413) return new ServiceError('too_large', 'The request body is larger than 1 MiB.');
  if (thrown.status === 415) {
    return new ServiceError('unsupported_media_type', 'The request body must be JSON in UTF-8.');
  }
  return thrown.status === 400 ? new ServiceError('invalid', 'Invalid request parameters') : undefined;
}

function internal(thrown: unknown, debug: boolean): ServiceError {
  const detail = debug && thrown instanceof Error ? thrown.message : INTERNAL;
  return new ServiceError('internal', detail, { cause: thrown });
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}

/** 405 with `Allow` for all other methods; `OPTIONS` returns the allowed ones. */
export function refuseMethod(methods: readonly string[]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  const headers = { Allow: [...new Set([...allowed, 'OPTIONS'])].join(', ') };
  return (request, response) => {
    if (request.method === 'OPTIONS') response.status(204).set(headers).end();
    else throw new ServiceError('method_not_allowed', `Method "${request.method}" not allowed.`, { headers });
  };
}
