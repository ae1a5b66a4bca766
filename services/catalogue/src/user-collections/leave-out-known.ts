import { query, type Database } from '@kitroom/server/database/database';
import type { EntryDetails } from '../archive/collection-entry.ts';
import type { ClaimedScrape, ScrapedPage } from './scrape-queries.ts';

/** A page without entries whose ids the scrape has, or which stand in it twice. */
export async function leaveOutKnown(db: Database, scrape: ClaimedScrape, page: ScrapedPage) {
  const rows = await query<{ id: number }>(
    db,
    `select (entry ->> 'entry_id')::bigint as id
     from (
       select entry from scrape_entries where scrape_id = ?
       union all select entry from scrape_custom_entries where scrape_id = ?
     ) as earlier
     where entry ->> 'entry_id' is not null`,
    [scrape.id, scrape.id],
  );
  const earlier = new Set(rows.map(({ id }) => id));
  const all = [...page.entries, ...page.customEntries];
  const seen = new Set(earlier);
  const isNew = ({ entry_id: id }: EntryDetails) =>
    id === undefined || (!seen.has(id) && seen.add(id) !== undefined);
  const entries = page.entries.filter(isNew);
  const customEntries = page.customEntries.filter(isNew);
  return {
    ...page,
    entries,
    customEntries,
    leftOut: page.leftOut - (page.customEntries.length - customEntries.length),
    isRepeated: all.length > 0 && all.every(({ entry_id: id }) => id !== undefined && earlier.has(id)),
  };
}
