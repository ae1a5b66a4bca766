import { expect, it } from '@jest/globals';
import { builtInFormat, readNumberFormat } from './number-formats.ts';

it.each([
  ['[$£-809]#,##0.00', '£'],
  ['#,##0.00 "€"', '€'],
  ['_-* #,##0.00\\ "€"_-;\\-* #,##0.00\\ "€"_-', '€'],
  ['[$€-407] #,##0.00;[Red]-[$€-407] #,##0.00', '€'],
  ['[$CHF-807] #,##0.00', 'CHF'],
  ['[$EUR] #,##0', 'EUR'],
  ['$#,##0_-', '$'],
  ['"CHF" 0.00', 'CHF'],
  ['#,##0.00 USD', 'USD'],
  ['[$kr-41D] #,##0', 'SEK'],
  ['[$kr.-406] #,##0', 'DKK'],
  ['[$$-1009]#,##0.00', 'CAD'],
  ['[$$-409]#,##0.00', '$'],
  ['#,##0 "zł"', 'zł'],
  ['"C$"#,##0.00', 'C$'],
  ['[$CA$-1009]#,##0.00', 'CA$'],
  ['#,##0.00 "$ CAD"', '$ CAD'],
  ['#,##0.00\\ "US$"', 'US$'],
])('readNumberFormat finds the currency of the format %s', (code, currency) => {
  expect(readNumberFormat(code)).toEqual({ isDate: false, currency });
});

it.each(['0.00', 'General', '0 "pcs"', '[Red]0%', '#,##0.00_);(#,##0.00)', '@'])(
  'readNumberFormat finds no currency in %s',
  (code) => {
    expect(readNumberFormat(code)).toEqual({ isDate: false });
  },
);

it.each([
  'd mmm yyyy',
  '[$-407]dd/mm/yyyy',
  '[$-F800]dddd, mmmm dd, yyyy',
  'yyyy/m',
  '[h]:mm',
  'd" de "mmmm" de "yyyy',
])('readNumberFormat recognises the date format %s', (code) => {
  expect(readNumberFormat(code)).toEqual({ isDate: true });
});

it('builtInFormat reads money formats as dollars', () => {
  expect([builtInFormat(44), builtInFormat(14), builtInFormat(4)]).toEqual([
    { isDate: false, currency: '$' },
    { isDate: true },
    { isDate: false },
  ]);
});
