import type pg from 'pg';
import type { Kind } from './line-schemas.ts';

/** The kinds of records that kits refer to. */
export type RecordKind = Exclude<Kind, 'kit'>;

interface RecordTable {
  table: string;
  key: string;
  /** The other columns that a line may set, in the order of exports. */
  columns: readonly string[];
  /** The SQL that replaces null in columns that are not nullable, by column. */
  empty?: Readonly<Record<string, string>>;
}

const BADGE = {
  key: 'slug',
  columns: ['name', 'aliases', 'logo', 'logo_dark'],
  empty: { aliases: "'{}'" },
};

/** The table, key and columns of each kind. */
export const RECORD_TABLES: Readonly<Record<RecordKind, RecordTable>> = {
  brand: { ...BADGE, table: 'brands' },
  competition: { ...BADGE, table: 'competitions', columns: [...BADGE.columns, 'country'] },
  club: {
    table: 'clubs',
    key: 'slug',
    columns: ['name', 'aliases', 'id_archive', 'logo', 'logo_dark', 'country', 'association', 'former_slugs'],
    empty: { aliases: "'{}'", country: "''", former_slugs: "'{}'" },
  },
  season: { table: 'seasons', key: 'year', columns: [] },
  kit_type: {
    table: 'kit_types',
    key: 'name',
    columns: ['category', 'category_order', 'order_priority', 'is_goalkeeper'],
  },
};

export const RECORD_KINDS = Object.keys(RECORD_TABLES) as RecordKind[];

/** Creates the temporary table of lines with known keys, which is dropped at the end of the transaction. */
export async function openRecordStage(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table incoming_records (
      place integer generated always as identity, kind text, line jsonb
    ) on commit drop
  `);
}

/** Inserts lines with new, distinct keys and ids. */
export async function insertRecords(
  client: pg.Client,
  kind: RecordKind,
  lines: readonly object[],
): Promise<void> {
  if (lines.length > 0) await client.query(insertStatement(kind), [JSON.stringify(lines)]);
}

/** Stages lines with known keys for `updateRecords`. */
export async function stageRecords(
  client: pg.Client,
  kind: RecordKind,
  lines: readonly object[],
): Promise<void> {
  if (lines.length === 0 || RECORD_TABLES[kind].columns.length === 0) return;
  await client.query(
    `insert into incoming_records (kind, line)
     select $1, line from jsonb_array_elements($2) with ordinality as lines (line, place) order by place`,
    [kind, JSON.stringify(lines)],
  );
}

/**
 * Updates records whose staged fields differ. Absent fields keep their values; null clears them. Lines with
 * the same key are combined first, so that a row without a net change is not written. Returns the number of
 * written rows.
 */
export async function updateRecords(client: pg.Client, kind: RecordKind): Promise<number> {
  if (RECORD_TABLES[kind].columns.length === 0) return 0;
  return (await client.query(updateStatement(kind), [kind])).rowCount ?? 0;
}

/** Absent fields keep their values, because `jsonb_populate_record` starts from the stored row. */
function updateStatement(kind: RecordKind): string {
  const { table, key, columns } = RECORD_TABLES[kind];
  const values = columns.map((column) => readColumn(kind, column));
  return `
    update ${table}
    set ${columns.map((column, index) => `${column} = ${values[index]}`).join(', ')}
    from (
      select given.*
      from (
        select jsonb_object_agg(field.key, field.value order by incoming.place) as line
        from incoming_records as incoming, jsonb_each(incoming.line) as field
        where incoming.kind = $1
        group by incoming.line ->> '${key}'
      ) as merged
      join ${table} on ${table}.${key} = line ->> '${key}'
      cross join jsonb_populate_record(${table}, line) as given
    ) as given
    where ${table}.${key} = given.${key}
      and row(${columns.map((column) => `${table}.${column}`).join(', ')}) is distinct from row(${values.join(', ')})
  `;
}

function insertStatement(kind: RecordKind): string {
  const { table, key, columns } = RECORD_TABLES[kind];
  return `
    insert into ${table} (${['id', key, ...columns].join(', ')})
    overriding system value
    select ${['id', key, ...columns.map((column) => readColumn(kind, column))].join(', ')}
    from jsonb_populate_recordset(null::${table}, $1) as given
  `;
}

/** The SQL of a column's value in the row `given`. */
function readColumn(kind: RecordKind, column: string): string {
  const empty = RECORD_TABLES[kind].empty?.[column];
  return empty === undefined ? `given.${column}` : `coalesce(given.${column}, ${empty})`;
}

/** The table of a kind, and the column that identifies its records in imports. */
export function tableOf(kind: Kind): { table: string; key: string } {
  return kind === 'kit' ? { table: 'kits', key: 'slug' } : RECORD_TABLES[kind];
}
