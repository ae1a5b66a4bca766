import type { ItemType } from '@kitroom/collection-client';

/** What each type needs, beside name and brand. */
export const NEEDS_OF_TYPE: Readonly<Record<ItemType, object>> = {
  jersey: { size: 4 },
  shorts: { size: 12 },
  outerwear: { size: 5, type: 'hoodie' },
  tracksuit: { size: 5 },
  pants: { size: 20 },
  other: { type: 'pin' },
};

/** The least that an item of a type needs to be no draft; brand 1 is there. */
export function minimalItem(type: ItemType): object {
  return { item_type: type, name: 'An item', brand: 1, ...NEEDS_OF_TYPE[type] };
}
