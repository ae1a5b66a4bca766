import { INTEGER_MAX } from '@kitroom/shared';
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
import { moneyField } from './money.ts';
import { textField } from './text-field.ts';
import { notChoice, TEXT, unknownId } from './texts.ts';

/** The limits of an item's texts, lists and numbers. Source: the decisions on items. */
export const NAME_MAX = 200;
export const DESCRIPTION_MAX = 10_000;
export const PLAYER_NAME_MAX = 100;
export const NUMBER_MAX = 999;
export const TAGS_MAX = 20;
export const TAG_MAX = 40;
export const NOTES_MAX = 10_000;
export const PLACE_MAX = 200;

const colourId = idIn(ITEM_COLOURS.length, 'A colour of `GET /api/colors/`.');

const tag = textField({ max: TAG_MAX, description: 'A tag.' });

/** Fields of items of every type. All but `item_type` are optional in a draft. */
const BASE_FIELDS = {
  item_type: z.enum(ITEM_TYPES).meta({ description: 'Cannot be changed.' }),
  name: textField({ max: NAME_MAX, description: 'May be blank in a draft.', mayBeBlank: true }),
  brand: idIn(INTEGER_MAX, "The catalogue's brand; may be null in a draft.").nullable(),
  club: idIn(INTEGER_MAX, "The catalogue's club.").nullable(),
  season: idIn(INTEGER_MAX, "The catalogue's season.").nullable(),
  condition: z
    .int()
    .min(CONDITION_MIN)
    .max(CONDITION_MAX)
    .meta({ description: '1 to 10; default: 10, as new.' }),
  detailed_condition: z.enum(DETAILED_CONDITIONS).nullable(),
  description: textField({
    max: DESCRIPTION_MAX,
    description: 'Free text.',
    mayBeBlank: true,
  }),
  is_replica: z.boolean(),
  is_private: z.boolean(),
  is_draft: z.boolean().meta({ description: 'Default: false. A draft requires only `item_type`.' }),
  design: z
    .enum(DESIGN_CODES.map(({ id }) => id))
    .nullable()
    .meta({ description: 'A design of `GET /api/designs/`.' }),
  main_color: colourId.nullable(),
  secondary_colors: z.array(colourId).transform((ids) => [...new Set(ids)]),
  country: z
    .string()
    .superRefine((text, context) => {
      if (!/^[A-Za-z]{2}$/.test(text)) context.addIssue({ code: 'custom', message: notChoice(text) });
    })
    .transform((text) => text.toUpperCase())
    .nullable()
    .meta({
      openapi: { type: 'string', pattern: '^[A-Za-z]{2}$', nullable: true },
      description: 'A two-letter ISO country code, case-insensitive.',
    }),
  tags: z
    .array(tag)
    .transform(dropRepeated)
    .pipe(z.array(z.string()).max(TAGS_MAX))
    .meta({
      openapi: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: TAG_MAX },
        maxItems: TAGS_MAX,
      },
      description: 'Compared ignoring case; duplicates are dropped.',
    }),
} as const;

/** Fields that only the owner of an item ever sees. */
const PRIVATE_FIELDS = {
  notes: textField({ max: NOTES_MAX, description: 'Free text; only its owner sees it.', mayBeBlank: true }),
  location: textField({ max: PLACE_MAX, description: 'Where the item is kept.', mayBeBlank: true }),
  acquired_on: dateField('The day of purchase.').nullable(),
  acquired_from: textField({ max: PLACE_MAX, description: 'The seller or giver.', mayBeBlank: true }),
  price: moneyField('What was paid.').nullable(),
  estimated_value: moneyField('What the item is worth; each change is kept with its date.').nullable(),
} as const;

/** Fields of items of some types only. */
const TYPE_FIELDS = {
  kit: idIn(INTEGER_MAX, "The catalogue's kit.").nullable(),
  size: idIn(SIZES.length, 'A size of `GET /api/sizes/`; may be null in a draft.').nullable(),
  type: z
    .enum([...OUTERWEAR_TYPES, ...OTHER_TYPES])
    .nullable()
    .meta({ description: 'May be null in a draft.' }),
  number: z.int().min(0).max(NUMBER_MAX).nullable(),
  player_name: textField({ max: PLAYER_NAME_MAX, description: 'The name on the shirt.', mayBeBlank: true }),
  is_fan_version: z.boolean().meta({ description: 'Default: true.' }),
  is_signed: z.boolean(),
  has_nameset: z.boolean(),
  is_short_sleeve: z.boolean().meta({ description: 'Default: true.' }),
} as const;

/** All writable fields of items. */
export const ITEM_FIELDS = { ...BASE_FIELDS, ...PRIVATE_FIELDS, ...TYPE_FIELDS } as const;

export type PrivateField = keyof typeof PRIVATE_FIELDS;

export type TypeField = keyof typeof TYPE_FIELDS;

export const TYPE_FIELD_NAMES = Object.keys(TYPE_FIELDS) as readonly TypeField[];

/** The choices of `type`; item types that are not listed here have no such field. */
export const TYPE_CHOICES: Readonly<Partial<Record<ItemType, readonly string[]>>> = {
  outerwear: OUTERWEAR_TYPES,
  other: OTHER_TYPES,
};

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

/** Of equal tags the first spelling is kept. */
function dropRepeated(tags: string[]): string[] {
  const seen = new Set<string>();
  return tags.filter((text) => seen.size < seen.add(toTagKey(text)).size);
}

/** Tags are compared case-insensitively. */
export function toTagKey(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
