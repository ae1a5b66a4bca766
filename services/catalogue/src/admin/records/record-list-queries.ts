import { query, type Database } from '@kitroom/server/database/database';
import { numbered, oneOf, type Condition, type ListSource } from '@kitroom/server/pages/list-queries';
import { toInteger } from '@kitroom/server/pages/read-number';
import { KIT_ITEM_COLUMNS } from '../../kits/kit-rows.ts';
import type { KindPage } from './kind-pages.ts';

export interface ListRow {
  id: number;
  [column: string]: unknown;
}

/** The `like` pattern of a keyword, normalised as stored names are; null if nothing is left of it. */
const PATTERN = String.raw`(
  select '%' || replace(replace(replace(text, '\', '\\'), '%', '\%'), '_', '\_') || '%'
  from search_text(?::text) as text where text <> ''
)`;

/** A keyword matches the number too. `found` has `times` placeholders for it. */
function keyword(table: string, found: string, times: number) {
  return (text: string): Condition => ({
    sql: `${found} or ${table}.id = ?`,
    bindings: [...Array<string>(times).fill(text), toInteger(text) ?? 0],
  });
}

function named(table: string) {
  const found = `${table}.name_search like ${PATTERN} or strpos(lower(${table}.slug), lower(?)) > 0`;
  return keyword(table, found, 2);
}

/** A record that kits refer to, by number, slug or name. */
function kitsOf(table: string, condition: (ids: string) => string) {
  return (value: string): Condition => {
    const id = toInteger(value);
    if (id !== undefined) return { sql: condition('?'), bindings: [`{${id}}`] };
    const ids = `array(select id from ${table} where slug = ? or name_search = search_text(?))`;
    return { sql: condition(ids), bindings: [value, value] };
  };
}

const equals = (column: string) => (value: string) => ({ sql: `${column} = ?`, bindings: [value] });

const WITH_KITS = (table: string, column: string) =>
  oneOf({
    with: `exists (select from kits where kits.${column} = ${table}.id)`,
    without: `not exists (select from kits where kits.${column} = ${table}.id)`,
  });

/** The lists of records. Only whole slugs of kits match: a substring match would have to scan the whole table. */
export const RECORD_LISTS: Readonly<Record<KindPage['table'], ListSource>> = {
  clubs: {
    table: 'clubs',
    columns:
      'clubs.name, clubs.slug, clubs.country, clubs.logo, (select count(*) from kits where club_id = clubs.id) as kits',
    filters: {
      q: named('clubs'),
      country: (value) => ({ sql: 'clubs.country = ?', bindings: [value.toUpperCase()] }),
      kits: WITH_KITS('clubs', 'club_id'),
    },
    orders: {
      name: ['clubs.name_search collate "C"'],
      country: ['clubs.country', 'clubs.name_search collate "C"'],
    },
  },
  brands: {
    table: 'brands',
    columns:
      'brands.name, brands.slug, brands.logo, (select count(*) from kits where brand_id = brands.id) as kits',
    filters: { q: named('brands'), kits: WITH_KITS('brands', 'brand_id') },
    orders: { name: ['brands.name_search collate "C"'] },
  },
  competitions: {
    table: 'competitions',
    columns: 'competitions.name, competitions.slug, competitions.country, competitions.logo',
    filters: {
      q: named('competitions'),
      country: (value) => ({ sql: 'competitions.country = ?', bindings: [value.toUpperCase()] }),
    },
    orders: {
      name: ['competitions.name_search collate "C"'],
      country: ['competitions.country', 'competitions.name_search collate "C"'],
    },
  },
  seasons: {
    table: 'seasons',
    columns: 'seasons.year, (select count(*) from kits where season_id = seasons.id) as kits',
    filters: {
      q: keyword('seasons', 'strpos(seasons.year, ?) > 0', 1),
      kits: WITH_KITS('seasons', 'season_id'),
    },
    orders: { season: ['seasons.first_year', 'seasons.second_year'] },
  },
  kit_types: {
    table: 'kit_types',
    columns: `kit_types.name, kit_types.category, kit_types.order_priority, kit_types.is_goalkeeper,
      (select count(*) from kits where type_id = kit_types.id) as kits`,
    filters: {
      q: keyword('kit_types', `search_text(kit_types.name) like ${PATTERN}`, 1),
      category: equals('kit_types.category'),
      kits: WITH_KITS('kit_types', 'type_id'),
    },
    orders: {
      name: ['kit_types.name collate "C"'],
      category: [
        'kit_types.category_order',
        'kit_types.is_goalkeeper',
        'kit_types.order_priority',
        'kit_types.name',
      ],
    },
  },
  kits: {
    table: 'kits',
    columns: `${KIT_ITEM_COLUMNS}, kits.slug, clubs.name as club, seasons.year as season,
      kit_types.name as type, brands.name as brand,
      kits.club_id, kits.season_id, kits.type_id, kits.brand_id, kits.rating::float8 as rating`,
    joins: `left join clubs on clubs.id = kits.club_id
      left join seasons on seasons.id = kits.season_id
      left join kit_types on kit_types.id = kits.type_id
      left join brands on brands.id = kits.brand_id`,
    filters: {
      q: keyword('kits', `kits.name_search like ${PATTERN} or kits.slug = ?`, 2),
      club: kitsOf('clubs', (ids) => `kits.club_id = any(${ids}::integer[])`),
      brand: kitsOf('brands', (ids) => `kits.brand_id = any(${ids}::integer[])`),
      competition: kitsOf('competitions', (ids) => `kits.competition_ids && ${ids}::integer[]`),
      season: numbered('kits.season_id'),
      kit_type: numbered('kits.type_id'),
      design: equals('kits.design'),
      primary_color: equals('kits.primary_color'),
      picture: oneOf({ own: 'kits.main_img_url is not null', drawn: 'kits.main_img_url is null' }),
    },
    orders: {
      name: ['kits.name_search collate "C"'],
      club: ['clubs.name_search collate "C"'],
      season: ['seasons.first_year', 'seasons.second_year'],
      type: ['kit_types.category_order', 'kit_types.order_priority', 'kit_types.name'],
      brand: ['brands.name_search collate "C"'],
      rating: ['kits.rating'],
    },
  },
};

/** The seasons and kit types that kits can be filtered by. */
export async function listKitFilterOptions(
  db: Database,
): Promise<Record<'season' | 'kit_type', Array<{ value: string; label: string }>>> {
  const [season, type] = await Promise.all([
    query<{ value: string; label: string }>(
      db,
      'select id::text as value, year as label from seasons order by first_year desc, second_year desc nulls last',
    ),
    query<{ value: string; label: string }>(
      db,
      'select id::text as value, name as label from kit_types order by category_order, order_priority, name',
    ),
  ]);
  return { season, kit_type: type };
}
