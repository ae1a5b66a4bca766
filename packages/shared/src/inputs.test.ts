import { describe, expect, it } from '@jest/globals';
import type * as z from 'zod';
import * as inputs from './inputs.ts';

const REFUSED = Symbol('refused');

function read(input: z.ZodType, value: unknown): unknown {
  const result = input.safeParse(value);
  return result.success ? result.data : REFUSED;
}

const NO_INTEGERS = [
  'x',
  '1.0',
  '1e3',
  '0x10',
  ' 1',
  '1 ',
  '+1',
  '--1',
  '１',
  '١',
  'NaN',
  '1,2',
  '1_000',
  '\0',
  '1\0',
];
const NO_TEXTS = [['1'], ['1', '2'], { a: '1' }, true, null, 1.5];

describe('idInput', () => {
  const input = inputs.idInput;

  it.each([
    ['1', 1],
    ['007', 7],
    ['2147483647', 2_147_483_647],
    [12, 12],
  ])('reads %j', (value, id) => {
    expect(read(input, value)).toBe(id);
  });

  it.each([
    ...NO_INTEGERS,
    ...NO_TEXTS,
    '',
    '0',
    '-0',
    '-1',
    '2147483648',
    '99999999999999999999',
    undefined,
  ])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('idFilter', () => {
  const input = inputs.idFilter;

  it('accepts undefined and an empty string as no filter', () => {
    expect(read(input, undefined)).toBeUndefined();
    expect(read(input, '')).toBeUndefined();
    expect(read(input, '5')).toBe(5);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, ' ', '0', '-1', '2147483648'])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('yearFilter', () => {
  const input = inputs.yearFilter;

  it.each([
    ['2024', 2024],
    ['0', 0],
    ['9999', 9999],
    ['10000', -1],
    ['-5', -1],
    ['99999999999999999999', -1],
    ['', undefined],
    [undefined, undefined],
  ])('reads %j as a year, as -1 if no season has that year, or as undefined', (value, year) => {
    expect(read(input, value)).toBe(year);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, '2024-25', ' '])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('textFilter', () => {
  const input = inputs.textFilter;

  it('accepts undefined and an empty string as no filter, and keeps spaces', () => {
    expect(read(input, undefined)).toBeUndefined();
    expect(read(input, '')).toBeUndefined();
    expect(read(input, ' es ')).toBe(' es ');
  });

  it.each(['a\0', '\uD800', ['a'], ['a', 'b']])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('listFilter', () => {
  const input = inputs.listFilter();

  it.each([
    [undefined, []],
    ['', []],
    ['a', ['a']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [
      ['b', 'a', 'b', ''],
      ['b', 'a'],
    ],
    ['a, b,', ['a', 'b']],
    [
      ['a,b', 'c'],
      ['a', 'b', 'c'],
    ],
  ])('reads %j', (value, texts) => {
    expect(read(input, value)).toEqual(texts);
  });

  it.each(['a\0', ['a', '\0'], ['\uDC00'], 5, { a: 'b' }])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('pageInput', () => {
  it('defaults to 1, and accepts at most 2147483647', () => {
    expect(read(inputs.pageInput, undefined)).toBe(1);
    expect(read(inputs.pageInput, '3')).toBe(3);
    expect(read(inputs.pageInput, '2147483647')).toBe(2_147_483_647);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, '', '0', '-1', '2147483648'])('rejects %j', (value) => {
    expect(read(inputs.pageInput, value)).toBe(REFUSED);
  });
});

describe('pageSizeInput', () => {
  it.each([
    [undefined, 20],
    ['1', 1],
    ['100', 100],
    ['101', 100],
    ['99999999999999999999', 100],
  ])('reads %j', (value, size) => {
    expect(read(inputs.pageSizeInput, value)).toBe(size);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, '', '0', '-1', '-99999999999999999999'])('rejects %j', (value) => {
    expect(read(inputs.pageSizeInput, value)).toBe(REFUSED);
  });
});

describe('sizeInput', () => {
  const input = inputs.sizeInput({ maximum: 1000, fallback: 500 });

  it.each([
    [undefined, 500],
    ['1', 1],
    ['1001', 1000],
  ])('reads %j', (value, size) => {
    expect(read(input, value)).toBe(size);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, '', '0', '-1'])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('sequenceInput', () => {
  const input = inputs.sequenceInput;

  it.each([
    [undefined, 0],
    ['0', 0],
    ['9007199254740991', 9_007_199_254_740_991],
  ])('reads %j', (value, sequence) => {
    expect(read(input, value)).toBe(sequence);
  });

  it.each([...NO_INTEGERS, ...NO_TEXTS, '', '-1', '9007199254740992'])('rejects %j', (value) => {
    expect(read(input, value)).toBe(REFUSED);
  });
});

describe('keywordInput', () => {
  it.each([
    ['  real madrid\t', 'real madrid'],
    ['', ''],
    [' \u3000\u00A0', ''],
    ['x'.repeat(200), 'x'.repeat(200)],
    // Characters, not UTF-16 units.
    ['😀'.repeat(200), '😀'.repeat(200)],
  ])('reads %j', (value, keyword) => {
    expect(read(inputs.keywordInput, value)).toBe(keyword);
  });

  it.each([
    'x'.repeat(201),
    ' '.repeat(201),
    '😀'.repeat(201),
    'a\0b',
    '\uD83D',
    undefined,
    ['a'],
    ['a', 'b'],
    5,
  ])('rejects %j', (value) => {
    expect(read(inputs.keywordInput, value)).toBe(REFUSED);
  });
});
