import {
  DETAILED_CONDITIONS,
  fieldsOfType,
  SIZES,
  type ItemChanges,
  type ItemType,
  type Size,
} from '@kitroom/collection-client';

type DetailedCondition = (typeof DETAILED_CONDITIONS)[number];

/** The displayed names of the item types. */
export const ITEM_TYPE_LABELS: Readonly<Record<ItemType, string>> = {
  jersey: 'Shirt',
  shorts: 'Shorts',
  outerwear: 'Outerwear',
  tracksuit: 'Tracksuit',
  pants: 'Trousers',
  other: 'Other (scarf, pin, cap …)',
};

export const CONDITION_LABELS: Readonly<Record<DetailedCondition, string>> = {
  BNWT: 'New with tags',
  BNWOT: 'New without tags',
  EXCELLENT: 'Excellent',
  VERY_GOOD: 'Very good',
  GOOD: 'Good',
  FAIR: 'Fair',
  POOR: 'Poor',
};

/** The displayed names of the items' fields, in the order of the form. */
export const FIELD_LABELS = {
  name: 'Name',
  type: 'Kind',
  brand: 'Brand',
  brand_text: 'Brand',
  club: 'Club',
  club_text: 'Club',
  season: 'Season',
  season_text: 'Season',
  kit: 'Kit',
  size: 'Size',
  size_text: 'Size',
  condition: 'Condition',
  detailed_condition: 'Wear (grade)',
  player_name: 'Name on the back',
  number: 'Number',
  has_nameset: 'Name and number printed',
  is_signed: 'Signed',
  is_fan_version: 'Fan version',
  is_short_sleeve: 'Short sleeves',
  is_replica: 'Reproduction',
  design: 'Design',
  main_color: 'Main colour',
  secondary_colors: 'Other colours',
  country: 'Country',
  tags: 'Tags',
  description: 'Description',
  is_private: 'Private',
  is_draft: 'Draft',
  notes: 'Notes',
  location: 'Where it is kept',
  acquired_on: 'Acquired on',
  acquired_from: 'Acquired from',
  price: 'Price',
  estimated_value: 'Estimated value',
} as const satisfies Readonly<Record<keyof Omit<ItemChanges, 'item_type'>, string>>;

export type FormField = keyof typeof FIELD_LABELS;

/** The sizes that items of a type can have. */
export function sizesOf(type: ItemType): readonly Size[] {
  const category = type === 'shorts' || type === 'pants' ? 'bottoms' : 'tops';
  return fieldsOfType(type).includes('size') ? SIZES.filter((size) => size.category === category) : [];
}
