import { query, type Database } from '@kitroom/server/database/database';
import { numbered, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { toInteger } from '@kitroom/server/pages/read-number';
import { KIT_ITEM_COLUMNS } from '../../kits/kit-rows.ts';
import { fold } from '../../fold.ts';
import { inAlphabet, type NamedTable } from '../../records.ts';
import { listContaining, listMeant } from '../../list-named-records.ts';
import type { CatalogueIndex } from '../../search-index/catalogue-index.ts';
import type { SearchIndex } from '../../search-index/open-index.ts';
import type { KindPage } from './kind-pages.ts';

export interface ListRow {
  id: number;
  [column: string]: unknown;
}

const equals = (column: string) => (value: string) => ({ sql: `${column} = ?`, bindings: [value] });

const WITH_KITS = (table: string, column: string) =>
  oneOf({
    with: `exists (select from kits where kits.${column} = ${table}.id)`,
    without: `not exists (select from kits where kits.${column} = ${table}.id)`,
  });

/** The lists of records. Names are found in the index; of kits only whole slugs match. */
export function recordLists({
  index,
}: {
  index: SearchIndex;
}): Readonly<Record<KindPage['table'], ListSource>> {
  /** The records that a keyword finds, by number too. */
  const found =
    (table: KindPage['table'], list: (records: CatalogueIndex, keyword: string) => number[]) =>
    async (keyword: string) => ({
      sql: `${table}.id = any(?::integer[])`,
      bindings: [[...list(await index.read(), keyword), toInteger(keyword) ?? 0]],
    });

  const named = (table: NamedTable) =>
    found(table, (records, keyword) => listContaining(records[table], keyword));

  /** Kits of a record, given by number, slug or name. */
  const kitsOf = (table: NamedTable, sql: string) => async (value: string) => {
    const id = toInteger(value);
    return { sql, bindings: [id === undefined ? listMeant((await index.read())[table], value) : [id]] };
  };

  return {
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
        name: [inAlphabet('clubs.name')],
        country: ['clubs.country', inAlphabet('clubs.name')],
      },
    },
    brands: {
      table: 'brands',
      columns:
        'brands.name, brands.slug, brands.logo, (select count(*) from kits where brand_id = brands.id) as kits',
      filters: { q: named('brands'), kits: WITH_KITS('brands', 'brand_id') },
      orders: { name: [inAlphabet('brands.name')] },
    },
    competitions: {
      table: 'competitions',
      columns: 'competitions.name, competitions.slug, competitions.country, competitions.logo',
      filters: {
        q: named('competitions'),
        country: (value) => ({ sql: 'competitions.country = ?', bindings: [value.toUpperCase()] }),
      },
      orders: {
        name: [inAlphabet('competitions.name')],
        country: ['competitions.country', inAlphabet('competitions.name')],
      },
    },
    seasons: {
      table: 'seasons',
      columns: 'seasons.year, (select count(*) from kits where season_id = seasons.id) as kits',
      filters: {
        q: (keyword) => ({
          sql: 'strpos(seasons.year, ?) > 0 or seasons.id = ?',
          bindings: [keyword, toInteger(keyword) ?? 0],
        }),
        kits: WITH_KITS('seasons', 'season_id'),
      },
      orders: { season: ['seasons.first_year', 'seasons.second_year'] },
    },
    kit_types: {
      table: 'kit_types',
      columns: `kit_types.name, kit_types.category, kit_types.order_priority, kit_types.is_goalkeeper,
        (select count(*) from kits where type_id = kit_types.id) as kits`,
      filters: {
        q: found('kit_types', listKitTypes),
        category: equals('kit_types.category'),
        kits: WITH_KITS('kit_types', 'type_id'),
      },
      orders: {
        name: [inAlphabet('kit_types.name')],
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
        q: found('kits', listKits),
        club: kitsOf('clubs', 'kits.club_id = any(?::integer[])'),
        brand: kitsOf('brands', 'kits.brand_id = any(?::integer[])'),
        competition: kitsOf('competitions', 'kits.competition_ids && ?::integer[]'),
        season: numbered('kits.season_id'),
        kit_type: numbered('kits.type_id'),
        design: equals('kits.design'),
        primary_color: equals('kits.primary_color'),
        picture: oneOf({ own: 'kits.main_img_url is not null', drawn: 'kits.main_img_url is null' }),
      },
      orders: {
        name: [inAlphabet('kits.name')],
        club: [inAlphabet('clubs.name')],
        season: ['seasons.first_year', 'seasons.second_year'],
        type: ['kit_types.category_order', 'kit_types.order_priority', 'kit_types.name'],
        brand: [inAlphabet('brands.name')],
        rating: ['kits.rating'],
      },
    },
  };
}

function listKitTypes({ types }: CatalogueIndex, keyword: string): number[] {
  const text = fold(keyword);
  return types.filter(({ name }) => text !== '' && fold(name).includes(text)).map(({ id }) => id);
}

function listKits({ kits }: CatalogueIndex, keyword: string): number[] {
  const text = fold(keyword);
  const named = text === '' ? [] : [...kits.search([{ phrases: [text.split(' ')] }], undefined)];
  return [...named, kits.getBySlug(keyword)].flatMap((kit) => kit?.id ?? []);
}

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
