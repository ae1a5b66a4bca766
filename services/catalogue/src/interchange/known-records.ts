import { INTEGER_MAX } from '@kitroom/shared';
import type pg from 'pg';
import { LineError } from './read-line.ts';
import type { Stored } from './record-rules.ts';
import { RECORD_KINDS, RECORD_TABLES, type RecordKind } from './upsert-records.ts';

/** Records that kits refer to: those in the database and those that the import adds. */
export interface KnownRecords {
  findId(kind: RecordKind, key: string): number | undefined;
  findKey(kind: RecordKind, id: number): string;
  /** What is stored of a record of the database. */
  findStored(kind: RecordKind, key: string): Stored | undefined;
  /**
   * Adds a record and returns its id: the given one, else the highest plus one. Throws a LineError if the given id
   * belongs to another record.
   */
  add(kind: RecordKind, key: string, givenId: number | undefined): number;
  /** Advances the database's sequences past the ids of the added records. */
  advanceSequences(): Promise<void>;
}

interface KnownKind {
  ids: Map<string, number>;
  keys: Map<number, string>;
  stored: Map<string, Stored>;
  firstNew: number;
  next: number;
}

/** Nobody else may add records before the transaction ends. */
export async function readKnownRecords(client: pg.Client): Promise<KnownRecords> {
  const known = {} as Record<RecordKind, KnownKind>;
  for (const kind of RECORD_KINDS) known[kind] = await readKind(client, kind);
  return {
    findId: (kind, key) => known[kind].ids.get(key),
    findKey: (kind, id) => known[kind].keys.get(id) ?? '',
    findStored: (kind, key) => known[kind].stored.get(key),
    add(kind, key, givenId) {
      const { ids, keys, next } = known[kind];
      const id = givenId ?? next;
      const owner = keys.get(id);
      if (owner !== undefined) throw new LineError(describeTakenId(id, kind, owner), key);
      if (id > INTEGER_MAX)
        throw new LineError(`there is no id left for it: the highest one, ${INTEGER_MAX}, is taken`, key);
      ids.set(key, id);
      keys.set(id, key);
      known[kind].next = Math.max(next, id + 1);
      return id;
    },
    async advanceSequences() {
      for (const kind of RECORD_KINDS) {
        const { firstNew, next } = known[kind];
        if (next > firstNew) await client.query('select setval($1, $2)', [sequenceOf(kind), next - 1]);
      }
    },
  };
}

export function describeTakenId(id: number, kind: RecordKind | 'kit', owner: string): string {
  return `"id" ${id} belongs to the ${kind.replace('_', ' ')} ${JSON.stringify(owner)}`;
}

async function readKind(client: pg.Client, kind: RecordKind): Promise<KnownKind> {
  const { table, key, columns } = RECORD_TABLES[kind];
  const has = (column: string) => columns.some(({ name }) => name === column);
  const { rows } = await client.query<Stored & { key: string; id: number }>(
    `select ${key} as key, id, ${has('name') ? 'name' : "''"} as name, ${has('country') ? 'country' : 'null'} as country
     from ${table}`,
  );
  const sequence = await client.query<{ next: number }>(
    `select (last_value + is_called::integer)::float8 as next from ${sequenceOf(kind)}`,
  );
  const highest = rows.reduce((max, { id }) => Math.max(max, id), 0);
  const next = Math.max(highest + 1, sequence.rows[0]?.next ?? 1);
  return {
    ids: new Map(rows.map((row) => [row.key, row.id])),
    keys: new Map(rows.map((row) => [row.id, row.key])),
    stored: new Map(rows.map((row) => [row.key, row])),
    firstNew: next,
    next,
  };
}

/** The name that PostgreSQL gives to the sequence of an identity column. */
function sequenceOf(kind: RecordKind): string {
  return `${RECORD_TABLES[kind].table}_id_seq`;
}
