import {
  CatalogueError,
  createCatalogueClient,
  type CatalogueClient,
  type Interceptor,
  type OutgoingRequest,
} from '@kitroom/catalogue-client';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { currentTask, inSpan, traceHeaders } from '@kitroom/server/telemetry/task';
import type { CollectionMetrics } from '../collection-metrics.ts';
import type { Config } from '../config.ts';
import { BreakerOpen } from './breaker.ts';

/** Opens the client of the configured catalogue. */
export function openCatalogue(
  config: Pick<Config, 'CATALOGUE_URL' | 'CATALOGUE_API_KEY'>,
  interceptor?: Interceptor,
): CatalogueClient {
  return createCatalogueClient({
    baseUrl: config.CATALOGUE_URL,
    ...(config.CATALOGUE_API_KEY === undefined ? {} : { apiKey: config.CATALOGUE_API_KEY }),
    userAgent: 'kitroom-collection',
    // The logs of both services identify a request by the same id.
    requestId: () => currentTask()?.id,
    fetch: createFetch(config.CATALOGUE_URL),
    ...(interceptor && { interceptor }),
  });
}

/**
 * Rewrites redirects of merged records to the configured address, which has the same paths. They contain the
 * catalogue's public address, which this service may be unable to reach and must not send its key to.
 */
function createFetch(baseUrl: string): typeof fetch {
  const base = baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`;
  return async (input, init) => {
    const response = await fetch(input, init);
    // The last `/api/` is used, as the public address may also contain one. Queries contain no slash.
    const location = response.headers.get('location') ?? '';
    const start = location.lastIndexOf('/api/') + 1;
    if (start === 0) return response;
    const { status } = response;
    await response.body?.cancel();
    return new Response(null, { status, headers: { location: new URL(location.slice(start), base).href } });
  };
}

/** Measures and traces each request to the catalogue; the trace context is propagated to it. */
export function observeCatalogue({
  catalogueRequests,
}: Pick<CollectionMetrics, 'catalogueRequests'>): Interceptor {
  return async (request, send) => {
    const stop = catalogueRequests.startTimer({ route: request.path });
    try {
      const result = await inSpan(
        () => describeSpan(request),
        async (span) => {
          const response = await send(traceHeaders(span));
          span?.setAttributes({ 'http.response.status_code': 200 });
          return response;
        },
        failureOf,
      );
      stop({ outcome: 'ok' });
      return result;
    } catch (error) {
      stop({ outcome: outcomeOf(error) });
      throw error;
    }
  };
}

/**
 * Describes a request's span. Names follow OpenTelemetry's semantic conventions for HTTP clients. The query
 * is omitted.
 */
function describeSpan({ method, path, url }: OutgoingRequest) {
  return {
    name: `${method} ${path}`,
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

/** The metric's label. `refused` requires an operator's attention; `not_found` is a valid response. */
function outcomeOf(error: unknown): string {
  if (!(error instanceof CatalogueError)) return 'failed';
  if (error.code !== 'http') return error.code;
  if (error.status === 400 || error.status === 404) return 'not_found';
  return error.status === 401 || error.status === 403 ? 'refused' : 'failed';
}

/** Logged when the catalogue responds with 401 or 403, so that the operators of the two services can act. */
export const REFUSED_SERVICE = 'the catalogue rejects this service: check CATALOGUE_API_KEY and its limit';

/** Logs a failed request to the catalogue and its consequence. Throws any other error. */
export function logCatalogueFailure(log: Logger, error: unknown, consequence: string, details = {}): void {
  // No request was sent; the previous failures were logged.
  if (error instanceof BreakerOpen) return;
  if (!(error instanceof CatalogueError)) throw error;
  if (isCatalogueUnavailable(error)) log.warn({ err: error, ...details }, consequence);
  else log.error({ err: error, ...details }, REFUSED_SERVICE);
}

/** Whether the catalogue is unreachable, too slow or broken, as opposed to rejecting the request. */
export function isCatalogueUnavailable(error: unknown): boolean {
  if (error instanceof BreakerOpen) return true;
  if (!(error instanceof CatalogueError)) return false;
  const { status } = error;
  return error.code !== 'http' || !(status === 401 || status === 403 || isClientError(error));
}

/** Whether the catalogue reports that there is no such record. */
export function isNoSuchRecord(error: unknown): boolean {
  return error instanceof CatalogueError && error.code === 'http' && isClientError(error);
}

// A 404 without the catalogue's error text comes from another server at its address.
function isClientError({ status, detail }: CatalogueError): boolean {
  return (status === 400 || status === 404) && detail !== undefined;
}
