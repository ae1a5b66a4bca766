import { query, type Database } from '@kitroom/server/database/database';
import { LINE_STATEMENTS } from '../../interchange/export-catalogue.ts';
import { RECORD_TABLES, readColumn, type RecordKind } from '../../interchange/upsert-records.ts';
import { inAlphabet } from '../../records.ts';
import { FORMER_SLUGS_MAX } from '../../record-fields.ts';
import type { KindPage } from './kind-pages.ts';
import type { FullLine } from './record-form.ts';

export interface StoredRecord {
  id: number;
  /** Changes with each update of the record. */
  version: string;
  line: FullLine;
  former_slugs: string[];
}

/** `locked` blocks changes by others until the transaction ends. */
export async function findStored(
  db: Database,
  { kind, table }: KindPage,
  id: number,
  lock: 'locked' | 'unlocked' = 'unlocked',
): Promise<StoredRecord | undefined> {
  const [row] = await query<StoredRecord>(
    db,
    `
    select stored.id, stored.xmin::text as version, to_jsonb(line) - 'id' - 'former_slugs' as line,
      coalesce(to_jsonb(line) -> 'former_slugs', '[]') as former_slugs
    from ${table} as stored
    join (${LINE_STATEMENTS[kind]}) as line on line.id = stored.id
    where stored.id = ?
    ${lock === 'locked' ? 'for update of stored' : ''}
    `,
    [id],
  );
  return row;
}

export async function insertRecord(db: Database, kind: RecordKind, line: FullLine): Promise<number> {
  const { table, key, columns } = RECORD_TABLES[kind];
  const [row] = await query<{ id: number }>(
    db,
    `
    insert into ${table} (${[key, ...columns.map(({ name }) => name)].join(', ')})
    select ${[`line ->> '${key}'`, ...columns.map(readColumn)].join(', ')}
    from (select ?::jsonb as line) as given
    returning id
    `,
    [JSON.stringify(line)],
  );
  return row?.id ?? 0;
}

/** Updates all fields of a record but its former slugs. */
export async function updateRecord(
  db: Database,
  kind: RecordKind,
  id: number,
  line: FullLine,
): Promise<void> {
  const { table, key, columns } = RECORD_TABLES[kind];
  const set = columns.filter(({ name }) => name !== 'former_slugs');
  const values = [`${key} = line ->> '${key}'`, ...set.map((one) => `${one.name} = ${readColumn(one)}`)];
  await query(
    db,
    `update ${table} set ${values.join(', ')} from (select ?::jsonb as line) as given where ${table}.id = ?`,
    [JSON.stringify(line), id],
  );
}

/** Sets the former slugs of a club or kit, of which the newest are kept. */
export async function setFormerSlugs(
  db: Database,
  { table }: KindPage,
  id: number,
  slugs: readonly string[],
): Promise<void> {
  await db(table)
    .where({ id })
    .update({ former_slugs: slugs.slice(-FORMER_SLUGS_MAX) });
}

export async function deleteRecord(db: Database, { table }: KindPage, id: number): Promise<void> {
  await query(db, `delete from ${table} where id = ?`, [id]);
}

/** The condition for kits that refer to a record of each kind. */
export const KIT_CONDITIONS: Readonly<Record<RecordKind, string>> = {
  club: 'kits.club_id = ?',
  brand: 'kits.brand_id = ?',
  season: 'kits.season_id = ?',
  kit_type: 'kits.type_id = ?',
  competition: 'kits.competition_ids @> array[?::integer]',
};

export async function countKitsOf(db: Database, kind: RecordKind, id: number): Promise<number> {
  const [row] = await query<{ kits: number }>(
    db,
    `select count(*) as kits from kits where ${KIT_CONDITIONS[kind]}`,
    [id],
  );
  return row?.kits ?? 0;
}

export async function findIdByKey(db: Database, kind: RecordKind, key: unknown): Promise<number | undefined> {
  const { table, key: column } = RECORD_TABLES[kind];
  const [row] = await query<{ id: number }>(db, `select id from ${table} where ${column} = ?::text`, [key]);
  return row?.id;
}

export async function listKitTypeNames(db: Database): Promise<string[]> {
  const rows = await query<{ name: string }>(
    db,
    'select name from kit_types order by category_order, order_priority, name',
  );
  return rows.map(({ name }) => name);
}

/** The record that has this former slug. */
export async function findByFormerSlug(
  db: Database,
  kind: 'club' | 'kit',
  slug: unknown,
): Promise<{ id: number; name: string; slug: string } | undefined> {
  const [row] = await query<{ id: number; name: string; slug: string }>(
    db,
    // The first condition uses the partial index on records with former slugs.
    `select id, name, slug from ${kind}s where former_slugs <> '{}' and former_slugs @> array[?::text]`,
    [slug],
  );
  return row;
}

export async function countRecords(db: Database, table: KindPage['table']): Promise<number> {
  const [row] = await query<{ rows: number }>(db, `select count(*) as rows from ${table}`);
  return row?.rows ?? 0;
}

const SUGGESTIONS_MAX = 200;

const SUGGESTIONS: Readonly<Record<string, string>> = {
  brand: `select slug as value from brands order by ${inAlphabet('name')}`,
  season: 'select year as value from seasons order by first_year desc, second_year desc nulls last',
  type: 'select name as value from kit_types order by category_order, order_priority, name',
};

/** Autocomplete suggestions for a kit field; undefined if it has none. */
export async function listSuggestions(db: Database, field: string): Promise<string[] | undefined> {
  const source = SUGGESTIONS[field];
  if (source === undefined) return undefined;
  const rows = await query<{ value: string }>(db, `${source} limit ?`, [SUGGESTIONS_MAX]);
  return rows.map(({ value }) => value);
}
