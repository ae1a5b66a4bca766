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
