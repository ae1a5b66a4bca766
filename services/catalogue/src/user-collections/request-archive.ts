import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@kitroom/server/telemetry/logger';
import {
  ArchiveUnreachable,
  ArchiveUnusable,
  type Archive,
  type ArchiveAnswer,
} from '../archive/fetch-archive.ts';
import type { ScrapeOutcome } from '../catalogue-metrics.ts';
import { SCRAPE_TRIES, SCRAPE_WAITS, SCRAPE_WAIT_MAX_MS } from '../limits.ts';
import { notFound } from '@kitroom/server/http/errors';
import type { Requester } from '../archive/pace-queries.ts';

/** The archive cannot be read; the message is shown to the client. */
export class ScrapeFailure extends Error {
  override readonly name = 'ScrapeFailure';
  readonly outcome: ScrapeOutcome;

  constructor(reason: string, options: ErrorOptions & { outcome?: ScrapeOutcome } = {}) {
    super(reason, options);
    this.outcome = options.outcome ?? 'failed';
  }
}

export interface AskContext {
  archive: Archive;
  log: Logger;
}

/**
 * Sends a request to the archive until there is an answer, retrying and waiting as the archive asks. Throws a
 * ScrapeFailure if there is none. Source: the manners in the facts about the archive.
 */
export async function askArchive(
  { archive, log }: AskContext,
  request: () => Promise<ArchiveAnswer>,
  signal: AbortSignal,
): Promise<ArchiveAnswer> {
  let waits = 0;
  for (let tries = 1; ;) {
    const attempt = await ask(request);
    if (attempt.outcome === 'answer') return attempt.answer;
    log.info(attempt, 'retrying a request to the archive');
    if (attempt.outcome === 'wait') {
      waits += 1;
      if (waits > SCRAPE_WAITS) throw new ScrapeFailure('The archive kept asking to wait.');
      await archive.postpone(Math.min(attempt.ms, SCRAPE_WAIT_MAX_MS));
    } else {
      if (tries >= SCRAPE_TRIES)
        throw new ScrapeFailure(`${attempt.reason} It was tried ${SCRAPE_TRIES} times.`);
      await sleep(archive.intervalMs * 2 ** (tries - 1), undefined, { signal });
      tries += 1;
    }
  }
}

type Attempt =
  | { outcome: 'answer'; answer: ArchiveAnswer }
  | { outcome: 'wait'; ms: number }
  | { outcome: 'retry'; reason: string };

async function ask(request: () => Promise<ArchiveAnswer>): Promise<Attempt> {
  try {
    const answer = await request();
    const { status, retryAfterMs } = answer;
    if ((status === 429 || status === 503) && retryAfterMs !== undefined)
      return { outcome: 'wait', ms: retryAfterMs };
    if (status === 429 || status >= 500) {
      return { outcome: 'retry', reason: `The archive answers with status ${status}.` };
    }
    return { outcome: 'answer', answer };
  } catch (error) {
    if (error instanceof ArchiveUnreachable) return { outcome: 'retry', reason: error.message };
    if (error instanceof ArchiveUnusable) throw new ScrapeFailure(error.message, { cause: error });
    throw error;
  }
}

/** Fetches a picture of an entry from the archive; 404 if that does not serve it. */
export async function fetchEntryImage(
  context: AskContext,
  url: string,
  requester: Requester,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const { archive } = context;
  try {
    const { status, body } = await askArchive(
      context,
      () => archive.getImage(url, requester, signal),
      signal,
    );
    if (status === 200) return body;
    throw notFound(`The archive answered with status ${status}.`);
  } catch (error) {
    throw error instanceof ScrapeFailure ? notFound(error.message) : error;
  }
}
