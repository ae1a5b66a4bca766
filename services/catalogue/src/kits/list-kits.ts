import type { InputOf } from '@kitroom/shared';
import type { listKits } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { INTEGER_MAX } from '@kitroom/shared';
import { KIT_ITEM_COLUMNS, type KitItemRow } from './kit-queries.ts';

type Filters = InputOf<typeof listKits>['query'];

/**
 * A page of kits by any combination of filters, newest id first. The inner select reads only ids, so that distant pages
 * need an index-only scan.
 */
export async function listKitRows(db: Database, filters: Filters): Promise<KitItemRow[]> {
  const offset = (filters.page - 1) * filters.page_size;
  // There cannot be more ids, so the page is empty.
  if (offset > INTEGER_MAX) return [];
  const conditions = toConditions(filters);
  const where = conditions.length > 0 ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : '';
  return query<KitItemRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}
    from kits
    join kit_types on kit_types.id = kits.type_id
    where kits.id in (select id from kits ${where} order by id desc limit ? offset ?)
    order by kits.id desc
    `,
    [...conditions.flatMap(({ bindings }) => bindings), filters.page_size, offset],
  );
}

interface Condition {
  sql: string;
  bindings: unknown[];
}

function toConditions(filters: Filters): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...bindings: unknown[]) => conditions.push({ sql, bindings });
  if (filters.club !== undefined) add('club_id = ?', filters.club);
  if (filters.season !== undefined) add('season_id = ?', filters.season);
  if (filters.country !== undefined) add('country = ?', filters.country.toUpperCase());
  if (filters.primary_color !== undefined) add('primary_color = ?', filters.primary_color);
  if (filters.design !== undefined) add('design = ?', filters.design);
  if (filters.secondary_color.length > 0) add('secondary_colors @> ?::text[]', filters.secondary_color);
  const seasons = toSeasonConditions(filters);
  if (seasons.length > 0) {
    // An array instead of a join makes the planner read the seasons first, then the kits by index.
    const where = seasons.map(({ sql }) => sql).join(' and ');
    add(
      `season_id = any(array(select id from seasons where ${where}))`,
      ...seasons.flatMap((one) => one.bindings),
    );
  }
  return conditions;
}

function toSeasonConditions({ year, first_year: first, second_year: second }: Filters): Condition[] {
  const conditions: Condition[] = [];
  if (year !== undefined) conditions.push({ sql: '? in (first_year, second_year)', bindings: [year] });
  if (first !== undefined) conditions.push({ sql: 'first_year = ?', bindings: [first] });
  if (second !== undefined) conditions.push({ sql: 'second_year = ?', bindings: [second] });
  return conditions;
}
