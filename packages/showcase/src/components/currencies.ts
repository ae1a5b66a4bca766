/** The currencies that collectors use most; the others follow them in lists. */
const USUAL = 'EUR GBP USD CHF SEK NOK DKK PLN CZK HUF TRY BRL ARS MXN JPY AUD CAD'.split(' ');

/** The codes of all currencies that the browser knows, the usual ones first. */
export const CURRENCIES: readonly string[] = [...new Set([...USUAL, ...Intl.supportedValuesOf('currency')])];

/**
 * The currency of a sign, code or name, such as `£`, `gbp` or `euros`. A sign of several currencies, such as
 * `kr`, is that of the preferred one if it is among them, or else of the most usual one. Undefined if no
 * currency has it.
 */
export function findCurrency(sign: string, preferred: string): string | undefined {
  const key = toKey(sign);
  const hasSign = (code: string) => listSigns(code).includes(key);
  return hasSign(preferred) ? preferred : CURRENCIES.find(hasSign);
}

const signs = new Map<string, readonly string[]>();

function listSigns(code: string): readonly string[] {
  const known = signs.get(code);
  if (known) return known;
  const found = [toKey(code), ...DISPLAYS.map((display) => toKey(showSign(code, display)))];
  signs.set(code, found);
  return found;
}

const DISPLAYS = ['symbol', 'narrowSymbol', 'name'] as const;

function showSign(code: string, currencyDisplay: (typeof DISPLAYS)[number]): string {
  const format = new Intl.NumberFormat('en-GB', { style: 'currency', currency: code, currencyDisplay });
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? code;
}

/** `kr.` is `kr`, and `Euro` is `euros`. */
function toKey(sign: string): string {
  return sign.toLowerCase().replace(/\.$/, '').replace(/s$/, '');
}
