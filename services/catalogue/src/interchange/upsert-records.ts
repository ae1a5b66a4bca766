import type pg from 'pg';
import type { Kind } from './line-schemas.ts';

/** The kinds of lines that kits refer to. */
export type RecordKind = Exclude<Kind, 'kit'>;

interface Column {
  name: string;
  type: 'text' | 'integer' | 'boolean';
  /** What stands for null where the column cannot hold it. */
  empty?: string;
}

const text = (name: string): Column => ({ name, type: 'text' });
const integer = (name: string): Column => ({ name, type: 'integer' });
const BADGE = [text('name'), text('logo'), text('logo_dark')];

/** The table of each kind, its key, and the columns that a line may set. */
export const RECORD_TABLES: Readonly<Record<RecordKind, { table: string; key: string; columns: Column[] }>> =
  {
    brand: { table: 'brands', key: 'slug', columns: BADGE },
    competition: { table: 'competitions', key: 'slug', columns: [...BADGE, text('country')] },
    club: {
      table: 'clubs',
      key: 'slug',
      columns: [...BADGE, integer('id_archive'), { ...text('country'), empty: "''" }],
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

/** What an upsert did: the ids of what is new, and how many rows it wrote. */
export interface Upserted {
  ids: Array<[key: string, id: number]>;
  inserted: number;
  updated: number;
}

/**
 * Writes lines of one kind, each key once. Known keys are updated where a given field differs; absent fields keep
 * their values, null clears them. New ones get their ids in the order of the lines, without gaps.
 */
export async function upsertRecords(client: pg.Client, kind: RecordKind, lines: object[]): Promise<Upserted> {
  if (lines.length === 0) return { ids: [], inserted: 0, updated: 0 };
  const { table, key, columns } = RECORD_TABLES[kind];
  const json = JSON.stringify(lines);
  const updated =
    columns.length > 0 ? await client.query(updateStatement(table, key, columns), [json]) : undefined;
  const inserted = await client.query<{ key: string; id: number }>(insertStatement(table, key, columns), [
    json,
  ]);
  return {
    ids: inserted.rows.map((row) => [row.key, row.id]),
    inserted: inserted.rowCount ?? 0,
    updated: updated?.rowCount ?? 0,
  };
}

function updateStatement(table: string, key: string, columns: readonly Column[]): string {
  const names = columns.map(({ name }) => `${table}.${name}`).join(', ');
  const values = columns.map(
    (column) => `case when line ? '${column.name}' then ${read(column)} else ${table}.${column.name} end`,
  );
  return `
    update ${table}
    set ${columns.map(({ name }, index) => `${name} = ${values[index]}`).join(', ')}
    from jsonb_array_elements($1) as line
    where ${table}.${key} = line ->> '${key}' and row(${names}) is distinct from row(${values.join(', ')})
  `;
}

function insertStatement(table: string, key: string, columns: readonly Column[]): string {
  return `
    insert into ${table} (${[key, ...columns.map(({ name }) => name)].join(', ')})
    select ${[`line ->> '${key}'`, ...columns.map(read)].join(', ')}
    from jsonb_array_elements($1) with ordinality as lines (line, place)
    where not exists (select 1 from ${table} as known where known.${key} = line ->> '${key}')
    order by place
    returning ${key} as key, id
  `;
}

function read({ name, type, empty }: Column): string {
  const value = `(line ->> '${name}')::${type}`;
  return empty === undefined ? value : `coalesce(${value}, ${empty})`;
}
