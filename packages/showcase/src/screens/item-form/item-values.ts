import type { Kit } from '@kitroom/catalogue-client';
import {
  DESIGN_CODES,
  fieldsOfType,
  ITEM_COLOURS,
  ITEM_DEFAULTS,
  ITEM_TYPES,
  OUTERWEAR_TYPES,
  SHOWN_FIELDS,
  TEXT_OF,
  TYPE_FIELD_NAMES,
  type ItemChanges,
  type ItemDetail,
  type ItemType,
  type NewItem,
  type TypeField,
} from '@kitroom/collection-client';
import { FIELD_LABELS, type FormField } from '../../components/item-labels.ts';

const REFERENCES = ['brand', 'club', 'season', 'kit'] as const;

/** A field that refers to a record of the catalogue. */
export type ReferenceField = (typeof REFERENCES)[number];

/**
 * The values of an item form: its fields in the service's format, and the names of the records with its ids.
 */
export interface ItemValues {
  item_type: ItemType;
  fields: ItemChanges;
  names: Record<ReferenceField, string>;
}

const CONDITION_OF_A_WORN_SHIRT = 8;

/** The item type that a kit suggests. */
export function typeOfKit(kit: Kit): ItemType {
  return kit.type.category === 'jacket' ? 'outerwear' : 'jersey';
}

/** The values of a new item, prefilled from its kit if it has one. */
export function toNewValues(type: ItemType, kit?: Kit): ItemValues {
  const defaults = { ...ITEM_DEFAULTS.base, ...ITEM_DEFAULTS.private, ...ITEM_DEFAULTS.ofTypes };
  return {
    item_type: type,
    fields: {
      ...pickFields(type, defaults),
      condition: CONDITION_OF_A_WORN_SHIRT,
      ...(kit && toFieldsOfKit(kit)),
      ...(kit && type === 'outerwear' && { type: kindOfKit(kit) }),
    },
    names: kit ? namesOf(kit) : { brand: '', club: '', season: '', kit: '' },
  };
}

/** The values of an existing item. */
export function toStoredValues(item: ItemDetail): ItemValues {
  const { brand, club, season, kit } = item.labels;
  return {
    item_type: item.item_type,
    fields: pickFields(item.item_type, item),
    names: { brand: brand ?? '', club: club ?? '', season: season ?? '', kit: kit ?? '' },
  };
}

/** Reads the values of a stored draft. Invalid values are replaced by those of a new item. */
export function restoreValues(stored: unknown): ItemValues | undefined {
  const { item_type: storedType, fields, names } = stored as Record<keyof ItemValues, object | string>;
  const type = ITEM_TYPES.find((known) => known === storedType);
  if (!type) return undefined;
  const initial = toNewValues(type);
  return {
    item_type: type,
    fields: replaceValues(
      initial.fields,
      fields,
      (value, field) => SCHEMAS[field as FormField].safeParse(value).success,
    ),
    names: replaceValues(initial.names, names, (value) => typeof value === 'string'),
  };
}

const SCHEMAS = { ...SHOWN_FIELDS.base, ...SHOWN_FIELDS.private, ...SHOWN_FIELDS.ofTypes };

function replaceValues<Values extends object>(
  initial: Values,
  stored: object | string,
  isUsable: (value: unknown, key: string) => boolean,
): Values {
  const usable = Object.entries(stored).filter(
    ([key, value]) => Object.hasOwn(initial, key) && isUsable(value, key),
  );
  return { ...initial, ...Object.fromEntries(usable) };
}

/** The error for an unknown kit. Unlike brand, club and season, a kit cannot be stored as free text. */
export const UNKNOWN_KIT = 'Choose one of the suggested kits.';

/** Validates the form. Returns the errors by field. Drafts need no name. */
export function findProblems(values: ItemValues, isDraft: boolean): Record<string, string[]> {
  const { fields, names } = values;
  const isInvalidAmount = ({ amount }: { amount: string }) => !/^\d+(?:\.\d+)?$/.test(amount);
  const invalidFields = (['price', 'estimated_value'] as const).filter((field) => {
    const value = fields[field];
    return value && isInvalidAmount(value);
  });
  return {
    ...(!isDraft && !fields.name?.trim() && { name: ['Enter a name.'] }),
    ...(names.kit.trim() !== '' && (fields.kit ?? null) === null && { kit: [UNKNOWN_KIT] }),
    ...Object.fromEntries(
      invalidFields.map((field) => [field, ['Enter an amount, such as 45 or 1,234.56.']]),
    ),
  };
}

/** Sets brand, club, season or kit to a record of the catalogue, or to a name that it does not contain. */
export function withReference(
  { fields, names, ...otherValues }: ItemValues,
  field: ReferenceField,
  id: number | null,
  name: string,
): ItemValues {
  const text = field === 'kit' ? {} : { [TEXT_OF[field]]: id === null ? name.trim() : '' };
  return { ...otherValues, fields: { ...fields, [field]: id, ...text }, names: { ...names, [field]: name } };
}

/** Fills empty fields from a kit. */
export function withKitFields({ fields, names, ...otherValues }: ItemValues, kit: Kit): ItemValues {
  const isFree = (field: string) => {
    const text = TEXT_OF[field as keyof typeof TEXT_OF] as keyof ItemChanges | undefined;
    return isEmpty(fields[field as FormField]) && (text === undefined || isEmpty(fields[text]));
  };
  const kitFields = Object.entries(toFieldsOfKit(kit)).filter(([field]) => isFree(field));
  const kitNames = namesOf(kit);
  const emptyNames = REFERENCES.filter((field) => isFree(field)).map((field) => [field, kitNames[field]]);
  return {
    ...otherValues,
    fields: { ...fields, ...Object.fromEntries(kitFields) },
    names: { ...names, ...Object.fromEntries(emptyNames) },
  };
}

/** Converts the values to the item to create. */
export function toNewItem({ item_type, fields }: ItemValues): NewItem {
  return { ...fields, item_type } as NewItem;
}

/** Lists the fields whose values differ. */
export function listChanges(before: ItemValues, after: ItemValues): FormField[] {
  const isSame = (field: FormField) =>
    JSON.stringify(before.fields[field] ?? null) === JSON.stringify(after.fields[field] ?? null);
  return listFields(after.item_type).filter((field) => !isSame(field));
}

/** Picks some fields with their values, for a PATCH request. */
export function toPatch({ fields }: ItemValues, names: readonly FormField[]): ItemChanges {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Merges a version that was changed elsewhere with the fields that were changed here. */
export function mergeValues(theirs: ItemValues, mine: ItemValues, changed: readonly FormField[]): ItemValues {
  const references = REFERENCES.filter((field) => fieldsOf(field).some((name) => changed.includes(name)));
  const names = Object.fromEntries(references.map((field) => [field, mine.names[field]]));
  return {
    ...theirs,
    fields: { ...theirs.fields, ...toPatch(mine, [...changed, ...references.flatMap(fieldsOf)]) },
    names: { ...theirs.names, ...names },
  };
}

/** The field of an id and its free-text variant, which belong together. */
function fieldsOf(field: ReferenceField): FormField[] {
  return field === 'kit' ? [field] : [field, TEXT_OF[field]];
}

/** Lists the fields of an item type, in the order of the form. */
export function listFields(type: ItemType): FormField[] {
  const typeFields = fieldsOfType(type);
  const isShared = (field: FormField) => !(TYPE_FIELD_NAMES as readonly string[]).includes(field);
  return (Object.keys(FIELD_LABELS) as FormField[]).filter(
    (field) => isShared(field) || typeFields.includes(field as TypeField),
  );
}

function pickFields(type: ItemType, source: ItemChanges): ItemChanges {
  return Object.fromEntries(listFields(type).map((field) => [field, source[field]]));
}

function isEmpty(value: unknown): boolean {
  return (value ?? '') === '' || (Array.isArray(value) && value.length === 0);
}

function namesOf(kit: Kit): ItemValues['names'] {
  return { brand: kit.brand.name, club: kit.team.name, season: kit.season.year, kit: kit.name };
}

/** The fields that an item takes from its kit. */
function toFieldsOfKit(kit: Kit): ItemChanges {
  return {
    name: kit.name,
    kit: kit.id,
    brand: kit.brand.id,
    club: kit.team.id,
    season: kit.season.id,
    country: kit.team.country,
    design: DESIGN_CODES.find(({ name }) => name === kit.design)?.id ?? null,
    main_color: colourId(kit.primary_color?.name) ?? null,
    secondary_colors: kit.secondary_color.flatMap(({ name }) => colourId(name) ?? []),
  };
}

/** The kind of outerwear, such as `jacket` for a track jacket. */
function kindOfKit({ type }: Kit): (typeof OUTERWEAR_TYPES)[number] | null {
  return OUTERWEAR_TYPES.find((kind) => type.name.toLowerCase().includes(kind)) ?? null;
}

function colourId(name: string | undefined): number | undefined {
  return ITEM_COLOURS.find((colour) => colour.name === name)?.id;
}
