import { ITEM_TYPES } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { topKeptCounts, type CountRow } from './count-queries.ts';
import type { View } from './show-items.ts';

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

/** The lists of the statistics, by what is counted in them, and their fields in `item_counts`. */
const LISTS = {
  by_type: ['item_type', ITEM_TYPES],
  by_club: ['club', ['club']],
  by_brand: ['brand', ['brand']],
  by_season: ['season', ['season']],
  by_condition: ['condition', ['condition']],
} as const;

/** Looks up a collection's statistics for its viewer; drafts are counted for its owner only. */
export async function countCollection(db: Database, { userId, isOwner }: View): Promise<StatisticsRow> {
  const [row] = await query<StatisticsRow>(
    db,
    isOwner ? STATISTICS.own : STATISTICS.public,
    [userId],
    `statistics of ${isOwner ? 'own' : 'public'} items`,
  );
  if (!row) throw new Error('query returned no row');
  return row;
}

const STATISTICS = { own: toStatement('items'), public: toStatement('public_items') };

function toStatement(column: 'items' | 'public_items'): string {
  const kept = `item_counts where user_id = viewed.id and ${column} > 0 and field`;
  const countOf = (field: string) => `coalesce((select ${column} from ${kept} = '${field}'), 0)`;
  const lists = Object.entries(LISTS).map(([name, [type, fields]]) => {
    const names = fields.map((field) => `'${field}'`).join(', ');
    const counts = topKeptCounts(type, { column, from: `${kept} in (${names})` });
    return `(select coalesce(json_agg(counts), '[]') from (${counts}) as counts) as ${name}`;
  });
  return `
    select ${countOf('all')} as total_items,
      (select round(sum(value * ${column})::numeric / sum(${column}), 2)::double precision
       from ${kept} = 'condition') as average_condition,
      ${countOf('replica')} as replicas,
      ${countOf('signed')} as signed,
      -- Items with photos are their owner's: subtracting the hidden ones is less than looking at all.
      (select count(distinct item_id) from photos where user_id = viewed.id) - (
        select count(*) from items
        where items.user_id = viewed.id and not items.is_public ${column === 'items' ? 'and items.is_draft' : ''}
          and exists (select from photos where photos.item_id = items.id)
      ) as with_photos,
      ${countOf('draft')} as drafts,
      ${lists.join(', ')}
    from (select ?::integer as id) as viewed`;
}
