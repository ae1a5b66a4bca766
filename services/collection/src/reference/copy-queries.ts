import type * as catalogue from '@kitroom/catalogue-client';
import type { CallOptions, CatalogueClient } from '@kitroom/catalogue-client';
import type { Database } from '@kitroom/server/database/database';
import { toSearchLines, toSearchText } from '../search/spell-text.ts';
import { COPIES, toKitFills, type Reference } from './reference-fields.ts';

type Brand = Pick<catalogue.Brand, 'id' | 'slug' | 'name' | 'logo'>;
type Club = Pick<catalogue.Club, 'id' | 'slug' | 'name' | 'logo' | 'country'>;
/** A club that was requested by id, which includes its aliases. */
type DetailedClub = Club & Pick<catalogue.ClubDetail, 'aliases'>;
type Season = Pick<catalogue.Season, 'id' | 'year'>;
type Kit = catalogue.Kit;
type Competition = Kit['competition'][number];

/** Records of the catalogue, grouped by the tables of their copies. */
interface Records {
  brands?: readonly Brand[];
  clubs?: readonly Club[];
  detailedClubs?: readonly DetailedClub[];
  seasons?: readonly Season[];
  kits?: readonly Kit[];
}

/** Stores copies of records, including those that the kits refer to. */
export async function storeRecords(
  db: Database,
  { brands = [], clubs = [], detailedClubs = [], seasons = [], kits = [] }: Records,
): Promise<void> {
  const fromKits = { brands: kits.map((kit) => kit.brand), clubs: kits.map(({ team }) => team) };
  await keepCopies(db, 'brands', [...brands, ...fromKits.brands], ['id', 'slug', 'name', 'logo']);
  await keepCopies(db, 'clubs', [...clubs, ...fromKits.clubs], CLUB_COLUMNS);
  await keepCopies(db, 'clubs', detailedClubs.map(toDetailedCopy), [...CLUB_COLUMNS, 'aliases_search']);
  await keepCopies(db, 'seasons', [...seasons, ...kits.map(({ season }) => season)], ['id', 'year']);
  for (const kit of uniqueById(kits)) await db.transaction((transaction) => keepKitRow(transaction, kit));
}

const CLUB_COLUMNS = ['id', 'slug', 'name', 'logo', 'country'] as const;

/** Earlier versions of the catalogue send no aliases. */
function toDetailedCopy({ aliases = [], ...club }: DetailedClub) {
  return { ...club, aliases_search: toSearchLines(aliases) };
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
  const rows = uniqueById(competitions.map(({ id, name, logo }) => ({ id, name, logo })));
  const ids = rows.map(({ id }) => id);
  if (rows.length > 0) await db('competitions').insert(rows).onConflict('id').merge(['name', 'logo']);
  await kitCompetitions(db).where({ kit_id: kitId }).whereNotIn('competition_id', ids).delete();
  if (rows.length === 0) return;
  const links = ids.map((id) => ({ kit_id: kitId, competition_id: id }));
  await kitCompetitions(db).insert(links).onConflict().ignore();
}

const kitCompetitions = (db: Database) => db<{ kit_id: number; competition_id: number }>('kit_competitions');

/** Stores the given columns of records as copies, replacing existing ones. */
async function keepCopies<Row extends { id: number; name: string } | { id: number; year: string }>(
  db: Database,
  table: string,
  records: readonly Row[],
  columns: ReadonlyArray<keyof Row & string>,
): Promise<void> {
  if (records.length === 0) return;
  const state = { taken_at: db.fn.now(), is_unknown: false, merged_into: null };
  const toCopy = (record: Row) => ({
    ...Object.fromEntries(columns.map((column) => [column, record[column]])),
    names_search: toSearchText('name' in record ? record.name : record.year),
  });
  await db(table)
    .insert(uniqueById(records).map((record) => ({ ...toCopy(record), ...state })))
    .onConflict('id')
    // Updating the key would wait for transactions that insert items referring to it.
    .merge(
      [...columns, 'names_search', 'taken_at', 'is_unknown', 'merged_into'].filter(
        (column) => column !== 'id',
      ),
    );
}

/** Removes duplicates and sorts by id, so that transactions that store the same records do not deadlock. */
function uniqueById<Row extends { id: number }>(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()].toSorted(
    (left, right) => left.id - right.id,
  );
}

/**
 * A record of the catalogue with its current id, which differs from the requested one if the record was
 * merged.
 */
export interface FetchedRecord {
  records: Records;
  id: number;
}

/** Fetches a record from the catalogue. Rejects with a CatalogueError. */
export async function fetchRecord(
  catalogue: CatalogueClient,
  { field, id }: Reference,
  options: CallOptions,
): Promise<FetchedRecord> {
  switch (field) {
    case 'brand': {
      const brand = await catalogue.brands.get({ brand_id: id }, options);
      return { records: { brands: [brand] }, id: brand.id };
    }
    case 'club': {
      const club = await catalogue.clubs.get({ club_id: id }, options);
      return { records: { detailedClubs: [club] }, id: club.id };
    }
    case 'season': {
      const season = await catalogue.seasons.get({ season_id: id }, options);
      return { records: { seasons: [season] }, id: season.id };
    }
    case 'kit': {
      const kit = await catalogue.kits.get({ kit_id: id }, options);
      return { records: { kits: [kit] }, id: kit.id };
    }
  }
}

/** Stores a record that was fetched for a reference, and makes items refer to its current id. */
export async function storeFetchedRecord(
  db: Database,
  reference: Reference,
  { records, id }: FetchedRecord,
): Promise<void> {
  await storeRecords(db, records);
  if (id !== reference.id) await replaceMerged(db, reference, id);
}

async function replaceMerged(db: Database, { field, id }: Reference, into: number): Promise<void> {
  const { table, column } = COPIES[field];
  const merged = { merged_into: into, taken_at: db.fn.now(), is_unknown: false };
  await db(table)
    .insert({ id, ...merged })
    .onConflict('id')
    .merge(merged);
  await db(table).where({ merged_into: id }).update({ merged_into: into });
  for (let replaced = MERGED_ITEMS_AT_ONCE; replaced === MERGED_ITEMS_AT_ONCE;) {
    const batch = db('items').select('id').where(column, id).orderBy('id').limit(MERGED_ITEMS_AT_ONCE);
    replaced = await db('items')
      .whereIn('id', batch.forNoKeyUpdate())
      .update({ [column]: into });
  }
}

export const MERGED_ITEMS_AT_ONCE = 1000;
