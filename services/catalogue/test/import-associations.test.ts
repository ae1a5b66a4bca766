import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { describeResult } from '../src/interchange/import-catalogue.ts';
import { CLUB, openInterchange, type Interchange } from './interchange.ts';

let catalogue: Interchange;

beforeAll(async () => {
  catalogue = await openInterchange();
});

beforeEach(() => catalogue.clear());

afterAll(() => catalogue.close());

/** The country and association of the club as an export has them. */
async function exportedPlace() {
  const [line = '{}'] = (await catalogue.exported()).split('\n');
  const { country, association } = JSON.parse(line) as Record<string, unknown>;
  return [country, association];
}

describe('the association of a club', () => {
  it.each([
    [{ country: 'ES' }, 'ES', 'ESP'],
    [{ country: 'es', association: 'esp' }, 'ES', 'ESP'],
    [{ country: 'MC', association: null }, 'MC', null],
    [{ country: 'YU', association: 'YUG' }, 'YU', 'YUG'],
    [{ country: 'GB' }, 'GB', null],
    [{ country: 'GB', association: 'NIR' }, 'GB', 'NIR'],
    [{ country: 'GB-ENG' }, 'GB', 'ENG'],
    [{ country: 'gb-sct' }, 'GB', 'SCO'],
    [{ country: 'GB-WLS', association: 'WAL' }, 'GB', 'WAL'],
    [{ country: 'GB-NIR', association: null }, 'GB', 'NIR'],
    [{ country: null }, null, null],
    [{}, null, null],
  ])('of %j is taken', async (place, country, association) => {
    await catalogue.load([{ ...CLUB, ...place }]);
    expect(await exportedPlace()).toEqual([country, association]);
  });

  it.each([
    [{ country: 'ES', association: 'ENG' }, '"association" must be ESP for "country" ES; it is "ENG"'],
    [
      { country: 'MC', association: 'FRA' },
      '"association" must be null: FIFA has none for "country" MC; it is "FRA"',
    ],
    [
      { country: 'GB', association: 'IRL' },
      '"association" must be one of ENG, SCO, WAL, NIR for "country" GB; it is "IRL"',
    ],
    [
      { country: 'GB-WLS', association: 'ENG' },
      '"association" must be WAL for "country" GB-WLS; it is "ENG"',
    ],
    [{ association: 'ENG' }, '"association" must be given with its "country"; it is "ENG"'],
    [
      { association: 'England' },
      `"association" must be FIFA's three-letter code of an association, such as ESP`,
    ],
    [{ country: 'GB-COR' }, 'such as ES, or one of GB-ENG, GB-SCT, GB-WLS, GB-NIR; it is "GB-COR"'],
  ])('of %j is refused', async (place, error) => {
    expect(await catalogue.failure([{ ...CLUB, ...place }])).toContain(error);
  });

  it('changes field by field, also within a file', async () => {
    await catalogue.load([{ ...CLUB, country: 'GB-ENG' }]);
    await catalogue.load([{ ...CLUB, country: 'GB' }]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
    await catalogue.load([{ ...CLUB, association: 'SCO' }]);
    expect(await exportedPlace()).toEqual(['GB', 'SCO']);
    await catalogue.load([{ ...CLUB, association: null }]);
    expect(await exportedPlace()).toEqual(['GB', null]);
    await catalogue.load([
      { ...CLUB, country: 'GB-WLS' },
      { ...CLUB, country: 'FR' },
    ]);
    expect(await exportedPlace()).toEqual(['FR', 'FRA']);
    await catalogue.load([
      { ...CLUB, country: 'GB' },
      { ...CLUB, association: 'ENG' },
    ]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
  });

  it('changes by a former slug too', async () => {
    await catalogue.load([{ ...CLUB, country: 'GB', former_slugs: ['old'] }]);
    await catalogue.load([{ ...CLUB, slug: 'old', association: 'ENG' }]);
    expect(await exportedPlace()).toEqual(['GB', 'ENG']);
  });

  it('of another country in an export follows from the country, and is told of', async () => {
    const result = await catalogue.load([{ ...CLUB, id: 7, country: 'ES', association: 'XES' }]);
    expect(describeResult(result)).toContain('line 1 (malaga-cf-kits)');
    expect(await exportedPlace()).toEqual(['ES', 'ESP']);
  });

  it('comes back from an export', async () => {
    const clubs = ['GB-ENG', 'GB', 'ES', 'MC', null].map((country, index) => ({
      ...CLUB,
      slug: `club-${index}`,
      country,
    }));
    await catalogue.load(clubs);
    const before = await catalogue.exported();
    await catalogue.clear();
    const result = await catalogue.load(Buffer.from(before));
    expect(result.unchecked.count).toBe(0);
    expect(await catalogue.exported()).toBe(before);
  });
});
