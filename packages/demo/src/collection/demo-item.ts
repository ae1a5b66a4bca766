import type { DETAILED_CONDITIONS, ItemType } from '@kitroom/collection-client';
import type { ColourName } from '@kitroom/shared';

/** The type of item that each thing is. */
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
   * The name of a kit of the demo catalogue: a jersey is that kit, anything else has its club, season and
   * brand from it, and its look.
   */
  kit: string;
  /** When it was bought, what it cost and what it is worth now, in euros. */
  bought?: readonly [date: string, price: number, value: number];
  /** How worn it is: the grade and the number that goes with it. */
  condition: readonly [(typeof DETAILED_CONDITIONS)[number], number];
  description: string;
  tags: readonly string[];
  /** The name of a size of its category; pins and the like have none. */
  size?: string;
  /** The colours, where they are not those of the kit: shorts often are the other way round. */
  colours?: readonly [ColourName, ...ColourName[]];
  /** What is on the back, and whose signature is on the front. */
  nameset?: readonly [name: string, number: number];
  isSigned?: true;
  hasLongSleeves?: true;
  /** The number on the leg. */
  number?: number;
  isPlayerVersion?: true;
  isReplica?: true;
  isPrivate?: true;
  isDraft?: true;
}

/** Who owns a demo collection. */
export interface DemoUser {
  username: string;
  email: string;
  name: string;
}

/** An owner with the items. */
export interface DemoOwner extends DemoUser {
  /** Oldest first. */
  items: readonly DemoItem[];
}
