/** The kit categories in order: `category_order` is the index here, from 1. */
export const KIT_CATEGORIES = ['match', 'prematch', 'preseason', 'training', 'travel', 'jacket'] as const;

export type KitCategory = (typeof KIT_CATEGORIES)[number];

/** The properties of a kit type that are derived from its name. */
export interface KitTypeTraits {
  category: KitCategory;
  /** 1 to 6, lower sorts first. */
  category_order: number;
  /** The position within the category, lower sorts first; 999 if the name is not recognised. */
  order_priority: number;
  is_goalkeeper: boolean;
}

/** The position of a category, 1 to 6. */
export function categoryOrder(category: KitCategory): number {
  return KIT_CATEGORIES.indexOf(category) + 1;
}

/**
 * Derives a kit type's traits from its name, matching whole words and ignoring case. See
 * docs/behaviour/catalogue.md#kit-types.
 */
export function deriveKitType(name: string): KitTypeTraits {
  const category = deriveCategory(name);
  return {
    category,
    category_order: categoryOrder(category),
    order_priority: category === 'jacket' ? jacketPriority(name) : matchPriority(name),
    is_goalkeeper: hasWord(name, 'gk', 'goalkeeper', 'portero'),
  };
}

export type Sleeves = 'short' | 'long' | 'none';

/**
 * Derives the sleeves of a kit type from its name (`Home Long Sleeve`, `Training Sleeveless`); goalkeepers
 * and jackets have long ones unless the name says otherwise.
 */
export function deriveSleeves(
  name: string,
  { category, is_goalkeeper: isGoalkeeper }: Pick<KitTypeTraits, 'category' | 'is_goalkeeper'>,
): Sleeves {
  if (hasWord(name, 'sleeveless', 'no sleeves', 'tank', 'vest')) return 'none';
  if (hasWord(name, `long${SLEEVE}`, 'ls', 'l/s')) return 'long';
  if (hasWord(name, `short${SLEEVE}`, 'ss', 's/s')) return 'short';
  return isGoalkeeper || category === 'jacket' ? 'long' : 'short';
}

/** `Sleeve`, `sleeves` or `sleeved` in its usual spellings behind another word. */
const SLEEVE = '(?: sleeves?|-sleeved?|sleeve)';
const JACKETS = ['anthem', 'rain', 'jacket', 'windbreaker', 'track', 'vest'] as const;
const PLACES = ['home', 'away', 'third', 'fourth'] as const;
const NO_PRIORITY = 999;

function deriveCategory(name: string): KitCategory {
  if (hasWord(name, ...JACKETS)) return 'jacket';
  if (hasWord(name, 'training')) return 'training';
  if (hasWord(name, 'pre-match', 'prematch', 'bench', 'warm-up', 'warmup', 'staff')) return 'prematch';
  if (hasWord(name, 'pre-season', 'preseason', 'temporary', 'temp')) return 'preseason';
  if (hasWord(name, 'travel', 'polo')) return 'travel';
  return 'match';
}

function jacketPriority(name: string): number {
  const place = JACKETS.findIndex((word) => hasWord(name, word));
  return place < 0 ? NO_PRIORITY : place + 1;
}

function matchPriority(name: string): number {
  const place = PLACES.findIndex((word) => hasWord(name, word));
  if (place >= 0) return place + 1;
  const number = /\d{1,4}/.exec(name);
  return number ? 10 + Number(number[0]) : NO_PRIORITY;
}

/** Whether a name has one of the words, which are regular expressions. */
function hasWord(name: string, ...words: string[]): boolean {
  return words.some((word) => new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'iu').test(name));
}
