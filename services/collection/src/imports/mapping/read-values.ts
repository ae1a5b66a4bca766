import { DESIGN_CODES, ITEM_COLOURS, SIZES, type ItemType } from '@kitroom/collection-client';
import type { ValueFormat } from '../reading/sniff-values.ts';
import { toNameKey } from './column-names.ts';
import {
  CHOICE_WORDS,
  COLOUR_WORDS,
  CURRENCY_WORDS,
  ITEM_TYPE_WORDS,
  NO_WORDS,
  SIZE_WORDS,
  YES_WORDS,
} from './value-words.ts';

/** A cell that cannot be read; the message is shown beside its field. */
export class UnreadableCell extends Error {
  override readonly name = 'UnreadableCell';
}

function unreadable(text: string, what: string): UnreadableCell {
  const shown = text.length > 60 ? `${text.slice(0, 60)}…` : text;
  return new UnreadableCell(`${JSON.stringify(shown)} is not ${what}.`);
}

export function readBoolean(text: string): boolean {
  const key = toNameKey(text);
  if (YES_WORDS.has(key) || text.trim() === '✓' || text.trim() === '✔') return true;
  if (NO_WORDS.has(key) || text.trim() === '-') return false;
  throw unreadable(text, 'yes or no');
}

/** A whole number; `#7`, `8/10` and `7.0` count. */
export function readWhole(text: string): number {
  const found = /^(?:#|no\.?|nr\.?)?\s*(\d{1,9})(?:[.,]0+)?(?:\s*\/\s*10)?$/i.exec(text.trim());
  if (!found) throw unreadable(text, 'a whole number');
  return Number(found[1]);
}

export function readItemType(text: string): string {
  return ITEM_TYPE_WORDS.get(toNameKey(text)) ?? text.trim();
}

/** A choice of `type` or `detailed_condition`; what is none is left for the validation to refuse. */
export function readChoice(field: string, text: string): string {
  return CHOICE_WORDS[field]?.get(toNameKey(text)) ?? text.trim();
}

export function readDesign(text: string): string {
  const key = toNameKey(text);
  return (
    DESIGN_CODES.find(({ id, name }) => toNameKey(name) === key || toNameKey(id) === key)?.id ?? text.trim()
  );
}

export function readColour(text: string): number {
  const key = toNameKey(text);
  const id =
    COLOUR_WORDS.get(key) ??
    (ITEM_COLOURS.some(({ id: own }) => String(own) === key) ? Number(key) : undefined);
  if (id === undefined) throw unreadable(text, 'a colour that items can have');
  return id;
}

export function readColours(text: string): number[] {
  return readList(text).map(readColour);
}

/** A JSON list, or texts between commas, semicolons, slashes or bars. */
export function readList(text: string, separators = /[,;|/&+]/): string[] {
  const trimmed = text.trim();
  if (trimmed.startsWith('[')) {
    try {
      const list: unknown = JSON.parse(trimmed);
      if (Array.isArray(list)) return list.map(toName);
    } catch {
      // It only looks like JSON.
    }
  }
  return trimmed
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A text, or the name of a record. */
function toName(value: unknown): string {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value;
  return String(isNamed ? value.name : value);
}

const CATEGORY_OF: Readonly<Record<ItemType, string>> = {
  jersey: 'tops',
  outerwear: 'tops',
  tracksuit: 'tops',
  shorts: 'bottoms',
  pants: 'bottoms',
  other: 'other',
};

/** A size by name, of the category that fits the item's type. */
export function readSize(text: string, type: ItemType | undefined): number {
  const key = toNameKey(text);
  const name = SIZE_WORDS.get(key) ?? key;
  const category = CATEGORY_OF[type ?? 'jersey'];
  const named = SIZES.filter((size) => toNameKey(size.name) === name);
  const size = named.find((one) => one.category === category) ?? named[0];
  if (!size) throw unreadable(text, 'a size that items can have');
  return size.id;
}

const DATE = /^(\d{1,4})[-./\s](\d{1,2})[-./\s](\d{1,4})(?:[T\s].*)?$/;

/** `2024-01-31`. Where the year comes first, it does so whatever the order of the file. */
export function readDate(text: string, { date_order: order }: Pick<ValueFormat, 'date_order'>): string {
  const [, first = '', second = '', third = ''] = DATE.exec(text.trim()) ?? [];
  const parts =
    first.length > 2 || order === 'ymd'
      ? [first, second, third]
      : order === 'dmy'
        ? [third, second, first]
        : [third, first, second];
  const [year = '', month = '', day = ''] = parts;
  const full = year.length === 2 ? toFullYear(year) : year;
  const date = `${full}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const parsed = new Date(`${date}T00:00:00Z`);
  const isDate = /^\d{4}-\d\d-\d\d$/.test(date) && !Number.isNaN(parsed.getTime());
  if (!isDate || parsed.toISOString().slice(0, 10) !== date) throw unreadable(text, 'a date');
  return date;
}

/** Two digits mean the last hundred years. */
function toFullYear(year: string): string {
  const thisYear = new Date().getUTCFullYear();
  const sameCentury = Math.floor(thisYear / 100) * 100 + Number(year);
  return String(sameCentury > thisYear + 1 ? sameCentury - 100 : sameCentury);
}

export interface Money {
  amount: string;
  currency: string;
}

/** `{"amount": "85.00", "currency": "EUR"}` of `85,00 €`, `£85` or `EUR 1.085,50`; JSON is taken as it is. */
export function readMoney(
  text: string,
  { decimal }: Pick<ValueFormat, 'decimal'>,
  currency: string | undefined,
): Money {
  const trimmed = text.trim();
  if (trimmed.startsWith('{')) return readMoneyJson(trimmed);
  const [, before = '', number = '', after = ''] =
    /^([^\d.,-]*?)\s*([\d.,' \u00A0]*\d)\s*([^\d]*)$/.exec(trimmed) ?? [];
  const named = (before + after).trim();
  const found = named === '' ? currency : toCurrency(named);
  if (number === '') throw unreadable(text, 'an amount of money');
  if (found === undefined) {
    throw new UnreadableCell(
      named === ''
        ? 'The currency is not known: map a column to it, or set the default of "currency", such as EUR.'
        : `${JSON.stringify(named)} is not a currency.`,
    );
  }
  return { amount: toAmount(number, decimal, text), currency: found };
}

function readMoneyJson(text: string): Money {
  try {
    const { amount, currency } = JSON.parse(text) as Money;
    return { amount, currency };
  } catch {
    throw unreadable(text, 'an amount of money');
  }
}

export function toCurrency(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[A-Za-z]{3}$/.test(trimmed)) return trimmed.toUpperCase();
  return CURRENCY_WORDS.get(trimmed.toLowerCase());
}

/** With a point, and two places. A sign that is not followed by three digits separates decimals in any file. */
function toAmount(number: string, decimal: string, text: string): string {
  const digits = number.replaceAll(/[' \u00A0]/g, '');
  const last = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const sign = digits[last] ?? '';
  const places = last < 0 ? 0 : digits.length - last - 1;
  const isOnly = digits.indexOf(sign) === last && !digits.includes(sign === ',' ? '.' : ',');
  const isDecimal = last >= 0 && (places !== 3 || (isOnly && sign === decimal));
  const whole = (isDecimal ? digits.slice(0, last) : digits).replaceAll(/[.,]/g, '');
  const rest = isDecimal ? digits.slice(last + 1) : '';
  if (rest.replace(/0+$/, '').length > 2 || whole.length > 12) throw unreadable(text, 'an amount of money');
  return `${whole === '' ? '0' : whole}.${rest.slice(0, 2).padEnd(2, '0')}`;
}

/** `2003-04` of `03/04`, `2003/2004` and the like; anything else unchanged. */
export function toSeasonText(text: string): string {
  const trimmed = text.trim().replace(/^(?:season|saison|temporada)\s+/i, '');
  const found = /^(\d{4}|\d{2})\s*[-/–]\s*(\d{4}|\d{2})$/.exec(trimmed);
  if (!found) return /^'?\d{2}$/.test(trimmed) ? toFullYear(trimmed.slice(-2)) : trimmed;
  const [, first = '', second = ''] = found;
  const start = first.length === 2 ? toFullYear(first) : first;
  return `${start}-${second.slice(-2)}`;
}
