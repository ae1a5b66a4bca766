import { CatalogueError, type CallOptions } from '@kitroom/catalogue-client';
import type { Redis } from '@kitroom/server/cache/redis';
import { Reply, type RequestContext } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import type { CollectionMetrics } from '../collection-metrics.ts';
import { ARCHIVE_MEMORY_BYTES, ARCHIVE_REQUEST_MS, ARCHIVE_STALE_SECONDS } from '../limits.ts';
import type { Breaker } from '../catalogue/breaker.ts';
import { isCatalogueAway, REFUSED_SERVICE } from '../catalogue/catalogue-away.ts';
import { openLastGoodAnswers } from './last-good-answers.ts';

/** A request to the catalogue. */
export interface CatalogueQuestion {
  /** Identifies equal requests. */
  key: string;
  /** Sends the request; rejects with a CatalogueError. */
  ask(options: CallOptions): Promise<unknown>;
}

export type AskContext = { redis: Redis | undefined; metrics: CollectionMetrics; catalogueBreaker: Breaker };

/** Answers with a fresh or, if unavailable, a stale response. */
export type AskCatalogue = (question: CatalogueQuestion, request: RequestContext) => Promise<Reply>;

/**
 * Creates the function that queries the catalogue for clients. A successful answer is passed on and kept; 400 and 404
 * are passed on; while the catalogue is unavailable, the last successful answer to the same request is served
 * (`X-Cache: STALE`), else 503.
 */
export function createAskCatalogue({ redis, metrics, catalogueBreaker: breaker }: AskContext): AskCatalogue {
  const lastGood = openLastGoodAnswers(redis, {
    seconds: ARCHIVE_STALE_SECONDS,
    memoryBytes: ARCHIVE_MEMORY_BYTES,
  });

  return async ({ key, ask }, request) => {
    // Not aborted with the client's request: the breaker must still see that the catalogue hangs.
    const options = { timeoutMs: ARCHIVE_REQUEST_MS };
    try {
      const body = await breaker.ask(() => ask(options), isCatalogueAway);
      await lastGood.keep(key, body);
      return new Reply(body);
    } catch (error) {
      refuse(error, request);
      if (error instanceof CatalogueError) request.log.warn({ err: error }, 'catalogue request failed');
      const body = await lastGood.find(key);
      if (body === undefined) throw unavailable(error, waitSeconds(breaker));
      metrics.staleAnswers.inc();
      return new Reply(body, { headers: { 'X-Cache': 'STALE' } });
    }
  };
}

/** Throws the client's error if the catalogue is available but rejects the request. */
function refuse(error: unknown, { log }: RequestContext): void {
  if (isCatalogueAway(error)) return;
  if (!(error instanceof CatalogueError)) throw error;
  const { status, detail = '', retryAfterMs = RETRY_MS } = error;
  if (status === 400) throw new ServiceError('invalid', detail, { cause: error });
  if (status === 404) throw new ServiceError('not_found', detail, { cause: error });
  log.error({ err: error }, REFUSED_SERVICE);
  throw unavailable(error, toSeconds(retryAfterMs));
}

function unavailable(cause: unknown, retrySeconds: number): ServiceError {
  return new ServiceError('unavailable', 'The catalogue is temporarily unavailable.', {
    cause,
    headers: { 'Retry-After': String(retrySeconds) },
  });
}

/** The default `Retry-After`. */
const RETRY_MS = 5000;

function waitSeconds(breaker: Breaker): number {
  return toSeconds(breaker.waitMs() || RETRY_MS);
}

function toSeconds(milliseconds: number): number {
  return Math.max(1, Math.ceil(milliseconds / 1000));
}
