import type { RequestHandler, Response } from 'express';
import { isDiskFull } from '../database/disk-errors.ts';
import { describeTask, type Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { currentTask, runTask, type Task } from '../telemetry/task.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import type { Check } from './check.ts';
import { findRecordedRefusal } from './error-handling.ts';
import { beginTask } from './trace-requests.ts';

declare module 'http' {
  interface IncomingMessage {
    /** A logger that adds the request id. */
    log: Logger;
  }
  interface ServerResponse {
    /** Why the response failed, for the log. */
    err?: Error | undefined;
  }
}

interface Observers {
  log: Logger;
  metrics: Metrics;
  tracing?: Tracing | undefined;
}

/** Runs each request as a task. Once it is answered, or the client has gone, it is measured and logged. */
export function observeRequests({ log, metrics, tracing }: Observers): RequestHandler {
  return (request, response, next) => {
    const task = beginTask(tracing, request, response);
    const begun = performance.now();
    const { method, originalUrl: url, ip: remoteAddress } = request;
    request.log = log;
    response.on('error', (error) => (response.err ??= error));
    response.once('close', () => {
      const ms = performance.now() - begun;
      metrics.observeRequest(request, response, ms / 1000);
      const line = {
        req: { id: task.id, method, url, remoteAddress },
        ...describeResponse(response, ms, task),
      };
      log[levelOf(response)](line, describeOutcome(response));
    });
    runTask(task, next);
  };
}

/** Runs after the response, outside the task's async context. */
function describeResponse(response: Response, ms: number, task: Task): object {
  const { statusCode, err } = response;
  return {
    res: { statusCode },
    ...(isFailed(response) && {
      err: err ?? new Error(`failed with status code ${statusCode}`),
    }),
    responseTime: Math.round(ms),
    ...describeTask(task),
    ...findRecordedRefusal(response),
  };
}

function levelOf(response: Response): 'error' | 'warn' | 'info' {
  // An unavailable database recovers by itself; a full disk needs an operator.
  if (response.statusCode === 503) return isDiskFull(response.err) ? 'error' : 'warn';
  return isFailed(response) ? 'error' : 'info';
}

function describeOutcome(response: Response): string {
  if (isFailed(response)) return 'request errored';
  return response.writableEnded ? 'request completed' : 'request aborted';
}

/** A stream may fail after its 200 was sent. */
function isFailed({ statusCode, err }: Response): boolean {
  return statusCode >= 500 || err !== undefined;
}

/** Each response repeats the id of its request. */
export const nameRequest: Check = () => ['X-Request-Id', currentTask()?.id ?? ''];
