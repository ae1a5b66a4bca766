import type { Span } from '@opentelemetry/api';
import type { Request, Response } from 'express';
import { redactPath } from '../telemetry/redact-queries.ts';
import { beginRequest, fail } from '../telemetry/spans.ts';

/** Known methods; any other is reported as `_OTHER`. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Records the span of a request, if tracing is on. Source of the attribute names: OpenTelemetry's semantic
 * conventions for HTTP servers. The query string is not recorded.
 */
export function traceRequest(request: Request, response: Response): Span | undefined {
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
  if (!response.writableFinished) fail(span, 'aborted');
  else if (status >= 500) fail(span, String(status));
  span.end();
}
