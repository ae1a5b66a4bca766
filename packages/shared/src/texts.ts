/**
 * Whether a text has more than `max` characters: code points, as everywhere in the API, rather than UTF-16
 * units.
 */
export function isLongerThan(text: string, max: number): boolean {
  // A character has one or two units, so most texts need not be counted.
  return text.length > max && (text.length > 2 * max || Array.from(text).length > max);
}

/** Truncates a text to `max` characters, without splitting any, and appends `mark` if it was longer. */
export function shorten(text: string, max: number, mark = ''): string {
  if (!isLongerThan(text, max)) return text;
  return `${Array.from(text.slice(0, 2 * max))
    .slice(0, max)
    .join('')}${mark}`;
}

/** Whether PostgreSQL can store a text: it contains no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed();
}

/** Makes a text storable in PostgreSQL: NULs are removed, unpaired surrogates become U+FFFD. */
export function toStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/**
 * Removes the characters at the end that `character` matches; an expression with `+$` would take quadratic
 * time.
 */
export function trimEndOf(text: string, character: RegExp): string {
  let end = text.length;
  while (end > 0 && character.test(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
}

/** A short hash of a text: FNV-1a, 32 bits, as an integer from 0. */
export function hashText(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value >>> 0;
}

/**
 * Escapes a text for XML 1.0 and removes invalid characters: most control characters and unpaired surrogates.
 */
export function toXmlText(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

/** Splits keys that contain several names: `{ 'a, b': 1 }` becomes `{ a: 1, b: 1 }`. */
export function splitKeys<T>(values: Readonly<Record<string, T>>): Record<string, T> {
  const entries = Object.entries(values).flatMap(([names, value]) =>
    names.split(', ').map((name) => [name, value] as const),
  );
  return Object.fromEntries(entries);
}
