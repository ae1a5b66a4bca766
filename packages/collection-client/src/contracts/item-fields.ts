import * as z from 'zod';
import { COLOUR_NAMES, countryOfInformalCode, INTEGER_MAX, isCountryCode } from '@kitroom/shared';
import { collected, type Collected } from './collected.ts';
import {
  CONDITION_MAX,
  CONDITION_MIN,
  DESIGN_IDS,
  DETAILED_CONDITIONS,
  ITEM_TYPES,
  OTHER_TYPES,
  OUTERWEAR_TYPES,
  SIZE_COUNT,
  type ItemType,
} from './item-vocabulary.ts';
import { money, moneyField } from './money.ts';
import { tagList } from './tag-list.ts';
import { dateField, textField } from './text-field.ts';
import { notChoice, TEXT, unknownId } from './texts.ts';

/** The limits of an item's texts, lists and numbers. See docs/behaviour/collection.md#items. */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 10_000;
export const PLAYER_NAME_MAX = 100;
export const NUMBER_MAX = 999;
export const NOTES_MAX = 10_000;
export const PLACE_MAX = 200;
export const NAME_TEXT_MAX = 120;
export const SIZE_TEXT_MAX = 40;

/** Fields that contain an id, each with the field of the text that an item may have instead. */
export const TEXT_OF = {
  brand: 'brand_text',
  club: 'club_text',
  season: 'season_text',
  size: 'size_text',
} as const;

/**
 * A field of items: its schemas in requests and responses, and its default value. The API, the columns of the
 * database and the documents are derived from it. A new field also needs a migration, and lines in
 * `import-fields.ts` and `item-form.ts`.
 */
interface ItemField {
  sent: z.ZodType;
  shown: z.ZodType;
  fallback: unknown;
}

type FieldTable = Readonly<Record<string, ItemField>>;

function field<Sent extends z.ZodType, Shown extends z.ZodType>(
  sent: Sent,
  shown: Shown,
  fallback: z.output<Sent>,
) {
  return { sent, shown, fallback };
}

const referenceTo = (last = INTEGER_MAX) => field(idIn(last).nullable(), z.int().nullable(), null);
const colourId = idIn(COLOUR_NAMES.length);
/** Maximum number of secondary colours in a request, including repeated ones. */
const SENT_COLOURS_MAX = 100;
const flag = (fallback: boolean) => field(z.boolean(), z.boolean(), fallback);
const freeText = (max: number, of: 'line' | 'lines' = 'line') => textField({ max, mayBeBlank: true, of });
const textOf = (max: number, of?: 'lines') => field(freeText(max, of), z.string(), '');

/** Fields of items of every type. */
const BASE_FIELDS = {
  name: textOf(NAME_MAX),
  brand: referenceTo(),
  club: referenceTo(),
  season: referenceTo(),
  brand_text: textOf(NAME_TEXT_MAX),
  club_text: textOf(NAME_TEXT_MAX),
  season_text: textOf(NAME_TEXT_MAX),
  condition: field(z.int().min(CONDITION_MIN).max(CONDITION_MAX), z.int(), CONDITION_MAX),
  detailed_condition: field(
    z.enum(DETAILED_CONDITIONS).nullable(),
    z.enum(DETAILED_CONDITIONS).nullable(),
    null,
  ),
  description: textOf(DESCRIPTION_MAX, 'lines'),
  is_replica: flag(false),
  is_private: flag(false),
  is_draft: flag(false),
  design: field(z.enum(DESIGN_IDS).nullable(), z.string().nullable(), null),
  main_color: referenceTo(COLOUR_NAMES.length),
  secondary_colors: field(
    z
      .array(colourId)
      .max(SENT_COLOURS_MAX)
      .transform((ids) => [...new Set(ids)]),
    z.array(z.int({ abort: true })),
    [],
  ),
  country: field(
    z
      .string()
      .superRefine((text, context) => {
        const message = checkCountry(text);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .transform((text) => text.toUpperCase())
      .nullable()
      .meta({ openapi: { type: 'string', pattern: '^[A-Za-z]{2}$', nullable: true } }),
    z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable(),
    null,
  ),
  tags: field(tagList(), z.array(z.string()), []),
} as const satisfies FieldTable;

/** Fields that only the owner of an item ever sees. */
const PRIVATE_FIELDS = {
  notes: field(freeText(NOTES_MAX, 'lines'), z.string().optional(), ''),
  location: field(freeText(PLACE_MAX), z.string().optional(), ''),
  acquired_on: field(dateField.nullable(), z.iso.date().nullable().optional(), null),
  acquired_from: field(freeText(PLACE_MAX), z.string().optional(), ''),
  price: field(moneyField.nullable(), money.nullable().optional(), null),
  estimated_value: field(moneyField.nullable(), money.nullable().optional(), null),
} as const satisfies FieldTable;

/** The values of `type` for all types of items. */
export const ITEM_KINDS = [...OUTERWEAR_TYPES, ...OTHER_TYPES] as const;

/** Fields of items of some types only. */
const TYPE_FIELDS = {
  size: referenceTo(SIZE_COUNT),
  size_text: textOf(SIZE_TEXT_MAX),
  number: field(z.int().min(0).max(NUMBER_MAX).nullable(), z.int().nullable(), null),
  is_fan_version: flag(true),
  type: field(z.enum(ITEM_KINDS).nullable(), z.enum(ITEM_KINDS).nullable(), null),
  kit: referenceTo(),
  is_signed: flag(false),
  has_nameset: flag(false),
  player_name: textOf(PLAYER_NAME_MAX),
  is_short_sleeve: flag(true),
} as const satisfies FieldTable;

/** The fields of each type in addition to the base fields. See docs/behaviour/collection.md#items. */
const FIELDS_OF_TYPE = {
  jersey: [
    'kit',
    'size',
    'size_text',
    'is_fan_version',
    'is_signed',
    'has_nameset',
    'player_name',
    'number',
    'is_short_sleeve',
  ],
  shorts: ['size', 'size_text', 'number', 'is_fan_version'],
  outerwear: ['kit', 'type', 'size', 'size_text'],
  tracksuit: ['size', 'size_text'],
  pants: ['size', 'size_text'],
  other: ['type'],
} as const satisfies Record<ItemType, readonly TypeField[]>;

export type PrivateField = keyof typeof PRIVATE_FIELDS;

export type TypeField = keyof typeof TYPE_FIELDS;

export const TYPE_FIELD_NAMES = Object.keys(TYPE_FIELDS) as readonly TypeField[];

/** All writable fields of items. */
export const ITEM_FIELDS = {
  item_type: z.enum(ITEM_TYPES),
  ...pick(BASE_FIELDS, 'sent'),
  ...pick(PRIVATE_FIELDS, 'sent'),
  ...pick(TYPE_FIELDS, 'sent'),
} as const;

/** The fields of items in responses. */
export const SHOWN_FIELDS = {
  base: pick(BASE_FIELDS, 'shown'),
  private: pick(PRIVATE_FIELDS, 'shown'),
  ofTypes: pick(TYPE_FIELDS, 'shown'),
} as const;

/** The values of omitted fields. */
export const ITEM_DEFAULTS = {
  base: pick(BASE_FIELDS, 'fallback'),
  private: pick(PRIVATE_FIELDS, 'fallback'),
  ofTypes: pick(TYPE_FIELDS, 'fallback'),
} as const;

/** The type-specific fields of a type, without the base fields. */
export function fieldsOfType(type: ItemType): readonly TypeField[] {
  return FIELDS_OF_TYPE[type];
}

/** The schemas of the type-specific fields of a type in responses. */
export function shownOfType<T extends ItemType>(type: T) {
  const shown = FIELDS_OF_TYPE[type].map((name) => [name, TYPE_FIELDS[name].shown]);
  return Object.fromEntries(shown) as Pick<typeof SHOWN_FIELDS.ofTypes, (typeof FIELDS_OF_TYPE)[T][number]>;
}

/** The choices of `type`; item types that are not listed here have no such field. */
export const TYPE_CHOICES: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  outerwear: OUTERWEAR_TYPES,
  other: OTHER_TYPES,
};

/** Picks one column of a field table. */
function pick<Table extends FieldTable, Column extends keyof ItemField>(table: Table, column: Column) {
  const entries = Object.entries(table).map(([name, row]) => [name, row[column]]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Table]: Table[Name][Column] };
}

/** An id from 1 to `max`. */
function idIn(max: number) {
  return z
    .number()
    .superRefine((id, context) => {
      if (!Number.isInteger(id)) context.addIssue({ code: 'custom', message: TEXT.integer });
      else if (id < 1 || id > max) context.addIssue({ code: 'custom', message: unknownId(id) });
    })
    .meta({ openapi: { type: 'integer', minimum: 1, maximum: max } });
}

/** The error of a country code; undefined if it is valid. */
function checkCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  if (isCountryCode(code)) return undefined;
  const intended = countryOfInformalCode(code);
  return `${notChoice(text)}${intended ? ` Write ${intended.country}.` : ''}`;
}

type ItemFields = typeof ITEM_FIELDS;

/**
 * A body with fields of an item. Setting an id clears the text that an item may have instead, and vice versa;
 * setting both is an error of the text. `Input` is what callers of the typed client may send.
 */
export function itemBody<Input>(
  required: ReadonlyArray<keyof ItemFields> = [],
  options: { isStrict?: boolean } = {},
) {
  return collected<ItemFields, Input>(ITEM_FIELDS, required, { ...options, complete: clearOther });
}

function clearOther(body: Collected<ItemFields>): Collected<ItemFields> {
  const values = { ...body.values };
  const issues = [...body.issues];
  for (const id of Object.keys(TEXT_OF) as Array<keyof typeof TEXT_OF>) {
    const text = TEXT_OF[id];
    const hasId = typeof values[id] === 'number';
    if (!values[text]) {
      if (hasId) values[text] = '';
    } else if (hasId) {
      const message = `Set either "${id}" or "${text}", not both.`;
      issues.push({ code: 'custom', path: [text], message, input: values[text] });
    } else values[id] = null;
  }
  return { ...body, values, issues };
}
