import { pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { query, type Database } from '@kitroom/server/database/database';
import { moveKits } from '../src/admin/merge-clubs.ts';
import { logMerge } from '../src/changes/change-queries.ts';

type Random = () => number;

/** Advisory lock of writers; holding it in shared mode blocks all writes. */
export const WRITE_LOCK = 1;

/** Merges a club into another one like an operator. `db` must be a transaction. */
export async function mergeInto(db: Database, targetId: number, sourceId: number): Promise<void> {
  await moveKits(db, targetId, sourceId);
  await query(
    db,
    `update clubs set former_slugs = clubs.former_slugs || source.former_slugs || source.slug
     from clubs as source where clubs.id = ? and source.id = ?`,
    [targetId, sourceId],
  );
  await query(db, 'delete from clubs where id = ?', [sourceId]);
  await logMerge(db, 'club', sourceId, targetId);
}

/** Changes a catalogue as operators and imports do, in transactions of one to three random writes. */
export async function writeRandomly(db: Database, random: Random, transactions: number): Promise<void> {
  for (let count = 0; count < transactions; count += 1) {
    const writes = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pickFrom(random, WRITES));
    await db.transaction(async (transaction) => {
      // One writer at a time, because these writes do not handle conflicts.
      await transaction.raw('select pg_advisory_xact_lock(?)', [WRITE_LOCK]);
      for (const write of writes) await write(transaction, random);
    });
  }
}

type Write = (db: Database, random: Random) => Promise<void>;

async function pickIds(db: Database, table: string, count: number, random: Random): Promise<number[]> {
  const rows = await query<{ id: number }>(db, `select id from ${table} order by id`);
  const ids = rows.map(({ id }) => id);
  const picked = new Set<number>();
  while (picked.size < count && picked.size < ids.length) picked.add(pickFrom(random, ids));
  return picked.size < count ? [] : [...picked];
}

function newName(random: Random): string {
  return `n${Math.floor(random() * 1e9).toString(36)}`;
}

const addClub: Write = async (db, random) => {
  const name = newName(random);
  await query(db, `insert into clubs (slug, name, country, aliases) values (?, ?, ?, ?)`, [
    name,
    name,
    pickFrom(random, ['', 'ES', 'FR']),
    random() < 0.5 ? [`alias ${name}`] : [],
  ]);
};

const addKits: Write = async (db, random) => {
  await query(
    db,
    `
    insert into kits (slug, name, club_id, country, season_id, brand_id, type_id, competition_ids, rating)
    select ?::text || place, 'A kit', clubs.id, clubs.country,
      (select id from seasons order by md5(id || ?::text) limit 1),
      (select id from brands order by md5(id || ?::text) limit 1),
      (select id from kit_types order by md5(id || ?::text) limit 1),
      array(select id from competitions order by md5(id || ?::text) limit 2),
      place / 2.0
    from (select id, country, row_number() over (order by md5(id || ?::text)) as place from clubs) as clubs
    where place <= 3
    `,
    [`${newName(random)}-`, ...Array.from({ length: 5 }, () => newName(random))],
  );
};

const addRecords: Write = async (db, random) => {
  const name = newName(random);
  await query(db, `insert into brands (slug, name) values (?, ?)`, [name, name]);
  await query(db, `insert into competitions (slug, name, country) values (?, ?, 'IT')`, [name, name]);
  await query(
    db,
    `insert into kit_types (name, category, category_order, order_priority, is_goalkeeper)
     values (?, 'match', 1, 7, false)`,
    [name],
  );
  await query(db, `insert into seasons (year) values (?) on conflict do nothing`, [
    String(1800 + Math.floor(random() * 100)),
  ]);
};

/** Swaps the keys of two records. */
function swap(table: string, key: string, vacant: string): Write {
  return async (db, random) => {
    const [first, second] = await pickIds(db, table, 2, random);
    if (first === undefined || second === undefined) return;
    const rows = await query<{ id: number; key: string }>(
      db,
      `select id, ${key} as key from ${table} where id = any(?::integer[])`,
      [[first, second]],
    );
    const keyOf = (id: number) => rows.find((row) => row.id === id)?.key ?? '';
    const set = (id: number, value: string) =>
      query(db, `update ${table} set ${key} = ? where id = ?`, [value, id]);
    await set(first, vacant);
    await set(second, keyOf(first));
    await set(first, keyOf(second));
  };
}

/** Gives a club another slug, and its old slug to a new club. */
const replaceClub: Write = async (db, random) => {
  const [id] = await pickIds(db, 'clubs', 1, random);
  if (id === undefined) return;
  const [club] = await query<{ slug: string }>(db, 'select slug from clubs where id = ?', [id]);
  await query(db, 'update clubs set slug = ? where id = ?', [newName(random), id]);
  await query(db, `insert into clubs (slug, name) values (?, 'Its successor')`, [club?.slug]);
};

const moveKit: Write = async (db, random) => {
  const [kit] = await pickIds(db, 'kits', 1, random);
  await addClub(db, random);
  await query(
    db,
    `update kits set club_id = clubs.id, country = clubs.country
     from (select id, country from clubs order by id desc limit 1) as clubs where kits.id = ?`,
    [kit ?? 0],
  );
};

const editKits: Write = async (db, random) => {
  await query(
    db,
    `update kits set name = ?, former_slugs = array[?::text], secondary_colors = array['Red', 'White'], design = 'Plain'
     where id in (select id from kits order by md5(id || ?::text) limit 1)`,
    [newName(random), newName(random), newName(random)],
  );
};

const mergeClubs: Write = async (db, random) => {
  const [source, target] = await pickIds(db, 'clubs', 2, random);
  if (source === undefined || target === undefined) return;
  await mergeInto(db, target, source);
};

/** Moves a former slug to another club. */
const moveFormerSlug: Write = async (db, random) => {
  const [target] = await pickIds(db, 'clubs', 1, random);
  await query(
    db,
    `with source as (
       select id, former_slugs[1] as slug from clubs where former_slugs <> '{}'
       order by md5(slug || ?::text) limit 1
     )
     update clubs set former_slugs =
       array_remove(clubs.former_slugs, source.slug) || case when clubs.id = ? then array[source.slug] else '{}' end
     from source where clubs.id in (source.id, ?)`,
    [newName(random), target ?? 0, target ?? 0],
  );
};

const removeKits: Write = async (db, random) => {
  await query(db, `delete from kits where id in (select id from kits order by md5(id || ?::text) limit 2)`, [
    newName(random),
  ]);
};

const removeRecords: Write = async (db, random) => {
  const unused = { clubs: 'club_id', brands: 'brand_id', seasons: 'season_id', kit_types: 'type_id' };
  const [table, column] = pickFrom(random, Object.entries(unused));
  await query(
    db,
    `delete from ${table} where id in (
       select id from ${table} where not exists (select 1 from kits where kits.${column} = ${table}.id)
       order by md5(id || ?::text) limit 1
     )`,
    [newName(random)],
  );
  await query(
    db,
    `delete from competitions where id in (select id from competitions order by md5(id || ?::text) limit 1)`,
    [newName(random)],
  );
};

const changeCountry: Write = async (db, random) => {
  await query(
    db,
    `update clubs set country = ? where id in (select id from clubs order by md5(id || ?::text) limit 1)`,
    [pickFrom(random, ['', 'DE', 'PT']), newName(random)],
  );
};

const WRITES: readonly Write[] = [
  addClub,
  addKits,
  addRecords,
  swap('clubs', 'slug', 'vacant'),
  swap('brands', 'slug', 'vacant'),
  swap('kits', 'slug', 'vacant'),
  swap('seasons', 'year', '1799'),
  swap('kit_types', 'name', 'vacant'),
  replaceClub,
  moveKit,
  editKits,
  mergeClubs,
  moveFormerSlug,
  removeKits,
  removeRecords,
  changeCountry,
];
