/** Beginnings at whose sight a spreadsheet program takes a cell for a formula, and the sign that prevents it. */
const RISKY = /^[=+\-@\t\r']/;
const ESCAPED = /^'[=+\-@\t\r']/;

/** Puts an apostrophe before a cell that would run as a formula; `unescapeCell` takes it away. */
export function escapeCell(text: string): string {
  return RISKY.test(text) ? `'${text}` : text;
}

export function unescapeCell(text: string): string {
  return ESCAPED.test(text) ? text.slice(1) : text;
}
