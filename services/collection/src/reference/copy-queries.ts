import type { BodyOf } from '@kitroom/shared';
import type * as contracts from '@kitroom/catalogue-client/contracts';
import { query, type Database } from '@kitroom/server/database/database';
import { toKitFills } from './kit-fills.ts';

type Brand = Pick<BodyOf<typeof contracts.getBrand>, 'id' | 'slug' | 'name' | 'logo'>;
type Club = Pick<BodyOf<typeof contracts.getClub>, 'id' | 'slug' | 'name' | 'logo' | 'country'>;
type Season = Pick<BodyOf<typeof contracts.getSeason>, 'id' | 'year'>;
type Kit = BodyOf<typeof contracts.getKit>;
type Competition = Kit['competition'][number];

export async function keepBrand(db: Database, { id, slug, name, logo }: Brand): Promise<void> {
  await query(
    db,
    `insert into brands (id, slug, name, logo, taken_at) values (?, ?, ?, ?, now())
     on conflict (id) do update
     set slug = excluded.slug, name = excluded.name, logo = excluded.logo, taken_at = excluded.taken_at, is_unknown = false`,
    [id, slug, name, logo],
  );
}

export async function keepClub(db: Database, { id, slug, name, logo, country }: Club): Promise<void> {
  await query(
    db,
    `insert into clubs (id, slug, name, logo, country, taken_at) values (?, ?, ?, ?, ?, now())
     on conflict (id) do update
     set slug = excluded.slug, name = excluded.name, logo = excluded.logo, country = excluded.country,
       taken_at = excluded.taken_at, is_unknown = false`,
    [id, slug, name, logo, country],
  );
}

export async function keepSeason(db: Database, { id, year }: Season): Promise<void> {
  await query(
    db,
    `insert into seasons (id, year, taken_at) values (?, ?, now())
     on conflict (id) do update set year = excluded.year, taken_at = excluded.taken_at, is_unknown = false`,
    [id, year],
  );
}

/** Stores the catalogue's kit, with its club, brand and season. */
export async function keepKit(db: Database, kit: Kit): Promise<void> {
  await keepBrand(db, kit.brand);
  await keepClub(db, kit.team);
  await keepSeason(db, kit.season);
  await db.transaction(async (transaction) => {
    await upsertKit(transaction, kit);
    await keepCompetitions(transaction, kit.id, kit.competition);
  });
}

async function upsertKit(db: Database, kit: Kit): Promise<void> {
  const { id, slug, name, main_img_url, type } = kit;
  await query(
    db,
    `insert into kits (id, slug, name, main_img_url, type_id, type_name, fills, taken_at)
     values (?, ?, ?, ?, ?, ?, ?, now())
     on conflict (id) do update
     set slug = excluded.slug, name = excluded.name, main_img_url = excluded.main_img_url, type_id = excluded.type_id,
       type_name = excluded.type_name, fills = excluded.fills, taken_at = excluded.taken_at, is_unknown = false`,
    [id, slug, name, main_img_url, type.id, type.name, JSON.stringify(toKitFills(kit))],
  );
}

/** Ordered by id, so that two kits that share competitions do not deadlock. */
async function keepCompetitions(
  db: Database,
  kitId: number,
  competitions: readonly Competition[],
): Promise<void> {
  const ids = competitions.map(({ id }) => id);
  await query(
    db,
    `insert into competitions (id, name, logo)
     select distinct on (id) id, name, logo
     from jsonb_to_recordset(?::jsonb) as entries (id integer, name text, logo text)
     order by id
     on conflict (id) do update set name = excluded.name, logo = excluded.logo`,
    [JSON.stringify(competitions)],
  );
  await query(db, 'delete from kit_competitions where kit_id = ? and competition_id <> all(?::integer[])', [
    kitId,
    ids,
  ]);
  await query(
    db,
    `insert into kit_competitions (kit_id, competition_id) select distinct ?::integer, unnest(?::integer[])
     on conflict do nothing`,
    [kitId, ids],
  );
}

/** Stores many brands, clubs, seasons and kits at once; those referred to by the kits included. */
export async function keepRecords(
  db: Database,
  records: {
    brands: readonly Brand[];
    clubs: readonly Club[];
    seasons: readonly Season[];
    kits: readonly Kit[];
  },
): Promise<void> {
  const { kits } = records;
  await keepAll(db, BRANDS, [...records.brands, ...kits.map(({ brand }) => brand)]);
  await keepAll(db, CLUBS, [...records.clubs, ...kits.map(({ team }) => team)]);
  await keepAll(db, SEASONS, [...records.seasons, ...kits.map(({ season }) => season)]);
  for (const kit of kits.toSorted((one, other) => one.id - other.id)) {
    await upsertKit(db, kit);
    await keepCompetitions(db, kit.id, kit.competition);
  }
}

const BRANDS = `
  insert into brands (id, slug, name, logo, taken_at)
  select distinct on (id) id, slug, name, logo, now()
  from jsonb_to_recordset(?::jsonb) as entries (id integer, slug text, name text, logo text) order by id
  on conflict (id) do update
  set slug = excluded.slug, name = excluded.name, logo = excluded.logo, taken_at = excluded.taken_at, is_unknown = false`;

const CLUBS = `
  insert into clubs (id, slug, name, logo, country, taken_at)
  select distinct on (id) id, slug, name, logo, country, now()
  from jsonb_to_recordset(?::jsonb) as entries (id integer, slug text, name text, logo text, country text) order by id
  on conflict (id) do update
  set slug = excluded.slug, name = excluded.name, logo = excluded.logo, country = excluded.country, taken_at = excluded.taken_at,
    is_unknown = false`;

const SEASONS = `
  insert into seasons (id, year, taken_at)
  select distinct on (id) id, year, now()
  from jsonb_to_recordset(?::jsonb) as entries (id integer, year text) order by id
  on conflict (id) do update set year = excluded.year, taken_at = excluded.taken_at, is_unknown = false`;

async function keepAll(db: Database, sql: string, entries: readonly object[]): Promise<void> {
  if (entries.length > 0) await query(db, sql, [JSON.stringify(entries)]);
}
