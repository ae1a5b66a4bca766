import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Line } from './line-schemas.ts';
import type { RecordKind } from './upsert-records.ts';

type KitLine = Line<'kit'>;

/** Finds the id of what a kit refers to. */
export type FindId = (kind: RecordKind, key: string) => number;

/** Kits on their way into the catalogue: gathered in a temporary table, then merged at once. */
export interface KitStage {
  add(kit: KitLine, number: number): void;
  /** Writes what was added to the temporary table. */
  write(findId: FindId): Promise<void>;
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
] as const satisfies ReadonlyArray<{ field: keyof KitLine; column: string; type: string; empty?: string }>;

const REQUIRED = ['name', 'club_id', 'season_id', 'brand_id', 'type_id'];

/** Creates the temporary table, which goes with the transaction. */
export async function openKitStage(client: pg.Client): Promise<KitStage> {
  await client.query(`
    create temporary table incoming_kits (
      line integer, slug text, name text, club_id integer, season_id integer, brand_id integer, type_id integer,
      given integer, ${OPTIONAL.map(({ column, type }) => `${column} ${type}`).join(', ')}
    ) on commit drop
  `);
  let waiting: Array<{ kit: KitLine; number: number }> = [];
  return {
    add(kit, number) {
      waiting.push({ kit, number });
    },
    async write(findId) {
      if (waiting.length === 0) return;
      const text = waiting.map(({ kit, number }) => toCopyLine(kit, number, findId)).join('');
      waiting = [];
      await pipeline(
        Readable.from([Buffer.from(text)]),
        client.query(copyFrom('copy incoming_kits from stdin')),
      );
    },
    merge: () => mergeKits(client),
  };
}

async function mergeKits(client: pg.Client): Promise<{ inserted: number; updated: number }> {
  await client.query(MERGE_REPEATED);
  await client.query('analyze incoming_kits');
  const updated = await client.query(UPDATE);
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
  select min(line), slug,
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

const INSERT = `
  insert into kits (slug, country, ${[...REQUIRED, ...OPTIONAL.map(({ column }) => column)].join(', ')})
  select incoming.slug, clubs.country,
    ${[...REQUIRED.map((name) => `incoming.${name}`), ...OPTIONAL.map(read)].join(', ')}
  from incoming_kits as incoming join clubs on clubs.id = incoming.club_id
  where not exists (select 1 from kits where kits.slug = incoming.slug)
  order by incoming.line
`;

/** One line of PostgreSQL's COPY text format, in the order of the temporary table's columns. */
function toCopyLine(kit: KitLine, number: number, findId: FindId): string {
  const given = OPTIONAL.reduce(
    (bits, { field }, bit) => (kit[field] === undefined ? bits : bits | (1 << bit)),
    0,
  );
  const competitions = kit.competitions?.map((slug) => findId('competition', slug));
  const fields = [
    number,
    kit.slug,
    kit.name,
    findId('club', kit.club),
    findId('season', kit.season),
    findId('brand', kit.brand),
    findId('kit_type', kit.type),
    given,
    competitions && `{${competitions.join(',')}}`,
    kit.design,
    kit.primary_color,
    // Colour names need quotes for their spaces and nothing else.
    kit.secondary_colors && `{${kit.secondary_colors.map((name) => `"${name}"`).join(',')}}`,
    kit.main_img_url,
    kit.id_archive,
    kit.rating,
  ];
  return `${fields.map(toCopyField).join('\t')}\n`;
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
