import type { ImportOptions, Money } from '@kitroom/collection-client';
import { trimEndOf } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import { chooseCurrency, isOpen, takeCurrencies } from './read-currency.ts';
import { unreadable, type Reading } from './read-values.ts';

export type DecimalSign = ImportOptions['decimal'];

export const DECIMAL_SIGNS: readonly DecimalSign[] = ['.', ','];

/** Which signs separate decimals: the one that the user chose, or those that a column shows. */
interface DecimalSigns {
  given?: DecimalSign | undefined;
  shown?: readonly DecimalSign[];
}

const AMOUNT = 'an amount of money, such as 85.00 EUR';

const ABOUT =
  /^(?:~|≈|±|about |around |approx\.? ?|approximately |circa |ca(?:\. ?| |(?=\d))|c\. ?|etwa |ungefähr |rund |env\.? |environ |aprox\.? |unos |cerca de |más o menos )/iu;
/** Canadian dollars, not `circa`. */
const CANADIAN = /^CA ?\p{Sc}/u;
/** What stands before the number, the number, and the rest. No two parts can begin at the same character. */
const NUMBER = /^([^\d-]*?)((?:(?<!\p{L})[.,])?\d+(?:[.,'’]\d+| \d{3}(?!\d))*)(.*)$/su;
/** Dashes instead of decimals. */
const DASHES = /^[.,:] ?[-–—=]{1,2}/;
/** How a remark begins where no currency stands before it. */
const REMARK =
  /^(?:[+(&/;]|,\s|(?:plus|incl|inkl|inc|including|excl|exkl|each|posted|shipped|delivered|with|mit|con|avec|com|met|vb|vhb|ono|obo)\b)/i;

/**
 * Reads `{"amount": "85.00", "currency": "EUR"}` from `85,00 €`, `£85`, `EUR 1.085,50`, `45,-` or `ca. 50 €`.
 * What follows the amount, such as `+ p&p`, is a note. The currency of the column stands in for one that is
 * missing.
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
  /** The currencies that stand around the number; undefined if something else does. */
  names: ReturnType<typeof takeCurrencies>['names'] | undefined;
  note: string;
  /** What stands in the place of a currency. */
  said: string;
}

/** Tells currencies from a remark; undefined if what follows changes the amount. */
function splitRest(before: string, rest: string): Rest | undefined {
  // Without the doubt at the end: `£45??`.
  const after = trimEndOf(rest.replace(/\([?!]\)$/, ''), /[?!]/).trim();
  // A season, a date, a range or two amounts; `£45 + 3.50 p&p` is one with a remark.
  if (/^[^\p{L}+(]*\d/u.test(after)) return undefined;
  const prefix = before.replace(/:$/, '').trim();
  const { names: first, rest: unread } = takeCurrencies(prefix);
  if (unread !== '') return { names: undefined, note: '', said: prefix };
  const { names, rest: note } = takeCurrencies(after, first);
  const said = after.slice(0, after.length - note.length).trim();
  if (names.length === 0 && note !== '' && !REMARK.test(note)) return { names: undefined, note, said: note };
  return { names, note, said: `${prefix} ${said}`.trim() };
}

function explainCurrency({ names, said }: Rest): string {
  return names && isOpen(names)
    ? 'The currency is not known: map a column to it, or set the default of "currency", such as EUR.'
    : `${quote(said)} is not a currency, such as EUR or €.`;
}

/**
 * With a point, and two places. Three digits after the only sign are thousands, unless the user chose that
 * sign for decimals; where the column shows both signs before decimals, only the user can tell.
 */
function toAmount(number: string, { given, shown = [] }: DecimalSigns, text: string): Reading<string> {
  const digits = number.replaceAll(/['’\s]/g, '');
  const at = Math.max(digits.lastIndexOf('.'), digits.lastIndexOf(','));
  const [before, sign = '', after] =
    at < 0 ? [digits, '', ''] : [digits.slice(0, at), digits[at], digits.slice(at + 1)];
  const isRepeated = sign !== '' && before.includes(sign);
  const mayGroup = after.length === 3 && /^[1-9]\d{0,2}$/.test(before) && sign !== given;
  if (mayGroup && given === undefined && shown.length > 1) {
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
