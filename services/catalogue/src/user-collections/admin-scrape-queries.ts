import { query, type Database } from '@kitroom/server/database/database';
import { deleteScrapeEntries, type ScrapeRow } from './scrape-queries.ts';

export type AdminScrape = Pick<
  ScrapeRow,
  'id' | 'userid' | 'status' | 'source' | 'pages_scraped' | 'entries' | 'left_out' | 'error' | 'finished_at'
> & { requested_at: Date };

const COLUMNS =
  'id, userid, status, source, pages_scraped, entries, left_out, error, requested_at, finished_at';

/** Lists scrapes, newest first, optionally of one state or collector. */
export function listScrapes(
  db: Database,
  { status, userid }: { status?: string | undefined; userid?: number | undefined },
  rows: { limit: number; offset: number },
): Promise<AdminScrape[]> {
  return query<AdminScrape>(
    db,
    `
    select ${COLUMNS}
    from scrapes
    where (?::text is null or status = ?) and (?::integer is null or userid = ?)
    order by requested_at desc, id
    limit ? offset ?
    `,
    [status ?? null, status ?? null, userid ?? null, userid ?? null, rows.limit, rows.offset],
  );
}

export async function findScrape(db: Database, id: string): Promise<AdminScrape | undefined> {
  const [row] = await query<AdminScrape>(db, `select ${COLUMNS} from scrapes where id = ?::uuid`, [id]);
  return row;
}

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
