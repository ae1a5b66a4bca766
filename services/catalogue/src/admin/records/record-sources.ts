import { equals, oneOf, type ListSource } from '@kitroom/server/pages/list-queries';
import { toInteger } from '@kitroom/server/pages/read-number';
import { fold } from '@kitroom/shared';
import { selectLines } from '../../interchange/export-catalogue.ts';
import type { Kind } from '../../interchange/line-schemas.ts';
import { tableOf } from '../../interchange/upsert-records.ts';
import { KIT_ITEM_COLUMNS } from '../../kits/kit-rows.ts';
import { listContaining } from '../../records/list-records.ts';
import type { ReferenceKind } from '../../records/record-form-fields.ts';
import { alphabeticalOrder, type NamedTable } from '../../records/record-view.ts';
import type { CatalogueIndex } from '../../search/index/catalogue-index.ts';
import type { SearchIndex } from '../../search/index/open-index.ts';
import { findReferences } from './references.ts';

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

/** The columns of kits with references, by kind of record. Competitions are in an array instead. */
export const KIT_COLUMNS = {
  club: 'club_id',
  brand: 'brand_id',
  season: 'season_id',
  kit_type: 'type_id',
} as const;

type KindWithKits = keyof typeof KIT_COLUMNS;

const ofKits = (kind: KindWithKits) => `kits.${KIT_COLUMNS[kind]} = ${tableOf(kind).table}.id`;
const countKits = (kind: KindWithKits) => `(select count(*) from kits where ${ofKits(kind)}) as kits`;
const withKits = (kind: KindWithKits) =>
  oneOf({
    with: `exists (select from kits where ${ofKits(kind)})`,
    without: `not exists (select from kits where ${ofKits(kind)})`,
  });

/**
 * The sources of the lists of each kind of record. Names are looked up in the index. Slugs of kits match only
 * as a whole.
 */
export function recordSources({ index }: { index: SearchIndex }): Readonly<Record<Kind, ListSource>> {
  /** Matches records by keyword, or by id. */
  const byKeyword =
    (table: string, list: (records: CatalogueIndex, keyword: string) => number[]) =>
    async (keyword: string) => ({
      sql: `${table}.id = any(?::integer[])`,
      bindings: [[...list(await index.read(), keyword), toInteger(keyword) ?? 0]],
    });
  const byNameOrSlug = (table: NamedTable) =>
    byKeyword(table, (records, keyword) => listContaining(records[table], keyword));
  /** Matches the ids of the records that a text refers to. */
  const byReference = (kind: ReferenceKind, sql: string) => async (text: string) => ({
    sql,
    bindings: [findReferences(await index.read(), kind, text).map(({ id = 0 }) => id)],
  });
  const kitsOf = (kind: KindWithKits) => byReference(kind, `kits.${KIT_COLUMNS[kind]} = any(?::integer[])`);
  const country = async (text: string) => ({
    sql: 'country = any(?::text[])',
    bindings: [
      [text.toUpperCase(), ...findReferences(await index.read(), 'country', text).map(({ key }) => key)],
    ],
  });
  const byName = { name: [alphabeticalOrder('name')] };
  const byCountry = { country: ['country', alphabeticalOrder('name')] };

  return {
    club: {
      ...toSource('club'),
      columns: `name, slug, country, logo, ${countKits('club')}`,
      filters: { q: byNameOrSlug('clubs'), country, kits: withKits('club') },
      orders: { ...byName, ...byCountry },
    },
    brand: {
      ...toSource('brand'),
      columns: `name, slug, logo, ${countKits('brand')}`,
      filters: { q: byNameOrSlug('brands'), kits: withKits('brand') },
      orders: byName,
    },
    competition: {
      ...toSource('competition'),
      columns: 'name, slug, country, logo',
      filters: { q: byNameOrSlug('competitions'), country },
      orders: { ...byName, ...byCountry },
    },
    season: {
      ...toSource('season'),
      columns: `year, ${countKits('season')}`,
      filters: {
        q: byKeyword('seasons', ({ seasons }, keyword) =>
          [...seasons.values()].filter(({ year }) => year.includes(keyword)).map(({ id }) => id),
        ),
        kits: withKits('season'),
      },
      orders: { season: ['first_year', 'second_year'] },
    },
    kit_type: {
      ...toSource('kit_type'),
      columns: `name, category, order_priority, is_goalkeeper, ${countKits('kit_type')}`,
      filters: {
        q: byKeyword('kit_types', listKitTypes),
        category: equals('category'),
        kits: withKits('kit_type'),
      },
      orders: {
        ...byName,
        category: ['category_order', 'is_goalkeeper', 'order_priority', 'name'],
      },
    },
    kit: {
      ...toSource('kit'),
      columns: `${KIT_ITEM_COLUMNS}, kits.slug, clubs.name as club, seasons.year as season,
        kit_types.name as type, brands.name as brand,
        kits.club_id, kits.season_id, kits.type_id, kits.brand_id, kits.rating::float8 as rating`,
      joins: `left join clubs on clubs.id = kits.club_id
        left join seasons on seasons.id = kits.season_id
        left join kit_types on kit_types.id = kits.type_id
        left join brands on brands.id = kits.brand_id`,
      filters: {
        q: byKeyword('kits', listKits),
        club: kitsOf('club'),
        brand: kitsOf('brand'),
        season: kitsOf('season'),
        kit_type: kitsOf('kit_type'),
        competition: byReference('competition', 'kits.competition_ids && ?::integer[]'),
        design: equals('kits.design'),
        primary_color: equals('kits.primary_color'),
        picture: oneOf({ own: 'kits.main_img_url is not null', drawn: 'kits.main_img_url is null' }),
      },
      orders: {
        name: [alphabeticalOrder('kits.name')],
        club: [alphabeticalOrder('clubs.name')],
        season: ['seasons.first_year', 'seasons.second_year'],
        type: ['kit_types.category_order', 'kit_types.order_priority', 'kit_types.name'],
        brand: [alphabeticalOrder('brands.name')],
        rating: ['kits.rating'],
      },
    },
  };
}

/** The table of a kind, and the SQL of its records' details. Only clubs and kits have former slugs. */
function toSource(kind: Kind): Pick<ListSource, 'table' | 'details'> {
  const { table } = tableOf(kind);
  const formerSlugs = kind === 'club' || kind === 'kit' ? `${table}.former_slugs` : "'{}'::text[]";
  return {
    table,
    details: `${table}.xmin::text as version, ${formerSlugs} as former_slugs,
      (select to_jsonb(line) - 'id' - 'former_slugs' from (${selectLines(kind)}) as line where line.id = ${table}.id) as line`,
  };
}

function listKitTypes({ types }: CatalogueIndex, keyword: string): number[] {
  const text = fold(keyword);
  return types.filter(({ name }) => text !== '' && fold(name).includes(text)).map(({ id }) => id);
}

function listKits({ kits }: CatalogueIndex, keyword: string): number[] {
  const text = fold(keyword);
  const matches =
    text === '' ? [] : [...kits.search({ groups: [{ phrases: [text.split(' ')] }], seasons: undefined })];
  return [...matches, kits.getBySlug(keyword)].flatMap((kit) => kit?.id ?? []);
}
