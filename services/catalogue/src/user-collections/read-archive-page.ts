import type { CollectionPage, ReadPage } from '../archive/collection-entry.ts';
import { toText, type ArchiveResponse } from '../archive/fetch-archive.ts';
import { readFeedPage } from '../archive/read-feed.ts';
import { requestArchive, ScrapeFailure, type ArchiveContext } from './request-archive.ts';
import { toRequester, type ClaimedScrape } from './scrape-queries.ts';

/**
 * Reads the next page of a scrape, and retries or waits as the archive requests. Returns `no feed` if the
 * archive has no JSON feed, so that its HTML pages must be read. Throws a ScrapeFailure if the page cannot be
 * read. See docs/behaviour/archive.md#failures.
 */
export async function readArchivePage(
  context: ArchiveContext,
  scrape: ClaimedScrape,
  signal: AbortSignal,
): Promise<CollectionPage | 'no feed'> {
  const { archive } = context;
  const log = context.log.child({ userid: scrape.userid, page: scrape.next_page });
  const request = () => archive.get(toPath(scrape), toRequester(scrape), signal);
  return readResponse(await requestArchive({ archive, log }, request, signal), scrape, archive.baseUrl);
}

function toPath({ source, userid, next_page: page }: ClaimedScrape): string {
  if (source === 'feed') return `/api/collection-feed.php?limit=20&page=${page}&sort=latest&userid=${userid}`;
  return page === 1 ? `/user/${userid}/` : `/user/${userid}/?p=${page}`;
}

async function readResponse(
  response: ArchiveResponse,
  scrape: ClaimedScrape,
  baseUrl: string,
): Promise<CollectionPage | 'no feed'> {
  const { status } = response;
  const isFeed = scrape.source === 'feed';
  if (status === 403) throw new ScrapeFailure(REFUSED, { outcome: 'refused' });
  if (isFeed && (status === 404 || status === 410)) return 'no feed';
  if (status === 404) throw unknownUser(scrape);
  if (status !== 200) throw new ScrapeFailure(`The archive responded with status ${status}.`);
  const text = toText(response);
  const page = isFeed ? readFeedPage(text, baseUrl) : await readHtml(text, baseUrl, scrape.next_page);
  switch (page.kind) {
    case 'page':
      return page;
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

/** Loads the parser on demand, because jsdom is large and rarely needed. */
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
