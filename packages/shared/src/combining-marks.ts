/** Maximum number of combining marks in a row, as in Unicode's Stream-Safe Text Format (UAX #15). */
export const MARKS_MAX = 30;

/**
 * Combining marks, and the two letters whose compatibility decomposition is one: the half-width voicing
 * marks.
 */
const MARKS = /[\p{M}\uFF9E\uFF9F]+/gu;
/** One more than `MARKS_MAX`. */
const TOO_MANY_MARKS = /[\p{M}\uFF9E\uFF9F]{31}/u;

/** Whether a text has more than 30 combining marks in a row. */
export function hasLongMarks(text: string): boolean {
  return TOO_MANY_MARKS.test(text);
}

/** The text with at most 30 combining marks in a row: further ones are removed. */
export function capMarks(text: string): string {
  return text.replaceAll(MARKS, (run) => Array.from(run).slice(0, MARKS_MAX).join(''));
}
