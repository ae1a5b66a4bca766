import { query, type Database } from '@kitroom/server/database/database';
import type { CollectionEntry, CollectionUser, CustomEntry } from '../archive/collection-entry.ts';
import { SCRAPE_RECORD_SECONDS } from '../limits.ts';

/** An available collection: neither hidden by a scrape nor expired. */
export interface CollectionRow {
  userid: number;
  pages_scraped: number;
  archive_user: CollectionUser | null;
  expires_at: Date;
  total: number;
  custom_total: number;
  /** Whether the archive has more pages than are read. */
  is_truncated: boolean;
}

/** A collector's collection, if available. */
export async function findCollection(db: Database, userid: number): Promise<CollectionRow | undefined> {
  const [row] = await query<CollectionRow>(
    db,
    `
    select userid, pages_scraped, archive_user, is_truncated, expires_at,
      (select count(*) from user_collection_entries as entries where entries.userid = user_collections.userid)
        as total,
      (select count(*) from user_collection_custom_entries as entries where entries.userid = user_collections.userid)
        as custom_total
    from user_collections
    where userid = ? and not is_hidden and expires_at > now()
    `,
    [userid],
  );
  return row;
}

/** Entries of a collection in order. Default: all pages. */
export async function listCollectionEntries(
  db: Database,
  userid: number,
  page: { offset: number; limit: number } | undefined,
): Promise<CollectionEntry[]> {
  const rows = await query<{ entry: CollectionEntry }>(
    db,
    'select entry from user_collection_entries where userid = ? order by place limit ? offset ?',
    [userid, page?.limit ?? null, page?.offset ?? 0],
  );
  return rows.map(({ entry }) => entry);
}

/** Entries of a collection that are not kits of the archive, in order. */
export async function listCustomEntryRows(
  db: Database,
  userid: number,
  page: { offset: number; limit: number },
): Promise<CustomEntry[]> {
  const rows = await query<{ entry: CustomEntry }>(
    db,
    'select entry from user_collection_custom_entries where userid = ? order by place limit ? offset ?',
    [userid, page.limit, page.offset],
  );
  return rows.map(({ entry }) => entry);
}

/** The URL of an entry's image by its number, from 1; undefined if the available collection has none. */
export async function findEntryImage(
  db: Database,
  { userid, entryId, number }: { userid: number; entryId: number; number: number },
): Promise<string | undefined> {
  const [row] = await query<{ url: string | null }>(
    db,
    `
    select entries.entry -> 'images' ->> ?::integer as url
    from user_collections join (
      select userid, entry from user_collection_entries
      union all
      select userid, entry from user_collection_custom_entries
    ) as entries using (userid)
    where userid = ? and not is_hidden and expires_at > now() and entries.entry -> 'entry_id' = to_jsonb(?::integer)
    limit 1
    `,
    [number - 1, userid, entryId],
  );
  return row?.url ?? undefined;
}

/** Hides a collection until a forced scrape has ended. */
export async function hideCollection(db: Database, userid: number): Promise<void> {
  await query(db, 'update user_collections set is_hidden = true where userid = ?', [userid]);
}

/** Removes expired collections and old records of finished scrapes. */
export async function removeExpired(db: Database): Promise<{ collections: number; scrapes: number }> {
  const collections = await query(
    db,
    'delete from user_collections where expires_at <= now() returning userid',
  );
  const scrapes = await query(
    db,
    `delete from scrapes where status <> 'processing' and finished_at <= now() - make_interval(secs => ?)
     returning id`,
    [SCRAPE_RECORD_SECONDS],
  );
  return { collections: collections.length, scrapes: scrapes.length };
}
