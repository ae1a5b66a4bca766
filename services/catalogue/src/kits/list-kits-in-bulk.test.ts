import { describe, expect, it } from '@jest/globals';
import { readBulkList } from './list-kits-in-bulk.ts';

/** Reads one item, with a second item to make the list long enough. */
const read = (item: string) => readBulkList(`${item},other`)[0];

describe('readBulkList', () => {
  it('keeps the order and duplicates', () => {
    expect(readBulkList('b,a,b')).toEqual([{ slug: 'b' }, { slug: 'a' }, { slug: 'b' }]);
  });

  it('trims items and skips empty items', () => {
    expect(readBulkList(' a b ,, \t,\nc\u00A0,')).toEqual([{ slug: 'a b' }, { slug: 'c' }]);
  });

  it.each([
    ['https://example.org/some-kit/', { slug: 'some-kit' }],
    ['http://example.org/some-kit', { slug: 'some-kit' }],
    ['https://example.org/a/b/some-kit//', { slug: 'some-kit' }],
    ['https://example.org/some-kit/?x=/y/#z', { slug: 'some-kit' }],
    ['https://example.org/some-kit#a/b?c', { slug: 'some-kit' }],
    ['https://example.org/some%20kit', { slug: 'some kit' }],
    ['https://example.org/some-kit-123/', { slug: 'some-kit-123', archiveId: 123 }],
    ['https://example.org/some-kit/123/', { slug: '123', archiveId: 123 }],
    ['https://example.org/some-kit123', { slug: 'some-kit123' }],
    ['https://example.org/-007', { slug: '-007', archiveId: 7 }],
    ['https://example.org/kit-12345678901', { slug: 'kit-12345678901' }],
    ['https://example.org/%E0%A4%A', { slug: '%E0%A4%A' }],
    ['https://example.org/a%00b', { slug: 'a%00b' }],
  ])('reads the URL %s', (item, expected) => {
    expect(read(item)).toEqual(expected);
  });

  it.each(['some-kit-123', '123', 'example.org/some-kit/', '/some-kit/', 'a?b#c'])(
    'treats an item that does not start with http as a slug: %s',
    (item) => {
      expect(read(item)).toEqual({ slug: item });
    },
  );

  it.each(['', ',', 'a', ' a , '])('throws for fewer than two items: "%s"', (list) => {
    expect(() => readBulkList(list)).toThrow('Minimum 2 kits required');
  });

  it('accepts two to thirty items and throws for more', () => {
    const list = (length: number) => Array.from({ length }, () => 'a').join(',');
    expect(readBulkList(list(2))).toHaveLength(2);
    expect(readBulkList(list(30))).toHaveLength(30);
    expect(() => readBulkList(list(31))).toThrow('Maximum 30 kits allowed');
  });
});
