import type { FacetField, KitOrdering } from '@kitroom/catalogue-client';
import { query, type Database } from '@kitroom/server/database/database';
import { associationOf, COUNTRY_CODES, fold } from '@kitroom/shared';
import type { ClubKitFilters, KitListFilters, KitRules } from '../../src/kits/to-index-filters.ts';
import { KIT_TYPE_ORDER } from '../../src/records/record-view.ts';

/*
 * Expected results of lists, by SQL that reads all rows: the reference for the catalogue in memory.
 */

/** Restricts the kits to these, such as those that match a keyword. */
interface KitIds {
  ids?: readonly number[] | undefined;
}

const NEWEST_SEASON_FIRST = 'seasons.first_year desc, seasons.second_year desc nulls last';

/** The ids of a page, and the total number on all pages. */
export interface KitIdPage {
  ids: number[];
  total: number;
}

/** Finds a page of kits by any combination of filters, in any order. */
export function findKitIds(db: Database, filters: KitListFilters & KitIds): Promise<KitIdPage> {
  const { ordering = '-id' } = filters;
  if (ordering === 'name' || ordering === '-name') return findKitIdsByName(db, filters);
  const needsSeasons = ordering === 'season' || ordering === '-season';
  const tables = needsSeasons ? 'kits join seasons on seasons.id = kits.season_id' : 'kits';
  return readIds(db, filters, tables, `${ORDERS[ordering]} kits.id desc`);
}

const ORDERS: Readonly<Record<Exclude<KitOrdering, 'name' | '-name'>, string>> = {
  '-id': '',
  season: 'seasons.first_year, seasons.second_year nulls first,',
  '-season': `${NEWEST_SEASON_FIRST},`,
  rating: 'kits.rating nulls last,',
  '-rating': 'kits.rating desc nulls last,',
};

/** Sorts by folded names like the searches, so that the order does not depend on a locale. */
async function findKitIdsByName(db: Database, filters: KitListFilters & KitIds): Promise<KitIdPage> {
  const { where, bindings } = toWhere(filters);
  const rows = await query<{ id: number; name: string }>(db, `select id, name from kits ${where}`, bindings);
  const direction = filters.ordering === 'name' ? 1 : -1;
  const sorted = rows
    .map(({ id, name }) => ({ id, name: fold(name) }))
    .toSorted((left, right) => direction * compareBytes(left.name, right.name) || right.id - left.id);
  const start = (filters.page - 1) * filters.page_size;
  return { ids: sorted.slice(start, start + filters.page_size).map(({ id }) => id), total: rows.length };
}

export function compareBytes(left: string, right: string): number {
  return Buffer.compare(Buffer.from(left), Buffer.from(right));
}

/**
 * Finds a page of a club's kits: newest season first, then by kit type, unless another order is requested.
 */
export function findClubKitIds(db: Database, filters: ClubKitFilters): Promise<KitIdPage> {
  if (filters.ordering !== undefined) return findKitIds(db, { ...NO_FILTERS, ...filters });
  return readIds(db, { ...NO_FILTERS, ...filters }, CLUB_KITS, CLUB_ORDER);
}

const CLUB_KITS = `kits
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id`;
const CLUB_ORDER = `${NEWEST_SEASON_FIRST}, ${KIT_TYPE_ORDER}, kits.id desc`;

const NO_FILTERS = { secondary_color: [] } satisfies Partial<KitListFilters>;

async function readIds(
  db: Database,
  filters: KitListFilters & KitIds,
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

/** Returns the clause of the filters, or an empty string, and its bindings. */
function toWhere(filters: KitRules & KitIds): { where: string; bindings: unknown[] } {
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

function toConditions(filters: KitRules & KitIds): Condition[] {
  const conditions: Condition[] = [];
  const add = (sql: string, ...bindings: unknown[]) => conditions.push({ sql, bindings });
  if (filters.ids !== undefined) add('kits.id = any(?::integer[])', filters.ids);
  if (filters.club !== undefined) add('kits.club_id = ?', filters.club);
  if (filters.season !== undefined) add('kits.season_id = ?', filters.season);
  if (filters.brand !== undefined) add('kits.brand_id = ?', filters.brand);
  if (filters.competition !== undefined) add('?::integer = any(kits.competition_ids)', filters.competition);
  if (filters.type !== undefined) add('kits.type_id = ?', filters.type);
  if (filters.country !== undefined) add('kits.country = ?', filters.country.toUpperCase());
  if (filters.association !== undefined) {
    add(`kits.club_id in (select id from clubs where ${ASSOCIATION} = ?)`, filters.association.toUpperCase());
  }
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
      ...seasons.flatMap(({ bindings }) => bindings),
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

/** A value of a field, and the number of kits that have it. */
export interface FacetRow {
  value: number | string;
  label?: string;
  count: number;
}

/** Counts the kits that match the filters. */
export async function countKits(db: Database, filters: KitRules & KitIds): Promise<number> {
  const { where, bindings } = toWhere(filters);
  const [row] = await query<{ count: number }>(db, `select count(*) from kits ${where}`, bindings);
  return row?.count ?? 0;
}

/** Counts the matching kits for each value of a field. */
export function countField(db: Database, field: FacetField, filters: KitRules & KitIds): Promise<FacetRow[]> {
  const { value, label, join = '' } = FIELDS[field];
  const { where, bindings } = toWhere(filters);
  return query<FacetRow>(
    db,
    `
    select ${value} as value, ${label ? `${label} as label,` : ''} count(*) as count
    from (select * from kits ${where}) as kits ${join}
    where ${value} is not null
    group by ${label ? '1, 2' : '1'}
    `,
    bindings,
  );
}

/** The association of a club in GB, otherwise that of the club's country. */
const ASSOCIATIONS_BY_COUNTRY = JSON.stringify(
  Object.fromEntries([...COUNTRY_CODES].map((code) => [code, associationOf(code)])),
);
export const ASSOCIATION = `case clubs.country when 'GB' then clubs.association else '${ASSOCIATIONS_BY_COUNTRY}'::jsonb ->> clubs.country end`;

interface Field {
  /** The expression to group by; kits without a value are not counted. */
  value: string;
  label?: string;
  join?: string;
}

const SEASONS = 'join seasons on seasons.id = kits.season_id';
const CLUBS = 'join clubs on clubs.id = kits.club_id';
const TYPES = 'join kit_types on kit_types.id = kits.type_id';

const FIELDS: Readonly<Record<FacetField, Field>> = {
  primary_color: { value: 'kits.primary_color' },
  secondary_color: {
    value: 'colours.colour',
    join: 'cross join lateral (select distinct unnest(kits.secondary_colors) as colour) as colours',
  },
  design: { value: 'kits.design' },
  country: { value: "nullif(kits.country, '')" },
  association: { value: ASSOCIATION, join: CLUBS },
  decade: { value: 'seasons.first_year - seasons.first_year % 10', join: SEASONS },
  season: { value: 'seasons.id', label: 'seasons.year', join: SEASONS },
  brand: { value: 'brands.id', label: 'brands.name', join: 'join brands on brands.id = kits.brand_id' },
  competition: {
    value: 'competitions.id',
    label: 'competitions.name',
    join: 'join competitions on competitions.id = any(kits.competition_ids)',
  },
  type: { value: 'kit_types.id', label: 'kit_types.name', join: TYPES },
  category: { value: 'kit_types.category', join: TYPES },
  club: { value: 'clubs.id', label: 'clubs.name', join: CLUBS },
};

/** Finds the kit that determines a club's crest: the newest home kit, otherwise the newest kit. */
export async function findCrestKit(db: Database, clubId: number): Promise<object | undefined> {
  const [row] = await query<object>(
    db,
    `
    select kits.design, kits.primary_color as primary, (
        select colour from unnest(kits.secondary_colors) with ordinality as colours (colour, place)
        where colour <> kits.primary_color order by place limit 1
      ) as secondary
    from ${CLUB_KITS}
    where kits.club_id = ? and kits.primary_color is not null
    order by ${IS_HOME} desc, ${CLUB_ORDER}
    limit 1
    `,
    [clubId],
  );
  return row;
}

const IS_HOME =
  "(kit_types.category = 'match' and kit_types.order_priority = 1 and not kit_types.is_goalkeeper)";
