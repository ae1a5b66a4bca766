import { NUMBER_FORMAT_MAX, quote, UnreadableFile } from './limits.ts';

/** How a number format displays a number: as a date, or with a currency. */
export interface NumberFormat {
  isDate: boolean;
  /** A symbol or a code, such as `€` or `CHF`. */
  currency?: string | undefined;
}

/** The formats for dates and times among those that are built into all programs. */
const isBuiltInDate = (id: number) =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

/** The built-in formats for amounts of money. Programs in other countries write explicit formats instead. */
const BUILT_IN_DOLLARS: ReadonlySet<number> = new Set([5, 6, 7, 8, 42, 44]);

export function builtInFormat(id: number): NumberFormat {
  return { isDate: isBuiltInDate(id), currency: BUILT_IN_DOLLARS.has(id) ? '$' : undefined };
}

/** Reads the code of a number format, such as `[$€-407] #,##0.00`. */
export function readNumberFormat(code: string): NumberFormat {
  if (code.length > NUMBER_FORMAT_MAX) {
    throw new UnreadableFile(
      `A number format of the workbook has more than ${NUMBER_FORMAT_MAX} characters: ${quote(code)}.`,
    );
  }
  const currency = findCurrency(code);
  const unquoted = code.replaceAll(/"[^"]*(?:"|$)|\\.|\[(?!(?:h+|m+|s+)\])[^\]]*(?:\]|$)/gi, '');
  const isDate = currency === undefined && /[ymdhs]/i.test(unquoted) && !/^general$/i.test(unquoted.trim());
  return { isDate, currency };
}

/**
 * Currencies whose symbol several countries share, by the symbol and country of a format: `[$kr-41D]` is
 * Swedish kronor.
 */
const SHARED_SYMBOLS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    $1009: 'CAD',
    $C09: 'AUD',
    $1409: 'NZD',
    $80A: 'MXN',
    $4809: 'SGD',
    $C04: 'HKD',
    kr41D: 'SEK',
    kr414: 'NOK',
    kr814: 'NOK',
    kr406: 'DKK',
    kr40F: 'ISK',
  }),
);

/** The currency in `[$…-…]`, or in the literal text of the format. */
function findCurrency(code: string): string | undefined {
  const [, symbol = '', locale = ''] = /\[\$([^[\]-]+)(?:-([^[\]]*))?\]/.exec(code) ?? [];
  const country = /^[\dA-F]+/i.exec(locale)?.[0] ?? '';
  const named = symbol.trim();
  if (named !== '') {
    const key = `${named.replace(/\.$/, '').toLowerCase()}${country.toUpperCase().replace(/^0+/, '')}`;
    return SHARED_SYMBOLS.get(key) ?? named;
  }
  const texts = code.replaceAll(/\[[^\]]*(?:\]|$)|[_*]./g, ' ').replaceAll(/["\\]/g, '');
  return (
    /(?:\p{L}{1,3} ?)?\p{Sc}(?: ?\p{L}{2,3})?/u.exec(texts)?.[0] ??
    texts.match(/[\p{L}.]+/gu)?.find(isCurrency)
  );
}

const CODES: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

function isCurrency(word: string): boolean {
  return CODES.has(word) || /^(?:kr|s?fr|zł|kč)\.?$/i.test(word);
}
