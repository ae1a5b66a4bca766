import { isCurrencyCode, SIZES, type ImportOptions } from '@kitroom/collection-client';
import { readSeason } from '@kitroom/shared';
import { readMoney, type DecimalSign } from '../parse/read-amounts.ts';
import { toCurrency } from '../parse/read-currency.ts';
import type { Cells } from './source-table.ts';

type DateOrder = ImportOptions['date_order'];

/** How often each sign stands before one or two decimals in the numbers of a column. */
export type DecimalCounts = Record<DecimalSign, number>;

/** The formats of dates and numbers in a file. */
export interface ValueFormat {
  date_order: DateOrder;
  decimals: ReadonlyMap<string, DecimalCounts>;
  /** By column, at most two each: enough to tell whether there is only one. */
  currencies: ReadonlyMap<string, ReadonlySet<string>>;
}

const DATE = /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:[T ].*)?$/;
const DECIMAL = /^\D{0,4}\d[\d., ']*([.,])\d{1,2}\D{0,4}$/;

/** Detects the formats of dates and numbers from the cells of a file. */
export function createValueSniffer() {
  const dates = { ymd: 0, dmy: 0, mdy: 0, dotted: 0, any: 0 };
  const decimals = new Map<string, DecimalCounts>();
  const currencies = new Map<string, Set<string>>();

  function lookAtDate([, first = '', separator, second]: RegExpExecArray): void {
    if (first.length > 2) dates.ymd += 1;
    else if (Number(first) > 12) dates.dmy += 1;
    else if (Number(second) > 12) dates.mdy += 1;
    else if (separator === '.') dates.dotted += 1;
    dates.any += 1;
  }

  function lookAtCurrency(column: string, text: string): void {
    const known = currencies.get(column) ?? new Set();
    const currency = known.size < CURRENCIES_MAX ? findCurrency(text) : undefined;
    if (currency !== undefined) currencies.set(column, known.add(currency));
  }

  return {
    look(cells: Cells) {
      for (const [column, text] of Object.entries(cells)) {
        if (text.length > 30) continue;
        const trimmed = text.trim();
        lookAtCurrency(column, trimmed);
        const date = DATE.exec(trimmed);
        if (date) lookAtDate(date);
        const sign = date ? undefined : DECIMAL.exec(trimmed)?.[1];
        if (!sign) continue;
        const counted = decimals.get(column) ?? { '.': 0, ',': 0 };
        counted[sign as DecimalSign] += 1;
        decimals.set(column, counted);
      }
    },
    conclude: (): ValueFormat => ({ date_order: concludeOrder(dates), decimals, currencies }),
  };
}

const CURRENCIES_MAX = 2;

/** The currency of an amount of money, or of a text that is only a currency. */
function findCurrency(text: string): string | undefined {
  if (!/\p{Sc}|\p{L}/u.test(text)) return undefined;
  if (/\d/.test(text)) return readMoney(text, {}, undefined).value?.currency;
  const code = toCurrency(text);
  return code !== undefined && isCurrencyCode(code) ? code : undefined;
}

/** The more frequent decimal sign. */
export function usualDecimal(counts: ReadonlyArray<DecimalCounts | undefined>): DecimalSign {
  const sum = (sign: DecimalSign) => counts.reduce((total, count) => total + (count?.[sign] ?? 0), 0);
  return sum(',') > sum('.') ? ',' : '.';
}

/** The order of dates; if days and months cannot be told apart, days come first, as in most countries. */
function concludeOrder(dates: Record<DateOrder | 'dotted' | 'any', number>): DateOrder {
  const { ymd, mdy, any } = dates;
  const daysFirst = dates.dmy + dates.dotted;
  if (any === 0 || (ymd > 0 && ymd >= daysFirst && ymd >= mdy)) return 'ymd';
  return mdy > daysFirst ? 'mdy' : 'dmy';
}

const NUMBER = /^[+-]?(?:\d{1,3}(?:[.,' ]\d{3})+|\d+)(?:[.,]\d+)?$/;
const DATE_LIKE = /^\d{1,4}[-./]\d{1,2}[-./]\d{1,4}(?:[T ].*)?$/;
const BOOLEAN = /^(?:true|false|yes|no|ja|nein|sí|si|oui|non|wahr|falsch)$/i;
const SIZE_NAMES: ReadonlySet<string> = new Set(SIZES.map(({ name }) => name.toLowerCase()));

export function isNumberText(text: string): boolean {
  return NUMBER.test(text.trim());
}

/** Whether a text is a season that spans two years. */
export function looksLikeSeason(text: string): boolean {
  return readSeason(text)?.includes('-') ?? false;
}

/** Whether a text starts with three numbers separated by dots, dashes or slashes. */
export function looksLikeDate(text: string): boolean {
  return DATE_LIKE.test(text.trim());
}

export function looksLikeSize(text: string): boolean {
  return SIZE_NAMES.has(text.trim().toLowerCase());
}

export function isBooleanText(text: string): boolean {
  return BOOLEAN.test(text.trim());
}
