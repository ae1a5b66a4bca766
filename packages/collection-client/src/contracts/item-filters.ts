import { INTEGER_MAX, KEYWORD_MAX } from '@kitroom/shared';
import * as z from 'zod';
import {
  booleanFilter,
  choiceFilter,
  countryFilter,
  decadeFilter,
  integerFilter,
  knownIdFilter,
  monthFilter,
  repeatedFilter,
  wordsFilter,
} from './filter-inputs.ts';
import { NUMBER_MAX, PLAYER_NAME_MAX, SIZE_TEXT_MAX } from './item-fields.ts';
import { TAG_MAX, TAGS_MAX } from './tag-list.ts';
import { notChoice } from './texts.ts';
import {
  CONDITION_MAX,
  CONDITION_MIN,
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  ITEM_TYPES,
  SIZES,
} from './item-vocabulary.ts';

/** Keys of private fields: for lists of one's own items alone. */
export const OWN_ORDERING_KEYS = ['acquired_on', 'price', 'estimated_value'] as const;

export const ORDERING_KEYS = [
  'created_at',
  'updated_at',
  'name',
  'club',
  'brand',
  'season',
  'condition',
  'player_name',
  ...OWN_ORDERING_KEYS,
] as const;

export const SEARCH_WORDS_MAX = 20;

/** One key of an ordering, and whether it is descending. */
export interface OrderingKey {
  key: (typeof ORDERING_KEYS)[number];
  descending: boolean;
}

/** The filters of items that everyone may use. */
export const publicItemFilters = {
  club: id("The catalogue's club."),
  brand: id("The catalogue's brand."),
  season: id("The catalogue's season."),
  kit: id("The catalogue's kit."),
  item_type: choiceFilter(ITEM_TYPES, 'The type.'),
  design: choiceFilter(
    DESIGN_CODES.map((design) => design.id),
    'A design of `GET /api/designs/`.',
  ),
  main_color: knownIdFilter(ITEM_COLOURS.length, 'A colour of `GET /api/colors/`.'),
  size: knownIdFilter(SIZES.length, 'A size of `GET /api/sizes/`.'),
  size_text: wordsFilter(SIZE_TEXT_MAX, 'Exactly this `size_text`, ignoring case and accents.'),
  condition: condition('Exactly this condition.'),
  condition_min: condition('This condition or better.'),
  condition_max: condition('This condition or worse.'),
  detailed_condition: choiceFilter(DETAILED_CONDITIONS, 'The state of wear.'),
  country: countryFilter('A two-letter ISO country code, case-insensitive.'),
  origin: countryFilter(
    "The item's country, otherwise its club's, as `by_country` of the statistics counts.",
  ),
  decade: decadeFilter('The first year of the decade of the season, such as 1990.'),
  added_in: monthFilter('The month, by UTC, in which the item was added, such as `2026-11`.'),
  number: integerFilter(0, NUMBER_MAX, 'The number on the back.'),
  player_name: wordsFilter(PLAYER_NAME_MAX, "Part of the player's name, ignoring case and accents."),
  is_replica: booleanFilter('Only replicas, or only others.'),
  is_signed: booleanFilter('Only signed items, or only others.'),
  has_nameset: booleanFilter('Only items with a nameset, or only others.'),
  tag: repeatedFilter(TAG_MAX, TAGS_MAX, 'The item has all of these tags, ignoring case; may be repeated.'),
  search: wordsFilter(
    KEYWORD_MAX,
    'Each word must occur in the name, description, player, club, brand, season_text or tags, ignoring case and accents; ' +
      'of one’s own items also in notes, location or acquired_from. ' +
      `At most ${SEARCH_WORDS_MAX} words.`,
    SEARCH_WORDS_MAX,
  ),
} as const;

/** The ordering of a list of items: comma-separated keys, each with an optional minus; default: newest first. */
export const itemOrdering = z
  .custom<string | string[]>()
  .transform((value) => [value].flat().flatMap((text) => text.split(',')))
  .transform((parts) => parts.map((part) => part.trim()).filter((part) => part !== ''))
  .superRefine((parts, context) => {
    for (const part of parts.filter((one) => !isOrderingKey(one.replace(/^-/, '')))) {
      const message = `${notChoice(part)} Choose from ${ORDERING_KEYS.join(', ')}; a leading minus reverses.`;
      context.addIssue({ code: 'custom', message });
    }
  })
  .transform(toOrdering)
  .default([])
  .meta({
    openapi: { type: 'string', default: '-created_at' },
    takesSeveral: true,
    description:
      `${ORDERING_KEYS.map((key) => `\`${key}\``).join(', ')}; a leading minus reverses the order, commas ` +
      'separate several keys. Items without a value come last either way, and ties are sorted by id. Numbers in names ' +
      'are sorted by value, money by currency and amount. ' +
      `${OWN_ORDERING_KEYS.map((key) => `\`${key}\``).join(', ')} are for one's own items alone.`,
  });

/** The filters of items; those on owner-only fields apply to the owner's own lists alone. */
export const itemFilters = {
  ...publicItemFilters,
  is_private: booleanFilter("Only private items, or only public ones; ignored in another user's collection."),
  is_draft: booleanFilter("Only drafts, or only others; ignored in another user's collection."),
  ordering: itemOrdering,
} as const;

export type ItemFilters = Partial<z.output<z.ZodObject<Omit<typeof itemFilters, 'ordering'>>>>;

function id(description: string) {
  return integerFilter(1, INTEGER_MAX, description);
}

function condition(description: string) {
  return integerFilter(CONDITION_MIN, CONDITION_MAX, description);
}

/** Of a repeated key the first occurrence counts. */
function toOrdering(parts: readonly string[]): OrderingKey[] {
  const keys = new Map<OrderingKey['key'], OrderingKey>();
  for (const part of parts) {
    const key = part.replace(/^-/, '');
    if (isOrderingKey(key) && !keys.has(key)) keys.set(key, { key, descending: part.startsWith('-') });
  }
  return [...keys.values()];
}

function isOrderingKey(text: string): text is OrderingKey['key'] {
  return (ORDERING_KEYS as readonly string[]).includes(text);
}
