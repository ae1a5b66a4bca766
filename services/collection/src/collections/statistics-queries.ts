import { ITEM_TYPES, STATISTICS_MONTHS, TEXT_OF } from '@kitroom/collection-client';
import { query, type Database } from '@kitroom/server/database/database';
import { onlyRow } from '@kitroom/server/database/query-parts';
import { topStoredCounts } from './count-queries.ts';
import type { CountRow } from './counted-fields.ts';
import type { View } from './visible-items.ts';

type Figure = 'total_items' | 'replicas' | 'signed' | 'with_photos' | 'drafts';

export type StatisticsRow = Record<Figure, number> & { average_condition: number | null } & Record<
    keyof ReturnType<typeof toLists>,
    CountRow[]
  >;

/** Looks up a collection's statistics for its viewer. Drafts are counted only for its owner. */
export async function countCollection(db: Database, { userId, isOwner }: View): Promise<StatisticsRow> {
  const scope = isOwner ? 'own' : 'public';
  return onlyRow(query<StatisticsRow>(db, STATISTICS[scope], [userId], `statistics of ${scope} items`));
}

/** The value in a field name such as `design:STRIPES`. */
const VALUE_IN_FIELD = "split_part(field, ':', 2)";

const STATISTICS = { own: toStatement('items'), public: toStatement('public_items') };

function toStatement(column: 'items' | 'public_items'): string {
  const kept = `item_counts where user_id = viewed.id and ${column} > 0 and field`;
  const countOf = (field: string) => `coalesce((select ${column} from ${kept} = '${field}'), 0)`;
  const lists = Object.entries(toLists(column, kept)).map(
    ([name, counts]) => `(select coalesce(json_agg(counts), '[]') from (${counts}) as counts) as ${name}`,
  );
  return `
    select ${countOf('all')} as total_items,
      (select round(sum(value * ${column})::numeric / sum(${column}), 2)::double precision
       from ${kept} = 'condition') as average_condition,
      ${countOf('replica')} as replicas,
      ${countOf('signed')} as signed,
      -- Subtracting the hidden items with photos is faster than checking all items.
      (select count(distinct item_id) from photos where user_id = viewed.id) - (
        select count(*) from items
        where items.user_id = viewed.id and not items.is_public ${column === 'items' ? 'and items.is_draft' : ''}
          and exists (select from photos where photos.item_id = items.id)
      ) as with_photos,
      ${countOf('draft')} as drafts,
      ${lists.join(', ')}
    from (select ?::integer as id) as viewed`;
}

/**
 * The statements of the lists. `kept` selects rows of `item_counts`, and ends before the condition on the
 * field.
 */
function toLists(column: string, kept: string) {
  const types = ITEM_TYPES.map((type) => `'${type}'`).join(', ');
  const countsOf = (field: string) => ({ count: column, from: `${kept} = '${field}'` });
  const countsOfRecord = (field: 'brand' | 'club' | 'season') => ({
    ...countsOf(field),
    texts: `${kept} ${startsWith(`${TEXT_OF[field]}:`)}`,
  });
  return {
    by_type: topStoredCounts('item_type', { id: 'field', count: column, from: `${kept} in (${types})` }),
    by_club: topStoredCounts('club', countsOfRecord('club')),
    by_brand: topStoredCounts('brand', countsOfRecord('brand')),
    by_season: topStoredCounts('season', countsOfRecord('season')),
    by_condition: topStoredCounts('condition', countsOf('condition')),
    by_country: topStoredCounts('country', {
      id: 'country',
      count: 'items',
      from: toCountries(column, kept),
    }),
    by_color: topStoredCounts('color', countsOf('color')),
    by_design: topStoredCounts('design', {
      id: VALUE_IN_FIELD,
      count: column,
      from: `${kept} ${startsWith('design:')}`,
    }),
    by_decade: `
      select left(seasons.year, 4)::integer / 10 * 10 as id, sum(counted.items) as count
      from (select value, ${column} as items from ${kept} = 'season') as counted
      join seasons on seasons.id = counted.value
      where seasons.year is not null
      group by 1 order by 2 desc, 1`,
    by_month: `
      select to_char(months.month, 'YYYY-MM') as id, coalesce(counted.items, 0) as count
      from generate_series(
        date_trunc('month', now() at time zone 'UTC') - interval '${STATISTICS_MONTHS - 1} months',
        now() at time zone 'UTC',
        interval '1 month'
      ) as months (month)
      left join (select value, ${column} as items from ${kept} = 'month') as counted
        on counted.value = to_char(months.month, 'YYYYMM')::integer
      order by months.month`,
  };
}

/** Selects a range of fields, as `like` would not use the index. */
function startsWith(prefix: `${string}:`): string {
  return `>= '${prefix}' and field < '${prefix.slice(0, -1)};'`;
}

/** Counts by the country of the item, otherwise of its club. */
function toCountries(column: string, kept: string): string {
  return `(
    select country, sum(items) as items
    from (
      select ${VALUE_IN_FIELD} as country, ${column} as items from ${kept} ${startsWith('country:')}
      union all
      select clubs.country, counted.items
      from (select value, ${column} as items from ${kept} = 'club_for_country') as counted
      join clubs on clubs.id = counted.value and clubs.country is not null
    ) as counted
    group by country
  ) as countries`;
}
