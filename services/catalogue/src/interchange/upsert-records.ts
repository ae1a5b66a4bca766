import type pg from 'pg';
import type { Kind } from './line-schemas.ts';

/** The kinds of records that kits refer to. */
export type RecordKind = Exclude<Kind, 'kit'>;

/** A column that a line may set. */
export interface Column {
  name: string;
  type: 'text' | 'integer' | 'boolean' | 'text[]';
  /** Replaces null if the column is not nullable. */
  empty?: string;
}

const text = (name: string): Column => ({ name, type: 'text' });
const integer = (name: string): Column => ({ name, type: 'integer' });
const BADGE: Column[] = [text('name'), text('logo'), text('logo_dark'), { name: 'aliases', type: 'text[]' }];

/** The table, key and columns of each kind. */
export const RECORD_TABLES: Readonly<Record<RecordKind, { table: string; key: string; columns: Column[] }>> =
  {
    brand: { table: 'brands', key: 'slug', columns: BADGE },
    competition: { table: 'competitions', key: 'slug', columns: [...BADGE, text('country')] },
    club: {
      table: 'clubs',
      key: 'slug',
      columns: [
        ...BADGE,
        { name: 'former_slugs', type: 'text[]' },
        integer('id_archive'),
        { ...text('country'), empty: "''" },
        text('association'),
      ],
    },
    season: { table: 'seasons', key: 'year', columns: [] },
    kit_type: {
      table: 'kit_types',
      key: 'name',
      columns: [
        text('category'),
        integer('category_order'),
        integer('order_priority'),
        { name: 'is_goalkeeper', type: 'boolean' },
      ],
    },
  };

export const RECORD_KINDS = Object.keys(RECORD_TABLES) as RecordKind[];

/** Creates the temporary table for lines with known keys, which is dropped at the end of the transaction. */
export async function openRecordStage(client: pg.Client): Promise<void> {
  await client.query(`
    create temporary table incoming_records (
      place integer generated always as identity, kind text, line jsonb
    ) on commit drop
  `);
}

/** Inserts lines with new, distinct keys under the ids given in them. */
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
 * Updates staged records whose given fields differ; absent fields keep their values, null clears them. Lines with the
 * same key are combined first, so that a row with no net change is not written. Returns the number of rows written.
 */
export async function updateRecords(client: pg.Client, kind: RecordKind): Promise<number> {
  if (RECORD_TABLES[kind].columns.length === 0) return 0;
  return (await client.query(updateStatement(kind), [kind])).rowCount ?? 0;
}

function updateStatement(kind: RecordKind): string {
  const { table, key, columns } = RECORD_TABLES[kind];
  const names = columns.map(({ name }) => `${table}.${name}`).join(', ');
  const values = columns.map(
    (column) =>
      `case when line ? '${column.name}' then ${readColumn(column)} else ${table}.${column.name} end`,
  );
  return `
    update ${table}
    set ${columns.map(({ name }, index) => `${name} = ${values[index]}`).join(', ')}
    from (
      select jsonb_object_agg(field.key, field.value order by incoming.place) as line
      from incoming_records as incoming, jsonb_each(incoming.line) as field
      where incoming.kind = $1
      group by incoming.line ->> '${key}'
    ) as merged
    where ${table}.${key} = line ->> '${key}' and row(${names}) is distinct from row(${values.join(', ')})
  `;
}

function insertStatement(kind: RecordKind): string {
  const { table, key, columns } = RECORD_TABLES[kind];
  return `
    insert into ${table} (${['id', key, ...columns.map(({ name }) => name)].join(', ')})
    overriding system value
    select ${["(line ->> 'id')::integer", `line ->> '${key}'`, ...columns.map(readColumn)].join(', ')}
    from jsonb_array_elements($1) as line
  `;
}

/** The value of a column in a jsonb `line`; absent is null, or an empty array. */
function readColumn({ name, type, empty }: Column): string {
  if (type === 'text[]') return `array(select jsonb_array_elements_text(nullif(line -> '${name}', 'null')))`;
  const value = `(line ->> '${name}')::${type}`;
  return empty === undefined ? value : `coalesce(${value}, ${empty})`;
}

/** The table of a kind, and the column that identifies its records in imports. */
export function tableOf(kind: Kind): { table: string; key: string } {
  return kind === 'kit' ? { table: 'kits', key: 'slug' } : RECORD_TABLES[kind];
}
