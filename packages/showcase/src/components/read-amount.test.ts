import { describe, expect, it } from '@jest/globals';
import { CURRENCIES } from './currencies.ts';
import { readAmount } from './read-amount.ts';

describe('readAmount', () => {
  it.each([
    ['45', '45 EUR'],
    ['45.5', '45.5 EUR'],
    ['45,50', '45.50 EUR'],
    [' 0,99 ', '0.99 EUR'],
    ['.5', '0.5 EUR'],
    ['45,', '45 EUR'],
    ['45,-', '45 EUR'],
    ['1.234,56', '1234.56 EUR'],
    ['1,234.56', '1234.56 EUR'],
    ['1.234', '1234 EUR'],
    ['1,234', '1234 EUR'],
    ['1.234.567', '1234567 EUR'],
    ['1,00,000.50', '100000.50 EUR'],
    ['1 234,56', '1234.56 EUR'],
    ['1\u00a0234,56\u00a0€', '1234.56 EUR'],
    ['1’234.50 CHF', '1234.50 CHF'],
    ['45 €', '45 EUR'],
    ['€45', '45 EUR'],
    ['45 euro', '45 EUR'],
    ['45 Euros', '45 EUR'],
    ['£1,234.56', '1234.56 GBP'],
    ['gbp 20', '20 GBP'],
    ['$30', '30 USD'],
    ['US$30', '30 USD'],
    ['200 kr', '200 SEK'],
    ['200 kr.', '200 SEK'],
    ['99 zł', '99 PLN'],
    ['R$ 99,90', '99.90 BRL'],
    ['₺1.500', '1500 TRY'],
    ['４５', '45 EUR'],
  ])('reads %s as %s', (typed, expected) => {
    const read = readAmount(typed, 'EUR');
    expect(`${read?.amount} ${read?.currency}`).toBe(expected);
  });

  it('reads an ambiguous currency sign as the currency in use', () => {
    expect(readAmount('200 kr', 'DKK')).toEqual({ amount: '200', currency: 'DKK' });
    expect(readAmount('$20', 'AUD')).toEqual({ amount: '20', currency: 'AUD' });
    expect(readAmount('20 €', 'DKK')).toEqual({ amount: '20', currency: 'EUR' });
  });

  it.each(['', 'a lot', '-5', '1.2.3', '12..5', '1,234,56.7', '5 apples', '1.234,567', '4 5 €€', '€'])(
    'returns undefined for “%s”',
    (typed) => {
      expect(readAmount(typed, 'EUR')).toBeUndefined();
    },
  );
});

describe('CURRENCIES', () => {
  it('begins with EUR, GBP and USD, and contains each currency once', () => {
    expect(CURRENCIES.slice(0, 3)).toEqual(['EUR', 'GBP', 'USD']);
    expect(CURRENCIES).toEqual(expect.arrayContaining(['TRY', 'MXN', 'ARS', 'AUD', 'CAD', 'HUF', 'ISK']));
    expect(new Set(CURRENCIES).size).toBe(CURRENCIES.length);
  });
});
