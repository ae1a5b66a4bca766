import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@kitroom/server/telemetry/logger';
import {
  ArchiveUnreachable,
  ArchiveUnusable,
  type Archive,
  type ArchiveResponse,
} from '../archive/fetch-archive.ts';
import type { ScrapeOutcome } from '../catalogue-metrics.ts';
import { SCRAPE_ATTEMPTS_MAX, SCRAPE_WAIT_MAX_MS, SCRAPE_WAITS } from '../limits.ts';

/** The archive cannot be read. The message is shown to the client. */
export class ScrapeFailure extends Error {
  override readonly name = 'ScrapeFailure';
  readonly outcome: ScrapeOutcome;

  constructor(reason: string, options: ErrorOptions & { outcome?: ScrapeOutcome } = {}) {
    super(reason, options);
    this.outcome = options.outcome ?? 'failed';
  }
}

export interface ArchiveContext {
  archive: Archive;
  log: Logger;
}

/**
 * Sends a request to the archive, and retries or waits as the archive requests. Throws a ScrapeFailure if
 * there is no usable response. See docs/behaviour/archive.md#failures.
 */
export async function requestArchive(
  { archive, log }: ArchiveContext,
  request: () => Promise<ArchiveResponse>,
  signal: AbortSignal,
): Promise<ArchiveResponse> {
  let waits = 0;
  for (let tries = 1; ;) {
    const attempt = await attemptRequest(request);
    if (attempt.outcome === 'response') return attempt.response;
    log.info(attempt, 'retrying a request to the archive');
    if (attempt.outcome === 'wait') {
      waits += 1;
      if (waits > SCRAPE_WAITS) throw new ScrapeFailure('The archive kept requesting a pause.');
      await archive.postpone(Math.min(attempt.ms, SCRAPE_WAIT_MAX_MS));
    } else {
      if (tries >= SCRAPE_ATTEMPTS_MAX)
        throw new ScrapeFailure(`${attempt.reason} Gave up after ${SCRAPE_ATTEMPTS_MAX} attempts.`);
      await sleep(archive.intervalMs * 2 ** (tries - 1), undefined, { signal });
      tries += 1;
    }
  }
}

type Attempt =
  | { outcome: 'response'; response: ArchiveResponse }
  | { outcome: 'wait'; ms: number }
  | { outcome: 'retry'; reason: string };

async function attemptRequest(request: () => Promise<ArchiveResponse>): Promise<Attempt> {
  try {
    const response = await request();
    const { status, retryAfterMs } = response;
    if ((status === 429 || status === 503) && retryAfterMs !== undefined)
      return { outcome: 'wait', ms: retryAfterMs };
    if (status === 429 || status >= 500) {
      return { outcome: 'retry', reason: `The archive responded with status ${status}.` };
    }
    return { outcome: 'response', response };
  } catch (error) {
    if (error instanceof ArchiveUnreachable) return { outcome: 'retry', reason: error.message };
    if (error instanceof ArchiveUnusable) throw new ScrapeFailure(error.message, { cause: error });
    throw error;
  }
}
