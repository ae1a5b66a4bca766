import type { InputOf } from '@kitroom/shared';
import type { KitOrdering, listClubKits, listKits } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { NEWEST_SEASON_FIRST } from '../seasons/season-queries.ts';
import { KIT_TYPE_ORDER } from '../records.ts';

export type KitListFilters = InputOf<typeof listKits>['query'];

/** The filters of all kits, without pages and orders. */
export type KitRules = Omit<KitListFilters, 'ordering' | 'expand' | 'page' | 'page_size'>;

/** A page of a club's kits by any combination of filters. */
export type ClubKitFilters = InputOf<typeof listClubKits>['query'] & { club: number };

/** The ids of a page, and how many there are on all pages. */
export interface KitIdPage {
  ids: number[];
  total: number;
}

/** A page of kits by any combination of filters, in any order. Answers while the index is being built. */
export function findKitIds(db: Database, filters: KitListFilters): Promise<KitIdPage> {
  const { ordering = '-id' } = filters;
  const needsSeasons = ordering === 'season' || ordering === '-season';
  const tables = needsSeasons ? 'kits join seasons on seasons.id = kits.season_id' : 'kits';
  return readIds(db, filters, tables, `${ORDERS[ordering]} kits.id desc`);
}

/** The names are compared as searches do, so that the order depends on no locale. */
const ORDERS: Readonly<Record<KitOrdering, string>> = {
  '-id': '',
  season: 'seasons.first_year, seasons.second_year nulls first,',
  '-season': `${NEWEST_SEASON_FIRST},`,
  name: 'kits.name_search collate "C",',
  '-name': 'kits.name_search collate "C" desc,',
  rating: 'kits.rating nulls last,',
  '-rating': 'kits.rating desc nulls last,',
};

/** A page of a club's kits: newest season first, then by kit type, unless another order is asked for. */
export function findClubKitIds(db: Database, filters: ClubKitFilters): Promise<KitIdPage> {
  if (filters.ordering !== undefined) return findKitIds(db, { ...NO_FILTERS, ...filters });
  return readIds(db, { ...NO_FILTERS, ...filters }, CLUB_KITS, CLUB_ORDER);
}

/** The ids of a club's kits of some seasons: newest season first, then by kit type. */
export async function findSeasonKitIds(
  db: Database,
  club: number,
  seasons: readonly number[],
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `
    select kits.id
    from ${CLUB_KITS}
    where kits.club_id = ? and kits.season_id = any(?::integer[])
    order by ${CLUB_ORDER}
    `,
    [club, seasons],
    'season-kit-ids',
  );
  return rows.map(({ id }) => id);
}

const CLUB_KITS = `kits
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id`;
const CLUB_ORDER = `${NEWEST_SEASON_FIRST}, ${KIT_TYPE_ORDER}, kits.id desc`;

const NO_FILTERS = { secondary_color: [] } satisfies Partial<KitListFilters>;

async function readIds(
  db: Database,
  filters: KitListFilters,
  tables: string,
  order: string,
): Promise<KitIdPage> {
  const { where, bindings } = toWhere(filters);
  const [counted] = await query<{ total: number }>(
    db,
    `select count(*) as total from kits ${where}`,
    bindings,
  );
  const total = counted?.total ?? 0;
  const offset = (filters.page - 1) * filters.page_size;
  if (offset >= total) return { ids: [], total };
  const rows = await query<{ id: number }>(
    db,
    `select kits.id from ${tables} ${where} order by ${order} limit ? offset ?`,
    [...bindings, filters.page_size, offset],
  );
  return { ids: rows.map(({ id }) => id), total };
}

/** The clause for the filters, or an empty text, and its bindings. */
export function toWhere(filters: KitRules): { where: string; bindings: unknown[] } {
  const conditions = toConditions(filters);
  return {
    where: conditions.length > 0 ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : '',
    bindings: conditions.flatMap((condition) => condition.bindings),
  };
}

interface Condition {
  sql: string;
  bindings: unknown[];
}

function toConditions(filters: KitRules): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...bindings: unknown[]) => conditions.push({ sql, bindings });
  if (filters.club !== undefined) add('kits.club_id = ?', filters.club);
  if (filters.season !== undefined) add('kits.season_id = ?', filters.season);
  if (filters.brand !== undefined) add('kits.brand_id = ?', filters.brand);
  if (filters.competition !== undefined) add('?::integer = any(kits.competition_ids)', filters.competition);
  if (filters.type !== undefined) add('kits.type_id = ?', filters.type);
  if (filters.country !== undefined) add('kits.country = ?', filters.country.toUpperCase());
  if (filters.primary_color !== undefined) add('kits.primary_color = ?', filters.primary_color);
  if (filters.design !== undefined) add('kits.design = ?', filters.design);
  if (filters.secondary_color.length > 0) add('kits.secondary_colors @> ?::text[]', filters.secondary_color);
  if (filters.category !== undefined) add(typesWhere('category = ?'), filters.category);
  if (filters.is_goalkeeper !== undefined) add(typesWhere('is_goalkeeper = ?'), filters.is_goalkeeper);
  const seasons = toSeasonConditions(filters);
  if (seasons.length > 0) {
    // An array instead of a join makes the planner read the seasons first, then the kits by index.
    const where = seasons.map(({ sql }) => sql).join(' and ');
    add(
      `kits.season_id = any(array(select id from seasons where ${where}))`,
      ...seasons.flatMap((one) => one.bindings),
    );
  }
  return conditions;
}

function typesWhere(condition: string): string {
  return `kits.type_id = any(array(select id from kit_types where ${condition}))`;
}

function toSeasonConditions({ decade, year, first_year: first, second_year: second }: KitRules): Condition[] {
  const conditions: Condition[] = [];
  if (decade !== undefined) conditions.push({ sql: 'first_year - first_year % 10 = ?', bindings: [decade] });
  if (year !== undefined) conditions.push({ sql: '? in (first_year, second_year)', bindings: [year] });
  if (first !== undefined) conditions.push({ sql: 'first_year = ?', bindings: [first] });
  if (second !== undefined) conditions.push({ sql: 'second_year = ?', bindings: [second] });
  return conditions;
}
