import { toKitFills, type Reference } from './reference-fields.ts';
import type { BodyOf } from '@kitroom/shared';
import type * as contracts from '@kitroom/catalogue-client/contracts';
import type { Database } from '@kitroom/server/database/database';
import type { CallOptions, CatalogueClient } from '@kitroom/catalogue-client';

type Brand = Pick<BodyOf<typeof contracts.getBrand>, 'id' | 'slug' | 'name' | 'logo'>;
type Club = Pick<BodyOf<typeof contracts.getClub>, 'id' | 'slug' | 'name' | 'logo' | 'country'>;
type Season = Pick<BodyOf<typeof contracts.getSeason>, 'id' | 'year'>;
type Kit = BodyOf<typeof contracts.getKit>;
type Competition = Kit['competition'][number];

const keepBrands = (db: Database, brands: readonly Brand[]) =>
  keepCopies(db, 'brands', brands, ['id', 'slug', 'name', 'logo']);

const keepClubs = (db: Database, clubs: readonly Club[]) =>
  keepCopies(db, 'clubs', clubs, ['id', 'slug', 'name', 'logo', 'country']);

const keepSeasons = (db: Database, seasons: readonly Season[]) =>
  keepCopies(db, 'seasons', seasons, ['id', 'year']);

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
  await keepBrands(db, [...records.brands, ...kits.map(({ brand }) => brand)]);
  await keepClubs(db, [...records.clubs, ...kits.map(({ team }) => team)]);
  await keepSeasons(db, [...records.seasons, ...kits.map(({ season }) => season)]);
  for (const kit of kits.toSorted((one, other) => one.id - other.id)) await keepKitRow(db, kit);
}

async function keepKitRow(db: Database, kit: Kit): Promise<void> {
  const { type } = kit;
  const row = { ...kit, type_id: type.id, type_name: type.name, fills: toKitFills(kit) };
  await keepCopies(
    db,
    'kits',
    [row],
    ['id', 'slug', 'name', 'main_img_url', 'type_id', 'type_name', 'fills'],
  );
  await keepCompetitions(db, kit.id, kit.competition);
}

async function keepCompetitions(
  db: Database,
  kitId: number,
  competitions: readonly Competition[],
): Promise<void> {
  const rows = inOrder(competitions.map(({ id, name, logo }) => ({ id, name, logo })));
  const ids = rows.map(({ id }) => id);
  if (rows.length > 0) await db('competitions').insert(rows).onConflict('id').merge(['name', 'logo']);
  await kitCompetitions(db).where({ kit_id: kitId }).whereNotIn('competition_id', ids).delete();
  if (rows.length === 0) return;
  const links = ids.map((id) => ({ kit_id: kitId, competition_id: id }));
  await kitCompetitions(db).insert(links).onConflict().ignore();
}

const kitCompetitions = (db: Database) => db<{ kit_id: number; competition_id: number }>('kit_competitions');

/** Stores some columns of records as their copies; those that are there already are replaced. */
async function keepCopies<Row extends { id: number }>(
  db: Database,
  table: string,
  records: readonly Row[],
  columns: ReadonlyArray<keyof Row & string>,
): Promise<void> {
  if (records.length === 0) return;
  const state = { taken_at: db.fn.now(), is_unknown: false };
  const toCopy = (record: Row) => Object.fromEntries(columns.map((column) => [column, record[column]]));
  await db(table)
    .insert(inOrder(records).map((record) => ({ ...toCopy(record), ...state })))
    .onConflict('id')
    // An update of the key would wait for new items that refer to it.
    .merge([...columns, 'taken_at', 'is_unknown'].filter((column) => column !== 'id'));
}

/** Each record once, ordered by id, so that transactions that store the same records do not deadlock. */
function inOrder<Row extends { id: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].toSorted((one, other) => one.id - other.id);
}

/** Stores a record of the catalogue. */
type Keep = (db: Database) => Promise<void>;

/**
 * Fetches a record from the catalogue; returns a function that stores its copy. Rejects with a CatalogueError. The
 * two are separate so that a database error is never mistaken for one of the catalogue.
 */
export async function fetchRecord(
  catalogue: CatalogueClient,
  { field, id }: Reference,
  options: CallOptions,
): Promise<Keep> {
  switch (field) {
    case 'brand': {
      const brand = await catalogue.brands.get({ brand_id: id }, options);
      return (db) => keepBrands(db, [{ ...brand, id }]);
    }
    case 'club': {
      const club = await catalogue.clubs.get({ club_id: id }, options);
      return (db) => keepClubs(db, [{ ...club, id }]);
    }
    case 'season': {
      const season = await catalogue.seasons.get({ season_id: id }, options);
      return (db) => keepSeasons(db, [{ ...season, id }]);
    }
    case 'kit': {
      const kit = await catalogue.kits.get({ kit_id: id }, options);
      const records = { brands: [], clubs: [], seasons: [], kits: [{ ...kit, id }] };
      return (db) => db.transaction((transaction) => keepRecords(transaction, records));
    }
  }
}
