import { describe, expect, it } from '@jest/globals';
import * as z from 'zod';
import { openQueryReader } from './query-values.ts';

const schema = z.object({
  colour: z.array(z.string()).meta({ takesSeveral: true }),
  slugs: z.string().meta({ isCommaSeparated: true }),
  page: z.string(),
});

const read = openQueryReader(schema);

describe('openQueryReader', () => {
  it.each([
    [
      { colour: 'Red', page: '1' },
      { colour: ['Red'], page: '1' },
    ],
    [{ colour: ['Red', 'White'] }, { colour: ['Red', 'White'] }],
    [{ 'colour[]': 'Red' }, { colour: ['Red'] }],
    [{ 'colour[]': ['Red', 'White'], colour: 'Blue' }, { colour: ['Red', 'White', 'Blue'] }],
    [{ 'colour[0]': 'Red', 'colour[1]': 'White' }, { colour: ['Red', 'White'] }],
    [{ slugs: 'a,b' }, { slugs: 'a,b' }],
    [{ slugs: ['a', 'b,c'] }, { slugs: 'a,b,c' }],
    [{ 'slugs[]': ['a', 'b'] }, { slugs: 'a,b' }],
    [{ page: ['1', '2'] }, { page: ['1', '2'] }],
    [
      { unknown: 'x', 'unknown[]': 'y' },
      { unknown: 'x', 'unknown[]': 'y' },
    ],
  ])('reads %j as %j', (query, values) => {
    expect(read(query)).toEqual({ values, issues: [] });
  });

  it('reports an error for brackets at a parameter with a single value', () => {
    const { values, issues } = read({ 'page[]': '2' });
    expect(values).toEqual({});
    expect(issues).toMatchObject([
      { path: ['page'], message: 'Takes one value: write page, without brackets.' },
    ]);
  });
});
