import * as z from 'zod';
import { COLOUR_NAMES, INTEGER_MAX, KEYWORD_MAX } from '@kitroom/shared';
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
import { NUMBER_MAX, PLACE_MAX, PLAYER_NAME_MAX, SIZE_TEXT_MAX } from './item-fields.ts';
import {
  CONDITION_MAX,
  CONDITION_MIN,
  DESIGN_IDS,
  DETAILED_CONDITIONS,
  ITEM_TYPES,
  SIZE_COUNT,
} from './item-vocabulary.ts';
import { TAG_MAX, TAGS_MAX } from './tag-list.ts';
import { notChoice } from './texts.ts';

/** Keys of private fields, only for lists of the caller's own items. */
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

const id = integerFilter(1, INTEGER_MAX);
const condition = integerFilter(CONDITION_MIN, CONDITION_MAX);

/** The filters of items that everyone may use. */
export const publicItemFilters = {
  club: id,
  brand: id,
  season: id,
  kit: id,
  item_type: choiceFilter(ITEM_TYPES),
  design: choiceFilter(DESIGN_IDS),
  main_color: knownIdFilter(COLOUR_NAMES.length),
  size: knownIdFilter(SIZE_COUNT),
  size_text: wordsFilter(SIZE_TEXT_MAX),
  condition: condition,
  condition_min: condition,
  condition_max: condition,
  detailed_condition: choiceFilter(DETAILED_CONDITIONS),
  country: countryFilter,
  origin: countryFilter,
  decade: decadeFilter,
  added_in: monthFilter,
  number: integerFilter(0, NUMBER_MAX),
  player_name: wordsFilter(PLAYER_NAME_MAX),
  is_replica: booleanFilter,
  is_signed: booleanFilter,
  has_nameset: booleanFilter,
  has_photos: booleanFilter,
  tag: repeatedFilter(TAG_MAX, TAGS_MAX),
  search: wordsFilter(KEYWORD_MAX, SEARCH_WORDS_MAX),
} as const;

/** A key of an ordering; a leading minus reverses it. */
export type ItemOrdering = OrderingKey['key'] | `-${OrderingKey['key']}`;

/** An ordering: one key, or several, as an array or separated by commas. */
export type ItemOrderingInput = ItemOrdering | `${ItemOrdering},${string}` | readonly ItemOrdering[] | '';

/**
 * The ordering of a list of items: comma-separated keys, each with an optional minus; default: newest first.
 */
export const itemOrdering = z
  .custom<ItemOrderingInput>()
  .transform((value) => [value].flat().flatMap((text: string) => text.split(',')))
  .transform((parts) => parts.map((part) => part.trim()).filter((part) => part !== ''))
  .superRefine((parts, context) => {
    for (const part of parts.filter((text) => !isOrderingKey(text.replace(/^-/, '')))) {
      const message = `${notChoice(part)} Choose from ${ORDERING_KEYS.join(', ')}; a leading minus reverses.`;
      context.addIssue({ code: 'custom', message });
    }
  })
  .transform(toOrdering)
  .default([])
  .meta({ openapi: { type: 'string', default: '-created_at' }, takesSeveral: true });

/** The filters of items; those on private fields apply only to the owner's own lists. */
export const ownItemFilters = {
  ...publicItemFilters,
  location: wordsFilter(PLACE_MAX),
  is_private: booleanFilter,
  is_draft: booleanFilter,
} as const;

/** The filters and the ordering of lists of items. */
export const itemFilters = { ...ownItemFilters, ordering: itemOrdering } as const;

export type ItemFilters = Partial<z.output<z.ZodObject<typeof ownItemFilters>>>;

/** The first occurrence of a repeated key counts. */
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
