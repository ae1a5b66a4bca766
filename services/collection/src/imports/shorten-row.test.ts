import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ImportRow } from './import-view.ts';
import { shortenRow } from './shorten-row.ts';

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({ unit: fc.constantFrom('x', 'é', '漢', '😀', '\u0001', '"'), minLength: 100, maxLength: 2000 }),
);
const texts = fc.dictionary(fc.string({ maxLength: 10 }), text, { maxKeys: 20 });

const toRow = (cells: Record<string, string>, item: Record<string, unknown> | null): ImportRow => ({
  number: 1,
  sheet: null,
  status: 'new',
  cells,
  item,
  item_id: null,
  errors: {},
  matches: {},
  candidates: {},
  texts: {},
  is_skipped: false,
  skip_reason: null,
  shortened: [],
});

const MAX = 3000;
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

it('shortenRow keeps a row within the size limit, and keeps the start of each cell', () => {
  fc.assert(
    fc.property(texts, fc.option(texts), (cells, item) => {
      const row = toRow(cells, item);
      const short = shortenRow(row, MAX);
      expect(bytesOf(short)).toBeLessThanOrEqual(MAX);
      // A row that fits is unchanged.
      expect(short).toEqual(bytesOf(row) <= MAX ? row : short);
      expect(Object.keys(short.cells)).toEqual(Object.keys(cells));
      for (const [column, cell] of Object.entries(short.cells)) {
        expect(cells[column]?.startsWith(cell)).toBe(true);
        expect(short.shortened.includes(column)).toBe(cell !== cells[column]);
      }
    }),
  );
});

it('shortenRow keeps short cells unchanged, and shortens only long ones', () => {
  const short = shortenRow(toRow({ Name: 'Arsenal', Notes: 'n'.repeat(5000), Size: 'L' }, { price: 7 }), MAX);
  expect(short).toMatchObject({
    cells: { Name: 'Arsenal', Size: 'L' },
    item: { price: 7 },
    shortened: ['Notes'],
  });
  expect(short.cells['Notes']?.length).toBeGreaterThan(2500);
});
