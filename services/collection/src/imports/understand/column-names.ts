import { IMPORT_NAME_MAX } from '@kitroom/collection-client';
import { shorten } from '@kitroom/shared';
import { COLUMN_NAMES, IMPORT_FIELDS } from './import-fields.ts';

const FIELD_OF: ReadonlyMap<string, string> = new Map([
  ...COLUMN_NAMES.flatMap(([field, names]) => names.split('|').map((name) => [name, field] as const)),
  // The API's own names win.
  ...[...IMPORT_FIELDS.keys()].map((field) => [field.replaceAll('_', ' '), field] as const),
]);

/** The field that a column's name stands for. */
export function findColumnField(name: string): string | undefined {
  const key = toNameKey(name);
  const field = FIELD_OF.get(key) ?? FIELD_OF.get(key.replace(/ (?:eur|usd|gbp|€|£|\$)$/, ''));
  return field !== undefined && IMPORT_FIELDS.has(field) ? field : undefined;
}

/** Without case, accents and punctuation. */
export function toNameKey(text: string): string {
  // Putting marks in order takes time with the square of their number; no name is longer.
  return shorten(text, IMPORT_NAME_MAX)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N}€£$]+/gu, ' ')
    .trim();
}
