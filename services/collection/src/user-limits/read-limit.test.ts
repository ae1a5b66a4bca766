import { describe, expect, it } from '@jest/globals';
import { readBytes, readCount, showBytes, writeBytes, writeCount } from './read-limit.ts';

const MIB = 1024 ** 2;

describe('readBytes', () => {
  it.each([
    ['500MiB', 500 * MIB],
    ['2GiB', 2048 * MIB],
    ['3TiB', 3 * 1024 ** 4],
    ['1KiB', 1024],
    ['1048577', MIB + 1],
    ['0', 0],
    ['none', Number.POSITIVE_INFINITY],
  ])('parses %s, which writeBytes writes again', (text, bytes) => {
    expect(readBytes(text)).toBe(bytes);
    expect(writeBytes(bytes)).toBe(text);
  });

  it.each([
    '',
    ' ',
    'None',
    'unlimited',
    '-1',
    '+1',
    '1.5GiB',
    '1,000',
    '500MB',
    '500 MiB',
    '500mib',
    '500M',
    'MiB',
    '1e6',
    '0x10',
    '٥٠٠',
    '9007199254740992',
    '9000TiB ',
    '9999999TiB',
    '2GiB\n',
    'Infinity',
  ])('returns undefined for %j', (text) => {
    expect(readBytes(text)).toBeUndefined();
  });
});

describe('readCount', () => {
  it('parses whole numbers and "none", which writeCount writes again', () => {
    for (const [text, count] of [
      ['0', 0],
      ['1000', 1000],
      ['none', Number.POSITIVE_INFINITY],
    ] as const) {
      expect(readCount(text)).toBe(count);
      expect(writeCount(count)).toBe(text);
    }
  });

  it.each(['', '-1', '1.5', '1k', '10MiB', 'NONE', '9007199254740992', '1\n'])(
    'returns undefined for %j',
    (text) => {
      expect(readCount(text)).toBeUndefined();
    },
  );
});

describe('showBytes', () => {
  it('uses the largest unit, with at most one decimal place', () => {
    expect([0, 17, 1024, 1536, 500 * MIB, 1.44 * 1024 * MIB].map(showBytes)).toEqual([
      '0 bytes',
      '17 bytes',
      '1 KiB',
      '1.5 KiB',
      '500 MiB',
      '1.4 GiB',
    ]);
  });
});
