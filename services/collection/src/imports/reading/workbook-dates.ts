const DAY_MS = 86_400_000;
/** Day 0 of both calendars; that of 1900 counts a 29 February 1900, which did not exist. */
const START_1900 = Date.UTC(1899, 11, 30);
const START_1904 = Date.UTC(1904, 0, 1);
const LAST_DAY = 2_958_465;

/** The date of a workbook's day number: `2024-01-31`, with its time if it has one. */
export function toDateText(value: string, is1904: boolean): string {
  const days = Number(value);
  if (!Number.isFinite(days) || days < 0 || days > LAST_DAY) return value;
  // Before March 1900 the days of that calendar are off by one.
  const shift = !is1904 && days < 60 ? 1 : 0;
  const start = is1904 ? START_1904 : START_1900;
  const text = new Date(start + Math.round(((days + shift) * DAY_MS) / 1000) * 1000).toISOString();
  return Number.isInteger(days) ? text.slice(0, 10) : text.slice(0, 19);
}
