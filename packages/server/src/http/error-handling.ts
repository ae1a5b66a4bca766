import type { ErrorRequestHandler, RequestHandler, Response } from 'express';
import { isDatabaseAway } from '../database/database-errors.ts';
import { isDiskFull } from '../database/disk-errors.ts';
import { ServiceError, unavailable, type ErrorCode } from './errors.ts';

const INTERNAL = 'An internal server error occurred. Please try again later.';

/** 404 for every path that nothing answers. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ServiceError('not_found', 'Not found.');
};

/** How errors become answers. */
export interface ErrorHandling {
  /** Whether a 500 tells its cause. */
  debug: boolean;
  /** Replaces errors that have a meaning in this service alone; it returns all others as they are. */
  translateError?: ((thrown: unknown, response: Response) => Promise<unknown>) | undefined;
}

/** The funnel of all errors: each becomes a ServiceError, and its body JSON. */
export function answerErrors(options: ErrorHandling): ErrorRequestHandler {
  // Express knows an error handler by its four parameters.
  return async (thrown: unknown, request, response, _next) => {
    const error = await toServiceError(thrown, response, options);
    recordRefusal(response, error);
    // pino-http logs what went wrong together with the request.
    if (error.status >= 500) response.err = toError(error.cause ?? thrown);
    if (response.headersSent) {
      request.destroy();
      return;
    }
    response.status(error.status).set(error.headers).json(error.body);
  };
}

/** Codes of refusals whose reason is a sentence of ours: nothing of what was sent is in it. */
const WITH_REASON: ReadonlySet<ErrorCode> = new Set(['unauthenticated', 'forbidden', 'throttled']);

/** Has the request's line in the log tell that it was refused, and for what. */
export function recordRefusal(
  { locals }: Pick<Response, 'locals'>,
  { code, status, message }: ServiceError,
): void {
  if (status >= 500) return;
  locals['refusal'] = { refused: code, ...(WITH_REASON.has(code) ? { reason: message } : {}) };
}

/** What the log tells of a request that was refused; nothing of others. */
export function findRecordedRefusal({ locals }: Pick<Response, 'locals'>): object {
  return (locals['refusal'] as object | undefined) ?? {};
}

/** Whatever was thrown, as the error that a client is told. */
export async function toServiceError(
  original: unknown,
  response: Response,
  { debug, translateError }: ErrorHandling,
): Promise<ServiceError> {
  const thrown = translateError ? await translateError(original, response) : original;
  if (thrown instanceof ServiceError) return thrown;
  if (isDatabaseAway(thrown) || isDiskFull(thrown)) return unavailable(thrown);
  return fromParser(thrown) ?? internal(thrown, debug);
}

/** What Express and its body parser refuse before a handler sees it. */
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
