import { COLOUR_HEX, COLOUR_NAMES, DESIGNS } from '@kitroom/shared';

/** The types of items, in the order of their content type ids, from 1. */
export const ITEM_TYPES = ['jersey', 'shorts', 'outerwear', 'tracksuit', 'pants', 'other'] as const;

export type ItemType = (typeof ITEM_TYPES)[number];

/**
 * Each type's content type id, by which photos refer to their item's type. See
 * docs/behaviour/collection.md#items.
 */
export const CONTENT_TYPE_IDS = /* @__PURE__ */ Object.fromEntries(
  ITEM_TYPES.map((type, index) => [type, index + 1]),
) as Readonly<Record<ItemType, number>>;

/** The type of a content type id; undefined if unknown. */
export function findItemType(contentTypeId: number): ItemType | undefined {
  return ITEM_TYPES[contentTypeId - 1];
}

/** Ordered from brand new with tags to poor. */
export const DETAILED_CONDITIONS = [
  'BNWT',
  'BNWOT',
  'EXCELLENT',
  'VERY_GOOD',
  'GOOD',
  'FAIR',
  'POOR',
] as const;

/** The bounds of `condition`; 10 is new. */
export const CONDITION_MIN = 1;
export const CONDITION_MAX = 10;

/** The values of `type` for outerwear and for `other`. */
export const OUTERWEAR_TYPES = ['hoodie', 'jacket', 'windbreaker', 'crewneck'] as const;
export const OTHER_TYPES = ['pin', 'hat', 'cap', 'scarf', 'socks', 'other'] as const;

/** A design's code and name: `CHEST_BAND` for the catalogue's `Chest band`. */
export interface DesignCode {
  id: string;
  name: string;
}

const toDesignCode = (name: string) => name.toUpperCase().replaceAll(/[ -]/g, '_');

/** The codes of the designs, in the order of the catalogue's OpenAPI document. */
export const DESIGN_IDS: readonly string[] = DESIGNS.map(toDesignCode);

/** The designs, in the same order. */
export const DESIGN_CODES: readonly DesignCode[] = /* @__PURE__ */ DESIGNS.map((name) => ({
  id: toDesignCode(name),
  name,
}));

export interface ItemColour {
  id: number;
  name: string;
  /** `#RRGGBB` */
  color: string;
}

/** The 17 colours, in the order of the catalogue's OpenAPI document; ids count from 1. */
export const ITEM_COLOURS: readonly ItemColour[] = /* @__PURE__ */ COLOUR_NAMES.map((name, index) => ({
  id: index + 1,
  name,
  color: COLOUR_HEX[name],
}));

export const SIZE_CATEGORIES = ['tops', 'bottoms', 'other'] as const;

export interface Size {
  id: number;
  name: string;
  category: (typeof SIZE_CATEGORIES)[number];
}

/** The number of sizes. It suffices to check an id, so that an app's bundle need not contain the list. */
export const SIZE_COUNT = 32;

/** The sizes. Ids are stable: new sizes are appended. */
export const SIZES: readonly Size[] = /* @__PURE__ */ listSizes();

function listSizes(): Size[] {
  const letters = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '3XL', '4XL'];
  const waists = ['28', '30', '32', '34', '36', '38', '40', '42', '44', '46'];
  const sizes: Array<Omit<Size, 'id'>> = [
    ...letters.map((name) => ({ name, category: 'tops' as const })),
    ...[...letters, ...waists].map((name) => ({ name, category: 'bottoms' as const })),
    ...['One size', 'S', 'M', 'L'].map((name) => ({ name, category: 'other' as const })),
  ];
  return sizes.map((size, index) => ({ id: index + 1, ...size }));
}
