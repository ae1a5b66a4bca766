import { readMonth } from '@kitroom/shared';
import type { ValueFormat } from '../read/sniff-values.ts';
import { unreadable, type Reading } from './read-values.ts';

const NUMBERS = /^(\d{1,4})[-./\s]\s?(\d{1,2})[-./\s]\s?(\d{1,4})(?:[T\s.,].*)?$/;
/** Serial numbers of spreadsheets: days since 1900, limited to the years 1940 to 2099. */
const SERIAL = /^(\d{5})(?:\.\d+)?$/;
const FIRST_SERIAL = 14_611;
const LAST_SERIAL = 73_050;
const DAY_MS = 86_400_000;
/** The maximum length of a date, also in words. */
const DATE_MAX = 60;
const FILLER_WORDS = /^(?:de|del|d|of|the|den|der|am|le|el|il|lo|o|em|on)$/;

/**
 * Reads a date as `2024-01-31` from digits in the given order, from a text with the name of a month, or from
 * a spreadsheet's serial number. A year of four digits may come first in any order. A year or a month alone
 * becomes a note.
 */
export function readDate(
  text: string,
  { date_order: order }: Pick<ValueFormat, 'date_order'>,
): Reading<string> {
  const trimmed = text.trim();
  if (trimmed.length > DATE_MAX) return unreadable(text, 'a date, such as 2024-01-31');
  const value = readNumbers(trimmed, order) ?? readNamedMonth(trimmed) ?? readSerial(trimmed);
  if (value !== undefined) return { value };
  return isYearOrMonth(trimmed) ? { note: trimmed } : unreadable(text, 'a date, such as 2024-01-31');
}

function readNumbers(text: string, order: ValueFormat['date_order']): string | undefined {
  const [, first, second = '', third = ''] = NUMBERS.exec(text) ?? [];
  if (first === undefined) return undefined;
  if (first.length > 2 || order === 'ymd') return toDate(first, second, third);
  return order === 'dmy' ? toDate(third, second, first) : toDate(third, first, second);
}

/** Reads `24. Dezember 2019`, `June 7th, 2014`, `07-Jun-14`, `3 de marzo de 2019`, also with a weekday. */
function readNamedMonth(text: string): string | undefined {
  const words = text
    .split(/[\s.,/'’–-]+/)
    .map((word) => word.replace(/^(\d{1,2})(?:st|nd|rd|th|er|ère|º|ª|°|de|e)$/i, '$1'))
    .filter((word) => word !== '' && !FILLER_WORDS.test(word.toLowerCase()));
  const months = words.map((word) => (/\d/.test(word) ? undefined : readMonth(word)));
  const month = months.find((number) => number !== undefined);
  const numbers = words.filter((word) => /^\d{1,4}$/.test(word));
  const otherWords = words.filter((word, at) => months[at] === undefined && !numbers.includes(word));
  const [first = '', second] = numbers;
  // The only other word may be a day of the week at the start.
  const isOdd =
    otherWords.length > 1 || otherWords.some((word) => !/^\p{L}{2,13}$/u.test(word) || word !== words[0]);
  if (month === undefined || second === undefined || numbers.length > 2 || isOdd) return undefined;
  const [year, day] = first.length > 2 ? [first, second] : [second, first];
  return toDate(year, String(month), day);
}

function readSerial(text: string): string | undefined {
  const days = Number(SERIAL.exec(text)?.[1]);
  if (!(days >= FIRST_SERIAL && days <= LAST_SERIAL)) return undefined;
  return new Date(Date.UTC(1899, 11, 30) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Returns a date such as `2024-01-31`, or undefined if the day does not exist. */
function toDate(year: string, month: string, day: string): string | undefined {
  const full = year.length === 2 ? toFullYear(year) : year;
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(parsed.getTime());
  return isDate && parsed.toISOString().slice(0, 10) === date ? date : undefined;
}

/** Interprets two digits as a year between 98 years ago and the next one. */
function toFullYear(year: string): string {
  const thisYear = new Date().getUTCFullYear();
  const sameCentury = Math.floor(thisYear / 100) * 100 + Number(year);
  return String(sameCentury > thisYear + 1 ? sameCentury - 100 : sameCentury);
}

/** Whether a text is a date without a day: `2016`, `March 2018`, `03/2018`, `Mar-18`, `summer 2019`. */
function isYearOrMonth(text: string): boolean {
  if (/^(?:0?[1-9]|1[0-2])[-./]\s?(?:19|20)\d\d$|^(?:19|20)\d\d[-./]\s?(?:0?[1-9]|1[0-2])$/.test(text))
    return true;
  const words = text.split(/[\s.,/'’?~()-]+/).filter((word) => word !== '');
  const numbers = words.filter((word) => /\d/.test(word));
  const isYear = numbers.length === 1 && /^(?:19|20)\d\d$/.test(numbers[0] ?? '');
  const isMonth = numbers.length <= 1 && /^\d{0,2}$/.test(numbers[0] ?? '');
  const hasMonth = words.some((word) => !/\d/.test(word) && readMonth(word) !== undefined);
  return isYear || (hasMonth && isMonth && words.length <= 3);
}
