import { CatalogueError, type Interceptor, type OutgoingRequest } from '@kitroom/catalogue-client';
import { inSpan } from '@kitroom/server/telemetry/task';
import type { CollectionMetrics } from '../collection-metrics.ts';

/** Measures and traces each request to the catalogue; the trace context is propagated to it. */
export function observeCatalogue({
  catalogueRequests,
}: Pick<CollectionMetrics, 'catalogueRequests'>): Interceptor {
  return async (request, send) => {
    const stop = catalogueRequests.startTimer({ route: request.path });
    try {
      const answer = await inSpan(
        () => plan(request),
        async (span) => {
          const result = await send(span?.headers());
          span?.setAttributes({ 'http.response.status_code': 200 });
          return result;
        },
        failureOf,
      );
      stop({ outcome: 'answered' });
      return answer;
    } catch (error) {
      stop({ outcome: outcomeOf(error) });
      throw error;
    }
  };
}

/** Names follow OpenTelemetry's semantic conventions for HTTP clients. The query is omitted. */
function plan({ method, path, url }: OutgoingRequest) {
  return {
    name: `${method} ${path}`,
    kind: 'client' as const,
    attributes: {
      'http.request.method': method,
      'url.template': path,
      'url.full': url.origin + url.pathname,
      'server.address': url.hostname,
      'server.port': Number(url.port || (url.protocol === 'https:' ? 443 : 80)),
    },
  };
}

function failureOf(error: unknown): string {
  if (!(error instanceof CatalogueError)) return 'unknown';
  return error.code === 'http' ? String(error.status) : error.code;
}

/** The metric's label: `refused` needs an operator, `not_found` is an answer. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof CatalogueError)) return 'failed';
  if (error.code !== 'http') return error.code;
  if (error.status === 400 || error.status === 404) return 'not_found';
  return error.status === 401 || error.status === 403 ? 'refused' : 'failed';
}
