import type { Request, RequestHandler, Response } from 'express';
import { pinoHttp } from 'pino-http';
import { isDatabaseUnavailable, isDiskFailing } from '../database/database-errors.ts';
import { describeTask, type Logger } from '../telemetry/logger.ts';
import { findRecordedRefusal } from './error-handling.ts';
import { ServiceError } from './errors.ts';
import { findTask } from './request-task.ts';

/**
 * Logs each request in one line, without headers and bodies, after the response or when its client has
 * disconnected.
 */
export function logRequests(log: Logger): RequestHandler {
  const logRequest = pinoHttp<Request, Response>({
    logger: log,
    genReqId: (_request, response) => findTask(response)?.id ?? '',
    serializers: {
      // `ip` is the client's address, according to the trusted proxies.
      req: ({ id, method, originalUrl: url, ip: remoteAddress }: Request) => ({
        id,
        method,
        url,
        remoteAddress,
      }),
      res: ({ statusCode }: Response) => ({ statusCode }),
    },
    // Wrapped serializers would parse the query and copy all headers of each request first.
    wrapSerializers: false,
    customLogLevel: (_request, response, error) => levelOf(response, error),
    customSuccessObject: describeResponse,
    customErrorObject: (request, response, _error, line: object) => describeResponse(request, response, line),
  });
  return (request, response, next) => {
    // Log lines of a handler have the id of its request, but not its other fields: pino-http keeps an
    // existing logger.
    request.log = log;
    // pino-http stops listening when it has logged the request, and an error without a listener would end the
    // process.
    response.on('error', (error) => (response.err ??= error));
    logRequest(request, response, next);
  };
}

/** Runs after the response, outside the task's async context. */
function describeResponse(_request: Request, response: Response, line: object): object {
  return { ...line, ...describeTask(findTask(response)), ...findRecordedRefusal(response) };
}

function levelOf({ statusCode, err }: Response, error?: Error): 'error' | 'warn' | 'info' {
  // An unavailable database recovers by itself; a disk that cannot be used needs an operator.
  if (statusCode === 503) return isDiskFailing(err) ? 'error' : 'warn';
  // A stream may fail after its 200 was sent.
  if (statusCode < 500 && isUnavailable(err)) return 'warn';
  return statusCode >= 500 || err || error ? 'error' : 'info';
}

function isUnavailable(error: unknown): boolean {
  return error instanceof ServiceError ? error.status === 503 : isDatabaseUnavailable(error);
}
