import type { Database } from '@kitroom/server/database/database';
import { anyOf, hasRows } from '@kitroom/server/database/query-parts';
import { associationOf, fold, type ColourName, type Design } from '@kitroom/shared';
import {
  KIT_TYPE_ORDER,
  type KitTypeRow,
  type NamedTable,
  type RecordRow,
  type SeasonRow,
} from '../../records/record-view.ts';
import { spellName } from '../text/words.ts';
import type { NamedRecord } from './name-index.ts';

/** A record with a name; `country` is absent for brands, and empty or null if unknown. */
export interface NamedRow extends RecordRow, NamedRecord {
  country?: string | null;
  /** FIFA's code of the football association; null if the country has no code, or if it is unknown. */
  association: string | null;
  aliases: readonly string[];
  /** Only of clubs. */
  id_archive?: number | null;
}

/** The fields of a kit that the index contains. */
export interface IndexedKit {
  id: number;
  name: string;
  slug: string;
  main_img_url: string | null;
  id_archive: number | null;
  club_id: number;
  season_id: number;
  type_id: number;
  brand_id: number;
  competition_ids: readonly number[];
  country: string;
  design: Design | null;
  primary_color: ColourName | null;
  secondary_colors: readonly ColourName[];
  rating: number | null;
}

/** Kits by column: each column has the values of all kits, in the same order. */
export type KitColumns = Readonly<{ [Field in keyof IndexedKit]: ReadonlyArray<IndexedKit[Field]> }>;

/** The SQL expression of each column of `IndexedKit`. */
const KIT_COLUMNS: Readonly<Record<keyof IndexedKit, string>> = {
  id: 'id',
  name: 'name',
  slug: 'slug',
  main_img_url: 'main_img_url',
  id_archive: 'id_archive',
  club_id: 'club_id',
  season_id: 'season_id',
  type_id: 'type_id',
  brand_id: 'brand_id',
  competition_ids: 'competition_ids',
  country: 'country',
  design: 'design',
  primary_color: 'primary_color',
  secondary_colors: 'secondary_colors',
  // PostgreSQL sends exact decimals as text.
  rating: 'rating::float8',
};
const KIT_FIELDS = Object.keys(KIT_COLUMNS) as Array<keyof IndexedKit>;
const KIT_SELECT = KIT_FIELDS.map((name) => `${KIT_COLUMNS[name]} as ${name}`).join(', ');
/** Selects each column as one JSON array, because Node.js parses JSON several times as fast as rows. */
const AS_COLUMNS = KIT_FIELDS.map((name) => `coalesce(json_agg(${name}), '[]') as ${name}`).join(', ');

export function toColumns(kits: readonly IndexedKit[]): KitColumns {
  const columns = KIT_FIELDS.map((name) => [name, kits.map((kit) => kit[name])] as const);
  return Object.fromEntries(columns) as unknown as KitColumns;
}

/** The columns that not all of the tables with names have. */
const OTHER_COLUMNS: Readonly<Record<NamedTable, readonly string[]>> = {
  brands: [],
  competitions: ['country'],
  clubs: ['country', 'association', 'id_archive'],
};

type StoredRow = Omit<NamedRow, 'foldedName' | 'foldedNames'>;

export async function listNamedRows(db: Database, table: NamedTable): Promise<NamedRow[]> {
  const columns = ['id', 'slug', 'name', 'logo', 'logo_dark', 'aliases', ...OTHER_COLUMNS[table]];
  const rows = await db(table).select<StoredRow[]>(columns);
  return rows.map((row) => {
    const name = fold(row.name);
    const association = associationOf(row.country, row.association);
    return { ...row, association, foldedName: name, foldedNames: listSpellings([row.name, ...row.aliases]) };
  });
}

function listSpellings(names: readonly string[]): string {
  return [...new Set(names.flatMap((name) => spellName(fold(name))))].join('\n');
}

export async function listSeasonRows(db: Database): Promise<SeasonRow[]> {
  return db<SeasonRow>('seasons').select('id', 'year', 'first_year', 'second_year');
}

/** All kit types, in the order of searches. */
export async function listTypes(db: Database): Promise<KitTypeRow[]> {
  return db<KitTypeRow>('kit_types')
    .orderByRaw(KIT_TYPE_ORDER)
    .select('id', 'name', 'category', 'category_order', 'order_priority', 'is_goalkeeper');
}

/** The newest kits with ids up to `last`, newest first. */
export async function listKitsUpTo(db: Database, last: number, limit: number): Promise<KitColumns> {
  const kits = selectKits(db).where('id', '<=', last).orderBy('id', 'desc').limit(limit);
  const [columns] = await db
    .select<KitColumns[]>(db.raw(AS_COLUMNS))
    .from(kits.as('kits'))
    .options({ name: 'index-kits-up-to' });
  return columns ?? toColumns([]);
}

export async function listKitsByIds(db: Database, ids: readonly number[]): Promise<IndexedKit[]> {
  return selectKits(db).where('id', anyOf(db, ids)).options({ name: 'index-kits' });
}

function selectKits(db: Database) {
  return db('kits').select<IndexedKit[]>(db.raw(KIT_SELECT));
}

/** Whether the database has pg_trgm. Searches tolerate typos only if it does. */
export function hasTrigrams(db: Database): Promise<boolean> {
  return hasRows(db('pg_extension').where({ extname: 'pg_trgm' }));
}
