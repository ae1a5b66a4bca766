/** The first characters of formulas, and the prefix that disarms them, so that escaping is reversible. */
const NEEDS_PREFIX = /^['=+\-@\t\r]/;

/** Prefixes a text with `'` if a spreadsheet program would run it as a formula. */
export function escapeCell(text: string): string {
  return NEEDS_PREFIX.test(text) ? `'${text}` : text;
}

/** A text wrapped in a formula, so that spreadsheet programs do not read it as a number: `="14"`. */
const WRAPPED = /^="((?:[^"]|"")*)"$/;

/**
 * Returns the text of a cell: reverses `escapeCell`, and unwraps a formula that only contains a text. Other
 * cells are returned unchanged.
 */
export function unescapeCell(cell: string): string {
  if (cell.startsWith("'") && NEEDS_PREFIX.test(cell.slice(1))) return cell.slice(1);
  const wrapped = cell.startsWith('="') ? WRAPPED.exec(cell)?.[1] : undefined;
  return wrapped === undefined ? cell : wrapped.replaceAll('""', '"');
}

/** Joins texts in one cell; empty texts are not allowed. */
export function joinCell(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';');
}

/** Returns the texts of a cell: reverses `joinCell`. */
export function splitCell(cell: string): string[] {
  const texts = cell.match(/(?:\\[^]|[^\\;])+/g) ?? [];
  return texts.map((text) => text.replaceAll(/\\([^])/g, '$1'));
}
