import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { BRAND, CLUB, kitLine, openInterchange, toBytes, type Interchange } from './interchange.ts';

const MIB = 1024 * 1024;

const NONE = { count: 0, first: [] };
const NOTHING = {
  inserted: {},
  updated: {},
  superseded: 0,
  replaced: NONE,
  unchecked: NONE,
  invalid: [],
};

let catalogue: Interchange;

beforeAll(async () => {
  catalogue = await openInterchange();
});

afterEach(() => catalogue.clear());

afterAll(() => catalogue.close());

describe('the lines of an import', () => {
  it.each([
    ['end with CR and LF', '%\r\n%\r\n'],
    ['begin with a byte order mark', '\uFEFF%\n%\n'],
    ['have blank ones among them', '\n\r\n  \n%\n\t\n\n%\n\n'],
    ['have none after the last', '%\n%'],
    ['have white space around them', '  %\t\n\t%  \n'],
  ])('may %s', async (_what, pattern) => {
    const lines = [CLUB, BRAND].map((line) => JSON.stringify(line));
    await catalogue.load(Buffer.from(pattern.replaceAll('%', () => lines.shift() ?? '')));
    expect(await catalogue.count()).toBe(2);
  });

  it.each([
    ['a byte that is no UTF-8', [0xc3, 0x28]],
    ['half a character at its end', [0xe2, 0x82]],
    ['a surrogate in bytes', [0xed, 0xa0, 0x80]],
    ['Latin 1', [0x4d, 0xe1, 0x6c]],
  ])('with %s are not UTF-8', async (_what, bytes) => {
    const before = Buffer.concat([toBytes([BRAND]), Buffer.from('{"kind":"season","year":"')]);
    const input = Buffer.concat([before, Buffer.from(bytes), Buffer.from('"}\n'), toBytes([CLUB])]);
    expect(await catalogue.failure(input)).toBe('line 2: is not UTF-8');
    expect(await catalogue.count()).toBe(0);
  });

  it('may have a mebibyte each and not a byte more', async () => {
    const fill = (bytes: number) => {
      const bare = JSON.stringify({ kind: 'brand', slug: 'b', name: 'B' });
      return `${bare}${' '.repeat(bytes - bare.length)}`;
    };
    await catalogue.load([fill(MIB)]);
    expect(await catalogue.count()).toBe(1);
    expect(await catalogue.failure([CLUB, fill(MIB + 1)])).toBe(`line 2: has more than ${MIB} bytes`);
    expect(await catalogue.failure(Buffer.alloc(5 * MIB, 'x'))).toBe(`line 1: has more than ${MIB} bytes`);
    expect(await catalogue.count()).toBe(1);
  });

  it('count the blank ones, as an editor does', async () => {
    expect(await catalogue.failure(Buffer.from('\uFEFF\n\r\n{}\n'))).toContain('line 3: "kind" is missing');
  });

  it('may be none', async () => {
    expect(await catalogue.load(Buffer.alloc(0))).toEqual(NOTHING);
    expect(await catalogue.load(Buffer.from('\n\n'))).toEqual(NOTHING);
  });

  it('may come in pieces of any size', async () => {
    const bytes = toBytes([{ ...CLUB, name: 'Śląsk 🏆' }, BRAND, kitLine('k')]);
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]));
    await catalogue.loadPieces(pieces);
    expect(await catalogue.rows('select name from clubs')).toEqual([{ name: 'Śląsk 🏆' }]);
    expect(await catalogue.rows('select slug from kits')).toEqual([{ slug: 'k' }]);
  });
});
