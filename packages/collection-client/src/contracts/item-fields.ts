import { INTEGER_MAX, isCountryCode, meantCountry } from '@kitroom/shared';
import * as z from 'zod';
import {
  CONDITION_MAX,
  CONDITION_MIN,
  DESIGN_CODES,
  DETAILED_CONDITIONS,
  ITEM_COLOURS,
  ITEM_TYPES,
  OTHER_TYPES,
  OUTERWEAR_TYPES,
  SIZES,
  type ItemType,
} from './item-vocabulary.ts';
import { dateField } from './date-field.ts';
import { money, moneyField } from './money.ts';
import { tagList } from './tag-list.ts';
import { textField } from './text-field.ts';
import { notChoice, TEXT, unknownId } from './texts.ts';

/** The limits of an item's texts, lists and numbers. Source: the decisions on items. */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 10_000;
export const PLAYER_NAME_MAX = 100;
export const NUMBER_MAX = 999;
export const NOTES_MAX = 10_000;
export const PLACE_MAX = 200;
export const NAME_TEXT_MAX = 120;
export const SIZE_TEXT_MAX = 40;

/** Fields that hold an id, each with the field of the text that an item may have instead. */
export const TEXT_OF = {
  brand: 'brand_text',
  club: 'club_text',
  season: 'season_text',
  size: 'size_text',
} as const;

/**
 * A field of items: how it is sent, how it is shown, and its value if it is omitted. The API, the columns of the database
 * and the documents follow from it; what else a field needs is a migration, and its lines in `import-fields.ts` and
 * `item-form.ts`.
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

const idShown = z.int();
const reference = (what: string) => idShown.nullable().meta({ description: what });
const colourId = idIn(ITEM_COLOURS.length, 'A colour of `GET /api/colors/`.');
const flag = (fallback: boolean) =>
  field(fallback ? z.boolean().meta({ description: 'Default: true.' }) : z.boolean(), z.boolean(), fallback);
const freeText = (max: number, description: string, of: 'line' | 'lines' = 'line') =>
  textField({ max, description, mayBeBlank: true, of });

/** A text in place of an id; an item has one of them or neither. */
function textInstead(max: number, of: keyof typeof TEXT_OF, what: string) {
  const shown = z.string().meta({ description: `${what} Empty if \`${of}\` is set.` });
  return field(freeText(max, `${what} Only without \`${of}\`, which it replaces.`), shown, '');
}

/** Fields of items of every type. All but `item_type` are optional in a draft. */
const BASE_FIELDS = {
  name: field(freeText(NAME_MAX, 'May be blank in a draft.'), z.string(), ''),
  brand: field(
    idIn(INTEGER_MAX, "The catalogue's brand; may be null in a draft.").nullable(),
    reference("The catalogue's brand."),
    null,
  ),
  club: field(
    idIn(INTEGER_MAX, "The catalogue's club.").nullable(),
    reference("The catalogue's club."),
    null,
  ),
  season: field(
    idIn(INTEGER_MAX, "The catalogue's season.").nullable(),
    reference("The catalogue's season."),
    null,
  ),
  brand_text: textInstead(NAME_TEXT_MAX, 'brand', 'A brand that the catalogue lacks.'),
  club_text: textInstead(NAME_TEXT_MAX, 'club', 'A club that the catalogue lacks.'),
  season_text: textInstead(NAME_TEXT_MAX, 'season', 'A season that the catalogue lacks.'),
  condition: field(
    z.int().min(CONDITION_MIN).max(CONDITION_MAX).meta({ description: '1 to 10; default: 10, as new.' }),
    z.int().meta({ description: '1 to 10; 10 is as new' }),
    CONDITION_MAX,
  ),
  detailed_condition: field(
    z.enum(DETAILED_CONDITIONS).nullable(),
    z.enum(DETAILED_CONDITIONS).nullable(),
    null,
  ),
  description: field(freeText(DESCRIPTION_MAX, 'Free text.', 'lines'), z.string(), ''),
  is_replica: flag(false),
  is_private: flag(false),
  is_draft: field(
    z.boolean().meta({ description: 'Default: false. A draft requires only `item_type`.' }),
    z.boolean(),
    false,
  ),
  design: field(
    z
      .enum(DESIGN_CODES.map(({ id }) => id))
      .nullable()
      .meta({ description: 'A design of `GET /api/designs/`.' }),
    z.string().nullable().meta({ description: 'A design of `GET /api/designs/`.' }),
    null,
  ),
  main_color: field(colourId.nullable(), reference('A colour of `GET /api/colors/`.'), null),
  secondary_colors: field(
    z.array(colourId).transform((ids) => [...new Set(ids)]),
    z.array(idShown),
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
      .meta({
        openapi: { type: 'string', pattern: '^[A-Za-z]{2}$', nullable: true },
        description: 'An assigned ISO 3166-1 code, `XK` or the code of a former country; case-insensitive.',
      }),
    z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullable()
      .meta({ description: 'An ISO 2-letter country code.' }),
    null,
  ),
  tags: field(tagList(), z.array(z.string()), []),
} as const satisfies FieldTable;

const onlyOwner = 'Only its owner sees it; absent for everyone else.';

function ownersOnly<Shown extends z.ZodType>(shown: Shown, what = '') {
  return shown.optional().meta({ description: `${what}${onlyOwner}` });
}

/** Fields that only the owner of an item ever sees. */
const PRIVATE_FIELDS = {
  notes: field(
    freeText(NOTES_MAX, 'Free text; only its owner sees it.', 'lines'),
    ownersOnly(z.string()),
    '',
  ),
  location: field(
    freeText(PLACE_MAX, 'Where the item is kept.'),
    ownersOnly(z.string(), 'Where the item is kept. '),
    '',
  ),
  acquired_on: field(dateField('The day of purchase.').nullable(), ownersOnly(z.iso.date().nullable()), null),
  acquired_from: field(freeText(PLACE_MAX, 'The seller or giver.'), ownersOnly(z.string()), ''),
  price: field(
    moneyField('What was paid.').nullable(),
    ownersOnly(money.nullable(), 'What was paid. '),
    null,
  ),
  estimated_value: field(
    moneyField('What the item is worth; each change is kept with its date.').nullable(),
    ownersOnly(money.nullable()),
    null,
  ),
} as const satisfies FieldTable;

const KINDS = [...OUTERWEAR_TYPES, ...OTHER_TYPES] as const;

/** Fields of items of some types only. */
const TYPE_FIELDS = {
  size: field(
    idIn(SIZES.length, 'A size of `GET /api/sizes/`; may be null in a draft.').nullable(),
    reference('A size of `GET /api/sizes/`.'),
    null,
  ),
  size_text: textInstead(SIZE_TEXT_MAX, 'size', 'A size that `GET /api/sizes/` lacks.'),
  number: field(z.int().min(0).max(NUMBER_MAX).nullable(), z.int().nullable(), null),
  is_fan_version: flag(true),
  type: field(
    z.enum(KINDS).nullable().meta({ description: 'May be null in a draft.' }),
    z.enum(KINDS).nullable(),
    null,
  ),
  kit: field(idIn(INTEGER_MAX, "The catalogue's kit.").nullable(), reference("The catalogue's kit."), null),
  is_signed: flag(false),
  has_nameset: flag(false),
  player_name: field(freeText(PLAYER_NAME_MAX, 'The name on the shirt.'), z.string(), ''),
  is_short_sleeve: flag(true),
} as const satisfies FieldTable;

/** The fields of each type besides the base fields. Source: the decisions on items. */
const OWN_FIELDS = {
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
  outerwear: ['type', 'size', 'size_text'],
  tracksuit: ['size', 'size_text'],
  pants: ['size', 'size_text'],
  other: ['type'],
} as const satisfies Record<ItemType, readonly TypeField[]>;

export type PrivateField = keyof typeof PRIVATE_FIELDS;

export type TypeField = keyof typeof TYPE_FIELDS;

export const TYPE_FIELD_NAMES = Object.keys(TYPE_FIELDS) as readonly TypeField[];

/** All writable fields of items. */
export const ITEM_FIELDS = {
  item_type: z.enum(ITEM_TYPES).meta({ description: 'Cannot be changed.' }),
  ...pick(BASE_FIELDS, 'sent'),
  ...pick(PRIVATE_FIELDS, 'sent'),
  ...pick(TYPE_FIELDS, 'sent'),
} as const;

/** The fields of items as they are shown. */
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

/** The type-specific fields of a type, besides the base fields. */
export function fieldsOfType(type: ItemType): readonly TypeField[] {
  return OWN_FIELDS[type];
}

/** How the type-specific fields of a type are shown. */
export function shownOfType<T extends ItemType>(type: T) {
  const shown = OWN_FIELDS[type].map((name) => [name, TYPE_FIELDS[name].shown]);
  return Object.fromEntries(shown) as Pick<typeof SHOWN_FIELDS.ofTypes, (typeof OWN_FIELDS)[T][number]>;
}

/** The choices of `type`; item types that are not listed here have no such field. */
export const TYPE_CHOICES: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  outerwear: OUTERWEAR_TYPES,
  other: OTHER_TYPES,
};

/** One column of a table. */
function pick<Table extends FieldTable, Column extends keyof ItemField>(table: Table, column: Column) {
  const entries = Object.entries(table).map(([name, row]) => [name, row[column]]);
  return Object.fromEntries(entries) as { readonly [Name in keyof Table]: Table[Name][Column] };
}

/** An id from 1 to `max`. */
function idIn(max: number, description: string) {
  return z
    .number()
    .superRefine((id, context) => {
      if (!Number.isInteger(id)) context.addIssue({ code: 'custom', message: TEXT.integer });
      else if (id < 1 || id > max) context.addIssue({ code: 'custom', message: unknownId(id) });
    })
    .meta({ openapi: { type: 'integer', minimum: 1, maximum: max }, description });
}

/** What is wrong with a country's code; undefined if nothing is. */
function checkCountry(text: string): string | undefined {
  const code = text.toUpperCase();
  if (isCountryCode(code)) return undefined;
  const meant = meantCountry(code);
  return `${notChoice(text)}${meant ? ` Write ${meant.country}.` : ''}`;
}
