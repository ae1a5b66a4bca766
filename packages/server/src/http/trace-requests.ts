import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler, Response } from 'express';
import { redactPath } from '../telemetry/redact-queries.ts';
import { runTask, type Task } from '../telemetry/task.ts';
import type { RequestSpan, Tracing } from '../telemetry/tracing.ts';
import { readRequestId } from './request-context.ts';

/** Known methods; any other is reported as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Runs each request as a task, with the client's request id or a new one, which the response repeats; in a
 * span, if tracing is on.
 */
export function openTasks(tracing: Tracing | undefined): RequestHandler {
  return (request, response, next) => {
    const id = readRequestId(request) ?? randomUUID();
    response.setHeader('X-Request-Id', id);
    const task: Task = { id, span: tracing && beginSpan(tracing, request, response) };
    response.locals['task'] = task;
    runTask(task, next);
  };
}

/** The task of a response's request. */
export function findTask({ locals }: Pick<Response, 'locals'>): Task | undefined {
  return locals['task'] as Task | undefined;
}

/**
 * Source of the attribute names: OpenTelemetry's semantic conventions for HTTP servers. The query string is
 * not recorded.
 */
function beginSpan(tracing: Tracing, request: Request, response: Response): RequestSpan {
  const method = METHODS.has(request.method) ? request.method : '_OTHER';
  const attributes = {
    'http.request.method': method,
    'url.scheme': request.protocol,
    'url.path': redactPath(request.path),
    'client.address': request.ip,
    'network.protocol.version': request.httpVersion,
  };
  const span = tracing.beginRequest(method === '_OTHER' ? 'HTTP' : method, attributes, request.headers);
  response.once('close', () => {
    const route: unknown = response.locals['route'];
    if (typeof route === 'string') {
      span.rename(`${method} ${route}`);
      span.setAttributes({ 'http.route': route });
    }
    const { statusCode: status } = response;
    span.setAttributes({ 'http.response.status_code': status });
    if (!response.writableFinished) span.fail('aborted');
    else if (status >= 500) span.fail(String(status));
    span.end();
  });
  return span;
}
