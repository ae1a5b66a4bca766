import { toTagKey, type ItemFilters, type OrderingKey } from '@kitroom/collection-client';
import { fold } from '@kitroom/shared';
import { toPatterns } from '../search/spell-text.ts';

/** An SQL condition with its bindings. */
export interface Condition {
  sql: string;
  bindings: readonly unknown[];
}

/** The condition for all items of a user. */
export function ofUser(userId: number): Condition {
  return { sql: 'items.user_id = ?', bindings: [userId] };
}

/** The joins that `toItemOrder` needs, for queries from `items`. */
export const ITEM_NAME_JOINS = `
  left join brands on brands.id = items.brand_id
  left join clubs on clubs.id = items.club_id
  left join seasons on seasons.id = items.season_id`;

/** The key by which locations are compared, ignoring case. */
export const LOCATION_KEY = 'lower(items.location collate "und-x-icu")';

/** The condition that an item's own country, otherwise its club's, is the given one. */
const COUNTRY = `(
  items.country = ?
  or items.country is null and items.club_id in (select clubs.id from clubs where clubs.country = ?)
)`;

/** Conditions of filters with a single value, which replaces each question mark. */
const COMPARISONS: Partial<Record<keyof ItemFilters, string>> = {
  club: 'items.club_id = ?',
  brand: 'items.brand_id = ?',
  season: 'items.season_id = ?',
  kit: 'items.kit_id = ?',
  item_type: 'items.item_type = ?',
  design: 'items.design = ?',
  main_color: 'items.main_color = ?',
  size: 'items.size = ?',
  size_text: 'items.size_text = ? collate ignoring_case_and_accents',
  condition: 'items.condition = ?',
  condition_min: 'items.condition >= ?',
  condition_max: 'items.condition <= ?',
  detailed_condition: 'items.detailed_condition = ?',
  country: COUNTRY,
  origin: COUNTRY,
  decade: `(
    items.season_id in (select id from seasons where left(year, 3) = left(?::text, 3))
    or items.season_text_decade = ?
  )`,
  added_in: `date_trunc('month', items.created_at at time zone 'UTC') = to_date(?, 'YYYY-MM')`,
  number: 'items.number = ?',
  is_replica: 'items.is_replica = ?',
  // Types without the field count as false.
  is_signed: 'coalesce(items.is_signed, false) = ?',
  has_nameset: 'coalesce(items.has_nameset, false) = ?',
  has_photos: 'exists (select from photos where photos.item_id = items.id) = ?',
  location: `${LOCATION_KEY} = lower(?::text collate "und-x-icu")`,
  is_private: 'items.is_private = ?',
  is_draft: 'items.is_draft = ?',
};

/**
 * Looks up a search word in the texts of an item and the names of its club, brand and season. Each subquery
 * runs once, except the one for texts that are too long for the index; joins would cost more per item.
 */
const WORD = `(
  items.short_search_text like any (?::text[])
  or items.club_id in (
    select id from clubs where names_search like any (?::text[]) or aliases_search like any (?::text[])
  )
  or items.brand_id in (select id from brands where names_search like any (?::text[]))
  or items.season_id in (select id from seasons where names_search like any (?::text[]))
  or items.short_search_text is null and (
    select long_items.search_text like any (?::text[]) from items as long_items where long_items.id = items.id
  ))`;

/** Looks up a word in the owner's private texts. Few items have such texts; a partial index lists them. */
const OWN_WORD = `items.id in (
  select owned.id from items as owned
  where owned.user_id = ? and (owned.notes <> '' or owned.location <> '' or owned.acquired_from <> '')
    and owned.private_search_text like any (?::text[])
  )`;

/**
 * Returns the condition of item filters, for queries from `items`; `isEmpty` if there are no filters. A
 * search includes private texts only if `ownerId` is given, and only of that user's items.
 */
export function toCondition(filters: ItemFilters, ownerId?: number): Condition & { isEmpty: boolean } {
  const conditions = [
    ...Object.entries(COMPARISONS).map(([name, sql]) => compare(sql, filters[name as keyof ItemFilters])),
    filters.tag?.length
      ? { sql: 'items.tag_keys @> ?::text[]', bindings: [filters.tag.map(toTagKey)] }
      : undefined,
    filters.player_name === undefined
      ? undefined
      : { sql: 'strpos(items.player_name_search, ?) > 0', bindings: [fold(filters.player_name)] },
    ...findWords(filters.search, ownerId),
  ].filter((condition) => condition !== undefined);
  return { ...joinConditions(conditions), isEmpty: conditions.length === 0 };
}

function findWords(search: string | undefined, ownerId: number | undefined): Condition[] {
  const words = toPatterns(search ?? '');
  return words?.map((patterns) => findWord(patterns, ownerId)) ?? [{ sql: 'false', bindings: [] }];
}

function findWord(patterns: readonly string[], ownerId: number | undefined): Condition {
  const bindings = Array<readonly string[]>(6).fill(patterns);
  if (ownerId === undefined) return { sql: WORD, bindings };
  return { sql: `(${WORD} or ${OWN_WORD})`, bindings: [...bindings, ownerId, patterns] };
}

/** Combines conditions with `and`. */
export function joinConditions(conditions: readonly Condition[]): Condition {
  return {
    sql: conditions.length === 0 ? 'true' : conditions.map(({ sql }) => sql).join(' and '),
    bindings: conditions.flatMap(({ bindings }) => bindings),
  };
}

/**
 * The expressions of each ordering key. Names are sorted without case and accents, and their numbers by
 * value; null, for a missing name, sorts last in both directions.
 */
const SORTED_BY: Readonly<Record<OrderingKey['key'], readonly string[]>> = {
  created_at: ['items.created_at'],
  updated_at: ['items.updated_at'],
  name: [byName("nullif(items.name_search, '')")],
  club: [byName("coalesce(nullif(clubs.name, ''), nullif(items.club_text, ''))")],
  brand: [byName("coalesce(nullif(brands.name, ''), nullif(items.brand_text, ''))")],
  season: ["coalesce(seasons.year, nullif(items.season_text, ''))"],
  condition: ['items.condition'],
  player_name: [byName("nullif(items.player_name_search, '')")],
  acquired_on: ['items.acquired_on'],
  price: byMoney('items.price'),
  estimated_value: byMoney('items.estimated_value'),
};

function byName(name: string): string {
  return `${name} collate by_number`;
}

function byMoney(money: string): string[] {
  return [`${money} ->> 'currency'`, `(${money} ->> 'amount')::numeric`];
}

/** Columns that are not null. Their indexes would not serve an order with `nulls last`. */
const NEVER_EMPTY: ReadonlySet<OrderingKey['key']> = new Set(['created_at', 'updated_at', 'condition']);

/** Returns the `order by` of items, newest first by default; requires the joins of ITEM_NAME_JOINS. */
export function toItemOrder(ordering: readonly OrderingKey[]): string {
  const keys = ordering.length > 0 ? ordering : [{ key: 'created_at', descending: true } as const];
  const columns = keys.flatMap(({ key, descending }) => {
    const direction = descending ? ' desc' : '';
    return SORTED_BY[key].map(
      (column) => `${column}${direction}${NEVER_EMPTY.has(key) ? '' : ' nulls last'}`,
    );
  });
  return [...columns, 'items.id'].join(', ');
}

function compare(sql: string, value: unknown): Condition | undefined {
  if (value === undefined) return undefined;
  return { sql, bindings: Array<unknown>(sql.split('?').length - 1).fill(value) };
}
