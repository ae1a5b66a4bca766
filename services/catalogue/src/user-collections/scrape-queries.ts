import { randomUUID } from 'node:crypto';
import { query, type Database } from '@kitroom/server/database/database';
import { hasJob, recordProgress } from '@kitroom/server/jobs/jobs';
import { COLLECTION_SECONDS } from '../limits.ts';
import type { Requester } from '../archive/pace-queries.ts';
import { SCRAPE_JOB } from './job-names.ts';
import { leaveOutKnown } from './leave-out-known.ts';
import type { CollectionEntry, CollectionUser, CustomEntry } from '../archive/collection-entry.ts';

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
  /** How many consecutive pages, up to the last one read, had no entries. */
  empty_pages: number;
  archive_user: CollectionUser | null;
  error: string | null;
  started_at: Date | null;
  finished_at: Date | null;
}

/** A scrape that a worker has claimed; a newer claim takes precedence. */
export interface ClaimedScrape extends ScrapeRow {
  claim: string;
}

/** The parsed content of one page. */
export interface ScrapedPage {
  entries: readonly CollectionEntry[];
  customEntries: readonly CustomEntry[];
  leftOut: number;
  user: CollectionUser | undefined;
}

/** Another worker has claimed the scrape. */
export class ClaimLost extends Error {
  override readonly name = 'ClaimLost';
}

const COLUMNS = `id, userid, client, status, source, next_page, pages_scraped, entries, left_out, empty_pages,
  archive_user, error, started_at, finished_at`;

const LOCK_KEY = 547_165;

/** Serializes requests for one collector: two concurrent ones must not both start a scrape. */
export async function waitForTurn(db: Database, userid: number): Promise<void> {
  await query(db, 'select pg_advisory_xact_lock(?, ?)', [LOCK_KEY, userid]);
}

export async function findNewestScrape(db: Database, userid: number): Promise<ScrapeRow | undefined> {
  const [row] = await query<ScrapeRow>(
    db,
    `select ${COLUMNS} from scrapes where userid = ? order by requested_at desc limit 1`,
    [userid],
  );
  return row;
}

/** Starts a scrape; returns undefined if one is active already. */
export async function insertScrape(
  db: Database,
  { userid, client }: Pick<ScrapeRow, 'userid' | 'client'>,
): Promise<ScrapeRow | undefined> {
  const [row] = await query<ScrapeRow>(
    db,
    `insert into scrapes (userid, client) values (?, ?)
     on conflict (userid) where status = 'processing' do nothing
     returning ${COLUMNS}`,
    [userid, client],
  );
  return row;
}

/** Counts a client's active scrapes, and blocks its other requests until the transaction ends. */
export async function countScrapesOf(transaction: Database, client: string): Promise<number> {
  await query(transaction, 'select pg_advisory_xact_lock(?, hashtext(?))', [CLIENT_LOCK_KEY, client]);
  const [row] = await query<{ scrapes: number }>(
    transaction,
    `select count(*) as scrapes from scrapes where client = ? and status = 'processing'`,
    [client],
  );
  return row?.scrapes ?? 0;
}

const CLIENT_LOCK_KEY = 547_166;

/** On whose behalf a scrape waits for the archive. */
export function toRequester({ client, userid }: ScrapeRow): Requester {
  return { client: client ?? '', collector: userid };
}

/** Claims a collector's scrape, replacing an earlier claim. */
export async function claimScrape(db: Database, userid: number): Promise<ClaimedScrape | undefined> {
  const [row] = await query<ClaimedScrape>(
    db,
    `
    update scrapes
    set claim = ?, started_at = coalesce(started_at, now())
    where userid = ? and status = 'processing'
    returning ${COLUMNS}, claim
    `,
    [randomUUID(), userid],
  );
  return row;
}

/**
 * Stores a page without the entries that the scrape has already; throws ClaimLost if another worker has it. `isRepeated`
 * tells that the page had no other entries.
 */
export async function keepPage(
  db: Database,
  scrape: ClaimedScrape,
  read: ScrapedPage,
): Promise<{ scrape: ClaimedScrape; isRepeated: boolean }> {
  return db.transaction(async (transaction) => {
    const page = await leaveOutKnown(transaction, scrape, read);
    const [row] = await query<ClaimedScrape>(
      transaction,
      `
      update scrapes
      set next_page = next_page + 1, pages_scraped = pages_scraped + 1, entries = entries + ?,
        left_out = left_out + ?, empty_pages = case when ? then empty_pages + 1 else 0 end,
        archive_user = coalesce(?, archive_user)
      where id = ? and claim = ? and status = 'processing'
      returning ${COLUMNS}, claim
      `,
      [
        page.entries.length,
        page.leftOut,
        page.entries.length + page.leftOut === 0,
        toJson(page.user),
        scrape.id,
        scrape.claim,
      ],
    );
    if (!row) throw new ClaimLost();
    await recordProgress(transaction, { name: SCRAPE_JOB, key: String(scrape.userid) });
    await query(
      transaction,
      `
      insert into scrape_entries (scrape_id, place, entry)
      select ?, ? + place, entry from jsonb_array_elements(?) with ordinality as entries (entry, place)
      `,
      [scrape.id, scrape.entries, JSON.stringify(page.entries)],
    );
    await query(
      transaction,
      `
      insert into scrape_custom_entries (scrape_id, place, entry)
      select ?, ? + place, entry from jsonb_array_elements(?) with ordinality as entries (entry, place)
      `,
      // Those left out before include all custom entries.
      [scrape.id, scrape.left_out, JSON.stringify(page.customEntries)],
    );
    return { scrape: row, isRepeated: page.isRepeated };
  });
}

/** Restarts with the HTML pages: pages of the two formats do not match. */
export async function readFromPages(db: Database, scrape: ClaimedScrape): Promise<ClaimedScrape> {
  return db.transaction(async (transaction) => {
    await deleteScrapeEntries(transaction, scrape.id);
    const [row] = await query<ClaimedScrape>(
      transaction,
      `
      update scrapes
      set source = 'pages', next_page = 1, pages_scraped = 0, entries = 0, left_out = 0, empty_pages = 0,
        archive_user = null
      where id = ? and claim = ? and status = 'processing'
      returning ${COLUMNS}, claim
      `,
      [scrape.id, scrape.claim],
    );
    if (!row) throw new ClaimLost();
    return row;
  });
}

/** Deletes what a scrape has read so far. */
export async function deleteScrapeEntries(db: Database, scrapeId: string): Promise<void> {
  await query(db, 'delete from scrape_entries where scrape_id = ?::uuid', [scrapeId]);
  await query(db, 'delete from scrape_custom_entries where scrape_id = ?::uuid', [scrapeId]);
}

/** Replaces the collector's collection with the pages of a scrape. */
export async function finishScrape(
  db: Database,
  scrape: ClaimedScrape,
  { user, isTruncated }: { user: CollectionUser | undefined; isTruncated: boolean },
): Promise<void> {
  await db.transaction(async (transaction) => {
    const finished = await query(
      transaction,
      `update scrapes set status = 'ready', finished_at = now(), claim = null, client = null
       where id = ? and claim = ? and status = 'processing' returning id`,
      [scrape.id, scrape.claim],
    );
    if (finished.length === 0) throw new ClaimLost();
    await query(transaction, 'delete from user_collections where userid = ?', [scrape.userid]);
    await query(
      transaction,
      `
      insert into user_collections (userid, pages_scraped, archive_user, is_truncated, expires_at)
      values (?, ?, ?, ?, now() + make_interval(secs => ?))
      `,
      [scrape.userid, scrape.pages_scraped, toJson(user), isTruncated, COLLECTION_SECONDS],
    );
    await query(
      transaction,
      `
      with read as (delete from scrape_entries where scrape_id = ? returning place, entry)
      insert into user_collection_entries (userid, place, entry) select ?, place, entry from read
      `,
      [scrape.id, scrape.userid],
    );
    await query(
      transaction,
      `
      with read as (delete from scrape_custom_entries where scrape_id = ? returning place, entry)
      insert into user_collection_custom_entries (userid, place, entry) select ?, place, entry from read
      `,
      [scrape.id, scrape.userid],
    );
  });
}

/** Fails a scrape permanently, and restores the collection it had hidden. */
export async function failScrape(db: Database, scrape: ClaimedScrape, reason: string): Promise<void> {
  await db.transaction(async (transaction) => {
    const failed = await query(
      transaction,
      `update scrapes set status = 'failed', finished_at = now(), claim = null, client = null, error = ?
       where id = ? and claim = ? and status = 'processing' returning id`,
      [reason, scrape.id, scrape.claim],
    );
    if (failed.length === 0) throw new ClaimLost();
    await deleteScrapeEntries(transaction, scrape.id);
    await query(transaction, 'update user_collections set is_hidden = false where userid = ?', [
      scrape.userid,
    ]);
  });
}

/** Collectors whose active scrape has no job because the queue lost it. */
export async function listForgottenScrapes(db: Database, jobName: string): Promise<number[]> {
  const rows = await query<{ userid: number }>(
    db,
    `
    select scrapes.userid
    from scrapes
    where scrapes.status = 'processing' and not ${hasJob('scrapes.userid::text')}
    `,
    [[jobName]],
  );
  return rows.map(({ userid }) => userid);
}

function toJson(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
