import { randomUUID } from 'node:crypto';
import type { Knex } from 'knex';
import { query, type Database } from '@kitroom/server/database/database';
import { ago, countRows, fromNow, onlyRow } from '@kitroom/server/database/query-parts';
import { hasJob, recordProgress } from '@kitroom/server/jobs/jobs';
import type { CollectionPage, CollectionUser, EntryDetails } from '../archive/collection-entry.ts';
import type { Requester } from '../archive/pace-queries.ts';
import { COLLECTION_SECONDS, SCRAPE_RECORD_SECONDS } from '../limits.ts';
import { collections, setHidden } from './collection-queries.ts';

/** The job that scrapes a collector's collection. Its key is the collector's id. */
export const SCRAPE_JOB = 'scrape-collection';

/** The table `scrapes`. */
export interface ScrapeRow {
  id: string;
  userid: number;
  /** The client that an active scrape counts against; null for an operator. */
  client: string | null;
  status: 'processing' | 'ready' | 'failed';
  source: 'feed' | 'pages';
  next_page: number;
  pages_scraped: number;
  entries: number;
  left_out: number;
  /** How many of the last pages in a row had no entries. */
  empty_pages: number;
  archive_user: CollectionUser | null;
  error: string | null;
  requested_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
  claim: string | null;
}

export const scrapes = (db: Database) => db<ScrapeRow>('scrapes');

/** The tables of entries during a scrape, and those of finished collections. */
const ENTRY_TABLES = [
  ['scrape_entries', 'user_collection_entries'],
  ['scrape_custom_entries', 'user_collection_custom_entries'],
] as const;

type EntryTable = (typeof ENTRY_TABLES)[number][0];

/** A scrape that a worker has claimed; a newer claim takes precedence. */
export interface ClaimedScrape extends ScrapeRow {
  claim: string;
}

/** Thrown if another worker has claimed the scrape. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

/** Updates a scrape. Throws ClaimLost if another worker has claimed it. */
async function updateClaimed(
  db: Database,
  { id, claim }: ClaimedScrape,
  changes: { [Column in keyof ScrapeRow]?: ScrapeRow[Column] | Knex.Raw },
): Promise<ClaimedScrape> {
  const [row] = await scrapes(db).where({ id, claim, status: 'processing' }).update(changes).returning('*');
  if (!row) throw new ClaimLost();
  return { ...row, claim };
}

/** The columns of a scrape that has ended. */
const ended = (db: Database) => ({ finished_at: db.fn.now(), claim: null, client: null });

const LOCK_KEY = 547_165;

/** Serializes requests for one collector, so that concurrent requests do not both start a scrape. */
export async function lockCollector(db: Database, userid: number): Promise<void> {
  await query(db, 'select pg_advisory_xact_lock(?, ?)', [LOCK_KEY, userid]);
}

export async function findNewestScrape(db: Database, userid: number): Promise<ScrapeRow | undefined> {
  return scrapes(db).where({ userid }).orderBy('requested_at', 'desc').first();
}

/** Starts a scrape. Fails if one is already active. */
export function insertScrape(
  db: Database,
  { userid, client }: Pick<ScrapeRow, 'userid' | 'client'>,
): Promise<ScrapeRow> {
  return onlyRow(scrapes(db).insert({ userid, client }).returning('*'));
}

/** Counts a client's active scrapes, and blocks its other requests until the transaction ends. */
export async function countScrapesOf(transaction: Database, client: string): Promise<number> {
  await query(transaction, 'select pg_advisory_xact_lock(?, hashtext(?))', [CLIENT_LOCK_KEY, client]);
  return countRows(scrapes(transaction).where({ client, status: 'processing' }));
}

const CLIENT_LOCK_KEY = 547_166;

/** The client and collector for which a scrape waits for the archive. */
export function toRequester({ client, userid }: ScrapeRow): Requester {
  return { client: client ?? '', collector: userid };
}

/** Claims a collector's scrape, replacing an earlier claim. */
export async function claimScrape(db: Database, userid: number): Promise<ClaimedScrape | undefined> {
  const claim = randomUUID();
  const [row] = await scrapes(db)
    .where({ userid, status: 'processing' })
    .update({ claim, started_at: db.raw('coalesce(started_at, now())') })
    .returning('*');
  return row && { ...row, claim };
}

/**
 * Stores a page without the entries that the scrape already has. `isRepeated` is true if the page had only
 * such entries. Throws ClaimLost if another worker has claimed the scrape.
 */
export async function storePage(
  db: Database,
  scrape: ClaimedScrape,
  read: CollectionPage,
): Promise<{ scrape: ClaimedScrape; isRepeated: boolean }> {
  return db.transaction(async (transaction) => {
    const page = await removeKnownEntries(transaction, scrape, read);
    const isEmpty = page.entries.length + page.leftOut === 0;
    const updated = await updateClaimed(transaction, scrape, {
      next_page: db.raw('next_page + 1'),
      pages_scraped: db.raw('pages_scraped + 1'),
      entries: db.raw('entries + ?', [page.entries.length]),
      left_out: db.raw('left_out + ?', [page.leftOut]),
      empty_pages: isEmpty ? db.raw('empty_pages + 1') : 0,
      ...(page.user && { archive_user: page.user }),
    });
    await recordProgress(transaction, { name: SCRAPE_JOB, key: String(scrape.userid) });
    await appendEntries(transaction, 'scrape_entries', scrape.id, scrape.entries, page.entries);
    // `left_out` counts all custom entries, so it is a free position.
    await appendEntries(transaction, 'scrape_custom_entries', scrape.id, scrape.left_out, page.customEntries);
    return { scrape: updated, isRepeated: page.isRepeated };
  });
}

async function appendEntries(
  db: Database,
  table: EntryTable,
  scrapeId: string,
  count: number,
  entries: readonly object[],
): Promise<void> {
  await query(
    db,
    `insert into ${table} (scrape_id, place, entry)
     select ?, ? + place, entry from jsonb_array_elements(?) with ordinality as entries (entry, place)`,
    [scrapeId, count, JSON.stringify(entries)],
  );
}

/** Restarts the scrape with the HTML pages, because pages of the two formats differ. */
export async function restartWithPages(db: Database, scrape: ClaimedScrape): Promise<ClaimedScrape> {
  return db.transaction(async (transaction) => {
    await deleteScrapeEntries(transaction, scrape.id);
    return updateClaimed(transaction, scrape, {
      source: 'pages',
      next_page: 1,
      pages_scraped: 0,
      entries: 0,
      left_out: 0,
      empty_pages: 0,
      archive_user: null,
    });
  });
}

/** Deletes the entries that a scrape has read so far. */
async function deleteScrapeEntries(db: Database, scrapeId: string): Promise<void> {
  for (const table of ['scrape_entries', 'scrape_custom_entries', 'scrape_entry_ids']) {
    await db(table).where({ scrape_id: scrapeId }).delete();
  }
}

/** Replaces the collector's collection with the pages of a scrape. */
export async function finishScrape(
  db: Database,
  scrape: ClaimedScrape,
  { user, isTruncated }: { user: CollectionUser | undefined; isTruncated: boolean },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await updateClaimed(transaction, scrape, { status: 'ready', ...ended(db) });
    const { userid, pages_scraped: pagesScraped } = scrape;
    await collections(transaction).where({ userid }).delete();
    await collections(transaction).insert({
      userid,
      pages_scraped: pagesScraped,
      archive_user: user ?? null,
      is_truncated: isTruncated,
      expires_at: fromNow(db, { seconds: COLLECTION_SECONDS }),
    });
    for (const [from, to] of ENTRY_TABLES) {
      await query(
        transaction,
        `with read as (delete from ${from} where scrape_id = ? returning place, entry)
         insert into ${to} (userid, place, entry) select ?, place, entry from read`,
        [scrape.id, userid],
      );
    }
    await deleteScrapeEntries(transaction, scrape.id);
  });
}

/**
 * Fails an active scrape permanently and shows the collection that it had hidden. With `claim`, only if the
 * scrape has that claim; without, its worker loses its claim. Returns false if the scrape was not active.
 */
export async function failScrape(
  db: Database,
  { userid, ...scrape }: Pick<ScrapeRow, 'id' | 'userid'> & { claim?: string },
  reason: string,
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    const failed = await scrapes(transaction)
      .where({ ...scrape, status: 'processing' })
      .update({ status: 'failed', error: reason, ...ended(db) });
    if (failed === 0) return false;
    await deleteScrapeEntries(transaction, scrape.id);
    await setHidden(transaction, userid, false);
    return true;
  });
}

/** Removes old records of finished scrapes and returns their number. */
export async function removeOldScrapes(db: Database): Promise<number> {
  return scrapes(db)
    .whereNot({ status: 'processing' })
    .where('finished_at', '<=', ago(db, { seconds: SCRAPE_RECORD_SECONDS }))
    .delete();
}

/** Lists the collectors whose active scrape has lost its job. */
export async function listScrapesWithoutJob(db: Database, jobName: string): Promise<number[]> {
  return scrapes(db)
    .where({ status: 'processing' })
    .whereRaw(`not ${hasJob('scrapes.userid::text')}`, [[jobName]])
    .pluck('userid');
}

/** Removes entries from a page whose ids the scrape already has, and repetitions of an id. */
async function removeKnownEntries(db: Database, scrape: ClaimedScrape, page: CollectionPage) {
  const all = [...page.entries, ...page.customEntries];
  const ids = all.map(({ entry_id: id }) => id).filter((id) => id !== undefined);
  const added = new Set(await addEntryIds(db, scrape.id, ids));
  const isRepeated = all.length > 0 && ids.length === all.length && added.size === 0;
  // The first entry with an id removes it from the set.
  const isNew = ({ entry_id: id }: EntryDetails) => id === undefined || added.delete(id);
  const entries = page.entries.filter(isNew);
  const customEntries = page.customEntries.filter(isNew);
  const leftOut = page.leftOut - (page.customEntries.length - customEntries.length);
  return { ...page, entries, customEntries, leftOut, isRepeated };
}

/** Stores entry ids of a scrape and returns those that are new. */
async function addEntryIds(db: Database, scrapeId: string, ids: readonly number[]): Promise<number[]> {
  const rows = await query<{ entry_id: number }>(
    db,
    `insert into scrape_entry_ids (scrape_id, entry_id)
     select ?, id from unnest(?::integer[]) as ids (id)
     on conflict do nothing
     returning entry_id`,
    [scrapeId, ids],
  );
  return rows.map(({ entry_id: id }) => id);
}
