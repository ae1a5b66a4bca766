import type { KitCategory } from '@kitroom/shared';
import type { KitTypeRow, SeasonRow } from '../records/record-view.ts';
import type { CatalogueIndex } from '../search/index/catalogue-index.ts';
import type { IndexedKit, NamedRow } from '../search/index/index-queries.ts';

/** What a kit is drawn from. */
export interface KitLookRow extends Pick<
  IndexedKit,
  'id' | 'name' | 'design' | 'primary_color' | 'secondary_colors'
> {
  category: KitCategory;
  is_goalkeeper: boolean;
  type_name: string;
  club_name: string;
}

/** What every view of a kit needs; `main_img_url` is null if the picture is drawn. */
export interface KitItemRow extends KitLookRow {
  main_img_url: string | null;
}

/** Selects a `KitItemRow`; requires a join of `kit_types`. */
export const KIT_ITEM_COLUMNS = `kits.main_img_url, kits.id, kits.name, kits.design, kits.primary_color,
  kits.secondary_colors, kit_types.category, kit_types.is_goalkeeper, kit_types.name as type_name,
  (select club.name from clubs as club where club.id = kits.club_id) as club_name`;

/** A kit with what it refers to. */
export interface KitRow extends KitItemRow, Pick<IndexedKit, 'slug' | 'id_archive' | 'rating'> {
  team: NamedRow;
  season: SeasonRow;
  type: KitTypeRow;
  brand: NamedRow;
  competitions: NamedRow[];
}

/** A kit with what it refers to; undefined if there is none, or while something of it is being deleted. */
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

/** Kits with what they refer to; those are left out of which something is being deleted. */
export function toKitRows(index: CatalogueIndex, kits: ReadonlyArray<IndexedKit | undefined>): KitRow[] {
  return kits.flatMap((kit) => findKit(index, kit) ?? []);
}

/** Kits by their ids, in this order; those that are gone are left out. */
export function listKits(index: CatalogueIndex, ids: readonly number[]): KitRow[] {
  return toKitRows(index, ids.map(index.kits.get));
}
