/** The most combining marks in a row, as in Unicode's Stream-Safe Text Format (UAX #15). */
export const MARKS_MAX = 30;

/** Combining marks, and the two letters whose compatibility decomposition is one: the half-width voicing marks. */
const MARK = String.raw`[\p{M}\uFF9E\uFF9F]`;
const LONG_RUN = new RegExp(`${MARK}{${MARKS_MAX + 1}}`, 'u');
const LONG_RUNS = new RegExp(`(${MARK}{${MARKS_MAX}})${MARK}+`, 'gu');

/** Whether a text has more than 30 combining marks in a row. */
export function hasLongMarks(text: string): boolean {
  return LONG_RUN.test(text);
}

/** The text with at most 30 combining marks in a row: further ones are left out. */
export function capMarks(text: string): string {
  return text.replaceAll(LONG_RUNS, '$1');
}
