import type { DETAILED_CONDITIONS, ItemType } from '@kitroom/collection-client';
import type { ColourName } from '@kitroom/shared';

/** The item type of each kind of thing. */
export const ITEM_TYPE_OF = {
  jersey: 'jersey',
  shorts: 'shorts',
  jacket: 'outerwear',
  windbreaker: 'outerwear',
  hoodie: 'outerwear',
  crewneck: 'outerwear',
  tracksuit: 'tracksuit',
  pants: 'pants',
  pin: 'other',
  cap: 'other',
  socks: 'other',
  scarf: 'other',
} as const satisfies Record<string, ItemType>;

/** An item of a demo collection. */
export interface DemoItem {
  thing: keyof typeof ITEM_TYPE_OF;
  /** Unique among all demo items; `photos/photos.json` lists the photos by it. */
  name: string;
  /**
   * The name of a kit of the demo catalogue. A jersey is that kit; other things take club, season, brand and
   * look from it.
   */
  kit: string;
  /** Date of purchase, and price and present value in euros. */
  bought?: readonly [date: string, price: number, value: number];
  /** The detailed condition, and the condition as a number from 1 to 10. */
  condition: readonly [(typeof DETAILED_CONDITIONS)[number], number];
  description: string;
  tags: readonly string[];
  /** The name of a size of the thing's category. Undefined for pins and the like. */
  size?: string;
  /** Set if different from the kit's colours, which shorts often have reversed. */
  colours?: readonly [ColourName, ...ColourName[]];
  /** The player's name and number on the back. */
  nameset?: readonly [name: string, number: number];
  isSigned?: true;
  hasLongSleeves?: true;
  /** The number on the leg of shorts. */
  number?: number;
  isPlayerVersion?: true;
  isReplica?: true;
  isPrivate?: true;
  isDraft?: true;
}

/** The owner of a demo collection. */
export interface DemoUser {
  username: string;
  email: string;
  name: string;
}

/** An owner with their items. */
export interface DemoOwner extends DemoUser {
  /** Oldest first. */
  items: readonly DemoItem[];
}
