import * as z from 'zod';
import type { Field } from '@kitroom/server/pages/form';
import { INTEGER_MAX, isStorable, parseSeasonYear, readSeasonCell } from '@kitroom/shared';

/** What form fields can refer to by name. */
export const REFERENCE_KINDS = [
  'club',
  'brand',
  'competition',
  'season',
  'kit_type',
  'country',
  'colour',
] as const;

export type ReferenceKind = (typeof REFERENCE_KINDS)[number];

/** A form field, with how its text is converted to the import format. */
export interface RecordField extends Field {
  /**
   * How the text is parsed; `text` by default. Empty optional fields become null, `key` is not trimmed, and
   * `names` has one name per line.
   */
  holds?: 'text' | 'name' | 'names' | 'key' | 'integer' | 'number' | 'switch' | 'lines' | 'commas';
  /** What the text, or each item of a list, refers to. */
  refersTo?: ReferenceKind;
  /** Checks that are stricter than those of imports. An unchanged stored value is not validated. */
  validate?: (text: string) => string | undefined;
}

export const PICTURE_HINT = 'An http, https or data:image address.';

export const ID_ARCHIVE = {
  label: 'Number in the archive',
  type: 'number',
  holds: 'integer',
  isOptional: true,
  isShort: true,
} as const satisfies Omit<RecordField, 'name'>;

export function choicesOf(values: readonly string[], emptyLabel = 'not known') {
  return [{ value: '', label: `– ${emptyLabel} –` }, ...values.map((value) => ({ value, label: value }))];
}

const TEXT_MAX = 300;
const URL_MAX = 2048;
const DATA_URL_MAX = 65_536;
/** The maximum number of former slugs of a club or kit. */
export const FORMER_SLUGS_MAX = 1000;

/* Schemas shared by several kinds of records. Their messages are printed after the field's name. */

export const text = textOf(TEXT_MAX);

/** Existing slugs contain white space and other unsafe characters; they are stored unchanged. */
export const slug = text;

export const picture = z
  .string('must be the address of a picture, or null')
  .refine(
    isPictureAddress,
    'must be an http, https or data:image address such as https://example.org/logo.png, or a path such as /logo.png',
  )
  .nullable()
  .optional();

export const id = idOf('must be an integer').optional();
export const idArchive = idOf('must be an integer, or null').nullable().optional();

export const year = z
  .string('must be a string such as 2024-25')
  .transform((value) => readSeasonCell(value) ?? value)
  .refine((value) => parseSeasonYear(value) !== null, 'must be a season such as 2024 or 2024-25');

export const formerSlugs = listOf(slug, 'must be a list of slugs', FORMER_SLUGS_MAX);

export function textOf(max: number) {
  return z
    .string('must be a string')
    .refine((value) => value.trim() !== '', 'must not be blank')
    .refine((value) => value.length <= max, `must have at most ${max} characters`)
    .refine(isStorable, 'has a character that cannot be stored');
}

/** A list whose duplicates are removed, keeping the order; null clears it. */
export function listOf<T extends z.ZodType<string>>(item: T, message: string, max = 100) {
  return z
    .array(item, message)
    .max(max, `must have at most ${max} entries`)
    .transform((items) => [...new Set(items)])
    .nullable()
    .optional();
}

function idOf(message: string) {
  return z.int(message).min(1, 'must be at least 1').max(INTEGER_MAX, `must be at most ${INTEGER_MAX}`);
}

function isPictureAddress(value: string): boolean {
  if (!isStorable(value)) return false;
  if (value.startsWith('data:image/')) return value.length <= DATA_URL_MAX;
  // Existing URLs contain spaces and non-ASCII letters, which browsers accept, so only the length is limited.
  if (value.length > URL_MAX) return false;
  // A path is relative to the service's public URL. Two slashes are rejected, because they would refer to
  // another host.
  if (value.startsWith('/')) return !/^\/[/\\]/.test(value);
  return /^https?:\/\//.test(value) && URL.canParse(value);
}
