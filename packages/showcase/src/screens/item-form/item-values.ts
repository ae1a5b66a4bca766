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
import { FIELD_WORDS, type FormField } from '../../components/item-words.ts';
import type { Kit } from '../../types.ts';

const REFERENCES = ['brand', 'club', 'season', 'kit'] as const;

/** A field that refers to a record of the catalogue. */
export type ReferenceField = (typeof REFERENCES)[number];

/**
 * What the form of an item holds: its fields as the service takes them, and the names of what its ids refer
 * to.
 */
export interface ItemValues {
  item_type: ItemType;
  fields: ItemChanges;
  names: Record<ReferenceField, string>;
}

const CONDITION_OF_A_WORN_SHIRT = 8;

/** The type of the item that one has of a kit. */
export function typeOfKit(kit: Kit): ItemType {
  return kit.type.category === 'jacket' ? 'outerwear' : 'jersey';
}

/** The form of a new item, with the facts of its kit if it has one. */
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

/** The form of an item that exists. */
export function toStoredValues(item: ItemDetail): ItemValues {
  const { brand, club, season, kit } = item.labels;
  return {
    item_type: item.item_type,
    fields: pickFields(item.item_type, item),
    names: { brand: brand ?? '', club: club ?? '', season: season ?? '', kit: kit ?? '' },
  };
}

/** The form as a draft has kept it. A field that has no usable value gets the one of a new item. */
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
      (value, field) => SHOWN[field as FormField].safeParse(value).success,
    ),
    names: replaceValues(initial.names, names, (value) => typeof value === 'string'),
  };
}

const SHOWN = { ...SHOWN_FIELDS.base, ...SHOWN_FIELDS.private, ...SHOWN_FIELDS.ofTypes };

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

/** A kit has no text in its place: it must not get lost. */
export const UNKNOWN_KIT = 'Choose one of the kits that are suggested.';

/** What has to be corrected before the form is sent, by field. A draft may lack its name. */
export function findProblems(values: ItemValues, isDraft: boolean): Record<string, string[]> {
  const { fields, names } = values;
  const isUnreadable = ({ amount }: { amount: string }) => !/^\d+(?:\.\d+)?$/.test(amount);
  const money = (['price', 'estimated_value'] as const).filter((field) => {
    const value = fields[field];
    return value && isUnreadable(value);
  });
  return {
    ...(!isDraft && !fields.name?.trim() && { name: ['Give it a name'] }),
    ...(names.kit.trim() !== '' && (fields.kit ?? null) === null && { kit: [UNKNOWN_KIT] }),
    ...Object.fromEntries(money.map((field) => [field, ['Write an amount, such as 45 or 1,234.56.']])),
  };
}

/** The form with another brand, club, season or kit: a record of the catalogue, or a name that it lacks. */
export function withReference(
  { fields, names, ...rest }: ItemValues,
  field: ReferenceField,
  id: number | null,
  name: string,
): ItemValues {
  const text = field === 'kit' ? {} : { [TEXT_OF[field]]: id === null ? name.trim() : '' };
  return { ...rest, fields: { ...fields, [field]: id, ...text }, names: { ...names, [field]: name } };
}

/** The form with what a kit says about an item, where nothing is filled. */
export function withFactsOfKit({ fields, names, ...rest }: ItemValues, kit: Kit): ItemValues {
  const isFree = (field: string) => {
    const text = TEXT_OF[field as keyof typeof TEXT_OF] as keyof ItemChanges | undefined;
    return isEmpty(fields[field as FormField]) && (text === undefined || isEmpty(fields[text]));
  };
  const facts = Object.entries(toFieldsOfKit(kit)).filter(([field]) => isFree(field));
  const kitNames = namesOf(kit);
  const free = REFERENCES.filter((field) => isFree(field)).map((field) => [field, kitNames[field]]);
  return {
    ...rest,
    fields: { ...fields, ...Object.fromEntries(facts) },
    names: { ...names, ...Object.fromEntries(free) },
  };
}

/** The item to create. */
export function toNewItem({ item_type, fields }: ItemValues): NewItem {
  return { ...fields, item_type } as NewItem;
}

/** The fields whose values differ. */
export function listChanges(before: ItemValues, after: ItemValues): FormField[] {
  const isSame = (field: FormField) =>
    JSON.stringify(before.fields[field] ?? null) === JSON.stringify(after.fields[field] ?? null);
  return listFields(after.item_type).filter((field) => !isSame(field));
}

/** Some fields with their values, as a PATCH takes them. */
export function toPatch({ fields }: ItemValues, names: readonly FormField[]): ItemChanges {
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** The form after somebody else's change: theirs, but for what was changed here. */
export function mergeValues(theirs: ItemValues, mine: ItemValues, changed: readonly FormField[]): ItemValues {
  const references = REFERENCES.filter((field) => fieldsOf(field).some((name) => changed.includes(name)));
  const names = Object.fromEntries(references.map((field) => [field, mine.names[field]]));
  return {
    ...theirs,
    fields: { ...theirs.fields, ...toPatch(mine, [...changed, ...references.flatMap(fieldsOf)]) },
    names: { ...theirs.names, ...names },
  };
}

/** An id and the text in its place belong together. */
function fieldsOf(field: ReferenceField): FormField[] {
  return field === 'kit' ? [field] : [field, TEXT_OF[field]];
}

/** The fields of a type of item, in the order of the form. */
export function listFields(type: ItemType): FormField[] {
  const own = fieldsOfType(type);
  const isShared = (field: FormField) => !(TYPE_FIELD_NAMES as readonly string[]).includes(field);
  return (Object.keys(FIELD_WORDS) as FormField[]).filter(
    (field) => isShared(field) || own.includes(field as TypeField),
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

/** What an item takes over from its kit. */
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

/** `jacket` for a track jacket. */
function kindOfKit({ type }: Kit): (typeof OUTERWEAR_TYPES)[number] | null {
  return OUTERWEAR_TYPES.find((kind) => type.name.toLowerCase().includes(kind)) ?? null;
}

function colourId(name: string | undefined): number | undefined {
  return ITEM_COLOURS.find((colour) => colour.name === name)?.id;
}
