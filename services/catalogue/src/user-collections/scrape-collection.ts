import type { Database } from '@kitroom/server/database/database';
import { NO_PROGRESS } from '@kitroom/server/jobs/jobs';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CollectionPage, CollectionUser } from '../archive/collection-entry.ts';
import { toText, type Archive } from '../archive/fetch-archive.ts';
import { readUserFeed } from '../archive/read-user-feed.ts';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import { SCRAPE_EMPTY_PAGES, SCRAPE_ENTRIES_MAX, SCRAPE_PAGES_MAX } from '../limits.ts';
import { readArchivePage } from './read-archive-page.ts';
import { ScrapeFailure } from './request-archive.ts';
import {
  ClaimLost,
  claimScrape,
  failScrape,
  finishScrape,
  restartWithPages,
  storePage,
  toRequester,
  type ClaimedScrape,
} from './scrape-queries.ts';

interface ScrapeContext {
  db: Database;
  log: Logger;
  archive: Archive;
  metrics: Pick<CatalogueMetrics, 'scrapedPages' | 'scrapes'>;
}

/**
 * Scrapes a collection page by page, resuming where the scrape stopped, and stores it. When aborted, it
 * finishes the current page, and another process resumes.
 */
export async function scrapeCollection(
  context: ScrapeContext,
  userid: number,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  const { db, log, metrics } = context;
  let scrape = await claimScrape(db, userid);
  if (!scrape) return 'done';
  try {
    let isTruncated = isFull(scrape);
    while (!isTruncated) {
      const page = await readArchivePage(context, scrape, signal);
      if (page === 'no feed') {
        scrape = await restartWithPages(db, scrape);
        continue;
      }
      const stored = await storePage(db, scrape, page);
      scrape = stored.scrape;
      metrics.scrapedPages.inc();
      if (stored.isRepeated || isLast(page, scrape)) break;
      isTruncated = isFull(scrape);
    }
    const user = await findUser(context, scrape, signal);
    await finishScrape(db, scrape, { user, isTruncated });
    metrics.scrapes.inc({ outcome: 'ready' });
    if (isTruncated) log.warn(describe(scrape), 'read the first pages of a collection, which has more');
    else log.info(describe(scrape), 'read a collection');
    return 'done';
  } catch (error) {
    return endRun(context, scrape, error, signal);
  }
}

async function endRun(
  context: ScrapeContext,
  scrape: ClaimedScrape,
  error: unknown,
  signal: AbortSignal,
): Promise<'done' | 'unfinished'> {
  if (error instanceof ClaimLost) {
    context.log.warn(describe(scrape), 'another process has taken over the scrape');
    return 'done';
  }
  if (error instanceof ScrapeFailure) {
    await fail(context, scrape, error);
    return 'done';
  }
  if (!signal.aborted) throw error;
  return 'unfinished';
}

/** Fails a scrape whose job was started repeatedly without reading another page. */
export async function abandonScrape(context: ScrapeContext, userid: number): Promise<void> {
  const scrape = await claimScrape(context.db, userid);
  if (scrape) await fail(context, scrape, new ScrapeFailure(NO_PROGRESS));
}

async function fail(
  { db, log, metrics }: ScrapeContext,
  scrape: ClaimedScrape,
  { message: reason, outcome, cause }: ScrapeFailure,
): Promise<void> {
  const { id, userid, claim } = scrape;
  if (!(await failScrape(db, { id, userid, claim }, reason))) throw new ClaimLost();
  metrics.scrapes.inc({ outcome });
  log.warn({ ...describe(scrape), reason, err: cause }, 'a scrape failed');
}

/** Skipped entries count as well. */
function isFull({ pages_scraped: pages, entries, left_out: leftOut }: ClaimedScrape): boolean {
  return pages >= SCRAPE_PAGES_MAX || entries + leftOut >= SCRAPE_ENTRIES_MAX;
}

function isLast(page: CollectionPage, scrape: ClaimedScrape): boolean {
  return !page.hasMore || scrape.empty_pages >= SCRAPE_EMPTY_PAGES;
}

/**
 * Returns the collector's profile. HTML pages include it; for feeds it takes one more request, which may
 * fail.
 */
async function findUser(
  { archive, log }: ScrapeContext,
  scrape: ClaimedScrape,
  signal: AbortSignal,
): Promise<CollectionUser | undefined> {
  if (scrape.source === 'pages') return scrape.archive_user ?? undefined;
  try {
    const response = await archive.get(`/api/user.php?id=${scrape.userid}`, toRequester(scrape), signal);
    return response.status === 200 ? readUserFeed(toText(response), archive.baseUrl) : undefined;
  } catch (error) {
    signal.throwIfAborted();
    log.info({ err: error, userid: scrape.userid }, 'failed to read the profile of the collector');
    return undefined;
  }
}

function describe(scrape: ClaimedScrape) {
  const { id, userid, source, pages_scraped: pages, entries, left_out: leftOut } = scrape;
  return { scrape: id, userid, source, pages, entries, leftOut };
}
