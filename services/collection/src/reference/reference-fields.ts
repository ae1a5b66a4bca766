/** The fields of an item that name a record of the catalogue. */
export const REFERENCE_FIELDS = ['brand', 'club', 'season', 'kit'] as const;

/** A field of an item that names a record of the catalogue. */
export type ReferenceField = (typeof REFERENCE_FIELDS)[number];

/** A record of the catalogue, as an item names it. */
export interface Reference {
  field: ReferenceField;
  /** The catalogue's id, 1 to 2147483647. */
  id: number;
}

/** The table of the copies, and the column of the items that names them. */
export const COPIES = {
  brand: { table: 'brands', column: 'brand_id' },
  club: { table: 'clubs', column: 'club_id' },
  season: { table: 'seasons', column: 'season_id' },
  kit: { table: 'kits', column: 'kit_id' },
} as const satisfies Record<ReferenceField, { table: string; column: string }>;
