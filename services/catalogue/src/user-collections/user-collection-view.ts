import { toPagination } from '@kitroom/shared';
import type { CollectionEntry, CustomEntry } from '../archive/collection-entry.ts';
import type { CollectionRow } from './collection-queries.ts';
import type { ScrapeRow } from './scrape-queries.ts';

/** A complete collection, without its entries. */
export function toCachedCollection(row: CollectionRow) {
  return {
    status: 'cached' as const,
    data: toData(row, []),
    pagination: {
      total_count: row.total,
      note: `All entries at once; GET /api/user-collection/${row.userid} gives them in pages.`,
    },
  };
}

function toData(row: CollectionRow, entries: CollectionEntry[]) {
  return {
    success: true,
    entries,
    total_entries: row.total,
    pages_scraped: row.pages_scraped,
    ...(row.is_truncated ? { truncated: true as const } : {}),
  };
}

export function toCollectionPage(row: CollectionRow, entries: CollectionEntry[], page: PageQuery) {
  return {
    status: 'ready' as const,
    data: { ...toData(row, entries), ...(row.archive_user ? { user: row.archive_user } : {}) },
    pagination: paginate(row.total, page),
    cached_until: row.expires_at.toISOString(),
  };
}

export function toCustomEntryPage(row: CollectionRow, entries: CustomEntry[], page: PageQuery) {
  return { status: 'ready' as const, entries, pagination: paginate(row.custom_total, page) };
}

interface PageQuery {
  page: number;
  page_size: number;
}

function paginate(total: number, { page, page_size: size }: PageQuery) {
  return { ...toPagination(page, total, Math.ceil(total / size)), page_size: size };
}

export function toStartedScrape(scrape: ScrapeRow) {
  return {
    status: 'processing' as const,
    task_id: scrape.id,
    message:
      'The collection is being read, which takes about a minute, or 2 to 3 minutes for 500 kits and more. ' +
      `GET /api/user-collection/${scrape.userid}/scrape shows its progress.`,
  };
}

export function toMissingCollection(userid: number, scrape: ScrapeRow | undefined) {
  return { status: 'not_found' as const, message: explainMissing(userid, scrape) };
}

/** The progress of a scrape; `not_found` if there is no scrape or its collection has expired. */
export function toScrapeProgress(scrape: ScrapeRow | undefined, hasCollection: boolean) {
  if (!scrape || (scrape.status === 'ready' && !hasCollection)) return NO_SCRAPE;
  return {
    status: scrape.status,
    task_id: scrape.id,
    pages_scraped: scrape.pages_scraped,
    entries: scrape.entries,
    started_at: scrape.started_at?.toISOString() ?? null,
    finished_at: scrape.finished_at?.toISOString() ?? null,
    error: scrape.error,
  };
}

const NO_SCRAPE = {
  status: 'not_found' as const,
  task_id: null,
  pages_scraped: 0,
  entries: 0,
  started_at: null,
  finished_at: null,
  error: null,
};

function explainMissing(userid: number, scrape: ScrapeRow | undefined): string {
  const start = `POST /api/user-collection/${userid}/scrape reads it from the archive.`;
  if (scrape?.status === 'processing') {
    const { pages_scraped: pages, entries } = scrape;
    const read = `${pages} ${pages === 1 ? 'page' : 'pages'} with ${entries} ${entries === 1 ? 'entry' : 'entries'}`;
    return `A scrape is under way: ${read} so far. Try again in a moment.`;
  }
  if (scrape?.status === 'failed') return `The last scrape failed: ${scrape.error} ${start}`;
  return `This collection has not been read, or more than 7 days ago. ${start}`;
}
