import type { KitCategory } from '@kitroom/shared';
import type { KitTypeRow, SeasonRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { IndexedKit, NamedRow } from '../search/index/index-queries.ts';

/** The fields that determine a kit's drawn picture. */
export interface KitLookRow extends Pick<
  IndexedKit,
  'id' | 'name' | 'design' | 'primary_color' | 'secondary_colors'
> {
  category: KitCategory;
  is_goalkeeper: boolean;
  type_name: string;
  club_name: string;
}

/** The fields that every view of a kit needs. `main_img_url` is null if the picture is drawn. */
export interface KitItemRow extends KitLookRow {
  main_img_url: string | null;
}

/** The select list of a `KitItemRow`. Requires a join of `kit_types`. */
export const KIT_ITEM_COLUMNS = `kits.main_img_url, kits.id, kits.name, kits.design, kits.primary_color,
  kits.secondary_colors, kit_types.category, kit_types.is_goalkeeper, kit_types.name as type_name,
  (select club.name from clubs as club where club.id = kits.club_id) as club_name`;

/** A kit with the records that it refers to. */
export interface KitRow extends KitItemRow, Pick<IndexedKit, 'slug' | 'id_archive' | 'rating'> {
  team: NamedRow;
  season: SeasonRow;
  type: KitTypeRow;
  brand: NamedRow;
  competitions: NamedRow[];
}

/**
 * Adds the records that a kit refers to. Returns undefined without a kit, or if one of the records has been
 * deleted.
 */
export function findKit(index: CatalogueIndex, kit: IndexedKit | undefined): KitRow | undefined {
  if (!kit) return undefined;
  const team = index.clubs.byId.get(kit.club_id);
  const season = index.seasons.get(kit.season_id);
  const type = index.typesById.get(kit.type_id);
  const brand = index.brands.byId.get(kit.brand_id);
  if (!team || !season || !type || !brand) return undefined;
  const competitions = kit.competition_ids.flatMap((id) => index.competitions.byId.get(id) ?? []);
  const { category, is_goalkeeper: isGoalkeeper, name } = type;
  const look = { category, is_goalkeeper: isGoalkeeper, type_name: name, club_name: team.name };
  return { ...kit, ...look, team, season, type, brand, competitions };
}

/** Adds the records that kits refer to. Kits with a deleted record are omitted. */
export function toKitRows(index: CatalogueIndex, kits: ReadonlyArray<IndexedKit | undefined>): KitRow[] {
  return kits.flatMap((kit) => findKit(index, kit) ?? []);
}

/** Returns kits by their ids, in this order. Deleted kits are omitted. */
export function listKits(index: CatalogueIndex, ids: readonly number[]): KitRow[] {
  return toKitRows(index, ids.map(index.kits.get));
}
