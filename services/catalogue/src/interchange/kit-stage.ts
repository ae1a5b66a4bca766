import type pg from 'pg';
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '../kits/kit-columns.ts';
import { insertKitsInBulk } from './insert-kits-in-bulk.ts';
import { removeConflictingKits, resolveFormerSlugs } from './kit-conflicts.ts';
import type { Line } from './line-schemas.ts';
import { checkSlug, tidyName } from './record-rules.ts';

type KitLine = Line<'kit'>;

/** The requested id of a kit, and the ids of the records it refers to. */
interface KitIds {
  id: number | undefined;
  club: number;
  brand: number;
  season: number;
  type: number;
  competitions: readonly number[] | undefined;
}

interface NumberedKey {
  number: number;
  key: string;
}

/** A kit that breaks a rule for new kits. Whether it is new is known only after the last line. */
interface Suspect extends NumberedKey {
  problem: string | undefined;
  /** The name in the line, before it is tidied. */
  name: string;
}

/** The optional fields. The bits of the column `given`, in this order, record which of them a line has. */
const OPTIONAL = Object.entries(OPTIONAL_COLUMNS).map(([field, { column, type }], bit) => ({
  field: field as keyof typeof OPTIONAL_COLUMNS,
  column,
  type,
  isList: type.endsWith('[]'),
  isGiven: `given & ${1 << bit} <> 0`,
}));

const REQUIRED_FIELDS = Object.keys(REQUIRED_COLUMNS) as Array<keyof typeof REQUIRED_COLUMNS>;

/** The required columns except the key. */
const REQUIRED = REQUIRED_FIELDS.filter((field) => field !== 'slug').map(
  (field) => REQUIRED_COLUMNS[field].column,
);

/**
 * Collects kits in a temporary table, which is dropped at the end of the transaction, and merges them into
 * the catalogue.
 */
export async function openKitStage(client: pg.Client) {
  await client.query(`
    create temporary table incoming_kits (
      line integer, id integer, given integer,
      ${[...Object.values(REQUIRED_COLUMNS), ...OPTIONAL].map(({ column, type }) => `${column} ${type}`).join(', ')}
    ) on commit drop
  `);
  let waiting: string[] = [];
  const suspects: Suspect[] = [];
  const unchecked: NumberedKey[] = [];
  return {
    add(kit: KitLine, number: number, ids: KitIds): void {
      const problem = checkSlug(kit.slug);
      const name = kit.id === undefined ? tidyName(kit.name) : kit.name;
      if (problem !== undefined && kit.id !== undefined) unchecked.push({ number, key: kit.slug });
      else if (problem !== undefined || name !== kit.name) {
        suspects.push({ number, key: kit.slug, problem, name: kit.name });
      }
      waiting.push(JSON.stringify(toRow({ ...kit, name }, number, ids)));
    },
    /** Returns the kits added since the last call, as a JSON list for `write`. */
    takeAdded(): string {
      const rows = waiting.join();
      waiting = [];
      return `[${rows}]`;
    },
    /** Writes kits to the temporary table. */
    async write(rows: string): Promise<void> {
      await client.query(
        'insert into incoming_kits select * from json_populate_recordset(null::incoming_kits, $1)',
        [rows],
      );
    },
    /**
     * Removes kits that cannot be merged; call it after all are written. Returns the number of superseded
     * lines with former slugs, the lines that repeat an earlier key, the removed lines, and the lines that
     * break the rules for new kits but are imported unchanged.
     */
    async leaveOutConflicts() {
      await client.query('analyze incoming_kits');
      const superseded = await resolveFormerSlugs(client);
      const repeated = await findRepeated(client);
      if (repeated.count > 0) await client.query(MERGE_REPEATED);
      const checked = await checkSuspects(client, suspects);
      const conflicts = await removeConflictingKits(client);
      return {
        superseded,
        repeated,
        invalid: [...checked.invalid, ...conflicts],
        unchecked: [...unchecked, ...checked.unchecked],
      };
    },
    /** Merges the temporary table into the catalogue. */
    async merge() {
      const updated = await client.query(UPDATE);
      await client.query(ADVANCE_SEQUENCE);
      const inserted = await insertKitsInBulk(client, () => client.query(INSERT));
      return { inserted: inserted.rowCount ?? 0, updated: updated.rowCount ?? 0 };
    },
  };
}

/** Removes new kits that break a rule. Existing kits keep their stored names. */
async function checkSuspects(client: pg.Client, suspects: readonly Suspect[]) {
  if (suspects.length === 0) return { invalid: [], unchecked: [] };
  const { rows } = await client.query<{ slug: string; name: string }>(
    'select slug, name from kits where slug = any($1::text[])',
    [suspects.map(({ key }) => key)],
  );
  const stored = new Map(rows.map(({ slug, name }) => [slug, name]));
  const named = suspects.filter(({ key, name }) => stored.get(key) === name);
  await client.query(
    `update incoming_kits set name = given.name
     from unnest($1::text[], $2::text[]) as given (slug, name) where incoming_kits.slug = given.slug`,
    [named.map(({ key }) => key), named.map(({ name }) => name)],
  );
  const broken = suspects.filter(({ problem }) => problem !== undefined);
  const invalid = broken.filter(({ key }) => !stored.has(key));
  await client.query('delete from incoming_kits where slug = any($1::text[])', [
    invalid.map(({ key }) => key),
  ]);
  return {
    invalid: invalid.map(({ number, key, problem = '' }) => ({ number, key, reason: problem })),
    unchecked: broken.filter(({ key }) => stored.has(key)),
  };
}

/** Counts the lines that repeat an earlier key, and returns the first of them. */
async function findRepeated(client: pg.Client): Promise<{ count: number; first: NumberedKey[] }> {
  const { rows } = await client.query<NumberedKey & { total: string }>(REPEATED);
  return { count: Number(rows[0]?.total ?? 0), first: rows.map(({ number, key }) => ({ number, key })) };
}

/** Selects the first lines that repeat an earlier key. */
const REPEATED = `
  select line as number, slug as key, count(*) over () as total
  from (
    select line, slug, row_number() over (partition by slug order by line) as place
    from incoming_kits
    where slug in (select slug from incoming_kits group by slug having count(*) > 1)
  ) as numbered
  where place > 1
  order by line
  limit 10
`;

function incomingValue({ column, isList }: (typeof OPTIONAL)[number]): string {
  return isList ? `coalesce(incoming.${column}, '{}')` : `incoming.${column}`;
}

/**
 * Merges lines with the same key into one at the position of the first line, with the last value of each
 * field. Arrays are cast to text, because array_agg would build a multidimensional array.
 */
const MERGE_REPEATED = `
  with repeated as (
    delete from incoming_kits
    where slug in (select slug from incoming_kits group by slug having count(*) > 1)
    returning *
  )
  insert into incoming_kits
  select min(line), (array_agg(id order by line) filter (where id is not null))[1], bit_or(given), slug,
    ${REQUIRED.map((name) => `(array_agg(${name} order by line desc))[1]`).join(', ')},
    ${OPTIONAL.map(
      ({ column, type, isGiven }) =>
        `(array_agg(${column}::text order by line desc) filter (where ${isGiven}))[1]::${type}`,
    ).join(', ')}
  from repeated
  group by slug
`;

const UPDATED = [
  ...REQUIRED.map((name) => ({ name, value: `incoming.${name}` })),
  { name: 'country', value: 'clubs.country' },
  ...OPTIONAL.map((field) => ({
    name: field.column,
    value: `case when ${field.isGiven} then ${incomingValue(field)} else kits.${field.column} end`,
  })),
];

const UPDATE = `
  update kits
  set ${UPDATED.map(({ name, value }) => `${name} = ${value}`).join(', ')}
  from incoming_kits as incoming join clubs on clubs.id = incoming.club_id
  where kits.slug = incoming.slug
    and row(${UPDATED.map(({ name }) => `kits.${name}`).join(', ')})
      is distinct from row(${UPDATED.map(({ value }) => value).join(', ')})
`;

/** Advances the sequence, so that kits without an id get higher ids than all others. */
const ADVANCE_SEQUENCE = `
  select setval('kits_id_seq', highest)
  from kits_id_seq, (select max(id) as highest from incoming_kits) as given
  where highest >= last_value + is_called::integer
`;

const INSERT = `
  insert into kits (id, slug, country, ${[...REQUIRED, ...OPTIONAL.map(({ column }) => column)].join(', ')})
  overriding system value
  select coalesce(incoming.id, nextval('kits_id_seq')), incoming.slug, clubs.country,
    ${[...REQUIRED.map((name) => `incoming.${name}`), ...OPTIONAL.map(incomingValue)].join(', ')}
  from incoming_kits as incoming join clubs on clubs.id = incoming.club_id
  where not exists (select 1 from kits where kits.slug = incoming.slug)
  order by incoming.line
`;

/** Converts a kit to a row of the temporary table, keyed by column. */
function toRow(kit: KitLine, number: number, ids: KitIds): Record<string, unknown> {
  const values = { ...kit, ...ids };
  const row: Record<string, unknown> = { line: number, id: ids.id, given: 0 };
  for (const field of REQUIRED_FIELDS) row[REQUIRED_COLUMNS[field].column] = values[field];
  for (const [bit, { field, column, isList }] of OPTIONAL.entries()) {
    if (kit[field] === undefined) continue;
    row['given'] = Number(row['given']) | (1 << bit);
    // Null becomes an empty list, because conflict detection relies on it.
    row[column] = kit[field] === null && isList ? [] : values[field];
  }
  return row;
}
