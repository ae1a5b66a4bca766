import { query, type Database } from '@kitroom/server/database/database';
import { RETRY_AFTER, ServiceError } from '@kitroom/server/http/errors';
import type { CollectionEntry, CollectionUser, CustomEntry } from '../archive/collection-entry.ts';

/** The table `user_collections`. */
interface CollectionTable {
  userid: number;
  pages_scraped: number;
  archive_user: CollectionUser | null;
  expires_at: Date;
  /** Whether the collection is hidden while it is scraped again. */
  is_hidden: boolean;
  /** Whether the archive has more pages than the scrape read. */
  is_truncated: boolean;
}

export const collections = (db: Database) => db<CollectionTable>('user_collections');

/** An available collection, which is neither hidden by a scrape nor expired. */
export interface CollectionRow extends Omit<CollectionTable, 'is_hidden'> {
  total: number;
  custom_total: number;
  /** Changes whenever the collection is replaced. */
  version: string;
}

/** Finds a collector's collection, if it is available. */
export async function findCollection(db: Database, userid: number): Promise<CollectionRow | undefined> {
  const [row] = await query<CollectionRow>(
    db,
    `
    select userid, pages_scraped, archive_user, is_truncated, expires_at, expires_at::text as version,
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

interface EntryPage {
  offset: number;
  limit: number;
}

/** Lists the entries of a collection in order, from the table of kits or that of custom entries. */
export async function listEntries<Table extends keyof EntryTables>(
  db: Database,
  table: Table,
  userid: number,
  { offset, limit }: EntryPage,
): Promise<Array<EntryTables[Table]>> {
  // Knex cannot type a table with a generic name.
  const name: string = table;
  return db(name).where({ userid }).orderBy('place').limit(limit).offset(offset).pluck('entry');
}

interface EntryTables {
  user_collection_entries: CollectionEntry;
  user_collection_custom_entries: CustomEntry;
}

/** The number of entries in a batch: usually some hundred KB, and at most a few MB. */
const BATCH = 100;

/**
 * Yields all entries of a collection in order, as JSON, in batches. No connection is held while a batch is
 * sent. Throws a 503 if the collection has been replaced since the previous batch.
 */
export async function* listEntryBatches(
  db: Database,
  { userid, version, total }: Pick<CollectionRow, 'userid' | 'version' | 'total'>,
): AsyncGenerator<string[]> {
  let place = 0;
  for (let count = 0; count < total;) {
    const rows = await query<{ place: number; entry: string }>(
      db,
      `
      select entries.place, entries.entry::text as entry
      from user_collection_entries as entries join user_collections using (userid)
      where userid = ? and expires_at::text = ? and entries.place > ?
      order by entries.place
      limit ?
      `,
      [userid, version, place, BATCH],
    );
    if (rows.length === 0) {
      const detail = 'The collection was replaced while it was sent. Please try again.';
      throw new ServiceError('unavailable', detail, { headers: RETRY_AFTER });
    }
    yield rows.map(({ entry }) => entry);
    count += rows.length;
    place = rows.at(-1)?.place ?? place;
  }
}

/**
 * Finds the URL of an entry's image by its number, from 1; undefined if the image or an available collection
 * is missing.
 */
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

/** Hides a collection during a forced scrape, or shows it again. */
export async function setHidden(db: Database, userid: number, isHidden: boolean): Promise<void> {
  await collections(db).where({ userid }).update({ is_hidden: isHidden });
}

/** Removes expired collections and returns their number. */
export async function removeExpiredCollections(db: Database): Promise<number> {
  return collections(db).where('expires_at', '<=', db.fn.now()).delete();
}
