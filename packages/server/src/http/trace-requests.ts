import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Task } from '../telemetry/task.ts';
import { readRequestId } from './request-context.ts';
import { redactPath } from '../telemetry/redact-queries.ts';
import type { RequestSpan, Tracing } from '../telemetry/tracing.ts';

/** Known methods; any other is reported as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Begins a task for a request, with the client's request id or a new one; and a span, if tracing is on. */
export function beginTask(tracing: Tracing | undefined, request: Request, response: Response): Task {
  const id = readRequestId(request) ?? randomUUID();
  return { id, span: tracing && beginSpan(tracing, request, response) };
}

/**
 * Source of the attribute names: OpenTelemetry's semantic conventions for HTTP servers. The query string is not
 * recorded.
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
