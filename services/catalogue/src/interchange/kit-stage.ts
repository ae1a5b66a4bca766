import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '../kits/kit-columns.ts';
import { fillKits } from './fill-kits.ts';
import { leaveOutConflicts, resolveFormerSlugs } from './kit-conflicts.ts';
import type { Line } from './line-schemas.ts';
import type { InvalidLine } from './read-line.ts';
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

/** Collects kits in a temporary table and merges them in one statement. */
interface KitStage {
  add(kit: KitLine, number: number, ids: KitIds): void;
  /** Takes the kits added since the last call, as lines for `write`. */
  takeAdded(): string;
  /** Writes lines to the temporary table. */
  write(lines: string): Promise<void>;
  /** Removes kits that cannot be merged. No more kits may be added afterwards. */
  leaveOutConflicts(): Promise<LeftOut>;
  /** Merges the temporary table into the catalogue. */
  merge(): Promise<{ inserted: number; updated: number }>;
}

/** Lines that are not merged: those by former slugs that are superseded are counted, invalid ones are in order. */
interface LeftOut {
  superseded: number;
  invalid: InvalidLine[];
  /** Lines that repeat the key of an earlier one: how many, and the first of them. */
  repeated: { count: number; first: NumberedKey[] };
  /** Lines that break the rules for new kits, and were taken as they are. */
  unchecked: NumberedKey[];
}

interface NumberedKey {
  number: number;
  key: string;
}

/** A kit that breaks a rule for new ones: whether it is new is known when all lines are. */
interface Suspect extends NumberedKey {
  problem: string | undefined;
  /** As it was given. */
  name: string;
}

type OptionalField = keyof typeof OPTIONAL_COLUMNS;

/** Optional fields: a bit string records which are given, in this order. */
const OPTIONAL = Object.entries(OPTIONAL_COLUMNS).map(([field, { column, type }], bit) => ({
  field: field as OptionalField,
  column,
  type,
  isList: type.endsWith('[]'),
  isGiven: `given & ${1 << bit} <> 0`,
}));

const REQUIRED_FIELDS = Object.keys(REQUIRED_COLUMNS) as Array<keyof typeof REQUIRED_COLUMNS>;

/** Required columns besides the key. */
const REQUIRED = REQUIRED_FIELDS.filter((field) => field !== 'slug').map(
  (field) => REQUIRED_COLUMNS[field].column,
);

/** Creates the temporary table, which is dropped at the end of the transaction. */
export async function openKitStage(client: pg.Client): Promise<KitStage> {
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
    add(kit, number, ids) {
      const problem = checkSlug(kit.slug);
      const name = kit.id === undefined ? tidyName(kit.name) : kit.name;
      if (problem !== undefined && kit.id !== undefined) unchecked.push({ number, key: kit.slug });
      else if (problem !== undefined || name !== kit.name) {
        suspects.push({ number, key: kit.slug, problem, name: kit.name });
      }
      waiting.push(toCopyLine({ ...kit, name }, number, ids));
    },
    takeAdded() {
      const lines = waiting.join('');
      waiting = [];
      return lines;
    },
    async write(lines) {
      if (lines === '') return;
      await pipeline(
        Readable.from([Buffer.from(lines)]),
        client.query(copyFrom('copy incoming_kits from stdin')),
      );
    },
    async leaveOutConflicts() {
      await client.query('analyze incoming_kits');
      const superseded = await resolveFormerSlugs(client);
      const repeated = await findRepeated(client);
      if (repeated.count > 0) await client.query(MERGE_REPEATED);
      const checked = await checkSuspects(client, suspects);
      const conflicts = await leaveOutConflicts(client);
      return {
        superseded,
        repeated,
        invalid: [...checked.invalid, ...conflicts],
        unchecked: [...unchecked, ...checked.unchecked],
      };
    },
    merge: () => mergeKits(client),
  };
}

/** Leaves out new kits that break a rule; those that are stored keep the names that they have. */
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

async function findRepeated(client: pg.Client): Promise<LeftOut['repeated']> {
  const { rows } = await client.query<NumberedKey & { total: string }>(REPEATED);
  return { count: Number(rows[0]?.total ?? 0), first: rows.map(({ number, key }) => ({ number, key })) };
}

/** The lines that repeat earlier ones. */
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

async function mergeKits(client: pg.Client): Promise<{ inserted: number; updated: number }> {
  const updated = await client.query(UPDATE);
  await client.query(ADVANCE_SEQUENCE);
  const inserted = await fillKits(client, () => client.query(INSERT));
  return { inserted: inserted.rowCount ?? 0, updated: updated.rowCount ?? 0 };
}

function read({ column, isList }: (typeof OPTIONAL)[number]): string {
  return isList ? `coalesce(incoming.${column}, '{}')` : `incoming.${column}`;
}

/**
 * Merges repeated keys into the position of the first line, keeping the last given value of each field. Arrays are cast
 * to text because array_agg would build a multidimensional array.
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
  ...OPTIONAL.map((one) => ({
    name: one.column,
    value: `case when ${one.isGiven} then ${read(one)} else kits.${one.column} end`,
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

/** Kits without an id are numbered after all those with one. */
const ADVANCE_SEQUENCE = `
  select setval('kits_id_seq', highest)
  from kits_id_seq, (select max(id) as highest from incoming_kits) as given
  where highest >= last_value + is_called::integer
`;

const INSERT = `
  insert into kits (id, slug, country, ${[...REQUIRED, ...OPTIONAL.map(({ column }) => column)].join(', ')})
  overriding system value
  select coalesce(incoming.id, nextval('kits_id_seq')), incoming.slug, clubs.country,
    ${[...REQUIRED.map((name) => `incoming.${name}`), ...OPTIONAL.map(read)].join(', ')}
  from incoming_kits as incoming join clubs on clubs.id = incoming.club_id
  where not exists (select 1 from kits where kits.slug = incoming.slug)
  order by incoming.line
`;

/** A line of PostgreSQL's COPY text format, in the column order of the temporary table. */
function toCopyLine(kit: KitLine, number: number, ids: KitIds): string {
  const values = { ...kit, ...ids };
  const given = OPTIONAL.reduce(
    (bits, { field }, bit) => (kit[field] === undefined ? bits : bits | (1 << bit)),
    0,
  );
  const fields = [
    number,
    ids.id,
    given,
    ...REQUIRED_FIELDS.map((field) => values[field]),
    // Conflict detection relies on given lists never being null.
    ...OPTIONAL.map(({ field, isList }) => (kit[field] === null && isList ? [] : values[field])),
  ];
  return `${fields.map(toCopyField).join('\t')}\n`;
}

type CopyValue = string | number | readonly (string | number)[] | null | undefined;

function toCopyField(value: CopyValue): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') return toCopyField(toArrayLiteral(value));
  return value.replaceAll(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? character);
}

function toArrayLiteral(items: readonly (string | number)[]): string {
  return `{${items.map((item) => `"${String(item).replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`;
}

const COPY_ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
