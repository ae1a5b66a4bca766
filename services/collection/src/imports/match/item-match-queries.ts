import { query, type Database } from '@kitroom/server/database/database';
import { ITEM_COLUMNS, type ItemRow } from '../../items/item-columns.ts';

/** An item with the id that a source knows it by, if any. */
export type SourcedItem = ItemRow & { external_id: string | null };

/** A user's items after an id, in the order of their ids. */
export function listItemsAfter(
  db: Database,
  { userId, source, after, limit }: { userId: number; source: string; after: number; limit: number },
): Promise<SourcedItem[]> {
  return query<SourcedItem>(
    db,
    `select ${ITEM_COLUMNS}, item_sources.external_id
     from items left join item_sources on item_sources.item_id = items.id and item_sources.source = ?
     where items.user_id = ? and items.id > ? order by items.id limit ?`,
    [source, userId, after, limit],
  );
}

/** Records the ids by which a source knows items; those without one are skipped, and the first one stays. */
export async function insertItemSources(
  db: Database,
  { userId, source }: { userId: number; source: string },
  items: ReadonlyArray<{ itemId: number; externalId: string }>,
): Promise<void> {
  const known = items.filter(({ externalId }) => externalId !== '');
  if (known.length === 0) return;
  await query(
    db,
    `insert into item_sources (item_id, user_id, source, external_id)
     select item_id, ?, ?, external_id
     from unnest(?::integer[], ?::text[]) as known (item_id, external_id)
     on conflict do nothing`,
    [userId, source, known.map(({ itemId }) => itemId), known.map(({ externalId }) => externalId)],
  );
}
