import { DESIGN_CODES, ITEM_COLOURS, notStorable, SIZES, type ItemType } from '@kitroom/collection-client';
import { isStorable } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import type { DecimalSign, ValueFormat } from '../reading/sniff-values.ts';
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
  return new UnreadableCell(`${quote(text)} is not ${what}.`);
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
  if (!found) throw unreadable(text, 'a whole number, such as 7');
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
  if (id === undefined) throw unreadable(text, 'a colour that items can have, such as Red');
  return id;
}

export function readColours(text: string): number[] {
  return readList(text).map(readColour);
}

/** A JSON list, or texts between commas, semicolons, slashes or bars. */
export function readList(text: string, separators = /[,;|/&+]/): string[] {
  const trimmed = text.trim();
  const list = trimmed.startsWith('[') ? parseJson(trimmed) : undefined;
  if (Array.isArray(list)) return list.map(toName);
  return trimmed
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** Undefined for a text that only looks like JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text, or the name of a record. */
function toName(value: unknown): string {
  const isNamed = typeof value === 'object' && value !== null && 'name' in value;
  const given = isNamed ? value.name : value;
  const name = typeof given === 'number' ? String(given) : given;
  if (typeof name !== 'string')
    throw new UnreadableCell('A list may have only texts, such as ["Red", "White"].');
  if (!isStorable(name)) throw new UnreadableCell(notStorable(name));
  return name;
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
  if (!size) throw unreadable(text, 'a size that items can have, such as L');
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
  if (!isDate || parsed.toISOString().slice(0, 10) !== date)
    throw unreadable(text, 'a date, such as 2024-01-31');
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

/** Which signs separate decimals: the one that was given, or those that a column shows. */
export interface DecimalSigns {
  given?: DecimalSign | undefined;
  shown?: readonly DecimalSign[];
}

const AMOUNT = 'an amount of money, such as 85.00 EUR';

/** A currency, digits with signs and blanks between them, a currency. No two parts can begin at the same character. */
const MONEY = /^([^\d-]*?)([.,]?\d(?:[.,'\s]*\d)*)(\D*)$/;

/** `{"amount": "85.00", "currency": "EUR"}` of `85,00 €`, `£85` or `EUR 1.085,50`. */
export function readMoney(text: string, signs: DecimalSigns, currency: string | undefined): Money {
  const [, before = '', number, after = ''] = MONEY.exec(text.trim()) ?? [];
  if (number === undefined) throw unreadable(text, AMOUNT);
  const named = (before + after).trim();
  const found = named === '' ? currency : toCurrency(named);
  if (found === undefined) {
    throw new UnreadableCell(
      named === ''
        ? 'The currency is not known: map a column to it, or set the default of "currency", such as EUR.'
        : `${quote(named)} is not a currency, such as EUR or €.`,
    );
  }
  return { amount: toAmount(number, signs, text), currency: found };
}

export function toCurrency(text: string): string | undefined {
  const trimmed = text.trim();
  if (/^[A-Za-z]{3}$/.test(trimmed)) return trimmed.toUpperCase();
  return CURRENCY_WORDS.get(trimmed.toLowerCase());
}

/** With a point, and two places. Three digits after the only sign are thousands, unless it was said to be decimal. */
function toAmount(number: string, { given, shown = [] }: DecimalSigns, text: string): string {
  const digits = number.replaceAll(/['\s]/g, '');
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [before, sign = '', after] =
    at < 0 ? [digits, '', ''] : [digits.slice(0, at), digits[at], digits.slice(at + 1)];
  const isRepeated = sign !== '' && before.includes(sign);
  const mayGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && sign !== given;
  if (mayGroup && given === undefined && shown.some((one) => one === sign)) {
    throw new UnreadableCell(
      `${quote(text)} may have thousands or three decimals: elsewhere in its column "${sign}" separates decimals. ` +
        'Write it with two decimals, or set the option "decimal".',
    );
  }
  const isGrouped = mayGroup || (isRepeated && after.length === 3);
  const whole = (isGrouped ? before + after : before).replaceAll(/[.,]/g, '');
  const decimals = isGrouped ? '' : after;
  const isAmount = /^\d{0,2}0*$/.test(decimals) && whole.length <= 12 && (isGrouped || !isRepeated);
  if (!isAmount) throw unreadable(text, AMOUNT);
  return `${whole === '' ? '0' : whole}.${decimals.slice(0, 2).padEnd(2, '0')}`;
}
