import { equals, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { toInteger } from '@kitroom/server/pages/read-number';
import { fold } from '../../fold.ts';
import { selectLines } from '../../interchange/export-catalogue.ts';
import type { Kind } from '../../interchange/line-schemas.ts';
import { KIT_ITEM_COLUMNS } from '../../kits/kit-rows.ts';
import { listContaining } from '../../named-records.ts';
import type { ReferenceKind } from '../../record-fields.ts';
import { inAlphabet, type NamedTable } from '../../records.ts';
import type { CatalogueIndex } from '../../search-index/catalogue-index.ts';
import type { SearchIndex } from '../../search-index/open-index.ts';
import { findReferences } from './references.ts';

type RecordTable = 'brands' | 'competitions' | 'clubs' | 'seasons' | 'kit_types' | 'kits';

/** A listed record. */
export interface RecordRow {
  id: number;
  [column: string]: unknown;
}

/** A record as a line of the import format, with every field set. */
export type FullLine = Readonly<Record<string, unknown>> & { kind: Kind };

/** A record with all of its fields. */
export interface StoredRecord extends RecordRow {
  /** Changes with each update of the record. */
  version: string;
  line: FullLine;
  former_slugs: string[];
}

const withKits = (table: RecordTable, column: string) =>
  oneOf({
    with: `exists (select from kits where kits.${column} = ${table}.id)`,
    without: `not exists (select from kits where kits.${column} = ${table}.id)`,
  });

const countKits = (table: RecordTable, column: string) =>
  `(select count(*) from kits where kits.${column} = ${table}.id) as kits`;

/** Where the records of each kind are listed from. Names are found in the index; of kits only whole slugs match. */
export function recordSources({ index }: { index: SearchIndex }): Readonly<Record<Kind, ListSource>> {
  /** The records that a keyword finds, by number too. */
  const found =
    (table: RecordTable, list: (records: CatalogueIndex, keyword: string) => number[]) =>
    async (keyword: string) => ({
      sql: `${table}.id = any(?::integer[])`,
      bindings: [[...list(await index.read(), keyword), toInteger(keyword) ?? 0]],
    });
  const named = (table: NamedTable) =>
    found(table, (records, keyword) => listContaining(records[table], keyword));
  /** The numbers of what a text means. */
  const meant = (kind: ReferenceKind, sql: string) => async (text: string) => ({
    sql,
    bindings: [findReferences(await index.read(), kind, text).map(({ id = 0 }) => id)],
  });
  const kitsOf = (kind: ReferenceKind, column: string) => meant(kind, `kits.${column} = any(?::integer[])`);
  const countries = (table: RecordTable) => async (text: string) => ({
    sql: `${table}.country = any(?::text[])`,
    bindings: [
      [text.toUpperCase(), ...findReferences(await index.read(), 'country', text).map(({ key }) => key)],
    ],
  });

  return {
    club: {
      table: 'clubs',
      columns: `clubs.name, clubs.slug, clubs.country, clubs.logo, ${countKits('clubs', 'club_id')}`,
      details: detailsOf('club', 'clubs', 'clubs.former_slugs'),
      filters: { q: named('clubs'), country: countries('clubs'), kits: withKits('clubs', 'club_id') },
      orders: {
        name: [inAlphabet('clubs.name')],
        country: ['clubs.country', inAlphabet('clubs.name')],
      },
    },
    brand: {
      table: 'brands',
      columns: `brands.name, brands.slug, brands.logo, ${countKits('brands', 'brand_id')}`,
      details: detailsOf('brand', 'brands'),
      filters: { q: named('brands'), kits: withKits('brands', 'brand_id') },
      orders: { name: [inAlphabet('brands.name')] },
    },
    competition: {
      table: 'competitions',
      columns: 'competitions.name, competitions.slug, competitions.country, competitions.logo',
      details: detailsOf('competition', 'competitions'),
      filters: { q: named('competitions'), country: countries('competitions') },
      orders: {
        name: [inAlphabet('competitions.name')],
        country: ['competitions.country', inAlphabet('competitions.name')],
      },
    },
    season: {
      table: 'seasons',
      columns: `seasons.year, ${countKits('seasons', 'season_id')}`,
      details: detailsOf('season', 'seasons'),
      filters: {
        q: found('seasons', ({ seasons }, keyword) =>
          [...seasons.values()].filter(({ year }) => year.includes(keyword)).map(({ id }) => id),
        ),
        kits: withKits('seasons', 'season_id'),
      },
      orders: { season: ['seasons.first_year', 'seasons.second_year'] },
    },
    kit_type: {
      table: 'kit_types',
      columns: `kit_types.name, kit_types.category, kit_types.order_priority, kit_types.is_goalkeeper,
        ${countKits('kit_types', 'type_id')}`,
      details: detailsOf('kit_type', 'kit_types'),
      filters: {
        q: found('kit_types', listKitTypes),
        category: equals('kit_types.category'),
        kits: withKits('kit_types', 'type_id'),
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
    kit: {
      table: 'kits',
      columns: `${KIT_ITEM_COLUMNS}, kits.slug, clubs.name as club, seasons.year as season,
        kit_types.name as type, brands.name as brand,
        kits.club_id, kits.season_id, kits.type_id, kits.brand_id, kits.rating::float8 as rating`,
      details: detailsOf('kit', 'kits', 'kits.former_slugs'),
      joins: `left join clubs on clubs.id = kits.club_id
        left join seasons on seasons.id = kits.season_id
        left join kit_types on kit_types.id = kits.type_id
        left join brands on brands.id = kits.brand_id`,
      filters: {
        q: found('kits', listKits),
        club: kitsOf('club', 'club_id'),
        brand: kitsOf('brand', 'brand_id'),
        season: kitsOf('season', 'season_id'),
        kit_type: kitsOf('kit_type', 'type_id'),
        competition: meant('competition', 'kits.competition_ids && ?::integer[]'),
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

function detailsOf(kind: Kind, table: RecordTable, formerSlugs = "'{}'::text[]"): string {
  return `${table}.xmin::text as version, ${formerSlugs} as former_slugs,
    (select to_jsonb(line) - 'id' - 'former_slugs' from (${selectLines(kind)}) as line where line.id = ${table}.id) as line`;
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
