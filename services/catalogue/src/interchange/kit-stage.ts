import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { leaveOutConflicts } from './kit-conflicts.ts';
import type { Line } from './line-schemas.ts';
import type { InvalidLine } from './read-line.ts';

type KitLine = Line<'kit'>;

/** The ids of a kit's line: the one that it is to have, and those of the records that it refers to. */
export interface KitIds {
  id: number | undefined;
  club: number;
  brand: number;
  season: number;
  type: number;
  competitions: readonly number[] | undefined;
}

/** Kits on their way into the catalogue: gathered in a temporary table, then merged at once. */
export interface KitStage {
  add(kit: KitLine, number: number, ids: KitIds): void;
  /** Writes what was added to the temporary table. */
  write(): Promise<void>;
  /** Leaves out kits that cannot be merged; answers them in their order. Nothing is added after that. */
  leaveOutConflicts(): Promise<InvalidLine[]>;
  /** Merges the temporary table into the catalogue. */
  merge(): Promise<{ inserted: number; updated: number }>;
}

/** Fields that a line may leave out: given or not is a bit each, in this order. */
const OPTIONAL = [
  { field: 'competitions', column: 'competition_ids', type: 'integer[]', empty: "'{}'" },
  { field: 'design', column: 'design', type: 'text' },
  { field: 'primary_color', column: 'primary_color', type: 'text' },
  { field: 'secondary_colors', column: 'secondary_colors', type: 'text[]', empty: "'{}'" },
  { field: 'main_img_url', column: 'main_img_url', type: 'text' },
  { field: 'id_archive', column: 'id_archive', type: 'integer' },
  { field: 'rating', column: 'rating', type: 'numeric(3, 2)' },
  { field: 'former_slugs', column: 'former_slugs', type: 'text[]', empty: "'{}'" },
] as const satisfies ReadonlyArray<{ field: keyof KitLine; column: string; type: string; empty?: string }>;

const REQUIRED = ['name', 'club_id', 'season_id', 'brand_id', 'type_id'];

/** Creates the temporary table, which goes with the transaction. */
export async function openKitStage(client: pg.Client): Promise<KitStage> {
  await client.query(`
    create temporary table incoming_kits (
      line integer, id integer, slug text, name text, club_id integer, season_id integer, brand_id integer, type_id integer,
      given integer, ${OPTIONAL.map(({ column, type }) => `${column} ${type}`).join(', ')}
    ) on commit drop
  `);
  let waiting: string[] = [];
  return {
    add(kit, number, ids) {
      waiting.push(toCopyLine(kit, number, ids));
    },
    async write() {
      if (waiting.length === 0) return;
      const text = waiting.join('');
      waiting = [];
      await pipeline(
        Readable.from([Buffer.from(text)]),
        client.query(copyFrom('copy incoming_kits from stdin')),
      );
    },
    async leaveOutConflicts() {
      await client.query(MERGE_REPEATED);
      await client.query('analyze incoming_kits');
      return leaveOutConflicts(client);
    },
    merge: () => mergeKits(client),
  };
}

async function mergeKits(client: pg.Client): Promise<{ inserted: number; updated: number }> {
  const updated = await client.query(UPDATE);
  await client.query(ADVANCE_SEQUENCE);
  const inserted = await client.query(INSERT);
  return { inserted: inserted.rowCount ?? 0, updated: updated.rowCount ?? 0 };
}

function read(one: (typeof OPTIONAL)[number]): string {
  const value = `incoming.${one.column}`;
  return 'empty' in one ? `coalesce(${value}, ${one.empty})` : value;
}

/**
 * A key that stands in several lines becomes one line, in the place of the first, with each field as it was given
 * last. Arrays go through text because array_agg would make a matrix of them.
 */
const MERGE_REPEATED = `
  with repeated as (
    delete from incoming_kits
    where slug in (select slug from incoming_kits group by slug having count(*) > 1)
    returning *
  )
  insert into incoming_kits
  select min(line), (array_agg(id order by line) filter (where id is not null))[1], slug,
    ${REQUIRED.map((name) => `(array_agg(${name} order by line desc))[1]`).join(', ')},
    bit_or(given),
    ${OPTIONAL.map(
      ({ column, type }, bit) =>
        `(array_agg(${column}::text order by line desc) filter (where given & ${1 << bit} <> 0))[1]::${type}`,
    ).join(', ')}
  from repeated
  group by slug
`;

const UPDATED = [
  ...REQUIRED.map((name) => ({ name, value: `incoming.${name}` })),
  { name: 'country', value: 'clubs.country' },
  ...OPTIONAL.map((one, bit) => ({
    name: one.column,
    value: `case when incoming.given & ${1 << bit} <> 0 then ${read(one)} else kits.${one.column} end`,
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

/** Kits without an id of their own are numbered after all that have one. */
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

/** One line of PostgreSQL's COPY text format, in the order of the temporary table's columns. */
function toCopyLine(kit: KitLine, number: number, ids: KitIds): string {
  const given = OPTIONAL.reduce(
    (bits, { field }, bit) => (kit[field] === undefined ? bits : bits | (1 << bit)),
    0,
  );
  const fields = [
    number,
    ids.id,
    kit.slug,
    kit.name,
    ids.club,
    ids.season,
    ids.brand,
    ids.type,
    given,
    ids.competitions && `{${ids.competitions.join(',')}}`,
    kit.design,
    kit.primary_color,
    kit.secondary_colors && toArrayLiteral(kit.secondary_colors),
    kit.main_img_url,
    kit.id_archive,
    kit.rating,
    // Never null where it is given: conflicts are found by it.
    kit.former_slugs === undefined ? undefined : toArrayLiteral(kit.former_slugs ?? []),
  ];
  return `${fields.map(toCopyField).join('\t')}\n`;
}

function toArrayLiteral(texts: readonly string[]): string {
  return `{${texts.map((text) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`;
}

function toCopyField(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return String.raw`\N`;
  if (typeof value === 'number') return String(value);
  return value.replaceAll(/[\\\t\n\r]/g, (character) => COPY_ESCAPES[character] ?? character);
}

const COPY_ESCAPES: Readonly<Record<string, string>> = {
  '\\': String.raw`\\`,
  '\t': String.raw`\t`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
};
