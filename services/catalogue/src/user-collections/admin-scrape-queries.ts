import { query, type Database } from '@kitroom/server/database/database';
import type { ScrapeRow } from './scrape-queries.ts';

/** A scrape as operators see it. */
export type AdminScrape = Pick<
  ScrapeRow,
  'id' | 'userid' | 'status' | 'source' | 'pages_scraped' | 'entries' | 'left_out' | 'error' | 'finished_at'
> & { requested_at: Date };

const COLUMNS =
  'id, userid, status, source, pages_scraped, entries, left_out, error, requested_at, finished_at';

/** Scrapes, newest first; of one state or one collector alone where asked for. */
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

/** One scrape. */
export async function findScrape(db: Database, id: string): Promise<AdminScrape | undefined> {
  const [row] = await query<AdminScrape>(db, `select ${COLUMNS} from scrapes where id = ?::uuid`, [id]);
  return row;
}

/**
 * Ends a scrape that is under way, whoever works on it: that run finds that the scrape is no longer its own. A
 * collection that it had hidden comes back. Answers whether it was under way.
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
  await query(db, 'delete from scrape_entries where scrape_id = ?::uuid', [id]);
  await query(db, 'update user_collections set is_hidden = false where userid = ?', [userid]);
  return true;
}
