import type { ImportOptions, Money } from '@kitroom/collection-client';
import { trimEndOf } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import { chooseCurrency, needsColumnCurrency, takeCurrencies } from './read-currency.ts';
import { unreadable, type Reading } from './read-values.ts';

export type DecimalSign = ImportOptions['decimal'];

export const DECIMAL_SIGNS: readonly DecimalSign[] = ['.', ','];

/** The signs that separate decimals. */
interface DecimalSigns {
  /** The sign that the user chose. */
  chosen?: DecimalSign | undefined;
  /** The signs that occur before decimals in the column. */
  shown?: readonly DecimalSign[];
}

const AMOUNT = 'an amount of money, such as 85.00 EUR';

const ABOUT =
  /^(?:~|≈|±|about |around |approx\.? ?|approximately |circa |ca(?:\. ?| |(?=\d))|c\. ?|etwa |ungefähr |rund |env\.? |environ |aprox\.? |unos |cerca de |más o menos )/iu;
/** `CA $` means Canadian dollars, although `ca` may also mean `circa`. */
const CANADIAN = /^CA ?\p{Sc}/u;
/** The text before the number, the number, and the rest. No two parts can start with the same character. */
const NUMBER = /^([^\d-]*?)((?:(?<!\p{L})[.,])?\d+(?:[.,'’]\d+| \d{3}(?!\d))*)(.*)$/su;
/** Dashes in place of decimals, as in `45,-`. */
const DASHES = /^[.,:] ?[-–—=]{1,2}/;
/** The start of a remark that directly follows the number, without a currency. */
const REMARK =
  /^(?:[+(&/;]|,\s|(?:plus|incl|inkl|inc|including|excl|exkl|each|posted|shipped|delivered|with|mit|con|avec|com|met|vb|vhb|ono|obo)\b)/i;

/**
 * Reads an amount such as `85,00 €`, `£85`, `EUR 1.085,50`, `45,-` or `ca. 50 €` as
 * `{"amount": "85.00", "currency": "EUR"}`. Text after the amount, such as `+ p&p`, becomes a note. A missing
 * currency is that of the column.
 */
export function readMoney(
  original: string,
  signs: DecimalSigns,
  currencyOfColumn: string | undefined,
): Reading<Money> {
  const spaced = original.replaceAll(/\s+/g, ' ').trim();
  const text = CANADIAN.test(spaced) ? spaced : spaced.replace(ABOUT, '');
  const [, before = '', number, after = ''] = NUMBER.exec(text) ?? [];
  if (number === undefined) return unreadable(original, AMOUNT);
  const parts = splitRest(before.trim(), after.replace(DASHES, '').trim());
  // Letters next to the number may change it: `£1.2k`.
  const isAltered = /^\p{L}/u.test(after) && parts?.note !== '';
  if (!parts || isAltered) return unreadable(original, AMOUNT);
  const { names, note } = parts;
  const currency = names && chooseCurrency(names, currencyOfColumn);
  if (currency === undefined) return { error: explainCurrency(parts) };
  const { value: amount, error } = toAmount(number, signs, original);
  if (amount === undefined) return { ...(error !== undefined && { error }) };
  return { value: { amount, currency }, ...(note !== '' && { note }) };
}

interface Rest {
  /** The currencies before and after the number; undefined if there is something else. */
  names: ReturnType<typeof takeCurrencies>['names'] | undefined;
  note: string;
  /** The text in the place of a currency. */
  currencyText: string;
}

/** Separates currencies from a remark; returns undefined if the text after the number changes the amount. */
function splitRest(before: string, remainder: string): Rest | undefined {
  // Question marks at the end are dropped: `£45??`.
  const after = trimEndOf(remainder.replace(/\([?!]\)$/, ''), /[?!]/).trim();
  // More digits mean a season, a date, a range or two amounts; `£45 + 3.50 p&p` is one amount with a remark.
  if (/^[^\p{L}+(]*\d/u.test(after)) return undefined;
  const prefix = before.replace(/:$/, '').trim();
  const { names: first, remainder: unread } = takeCurrencies(prefix);
  if (unread !== '') return { names: undefined, note: '', currencyText: prefix };
  const { names, remainder: note } = takeCurrencies(after, first);
  const suffix = after.slice(0, after.length - note.length).trim();
  if (names.length === 0 && note !== '' && !REMARK.test(note))
    return { names: undefined, note, currencyText: note };
  return { names, note, currencyText: `${prefix} ${suffix}`.trim() };
}

function explainCurrency({ names, currencyText }: Rest): string {
  return names && needsColumnCurrency(names)
    ? 'The currency is not known: map a column to it, or set the default of "currency", such as EUR.'
    : `${quote(currencyText)} is not a currency, such as EUR or €.`;
}

/**
 * Normalizes a number to a point and two decimals. Three digits after the only sign are thousands, unless the
 * user chose that sign for decimals; if the column uses both signs before decimals, only the user can decide.
 */
function toAmount(number: string, { chosen, shown = [] }: DecimalSigns, text: string): Reading<string> {
  const digits = number.replaceAll(/['’\s]/g, '');
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [before, sign = '', after] =
    at < 0 ? [digits, '', ''] : [digits.slice(0, at), digits[at], digits.slice(at + 1)];
  const isRepeated = sign !== '' && before.includes(sign);
  const mayGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && sign !== chosen;
  if (mayGroup && chosen === undefined && shown.length > 1) {
    return {
      error:
        `${quote(text)} may have thousands or three decimals: its column uses both "." and "," before decimals. ` +
        'Write it with two decimals, or set the option "decimal".',
    };
  }
  const isGrouped = mayGroup || (isRepeated && after.length === 3);
  const whole = (isGrouped ? before + after : before).replaceAll(/[.,]/g, '');
  const decimals = isGrouped ? '' : after;
  const isAmount = /^\d{0,2}0*$/.test(decimals) && whole.length <= 12 && (isGrouped || !isRepeated);
  if (!isAmount) return unreadable(text, AMOUNT);
  return { value: `${whole === '' ? '0' : whole}.${decimals.slice(0, 2).padEnd(2, '0')}` };
}
