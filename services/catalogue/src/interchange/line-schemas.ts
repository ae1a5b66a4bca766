import {
  COLOUR_NAMES,
  DESIGNS,
  INTEGER_MAX,
  KIT_CATEGORIES,
  isStorable,
  parseSeasonYear,
} from '@kitroom/shared';
import { z } from 'zod';

/** The kinds of lines, in the order in which references between them point. */
export const KINDS = ['brand', 'competition', 'club', 'season', 'kit_type', 'kit'] as const;

/** What a line is about. */
export type Kind = (typeof KINDS)[number];

const TEXT_MAX = 300;
const URL_MAX = 2048;
const DATA_URL_MAX = 65_536;
const FORMER_SLUGS_MAX = 1000;

/** Alternative names that a club may have. */
export const ALIASES_MAX = 20;
const ALIAS_TEXT_MAX = 200;

/** The messages say what would be right: they follow the field's name in the operator's one line. */
const text = textOf(TEXT_MAX);

/** Real slugs hold white space and worse; a slug is whatever its catalogue says, and comes out as it went in. */
const slug = text;

const picture = z
  .string('must be the address of a picture, or null')
  .refine(
    isPictureAddress,
    'must be an http, https or data:image address such as https://example.org/logo.png, or a path such as /logo.png',
  )
  .nullable()
  .optional();

const country = z
  .string('must be a country code, or null')
  .regex(/^[A-Za-z]{2}$/, 'must be an ISO 2-letter country code, such as ES')
  .transform((code) => code.toUpperCase())
  .nullable()
  .optional();

const idOf = (complaint: string) =>
  z.int(complaint).min(1, 'must be at least 1').max(INTEGER_MAX, `must be at most ${INTEGER_MAX}`);
const id = idOf('must be an integer').optional();
const idArchive = idOf('must be an integer, or null').nullable().optional();

const year = z
  .string('must be a text such as 2024-25')
  .refine((value) => parseSeasonYear(value) !== null, 'must be a season such as 2024 or 2024-25');

const rating = z
  .number('must be a number, or null')
  .min(0, 'must be at least 0')
  .max(5, 'must be at most 5')
  .refine((value) => Number(value.toFixed(2)) === value, 'must have at most two decimals')
  .nullable()
  .optional();

/** An alternative name. */
export const alias = textOf(ALIAS_TEXT_MAX);

const colour = z.enum(COLOUR_NAMES, `must be one of ${COLOUR_NAMES.join(', ')}`);

const formerSlugs = listOf(slug, 'must be a list of slugs', FORMER_SLUGS_MAX);

const badge = { id, slug, name: text, logo: picture, logo_dark: picture };

/** The lines of the import format, by kind. Unknown fields are mistakes: nothing is lost silently. */
export const LINES = {
  brand: z.strictObject({ kind: z.literal('brand'), ...badge }),
  competition: z.strictObject({ kind: z.literal('competition'), ...badge, country }),
  club: z.strictObject({
    kind: z.literal('club'),
    ...badge,
    aliases: listOf(alias, 'must be a list of alternative names', ALIASES_MAX),
    id_archive: idArchive,
    country,
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
    slug,
    name: text,
    club: slug,
    season: year,
    brand: slug,
    type: text,
    competitions: listOf(slug, 'must be a list of slugs'),
    design: z
      .enum(DESIGNS, `must be one of ${DESIGNS.join(', ')}`)
      .nullable()
      .optional(),
    primary_color: colour.nullable().optional(),
    secondary_colors: listOf(colour, 'must be a list of colour names'),
    main_img_url: picture,
    id_archive: idArchive,
    rating,
    former_slugs: formerSlugs,
  }),
} as const;

/** A valid line of one kind. */
export type Line<K extends Kind> = z.output<(typeof LINES)[K]>;

/** A valid line of any kind. */
export type AnyLine = { [K in Kind]: Line<K> }[Kind];

function textOf(max: number) {
  return z
    .string('must be a text')
    .refine((value) => value.trim() !== '', 'must not be blank')
    .refine((value) => value.length <= max, `must have at most ${max} characters`)
    .refine(isStorable, 'has a character that cannot be stored');
}

/** A list without repetitions, in the order given; null clears it. */
function listOf<T extends z.ZodType<string>>(item: T, complaint: string, max = 100) {
  return z
    .array(item, complaint)
    .max(max, `must have at most ${max} entries`)
    .transform((items) => [...new Set(items)])
    .nullable()
    .optional();
}

function isPictureAddress(value: string): boolean {
  if (!isStorable(value)) return false;
  if (value.startsWith('data:image/')) return value.length <= DATA_URL_MAX;
  // Real addresses hold spaces and letters beyond ASCII; browsers take them.
  if (value.length > URL_MAX) return false;
  // A path is relative to the service's public address; two slashes would name another host.
  if (value.startsWith('/')) return !/^\/[/\\]/.test(value);
  return /^https?:\/\//.test(value) && URL.canParse(value);
}
