import { randomUUID } from 'node:crypto';
import type { Span } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import { redactPath } from '../telemetry/redact-queries.ts';
import { beginRequest, failSpan, runTask, type Task } from '../telemetry/task.ts';
import { readRequestId } from './request-context.ts';

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

/** Known methods; any other is reported as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records the span of a request, if tracing is on. Attributes have the names of
 * https://opentelemetry.io/docs/specs/semconv/http/http-spans/. The query string is not recorded.
 */
function traceRequest(request: Request, response: Response): Span | undefined {
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const span = beginRequest(method === '_OTHER' ? 'HTTP' : method, request.headers);
  span?.setAttributes({
    'http.request.method': method,
    'url.scheme': request.protocol,
    'url.path': redactPath(request.path),
    'client.address': request.ip,
    'network.protocol.version': request.httpVersion,
  });
  if (span) response.once('close', () => endSpan(span, method, response));
  return span;
}

function endSpan(span: Span, method: string, response: Response): void {
  const { locals, statusCode: status } = response;
  const route: unknown = locals['route'];
  if (typeof route === 'string') span.updateName(`${method} ${route}`).setAttribute('http.route', route);
  span.setAttribute('http.response.status_code', status);
  if (!response.writableFinished) failSpan(span, 'aborted');
  else if (status >= 500) failSpan(span, String(status));
  span.end();
}
