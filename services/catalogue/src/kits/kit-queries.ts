import type { KitCategory } from '@kitroom/shared';
import { query, type Database } from '@kitroom/server/database/database';
import type { KitTypeRow, RecordRow, SeasonRow } from '../records.ts';
import { KIT_ATTRIBUTES, type KitAttributes } from './kit-columns.ts';

/** The columns needed to draw a kit. */
export interface KitLookRow extends Pick<KitAttributes, 'design' | 'primary_color' | 'secondary_colors'> {
  id: number;
  name: string;
  category: KitCategory;
  is_goalkeeper: boolean;
  type_name: string;
  club_name: string;
}

const LOOK_TYPE_AND_CLUB = `kit_types.category, kit_types.is_goalkeeper, kit_types.name as type_name,
  (select club.name from clubs as club where club.id = kits.club_id) as club_name`;
const LOOK_COLUMNS = `kits.id, kits.name, kits.design, kits.primary_color, kits.secondary_colors, ${LOOK_TYPE_AND_CLUB}`;

/** The columns that every view of a kit needs; `main_img_url` is null if the picture is drawn. */
export interface KitItemRow extends KitLookRow {
  main_img_url: string | null;
}

/** Selects a `KitItemRow`; requires a join of `kit_types`. */
export const KIT_ITEM_COLUMNS = `kits.main_img_url, ${LOOK_COLUMNS}`;

/** A complete kit, with relations as JSON. */
export interface KitRow extends KitLookRow, KitAttributes {
  slug: string;
  team: RecordRow & { id_archive: number | null; country: string };
  season: SeasonRow;
  type: KitTypeRow;
  brand: RecordRow;
  competitions: Array<RecordRow & { country: string | null }>;
}

export async function findKit(db: Database, id: number): Promise<KitRow | undefined> {
  const [row] = await query<KitRow>(db, `${WHOLE_KITS} where kits.id = ?`, [id], 'find-kit');
  return row;
}

/** Complete kits by slug or archive id, in the order of their ids. */
export function listKitsByKey(
  db: Database,
  { slugs, archiveIds }: { slugs: readonly string[]; archiveIds: readonly number[] },
): Promise<KitRow[]> {
  return query(
    db,
    `${WHOLE_KITS} where kits.slug = any(?::text[]) or kits.id_archive = any(?::integer[]) order by kits.id`,
    [slugs, archiveIds],
  );
}

/** Complete kits by id. */
export function listWholeKits(db: Database, ids: readonly number[]): Promise<KitRow[]> {
  return query<KitRow>(db, `${WHOLE_KITS} where kits.id = any(?::integer[])`, [ids]);
}

const WHOLE_KITS = `
    select kits.id, kits.slug, kits.name, ${KIT_ATTRIBUTES}, ${LOOK_TYPE_AND_CLUB},
      to_jsonb(clubs) as team, to_jsonb(seasons) as season, to_jsonb(kit_types) as type, to_jsonb(brands) as brand,
      coalesce(
        (
          select jsonb_agg(to_jsonb(competitions) order by given.place)
          from unnest(kits.competition_ids) with ordinality as given (id, place)
          join competitions on competitions.id = given.id
        ),
        '[]'
      ) as competitions
    from kits
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    join brands on brands.id = kits.brand_id`;

export async function findKitLook(db: Database, id: number): Promise<KitLookRow | undefined> {
  const [row] = await query<KitLookRow>(
    db,
    `
    select ${LOOK_COLUMNS}
    from kits
    join kit_types on kit_types.id = kits.type_id
    where kits.id = ?
    `,
    [id],
    'find-kit-look',
  );
  return row;
}

/** The rows of kits in lists, in the order of `ids`; those that are gone are left out. */
export function listKitItemRows(db: Database, ids: readonly number[]): Promise<KitItemRow[]> {
  return query<KitItemRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}
    from unnest(?::integer[]) with ordinality as listed (id, place)
    join kits on kits.id = listed.id
    join kit_types on kit_types.id = kits.type_id
    order by listed.place
    `,
    [ids],
    'kit-item-rows',
  );
}

/** A kit in lists with `expand=true`. */
export interface ExpandedKitRow extends KitItemRow {
  slug: string;
  rating: number | null;
  team: Pick<RecordRow, 'id' | 'name' | 'logo'>;
  season: Pick<SeasonRow, 'id' | 'year'>;
  type: Pick<KitTypeRow, 'id' | 'name' | 'category'>;
  brand: Pick<RecordRow, 'id' | 'name'>;
}

/** The rows of kits with details, in the order of `ids`; those that are gone are left out. */
export function listExpandedKitRows(db: Database, ids: readonly number[]): Promise<ExpandedKitRow[]> {
  return query<ExpandedKitRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}, kits.slug, kits.rating::float8 as rating,
      json_build_object('id', clubs.id, 'name', clubs.name, 'logo', clubs.logo) as team,
      json_build_object('id', seasons.id, 'year', seasons.year) as season,
      json_build_object('id', kit_types.id, 'name', kit_types.name, 'category', kit_types.category) as type,
      json_build_object('id', brands.id, 'name', brands.name) as brand
    from unnest(?::integer[]) with ordinality as listed (id, place)
    join kits on kits.id = listed.id
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    join brands on brands.id = kits.brand_id
    order by listed.place
    `,
    [ids],
    'expanded-kit-rows',
  );
}

export interface RandomKitRow extends KitItemRow {
  slug: string;
  team_name: string;
  season_year: string;
  type_name: string;
  brand_name: string;
  rating: number | null;
}

/** Kits of a random list, in the order of `ids`. */
export function listRandomKitRows(db: Database, ids: readonly number[]): Promise<RandomKitRow[]> {
  return query<RandomKitRow>(
    db,
    `
    select ${KIT_ITEM_COLUMNS}, kits.slug, kits.rating::float8 as rating,
      clubs.name as team_name, seasons.year as season_year,
      kit_types.name as type_name, brands.name as brand_name
    from unnest(?::integer[]) with ordinality as drawn (id, place)
    join kits on kits.id = drawn.id
    join clubs on clubs.id = kits.club_id
    join seasons on seasons.id = kits.season_id
    join kit_types on kit_types.id = kits.type_id
    join brands on brands.id = kits.brand_id
    order by drawn.place
    `,
    [ids],
    'random-kit-rows',
  );
}
