import * as z from 'zod';

/** The maximum number of digits of an amount before the decimal point. */
export const AMOUNT_DIGITS_MAX = 10;

/** An amount of money: a decimal with two places as a string, and an ISO 4217 currency. */
export const money = z.object({ amount: z.string(), currency: z.string() }).meta({ id: 'Money' });

export type Money = z.output<typeof money>;

/** The error texts for amounts of money. */
export const MONEY_TEXT = {
  object: 'Expected an object such as {"amount": "85.00", "currency": "EUR"}.',
  amount: 'The amount must be a string of digits with at most two decimal places, such as "85.00".',
  digits: `The amount must have no more than ${AMOUNT_DIGITS_MAX} digits before the decimal point.`,
  currency: 'The currency must be an ISO 4217 code, such as "EUR".',
} as const;

const DECIMAL = /^(\d{1,30})(?:\.(\d{1,2}))?$/;

/** An amount of money in a body. The amount is a string, because 0.1 + 0.2 is not 0.3 in most languages. */
export const moneyField = z
  .custom<Money>()
  .transform(readMoney)
  .meta({
    openapi: {
      type: 'object',
      properties: {
        amount: { type: 'string', pattern: `^\\d{1,${AMOUNT_DIGITS_MAX}}(\\.\\d{1,2})?$` },
        currency: { type: 'string', pattern: '^[A-Za-z]{3}$' },
      },
      required: ['amount', 'currency'],
    },
  });

function readMoney(input: unknown, context: z.core.$RefinementCtx): Money {
  const report = (message: string) => {
    context.addIssue({ code: 'custom', message });
    return '';
  };
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    report(MONEY_TEXT.object);
    return z.NEVER;
  }
  const { amount, currency } = input as { amount?: unknown; currency?: unknown };
  return { amount: readAmount(amount, report), currency: readCurrency(currency, report) };
}

/** The amount in canonical form: `85` and `085.0` become `85.00`. */
function readAmount(amount: unknown, report: (message: string) => string): string {
  const match = typeof amount === 'string' ? DECIMAL.exec(amount.trim()) : null;
  if (!match) return report(MONEY_TEXT.amount);
  const [, whole = '', decimals = ''] = match;
  const digits = whole.replace(/^0+(?=\d)/, '');
  if (digits.length > AMOUNT_DIGITS_MAX) return report(MONEY_TEXT.digits);
  return `${digits}.${decimals.padEnd(2, '0')}`;
}

function readCurrency(currency: unknown, report: (message: string) => string): string {
  const code = typeof currency === 'string' ? currency.trim().toUpperCase() : '';
  return isCurrencyCode(code) ? code : report(MONEY_TEXT.currency);
}

let names: Intl.DisplayNames | undefined;

/** Whether a code is that of a currency in use or a former one, such as DEM: old shirts were paid in them. */
export function isCurrencyCode(code: string): boolean {
  names ??= new Intl.DisplayNames('en', { type: 'currency', fallback: 'none' });
  return /^[A-Z]{3}$/.test(code) && names.of(code) !== undefined;
}
