import type { Database } from '@kitroom/server/database/database';
import { numbered, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { setHidden } from './collection-queries.ts';
import { deleteScrapeEntries, ended, scrapes, type ScrapeRow } from './scrape-queries.ts';

export type AdminScrape = Omit<
  ScrapeRow,
  'client' | 'next_page' | 'empty_pages' | 'archive_user' | 'started_at' | 'claim'
>;

/** The list of scrapes, by state and collector. */
export const SCRAPE_LIST: ListSource = {
  table: 'scrapes',
  keyType: 'uuid',
  columns: 'userid, status, source, pages_scraped, entries, left_out, error, requested_at, finished_at',
  filters: {
    status: oneOf({
      processing: "scrapes.status = 'processing'",
      ready: "scrapes.status = 'ready'",
      failed: "scrapes.status = 'failed'",
    }),
    user: numbered('scrapes.userid'),
  },
  orders: {
    user: ['scrapes.userid'],
    status: ['scrapes.status'],
    entries: ['scrapes.entries'],
    requested: ['scrapes.requested_at'],
    finished: ['scrapes.finished_at'],
  },
};

/**
 * Cancels an active scrape, so that its worker loses the claim, and restores the collection it had hidden. Returns
 * false if it was not active.
 */
export async function cancelScrape(
  db: Database,
  { id, userid }: AdminScrape,
  reason: string,
): Promise<boolean> {
  const cancelled = await scrapes(db)
    .where({ id, status: 'processing' })
    .update({ status: 'failed', error: reason, ...ended(db) });
  if (cancelled === 0) return false;
  await deleteScrapeEntries(db, id);
  await setHidden(db, userid, false);
  return true;
}
