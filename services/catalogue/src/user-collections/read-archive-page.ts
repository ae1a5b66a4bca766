import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@kitroom/server/telemetry/logger';
import {
  ArchiveUnreachable,
  ArchiveUnusable,
  type Archive,
  type ArchiveAnswer,
} from '../archive/fetch-archive.ts';
import type { ReadPage } from '../archive/read-page.ts';
import { readFeedPage } from '../archive/read-feed.ts';
import type { ScrapeOutcome } from '../catalogue-metrics.ts';
import { SCRAPE_TRIES, SCRAPE_WAITS, SCRAPE_WAIT_MAX_MS } from '../limits.ts';
import { toAsker, type ClaimedScrape, type ScrapedPage } from './scrape-queries.ts';

/** A parsed page, and whether another follows. */
export interface ArchivePage extends ScrapedPage {
  hasMore: boolean;
}

/** The scrape failed permanently; the message is shown to the client. */
export class ScrapeFailure extends Error {
  override readonly name = 'ScrapeFailure';
  readonly outcome: ScrapeOutcome;

  constructor(reason: string, options: ErrorOptions & { outcome?: ScrapeOutcome } = {}) {
    super(reason, options);
    this.outcome = options.outcome ?? 'failed';
  }
}

export interface PageContext {
  archive: Archive;
  log: Logger;
}

/**
 * Reads the next page of a scrape, retrying and waiting as the archive asks. Returns `no feed` if the archive has none,
 * so that its HTML pages must be read. Throws a ScrapeFailure if the page cannot be read. Source: the manners in the
 * facts about the archive.
 */
export async function readArchivePage(
  context: PageContext,
  scrape: ClaimedScrape,
  signal: AbortSignal,
): Promise<ArchivePage | 'no feed'> {
  const { archive, log } = context;
  let waits = 0;
  for (let tries = 1; ;) {
    const attempt = await ask(archive, scrape, signal);
    if (attempt.outcome === 'answer') return readAnswer(attempt.answer, scrape, archive.baseUrl);
    log.info(
      { userid: scrape.userid, page: scrape.next_page, ...attempt },
      'retrying a request to the archive',
    );
    if (attempt.outcome === 'wait') {
      waits += 1;
      if (waits > SCRAPE_WAITS) throw new ScrapeFailure('The archive asked to wait again and again.');
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

async function ask(archive: Archive, scrape: ClaimedScrape, signal: AbortSignal): Promise<Attempt> {
  try {
    const answer = await archive.get(toPath(scrape), toAsker(scrape), signal);
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

function toPath({ source, userid, next_page: page }: ClaimedScrape): string {
  if (source === 'feed') return `/api/collection-feed.php?limit=20&page=${page}&sort=latest&userid=${userid}`;
  return page === 1 ? `/user/${userid}/` : `/user/${userid}/?p=${page}`;
}

async function readAnswer(
  { status, text }: ArchiveAnswer,
  scrape: ClaimedScrape,
  baseUrl: string,
): Promise<ArchivePage | 'no feed'> {
  const isFeed = scrape.source === 'feed';
  if (status === 403) throw new ScrapeFailure(REFUSED, { outcome: 'refused' });
  if (isFeed && (status === 404 || status === 410)) return 'no feed';
  if (status === 404) throw unknownUser(scrape);
  if (status !== 200) throw new ScrapeFailure(`The archive answered with status ${status}.`);
  const page = isFeed ? readFeedPage(text, baseUrl) : await readHtml(text, baseUrl, scrape.next_page);
  switch (page.kind) {
    case 'page':
      return { entries: page.entries, leftOut: page.leftOut, user: page.user, hasMore: page.hasMore };
    case 'not_json':
      return 'no feed';
    case 'unknown_user':
      throw unknownUser(scrape);
    case 'challenge':
      throw new ScrapeFailure(REFUSED, { outcome: 'refused' });
    case 'failed':
      throw new ScrapeFailure(page.reason);
  }
}

/** jsdom is large and rarely needed, so it is loaded on demand. */
async function readHtml(text: string, baseUrl: string, page: number): Promise<ReadPage> {
  const { readCollectionPage } = await import('../archive/read-collection-page.ts');
  return readCollectionPage(text, baseUrl, page);
}

const REFUSED =
  'The archive refuses to be read by programs at the moment (status 403 or a check for browsers). ' +
  'Its operator decides that; try again another day.';

function unknownUser({ userid }: ClaimedScrape): ScrapeFailure {
  return new ScrapeFailure(`Archive user ${userid} not found`, { outcome: 'unknown_user' });
}
