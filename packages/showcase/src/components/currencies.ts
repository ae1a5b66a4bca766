/** The currencies that collectors use most, which come first in lists. */
const USUAL = 'EUR GBP USD CHF SEK NOK DKK PLN CZK HUF TRY BRL ARS MXN JPY AUD CAD'.split(' ');

/** The codes of all currencies that the browser knows, the usual ones first. */
export const CURRENCIES: readonly string[] = [...new Set([...USUAL, ...Intl.supportedValuesOf('currency')])];

/**
 * Finds the currency of a sign, code or name, such as `£`, `gbp` or `euros`. If several currencies share a
 * sign, such as `kr`, the preferred one wins if it is among them, else the most usual one. Undefined if no
 * currency matches.
 */
export function findCurrency(sign: string, preferred: string): string | undefined {
  const key = toKey(sign);
  const hasSign = (code: string) => listSigns(code).includes(key);
  return hasSign(preferred) ? preferred : CURRENCIES.find(hasSign);
}

const signs = new Map<string, readonly string[]>();

function listSigns(code: string): readonly string[] {
  const cached = signs.get(code);
  if (cached) return cached;
  const listed = [toKey(code), ...DISPLAYS.map((display) => toKey(showSign(code, display)))];
  signs.set(code, listed);
  return listed;
}

const DISPLAYS = ['symbol', 'narrowSymbol', 'name'] as const;

function showSign(code: string, currencyDisplay: (typeof DISPLAYS)[number]): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: code, currencyDisplay });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code;
}

/** Normalises a sign, so that `kr.` matches `kr`, and `Euro` matches `euros`. */
function toKey(sign: string): string {
  return sign.toLowerCase().replace(/\.$/, '').replace(/s$/, '');
}
