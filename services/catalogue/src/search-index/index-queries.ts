import { associationOf } from '@kitroom/shared';
import { fold } from '../fold.ts';
import { query, type Database } from '@kitroom/server/database/database';
import {
  KIT_TYPE_ORDER,
  type KitTypeRow,
  type NamedTable,
  type RecordRow,
  type SeasonRow,
} from '../records.ts';
import type { IndexedKit } from './kit-segment.ts';
import type { NamedRecord } from './name-index.ts';
import { spellName } from './words.ts';

/** A record with a name; `country` is absent for brands, and empty or null if unknown. */
export interface NamedRow extends RecordRow, NamedRecord {
  country?: string | null;
  /** FIFA's code of the football association; null if there is none, or if it is unknown. */
  association: string | null;
  /** Of clubs. */
  id_archive?: number | null;
}

const KIT_COLUMNS = `
  id, name, slug, main_img_url, id_archive, club_id, season_id, type_id, brand_id, competition_ids, country, design, primary_color,
  secondary_colors, rating::float8 as rating`;
/** The columns of the tables with a name beside those of all. */
const OTHER_COLUMNS: Readonly<Record<NamedTable, string>> = {
  brands: 'aliases',
  competitions: 'aliases, country',
  clubs: 'aliases, country, association, id_archive',
};

export async function listNamedRows(db: Database, table: NamedTable): Promise<NamedRow[]> {
  const rows = await query<Omit<NamedRow, 'foldedName' | 'foldedNames'> & { aliases: string[] }>(
    db,
    `select id, slug, name, logo, logo_dark, ${OTHER_COLUMNS[table]} from ${table}`,
  );
  return rows.map(({ aliases, ...row }) => {
    const name = fold(row.name);
    const association = associationOf(row.country, row.association);
    return { ...row, association, foldedName: name, foldedNames: listSpellings([row.name, ...aliases]) };
  });
}

function listSpellings(names: readonly string[]): string {
  return [...new Set(names.flatMap((name) => spellName(fold(name))))].join('\n');
}

export function listSeasonRows(db: Database): Promise<SeasonRow[]> {
  return query<SeasonRow>(db, 'select id, year, first_year, second_year from seasons');
}

/** All kit types, in the order of searches. */
export function listTypes(db: Database): Promise<KitTypeRow[]> {
  return query<KitTypeRow>(
    db,
    `select id, name, category, category_order, order_priority, is_goalkeeper from kit_types order by ${KIT_TYPE_ORDER}`,
  );
}

/** The newest kits with ids up to `last`, newest first. */
export function listKitsUpTo(db: Database, last: number, limit: number): Promise<IndexedKit[]> {
  const sql = `select ${KIT_COLUMNS} from kits where id <= ? order by id desc limit ?`;
  return query<IndexedKit>(db, sql, [last, limit], 'index-kits-up-to');
}

export function listKitsByIds(db: Database, ids: readonly number[]): Promise<IndexedKit[]> {
  return query<IndexedKit>(
    db,
    `select ${KIT_COLUMNS} from kits where id = any(?::integer[])`,
    [ids],
    'index-kits',
  );
}
