/**
 * Spreadsheet programs begin a formula with these. A mark of our own is escaped as well, so that it can be
 * undone.
 */
const MARKED = /^['=+\-@\t\r]/;

/** A cell that shows the text in a spreadsheet program, whatever it begins with. */
export function escapeCell(text: string): string {
  return MARKED.test(text) ? `'${text}` : text;
}

/** A text that a program has wrapped, so that a spreadsheet does not take it for a number: `="14"`. */
const WRAPPED = /^="((?:[^"]|"")*)"$/;

/**
 * The text of a cell: undoes `escapeCell`, or takes a text out of a formula that is nothing but this text.
 * Other cells of other origin are unchanged, unless they have the mark too.
 */
export function unescapeCell(cell: string): string {
  if (cell.startsWith("'") && MARKED.test(cell.slice(1))) return cell.slice(1);
  const wrapped = cell.startsWith('="') ? WRAPPED.exec(cell)?.[1] : undefined;
  return wrapped === undefined ? cell : wrapped.replaceAll('""', '"');
}

/** Several texts in one cell; none may be empty. */
export function joinCell(texts: readonly string[]): string {
  return texts.map((text) => text.replaceAll(/[\\;]/g, String.raw`\$&`)).join(';');
}

/** The texts of a cell: undoes `joinCell`. */
export function splitCell(cell: string): string[] {
  const texts = cell.match(/(?:\\[^]|[^\\;])+/g) ?? [];
  return texts.map((text) => text.replaceAll(/\\([^])/g, '$1'));
}
