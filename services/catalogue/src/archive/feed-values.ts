import { decodeHTMLStrict } from 'entities';

/** A text or a number as a text, HTML entities decoded; anything else counts as missing. */
export function readText(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? decodeHTMLStrict(value) : undefined;
}

/** A list that arrives as an object with numbers for keys, as PHP writes some, is a list. */
export function toList(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.keys(value).every((key) => /^\d+$/.test(key)) ? Object.values(value) : value;
}
