import type { Money } from '@kitroom/collection-client';
import { trimEndOf } from '@kitroom/shared';
import { quote } from '@kitroom/tabular';
import type { DecimalSign } from '../read/sniff-values.ts';
import { unreadable, type Reading } from './read-values.ts';
import { CURRENCY_WORDS, SHARED_CURRENCY_WORDS } from './value-words.ts';

/** Which signs separate decimals: the one that the user chose, or those that a column shows. */
interface DecimalSigns {
  given?: DecimalSign | undefined;
  shown?: readonly DecimalSign[];
}

const AMOUNT = 'an amount of money, such as 85.00 EUR';

const ABOUT =
  /^(?:~|≈|±|about |around |approx\.? ?|approximately |circa |ca\.? ?|c\. ?|etwa |ungefähr |rund |env\.? |environ |aprox\.? |unos |cerca de |más o menos )/i;
/** What stands before the number, the number, and the rest. No two parts can begin at the same character. */
const NUMBER = /^([^\d-]*?)([.,]?\d+(?:[.,'’]\d+| \d{3}(?!\d))*)(.*)$/s;
/** Dashes instead of decimals. */
const DASHES = /^[.,:] ?[-–—=]{1,2}/;
/** How a remark begins where no currency stands before it. */
const REMARK =
  /^(?:[+(&/;]|,\s|(?:plus|incl|inkl|inc|including|excl|exkl|each|posted|shipped|delivered|with|mit|con|avec|com|met|vb|vhb|ono|obo)\b)/i;

/**
 * Reads `{"amount": "85.00", "currency": "EUR"}` from `85,00 €`, `£85`, `EUR 1.085,50`, `45,-` or `ca. 50 €`. What follows
 * the amount, such as `+ p&p`, is a note. The currency of the column stands in for one that is missing.
 */
export function readMoney(
  original: string,
  signs: DecimalSigns,
  currencyOfColumn: string | undefined,
): Reading<Money> {
  const text = original.replaceAll(/\s+/g, ' ').trim().replace(ABOUT, '');
  const [, before = '', number, after = ''] = NUMBER.exec(text) ?? [];
  if (number === undefined) return unreadable(original, AMOUNT);
  const parts = splitRest(before.trim(), after.replace(DASHES, '').trim());
  // Letters next to the number may change it: `£1.2k`.
  const isAltered = /^\p{L}/u.test(after) && parts?.note !== '';
  if (!parts || isAltered) return unreadable(original, AMOUNT);
  const currency = toCurrency(parts.currency) ?? (isShared(parts.currency) ? currencyOfColumn : undefined);
  if (currency === undefined) return { error: explainCurrency(parts.currency) };
  const { value: amount, error } = toAmount(number, signs, original);
  if (amount === undefined) return { ...(error !== undefined && { error }) };
  return { value: { amount, currency }, ...(parts.note !== '' && { note: parts.note }) };
}

/** Tells a currency from a remark; undefined if what stands there is neither. */
function splitRest(before: string, rest: string): { currency: string; note: string } | undefined {
  // Without the doubt at the end: `£45??`.
  const after = trimEndOf(rest.replace(/\([?!]\)$/, ''), /[?!]/).trim();
  // A season, a date, a range or two amounts; `£45 + 3.50 p&p` is one with a remark.
  if (/^[^\p{L}+(]*\d/u.test(after)) return undefined;
  const prefix = before.replace(/:$/, '').trim();
  if (isCurrency(prefix)) {
    // `$25 USD`
    const isNamedTwice = isCurrency(after);
    return { currency: isNamedTwice && prefix === '$' ? after : prefix, note: isNamedTwice ? '' : after };
  }
  if (prefix !== '') return { currency: prefix, note: '' };
  const head = /^[^\s+(,;/&]*(?: ?[€£$])?/.exec(after)?.[0] ?? '';
  const tail = after.slice(head.length).trimStart();
  if (isCurrency(after) || after === '') return { currency: after, note: '' };
  if (isCurrency(head)) return { currency: head, note: tail };
  return REMARK.test(after) ? { currency: '', note: after } : { currency: after, note: '' };
}

function isCurrency(text: string): boolean {
  return toCurrency(text) !== undefined || SHARED_CURRENCY_WORDS.has(text.toLowerCase());
}

/** Whether the column has to say which currency is meant. */
function isShared(text: string): boolean {
  return text === '' || SHARED_CURRENCY_WORDS.has(text.toLowerCase());
}

function explainCurrency(named: string): string {
  return isShared(named)
    ? 'The currency is not known: map a column to it, or set the default of "currency", such as EUR.'
    : `${quote(named)} is not a currency, such as EUR or €.`;
}

/** The code of a currency by its code, sign or name. */
export function toCurrency(text: string): string | undefined {
  const trimmed = text.trim();
  const word = CURRENCY_WORDS.get(trimmed.toLowerCase());
  return word ?? (/^[A-Za-z]{3}$/.test(trimmed) ? trimmed.toUpperCase() : undefined);
}

/**
 * With a point, and two places. Three digits after the only sign are thousands, unless the user chose that sign for decimals;
 * where the column shows both signs before decimals, only the user can tell.
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
