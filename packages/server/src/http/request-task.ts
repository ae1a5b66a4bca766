import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import { runTask, type Task } from '../telemetry/task.ts';
import { readRequestId } from './request-context.ts';
import { traceRequest } from './trace-requests.ts';

/**
 * Runs a request as a task, with the client's request id or a new one, which the response repeats; in a span,
 * if tracing is on.
 */
export function openTask(request: Request, response: Response, next: () => void): void {
  const id = readRequestId(request) ?? randomUUID();
  response.setHeader('X-Request-Id', id);
  const task: Task = { id, span: traceRequest(request, response) };
  response.locals['task'] = task;
  runTask(task, next);
}

/** The task of a response's request. */
export function findTask({ locals }: Pick<Response, 'locals'>): Task | undefined {
  return locals['task'] as Task | undefined;
}
