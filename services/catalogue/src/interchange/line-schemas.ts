import * as z from 'zod';
import { recordType } from '@kitroom/catalogue-client';
import { BRITISH_SUBDIVISIONS, INTEGER_MAX, KIT_CATEGORIES } from '@kitroom/shared';
import { OPTIONAL_COLUMNS, REQUIRED_COLUMNS } from '../kits/kit-columns.ts';
import {
  formerSlugs,
  id,
  idArchive,
  listOf,
  picture,
  slug,
  text,
  textOf,
  year,
} from '../records/record-form-fields.ts';

/** The kinds of lines. Each kind refers only to earlier kinds. */
export const KINDS = recordType.options;

export type Kind = (typeof KINDS)[number];

/** The maximum number of aliases of a club, a brand or a competition. */
export const ALIASES_MAX = 20;
const ALIAS_TEXT_MAX = 200;

const country = codeOf('a country code', /^[A-Z]{2}$/i, 'an ISO 2-letter country code, such as ES');

/** A club's country may be a part of the United Kingdom, which also sets the association. */
const clubCountry = codeOf(
  'a country code',
  new RegExp(`^(?:[A-Z]{2}|${BRITISH_SUBDIVISIONS.join('|')})$`, 'i'),
  `an ISO 2-letter country code, such as ES, or one of ${BRITISH_SUBDIVISIONS.join(', ')}`,
);

const association = codeOf(
  'a code',
  /^[A-Z]{3}$/i,
  "FIFA's three-letter code of an association, such as ESP",
);

export const alias = textOf(ALIAS_TEXT_MAX);

const badge = {
  id,
  slug,
  name: text,
  aliases: listOf(alias, 'must be a list of alternative names', ALIASES_MAX),
  logo: picture,
  logo_dark: picture,
};

/** Schemas of the import format, by kind. Unknown fields are errors, so that no data is lost silently. */
export const LINES = {
  brand: z.strictObject({ kind: z.literal('brand'), ...badge }),
  competition: z.strictObject({ kind: z.literal('competition'), ...badge, country }),
  club: z.strictObject({
    kind: z.literal('club'),
    ...badge,
    id_archive: idArchive,
    country: clubCountry,
    association,
    former_slugs: formerSlugs,
  }),
  season: z.strictObject({ kind: z.literal('season'), id, year }),
  kit_type: z.strictObject({
    kind: z.literal('kit_type'),
    id,
    name: text,
    category: z.enum(KIT_CATEGORIES, `must be one of ${KIT_CATEGORIES.join(', ')}`).optional(),
    category_order: z
      .int('must be an integer')
      .min(1, 'must be at least 1')
      .max(6, 'must be at most 6')
      .optional(),
    order_priority: z
      .int('must be an integer')
      .min(0, 'must be at least 0')
      .max(INTEGER_MAX, `must be at most ${INTEGER_MAX}`)
      .optional(),
    is_goalkeeper: z.boolean('must be true or false').optional(),
  }),
  kit: z.strictObject({
    kind: z.literal('kit'),
    id,
    ...toLineFields({ ...REQUIRED_COLUMNS, ...OPTIONAL_COLUMNS }),
  }),
} as const;

export type Line<K extends Kind> = z.output<(typeof LINES)[K]>;

export type AnyLine = { [K in Kind]: Line<K> }[Kind];

/** A code, converted to upper case, or null. */
function codeOf(name: string, pattern: RegExp, form: string) {
  return z
    .string(`must be ${name}, or null`)
    .regex(pattern, `must be ${form}`)
    .transform((code) => code.toUpperCase())
    .nullable()
    .optional();
}

function toLineFields<C extends Record<string, { line: z.ZodType }>>(columns: C) {
  const fields = Object.entries(columns).map(([field, { line }]) => [field, line]);
  return Object.fromEntries(fields) as { [F in keyof C]: C[F]['line'] };
}
