import { query, type Database } from '@kitroom/server/database/database';
import { countBy, type CountRow } from './count-queries.ts';
import { showItems, type View } from './show-items.ts';

export interface StatisticsRow {
  total_items: number;
  average_condition: number | null;
  replicas: number;
  signed: number;
  with_photos: number;
  drafts: number;
  by_type: CountRow[];
  by_club: CountRow[];
  by_brand: CountRow[];
  by_season: CountRow[];
  by_condition: CountRow[];
}

const LISTS = {
  by_type: 'item_type',
  by_club: 'club',
  by_brand: 'brand',
  by_season: 'season',
  by_condition: 'condition',
} as const;

/** Computes a collection's statistics for its viewer; drafts are counted for its owner only. */
export async function countCollection(db: Database, view: View): Promise<StatisticsRow> {
  const { sql, bindings } = showItems(view);
  const lists = Object.entries(LISTS).map(([name, type]) => {
    const counts = countBy(type, { from: 'shown as items', where: 'true' });
    return `(select coalesce(jsonb_agg(to_jsonb(counts)), '[]') from (${counts}) as counts) as ${name}`;
  });
  const [row] = await query<StatisticsRow>(
    db,
    // Reads the items once, with only the columns that are counted.
    `
    with shown as materialized (
      select items.id, items.item_type, items.club_id, items.brand_id, items.season_id, items.condition,
        items.is_replica, items.is_signed
      from items where ${sql}
    )
    select count(*) as total_items,
      round(avg(shown.condition), 2)::double precision as average_condition,
      count(*) filter (where shown.is_replica) as replicas,
      count(*) filter (where shown.is_signed) as signed,
      (select count(*) from shown where exists (select 1 from photos where photos.item_id = shown.id)) as with_photos,
      ${view.isOwner ? '(select count(*) from items where items.user_id = ? and items.is_draft)' : '0::bigint'} as drafts,
      ${lists.join(', ')}
    from shown
    `,
    [...bindings, ...(view.isOwner ? [view.userId] : [])],
  );
  if (!row) throw new Error('query returned no row');
  return row;
}
