import type { InputOf } from '@kitroom/shared';
import type { listKits } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { INTEGER_MAX } from '@kitroom/shared';
import { NEWEST_SEASON_FIRST } from '../seasons/season-queries.ts';
import { KIT_TYPE_ORDER } from '../records.ts';

export type KitListFilters = InputOf<typeof listKits>['query'];

/** A page of a club's kits, of one season if given. */
export interface ClubKitsPage {
  clubId: number;
  seasonId: number | undefined;
  page: number;
  page_size: number;
}

/** The ids of a page of kits by any combination of filters, newest first. Answers while the index is being built. */
export async function findKitIds(db: Database, filters: KitListFilters): Promise<number[]> {
  const offset = (filters.page - 1) * filters.page_size;
  // There cannot be more ids, so the page is empty.
  if (offset > INTEGER_MAX) return [];
  const conditions = toConditions(filters);
  const where = conditions.length > 0 ? `where ${conditions.map(({ sql }) => sql).join(' and ')}` : '';
  const rows = await query<{ id: number }>(
    db,
    `select id from kits ${where} order by id desc limit ? offset ?`,
    [...conditions.flatMap(({ bindings }) => bindings), filters.page_size, offset],
  );
  return rows.map(({ id }) => id);
}

/** The ids of a page of a club's kits: newest season first, then by kit type. */
export async function findClubKitIds(
  db: Database,
  { clubId, seasonId, page, page_size: size }: ClubKitsPage,
): Promise<number[]> {
  const rows = await query<{ id: number }>(
    db,
    `
    select kits.id
    from kits
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    where kits.club_id = ? and (?::integer is null or kits.season_id = ?)
    order by ${NEWEST_SEASON_FIRST}, ${KIT_TYPE_ORDER}, kits.id desc
    limit ? offset ?
    `,
    [clubId, seasonId ?? null, seasonId ?? null, size, (page - 1) * size],
  );
  return rows.map(({ id }) => id);
}

interface Condition {
  sql: string;
  bindings: unknown[];
}

function toConditions(filters: KitListFilters): Condition[] {
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

function toSeasonConditions({ year, first_year: first, second_year: second }: KitListFilters): Condition[] {
  const conditions: Condition[] = [];
  if (year !== undefined) conditions.push({ sql: '? in (first_year, second_year)', bindings: [year] });
  if (first !== undefined) conditions.push({ sql: 'first_year = ?', bindings: [first] });
  if (second !== undefined) conditions.push({ sql: 'second_year = ?', bindings: [second] });
  return conditions;
}
