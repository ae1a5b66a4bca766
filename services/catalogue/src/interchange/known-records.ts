import type pg from 'pg';
import { INTEGER_MAX } from '@kitroom/shared';
import type { Line } from './line-schemas.ts';
import { LineError } from './read-line.ts';
import type { StoredFields } from './record-rules.ts';
import { RECORD_KINDS, RECORD_TABLES, type RecordKind } from './upsert-records.ts';

type KnownRecords = Awaited<ReturnType<typeof readKnownRecords>>;

/**
 * Reads the records that kits refer to, and keeps track of those that the import adds. Requires a lock that
 * prevents others from adding records before the transaction ends.
 */
export async function readKnownRecords(client: pg.Client) {
  const byKind = {} as Record<RecordKind, Awaited<ReturnType<typeof readKind>>>;
  for (const kind of RECORD_KINDS) byKind[kind] = await readKind(client, kind);
  return {
    findId: (kind: RecordKind, key: string) => byKind[kind].ids.get(key),
    findKey: (kind: RecordKind, id: number) => byKind[kind].keys.get(id) ?? '',
    /** The stored fields of a record in the database. */
    findStored: (kind: RecordKind, key: string) => byKind[kind].stored.get(key),
    /**
     * Adds a record and returns its id: the requested one, otherwise the next free one. Throws a LineError if
     * the requested id belongs to another record.
     */
    add(kind: RecordKind, key: string, requestedId: number | undefined): number {
      const { ids, keys, next } = byKind[kind];
      const id = requestedId ?? next;
      const owner = keys.get(id);
      if (owner !== undefined) throw new LineError(describeTakenId(id, kind, owner), key);
      if (id > INTEGER_MAX)
        throw new LineError(`there is no id left for it: the highest one, ${INTEGER_MAX}, is taken`, key);
      ids.set(key, id);
      keys.set(id, key);
      byKind[kind].next = Math.max(next, id + 1);
      return id;
    },
    /** Advances the database's sequences past the ids of the added records. */
    async advanceSequences(): Promise<void> {
      for (const kind of RECORD_KINDS) {
        const { firstNew, next } = byKind[kind];
        if (next > firstNew) await client.query('select setval($1, $2)', [sequenceOf(kind), next - 1]);
      }
    },
  };
}

export function describeTakenId(id: number, kind: RecordKind | 'kit', owner: string): string {
  return `"id" ${id} belongs to the ${kind.replace('_', ' ')} ${JSON.stringify(owner)}`;
}

async function readKind(client: pg.Client, kind: RecordKind) {
  const { table, key, columns } = RECORD_TABLES[kind];
  const has = (column: string) => columns.includes(column);
  const { rows } = await client.query<StoredFields & { key: string; id: number }>(
    `select ${key} as key, id, ${has('name') ? 'name' : "''"} as name,
       ${has('country') ? 'country' : 'null'} as country, ${has('aliases') ? 'aliases' : "'{}'::text[]"} as aliases
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
    stored: new Map<string, StoredFields>(rows.map((row) => [row.key, row])),
    firstNew: next,
    next,
  };
}

/** Returns the name that PostgreSQL gives to the sequence of an identity column. */
function sequenceOf(kind: RecordKind): string {
  return `${RECORD_TABLES[kind].table}_id_seq`;
}

/** Reads the former slugs of clubs, and keeps track of those that lines set. */
export async function readFormerClubSlugs(client: pg.Client, records: KnownRecords) {
  const { rows } = await client.query<{ id: number; slugs: string[] }>(
    "select id, former_slugs as slugs from clubs where former_slugs <> '{}'",
  );
  const slugsOf = new Map(rows.map(({ id, slugs }) => [id, slugs]));
  const owners = new Map(rows.flatMap(({ id, slugs }) => slugs.map((slug) => [slug, id])));

  return {
    /** The id of the club that has this former slug. */
    findId: (slug: string) => owners.get(slug),
    /** The former slugs of a club. */
    of: (clubId: number) => slugsOf.get(clubId) ?? [],
    /** Throws a LineError if the line's former slugs belong to other clubs. */
    check({ slug: key, former_slugs: slugs }: Line<'club'>): void {
      for (const slug of slugs ?? []) {
        const reject = (problem: string) => {
          throw new LineError(`"former_slugs" has ${JSON.stringify(slug)}, which is ${problem}`, key);
        };
        if (slug === key) reject('its slug now');
        if (records.findId('club', slug) !== undefined) reject('the slug of another club');
        const owner = owners.get(slug);
        if (owner !== undefined && owner !== records.findId('club', key))
          reject('a former slug of another club');
      }
    },
    /** Replaces the former slugs of a club; undefined changes nothing. */
    set(clubId: number, slugs: readonly string[] | null | undefined): void {
      if (slugs === undefined) return;
      for (const slug of slugsOf.get(clubId) ?? []) owners.delete(slug);
      for (const slug of slugs ?? []) owners.set(slug, clubId);
      slugsOf.set(clubId, [...(slugs ?? [])]);
    },
  };
}
