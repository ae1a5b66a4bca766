import { describe, expect, it } from '@jest/globals';
import { readMoney, type DecimalSign } from '../src/imports/parse/read-amounts.ts';
import { findColumnCurrency } from '../src/imports/parse/read-currency.ts';
import { readDate } from '../src/imports/parse/read-dates.ts';
import {
  findKitKinds,
  readBoolean,
  readCondition,
  readCountry,
  readMainColour,
  readSize,
} from '../src/imports/parse/read-values.ts';
import { isPlaceholder } from '../src/imports/parse/value-words.ts';

describe('readDate', () => {
  it.each([
    ['31.12.2020', 'dmy', '2020-12-31'],
    ['12/31/99', 'mdy', '1999-12-31'],
    ['2020-12-31T10:00:00', 'dmy', '2020-12-31'],
    ['24. Dezember 2019', 'dmy', '2019-12-24'],
    ['3. Okt. 2021', 'dmy', '2021-10-03'],
    ['5 août 2017', 'dmy', '2017-08-05'],
    ['11 janv. 2022', 'dmy', '2022-01-11'],
    ['7 June 2014', 'ymd', '2014-06-07'],
    ['June 7th, 2014', 'ymd', '2014-06-07'],
    ['07-Jun-14', 'ymd', '2014-06-07'],
    ['3 de marzo de 2019', 'ymd', '2019-03-03'],
    ['1er mai 2018', 'ymd', '2018-05-01'],
    ['12 ott 2020', 'ymd', '2020-10-12'],
    ['9 de fevereiro de 2021', 'ymd', '2021-02-09'],
    ['3. Jänner 2020', 'dmy', '2020-01-03'],
    ['Samstag, 7. Juni 2014', 'ymd', '2014-06-07'],
    ['43466', 'dmy', '2019-01-01'],
  ] as const)('reads %s', (text, date_order, value) => {
    expect(readDate(text, { date_order })).toEqual({ value });
  });

  it.each(['2016', 'March 2018', '03/2018', '2018-03', 'Mar-18', 'summer 2019', 'ca. 2015', '2015?'])(
    'returns a date without a day as a note: %s',
    (note) => {
      expect(readDate(note, { date_order: 'dmy' })).toEqual({ note });
    },
  );

  it.each(['31.2.2020', '2020-13-01', 'yesterday', '1.1.12345', '32 June 2014', '99999'])(
    'returns an error for %s',
    (text) => {
      expect(readDate(text, { date_order: 'dmy' }).error).toContain('is not a date');
    },
  );
});

describe('readMoney', () => {
  it.each([
    ['85,00 €', ',', undefined, '85.00', 'EUR'],
    ['£1,085.50', '.', undefined, '1085.50', 'GBP'],
    ['1.085', ',', 'EUR', '1085.00', 'EUR'],
    ['EUR 85', ',', undefined, '85.00', 'EUR'],
    ['85.5', ',', 'CHF', '85.50', 'CHF'],
    ['1.200 €', undefined, undefined, '1200.00', 'EUR'],
    ['1.200 €', ',', undefined, '1200.00', 'EUR'],
    ['1.200 €', '.', undefined, '1.20', 'EUR'],
    ['1,200', '.', 'EUR', '1200.00', 'EUR'],
    ['1,200', ',', 'EUR', '1.20', 'EUR'],
    ['1 200,50 €', undefined, undefined, '1200.50', 'EUR'],
    ['1\u202F100,00\u00A0€', undefined, undefined, '1100.00', 'EUR'],
    ['1’200.50 CHF', undefined, undefined, '1200.50', 'CHF'],
    ['1,234,567 USD', undefined, undefined, '1234567.00', 'USD'],
    ['1.234.567,89 €', undefined, undefined, '1234567.89', 'EUR'],
    ['0.500', undefined, 'EUR', '0.50', 'EUR'],
    ['1200.500', undefined, 'EUR', '1200.50', 'EUR'],
    ['.5', undefined, 'EUR', '0.50', 'EUR'],
    ['Fr. 45', undefined, undefined, '45.00', 'CHF'],
    ['45,-', undefined, 'EUR', '45.00', 'EUR'],
    ['CHF 45.-', undefined, undefined, '45.00', 'CHF'],
    ['€ 20,-', undefined, undefined, '20.00', 'EUR'],
    ['1.200,–', undefined, 'EUR', '1200.00', 'EUR'],
    ['~99:-', undefined, 'SEK', '99.00', 'SEK'],
    ['45 kr', undefined, 'SEK', '45.00', 'SEK'],
    ['ca. 50 €', undefined, undefined, '50.00', 'EUR'],
    ['~50€', undefined, undefined, '50.00', 'EUR'],
    ['about £20', undefined, undefined, '20.00', 'GBP'],
    ['£45?', undefined, undefined, '45.00', 'GBP'],
    ['$25 USD', undefined, undefined, '25.00', 'USD'],
    ['R$ 150,00', undefined, undefined, '150.00', 'BRL'],
    ['45,50 zł', undefined, undefined, '45.50', 'PLN'],
    [`EUR 0.${'0'.repeat(1000)}`, undefined, undefined, '0.00', 'EUR'],
    ['$30', undefined, 'CAD', '30.00', 'CAD'],
    ['$30', undefined, 'EUR', '30.00', 'USD'],
    ['Rs.450', undefined, undefined, '450.00', 'INR'],
    ['Rs. 450', undefined, undefined, '450.00', 'INR'],
    ['Rs 450', undefined, 'PKR', '450.00', 'PKR'],
    ['ca. $30', undefined, undefined, '30.00', 'USD'],
    ['c. $30', undefined, undefined, '30.00', 'USD'],
    ['ca 30 $', undefined, undefined, '30.00', 'USD'],
    ['ca30 €', undefined, undefined, '30.00', 'EUR'],
    ['DEM 50', undefined, undefined, '50.00', 'DEM'],
  ] as const)('reads %s', (text, headingCurrency, currency, amount, expectedCurrency) => {
    expect(readMoney(text, { chosen: headingCurrency }, currency)).toEqual({
      value: { amount, currency: expectedCurrency },
    });
  });

  const ofDollars = [
    ['CAD', 'CA', 'C', 'CAN', 'CDN', 'CAD'],
    ['AUD', 'A', 'AU', 'AUD'],
    ['USD', 'US', 'USD'],
    ['NZD', 'NZ', 'NZD'],
    ['HKD', 'HK', 'HKD'],
    ['SGD', 'S', 'SGD'],
    ['TWD', 'NT', 'TWD'],
    ['BRL', 'R', 'BRL'],
    ['MXN', 'MX', 'MEX', 'MXN'],
  ].flatMap(([code = '', ...letters]) => letters.map((spelling) => [spelling, code] as const));

  it.each(ofDollars)('reads the letters %s next to a dollar sign as %s', (letters, currency) => {
    const texts = [`${letters}$30`, `${letters} $30`, `${letters}$ 30`, `30 ${letters}$`, `30${letters}$`];
    const after = [
      `30 $${letters}`,
      `$30 ${letters}`,
      `30 $ ${letters}`,
      `$${letters} 30`,
      `30 $ (${letters})`,
    ];
    const listed = [...texts, ...(letters.length > 1 ? after : []), `ca. ${letters}$30`];
    const readings = listed.map((text) => [text, readMoney(text, {}, 'EUR').value]);
    expect(readings).toEqual(listed.map((text) => [text, { amount: '30.00', currency }]));
  });

  it.each([
    ['CN¥ 30', 'CNY'],
    ['30 ¥', 'JPY'],
    ['£30 EGP', 'EGP'],
    ['30 £', 'GBP'],
    ['30 kr SEK', 'SEK'],
    ['NOK 30 kr', 'NOK'],
    ['RM 30', 'MYR'],
    ['RM30', 'MYR'],
    ['Rs 30 PKR', 'PKR'],
    ['30 pesos MXN', 'MXN'],
    ['30 dollars', 'USD'],
    ['30 euros', 'EUR'],
    ['CAD 30', 'CAD'],
    ['$30 cad', 'CAD'],
  ])('reads the currency from the sign and the letters or words next to the sign: %s', (text, currency) => {
    expect(readMoney(text, {}, undefined).value).toEqual({ amount: '30.00', currency });
  });

  it.each(['XX$30', '30 XX$', '$30 EUR', '30 £ USD', 'CHF 30 EUR', '30 kr EUR', 'B$ 30'])(
    'returns an error if the letters next to the sign are unknown or contradict the sign: %s',
    (text) => {
      expect(readMoney(text, {}, 'USD').error).toContain('is not a currency');
    },
  );

  it.each(['45 kr', '45 pesos'])(
    "returns an error for a currency word that does not fit the column's currency: %s",
    (text) => {
      expect(readMoney(text, {}, 'EUR').error).toContain('The currency is not known');
    },
  );

  it.each([
    ['$45 all in', 'USD', 'all in'],
    ['45 $ try it', 'USD', 'try it'],
    ['$45 a shirt', 'USD', 'a shirt'],
    ['45 $ CAD shipped', 'CAD', 'shipped'],
    ['C$45 + p&p', 'CAD', '+ p&p'],
    ['£45 ono', 'GBP', 'ono'],
    ['£45.00 + p&p', 'GBP', '+ p&p'],
    ['45 € inkl. Versand', 'EUR', 'inkl. Versand'],
    ['£45 (with postage)', 'GBP', '(with postage)'],
    ['45 GBP shipped', 'GBP', 'shipped'],
    ['£45 + 3.50 p&p', 'GBP', '+ 3.50 p&p'],
  ])('returns the words after the amount as a note: %s', (text, currency, note) => {
    expect(readMoney(text, {}, undefined)).toEqual({ value: { amount: '45.00', currency }, note });
  });

  it.each([
    '12 apples',
    'free',
    '1.2345',
    '',
    '31.12.20',
    '1.200,505',
    '-5',
    '30-40 €',
    '2003/04',
    '45; 50',
    '£1.2k',
    `x${' '.repeat(20_000)}x`,
  ])('returns an error for a string that is not an amount (case %#)', (text) => {
    expect(readMoney(text, { chosen: '.' }, 'EUR').error).toContain('is not');
  });

  it.each(['45 kr', '45'])('returns an error for an amount without a known currency: %s', (text) => {
    expect(readMoney(text, {}, undefined).error).toContain('The currency is not known');
  });

  it('reads "1.200" as 1200 unless "." is set as decimal sign, and fails if the column uses both signs', () => {
    const shown = (...signs: DecimalSign[]) => ({ shown: signs });
    expect(readMoney('1.200', shown(','), 'EUR').value?.amount).toBe('1200.00');
    expect(readMoney('1.200', shown('.'), 'EUR').value?.amount).toBe('1200.00');
    expect(readMoney('1.200', shown('.', ','), 'EUR').error).toContain('set the option "decimal"');
    expect(readMoney('1.200', { chosen: ',', shown: ['.', ','] }, 'EUR').value?.amount).toBe('1200.00');
    expect(readMoney('1.200', { chosen: '.', shown: ['.', ','] }, 'EUR').value?.amount).toBe('1.20');
  });
});

describe('values of cells', () => {
  it.each([
    '-',
    '–',
    '—',
    '--',
    'n/a',
    'N/A',
    'na',
    'None',
    '?',
    '???',
    'unknown',
    'TBC',
    '0001-01-01',
    'k.A.',
    'inconnu',
    '#REF!',
    '(none)',
    '[unknown]',
    '0001-01-01 00:00:00',
  ])('meansNothing returns true for %s', (text) => {
    expect(isPlaceholder(text)).toBe(true);
  });

  it.each(['0', 'no', 'Nani', 'x', '-5', 'NK Maribor', 'nada más'])(
    'meansNothing returns false for %s',
    (text) => {
      expect(isPlaceholder(text)).toBe(false);
    },
  );

  it.each([
    ['Mens L', 5],
    ['Size L', 5],
    ['Large', 5],
    ['Größe XL', 6],
    ['Adult M', 4],
    ["Men's S", 3],
    ['Talla XXL', 7],
    ['2 XL', 7],
  ])('readSize returns the size of %s', (text, value) => {
    expect(readSize(text, 'jersey')).toEqual({ value });
  });

  it.each(['164', '42"', '42', 'Youth L', 'Age 12-13', 'L/XL', 'Womens M'])(
    'readSize returns an error for a size without an id: %s',
    (text) => {
      expect(readSize(text, 'jersey').error).toBeDefined();
    },
  );

  it.each([
    ['Red/White', { main: 2, others: [1] }],
    ['rojo y blanco', { main: 2, others: [1] }],
    ['Rot-Weiß', { main: 2, others: [1] }],
    ['Off-white', { main: 17, others: [] }],
  ])('readMainColour separates the main colour from the other colours: %s', (text, value) => {
    expect(readMainColour(text)).toEqual({ value });
  });

  it.each([
    ['Spain', 'ES'],
    ['España', 'ES'],
    ['Spanien', 'ES'],
    ['es', 'ES'],
    ['UK', 'GB'],
    ['Schottland', 'GB'],
    ['Yugoslavia', 'YU'],
    ['Jugoslawien', 'YU'],
    ['Zaire', 'ZR'],
    ['DDR', 'DD'],
    ['Unión Soviética', 'SU'],
    ['Netherlands Antilles', 'AN'],
    ['U.S.A.', 'US'],
  ])('readCountry returns the country code of %s', (text, value) => {
    expect(readCountry(text)).toEqual({ value });
  });

  it.each([
    ['8/10', { value: { condition: 8 } }],
    ['Very good', { value: { detailed_condition: 'VERY_GOOD' } }],
    ['sehr guter Zustand', { value: { detailed_condition: 'VERY_GOOD' } }],
    ['Bon état', { value: { detailed_condition: 'GOOD' } }],
    ['ottime condizioni', { value: { detailed_condition: 'EXCELLENT' } }],
    ['em bom estado', { value: { detailed_condition: 'GOOD' } }],
    ['8 - small stain', { value: { condition: 8 }, note: '8 - small stain' }],
    ['9 (bobbling)', { value: { condition: 9 }, note: '9 (bobbling)' }],
    ['Ótimo', { value: { detailed_condition: 'EXCELLENT' } }],
    ['Never worn', { value: { detailed_condition: 'BNWOT' } }],
    ['Good, small hole', { value: { detailed_condition: 'GOOD' }, note: 'Good, small hole' }],
  ])(
    'readCondition returns a grade or a detailed condition, and a note for further words: %s',
    (text, reading) => {
      expect(readCondition(text)).toEqual(reading);
    },
  );

  it.each([
    ['ja', { value: true }],
    ['Yes (on the front)', { value: true, note: 'Yes (on the front)' }],
    ['sí - por Iniesta', { value: true, note: 'sí - por Iniesta' }],
    ['no, sadly', { value: false, note: 'no, sadly' }],
    ['by Pelé', { error: '"by Pelé" is not yes or no.' }],
  ])(
    'readBoolean returns a remark after yes or no as a note, and an error for other text: %s',
    (text, reading) => {
      expect(readBoolean(text)).toEqual(reading);
    },
  );

  it.each([
    [
      true,
      'yes,Y,1,1.0,checked,•,✓,x,X,ja,sí,oui,sì,sim,vrai,verdadero,vero,wahr,☑,angekreuzt,cochée,marcada',
    ],
    [false, 'no,N,0,0.0,unchecked,✗,nein,non,não,faux,falso,falsch,☐,sin marcar,décochée,nicht angekreuzt'],
  ])('readBoolean returns %s for %s', (value, texts) => {
    expect(texts.split(',').map((text) => readBoolean(text).value)).toEqual(
      texts.split(',').map(() => value),
    );
  });

  it.each([
    ['Home shirt', ['home']],
    ['Heimtrikot', ['home']],
    ['Segunda equipación', ['away']],
    ['1ª equipación', ['home']],
    ['3ème kit', ['third']],
    ['GK', ['goalkeeper']],
    ['Arsenal away 2003', ['away']],
    ['Batistuta', []],
    ['Second', []],
    ['First shirt', []],
    ['Casa Pia', []],
  ])('findKitKinds finds the kinds of kit in %s', (text, kinds) => {
    expect([...findKitKinds(text)]).toEqual(kinds);
  });
});

it.each([
  ['Preis in €', 'EUR'],
  ['Valor pago (R$)', 'BRL'],
  ['Price US$', 'USD'],
  ['Cost in A$', 'AUD'],
  ['Cost£', 'GBP'],
  ['Cost AUD', 'AUD'],
  ['Price (C$)', 'CAD'],
  ['Price (CA$)', 'CAD'],
  ['Price (CA $)', 'CAD'],
  ['Price ($ CAD)', 'CAD'],
  ['Price $ (AUD)', 'AUD'],
  ['Price in NT$', 'TWD'],
  ['Price (Rs.)', 'INR'],
  ['Price (RM)', 'MYR'],
  ['Price ($)', 'USD'],
  ['Price (€/£)', undefined],
  ['Price (XX$)', undefined],
  ['Price', undefined],
])('findColumnCurrency reads the heading "%s" as %s', (heading, currency) => {
  expect(findColumnCurrency(heading)).toBe(currency);
});
