import type * as catalogue from '@kitroom/catalogue-client';
import { DESIGN_CODES, ITEM_COLOURS } from '@kitroom/collection-client';

/** The fields of an item that refer to a record of the catalogue. */
export const REFERENCE_FIELDS = ['brand', 'club', 'season', 'kit'] as const;

export type ReferenceField = (typeof REFERENCE_FIELDS)[number];

/** An item's reference to a record of the catalogue. */
export interface Reference {
  field: ReferenceField;
  /** The catalogue's id, 1 to 2147483647. */
  id: number;
}

/** The table of the copies, and the column of the items that refers to them. */
export const COPIES = {
  brand: { table: 'brands', column: 'brand_id' },
  club: { table: 'clubs', column: 'club_id' },
  season: { table: 'seasons', column: 'season_id' },
  kit: { table: 'kits', column: 'kit_id' },
} as const satisfies Record<ReferenceField, { table: string; column: string }>;

type Kit = Pick<catalogue.Kit, 'brand' | 'team' | 'season' | 'design' | 'primary_color' | 'secondary_color'>;

/**
 * The values that an item takes over from its kit: ids of the catalogue, and this service's own ids of the
 * design and the colours.
 */
export function toKitFills(kit: Kit) {
  const colour = (name: string | undefined) => ITEM_COLOURS.find((candidate) => candidate.name === name)?.id;
  return {
    brand: kit.brand.id,
    club: kit.team.id,
    season: kit.season.id,
    design: DESIGN_CODES.find(({ name }) => name === kit.design)?.id ?? null,
    main_color: colour(kit.primary_color?.name) ?? null,
    secondary_colors: kit.secondary_color.map(({ name }) => colour(name)).filter((id) => id !== undefined),
  };
}

export type KitFills = ReturnType<typeof toKitFills>;
