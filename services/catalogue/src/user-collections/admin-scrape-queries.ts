import { query, type Database } from '@kitroom/server/database/database';
import { numbered, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { deleteScrapeEntries, type ScrapeRow } from './scrape-queries.ts';

export type AdminScrape = Pick<
  ScrapeRow,
  'id' | 'userid' | 'status' | 'source' | 'pages_scraped' | 'entries' | 'left_out' | 'error' | 'finished_at'
> & { requested_at: Date };

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
  const cancelled = await query(
    db,
    `update scrapes set status = 'failed', finished_at = now(), claim = null, client = null, error = ?
     where id = ?::uuid and status = 'processing' returning id`,
    [reason, id],
  );
  if (cancelled.length === 0) return false;
  await deleteScrapeEntries(db, id);
  await query(db, 'update user_collections set is_hidden = false where userid = ?', [userid]);
  return true;
}
