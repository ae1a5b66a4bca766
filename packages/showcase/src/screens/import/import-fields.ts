import { FIELD_LABELS } from '../../components/item-labels.ts';

/** The names of fields that columns can fill, but that are not in the item form. */
const IMPORT_FIELD_LABELS: Readonly<Record<string, string>> = {
  item_type: 'Type of item',
  kit_type: 'Kit type (home, away …)',
  currency: 'Currency',
  price_currency: 'Currency of the price',
  estimated_value_currency: 'Currency of the estimated value',
  quantity: 'Quantity',
  brand_text: 'Brand, as written',
  club_text: 'Club, as written',
  season_text: 'Season, as written',
  size_text: 'Size, as written',
  external_id: 'Id in the source',
  brand_slug: 'Brand’s name in addresses',
  club_slug: 'Club’s name in addresses',
  kit_slug: 'Kit’s name in addresses',
  kit_archive_id: 'Kit’s id in the archive',
  main_color_id: 'Main colour id',
  secondary_colors_ids: 'Other colours’ ids',
  values: 'History of the estimated value',
  photos: 'Photos',
  image: 'Photos',
  non_field_errors: 'The row',
};

/** The displayed name of a field, the same as in the item form. */
export function nameField(field: string): string {
  const formLabels: Readonly<Record<string, string>> = FIELD_LABELS;
  const text = IMPORT_FIELD_LABELS[field] ?? formLabels[field] ?? field.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The fields in the groups of the item form. */
const GROUPS: ReadonlyArray<readonly [name: string, fields: string]> = [
  ['Name, club and season', 'name item_type type club season brand kit kit_type'],
  ['Your copy', 'size condition detailed_condition player_name number has_nameset is_signed'],
  ['Money', 'price price_currency estimated_value estimated_value_currency currency'],
  ['Private: nobody else ever sees this', 'location acquired_on acquired_from notes'],
  ['Details', 'tags description quantity is_fan_version is_short_sleeve is_replica is_private'],
  ['Look and origin', 'design main_color secondary_colors country'],
];

export type FieldOptions = ReadonlyArray<readonly [field: string, name: string]>;

/** Groups fields for a select. Ids and other fields that are not in the item form come last. */
export function groupFields(
  fields: readonly string[],
): ReadonlyArray<readonly [group: string, options: FieldOptions]> {
  const grouped = GROUPS.map(([group, list]) => [group, list.split(' ')] as const);
  const known = new Set(grouped.flatMap(([, list]) => list));
  const more = ['More: ids and other fields', fields.filter((field) => !known.has(field))] as const;
  return [...grouped, more]
    .map(([group, list]) => [group, list.filter((field) => fields.includes(field)).map(toOption)] as const)
    .filter(([, options]) => options.length > 0);
}

function toOption(field: string) {
  return [field, nameField(field)] as const;
}
