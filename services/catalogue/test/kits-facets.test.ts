import { beforeAll, describe, expect, it } from '@jest/globals';
import { FACET_FIELDS } from '@kitroom/catalogue-client';
import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { eventually } from '@kitroom/testing/eventually';
import { idOf, kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const COUNTRIES = { Alpha: 'ES', Beta: 'BR', Gamma: undefined } as const;
const CLUBS = Object.keys(COUNTRIES) as Array<keyof typeof COUNTRIES>;

const random = createRandom('counted kits');
const KITS = Array.from({ length: 90 }, (_, index) => ({
  club: pickFrom(random, CLUBS),
  season: pickFrom(random, ['1999-00', '2000', '2009-10', '2010']),
  brand: pickFrom(random, ['Alto', 'Basso']),
  type: pickFrom(random, ['Home', 'GK Away', 'Rain Jacket']),
  competitions: ['cup-kits', 'league-kits'].filter(() => random() < 0.4),
  name: `Kit ${index}`,
  design: pickFrom<string | null>(random, [null, 'Plain', 'Stripes']),
  primary_color: pickFrom<string | null>(random, [null, 'Navy', 'Red']),
  secondary_colors: (['White', 'Black'] as const).filter(() => random() < 0.5),
})) satisfies KitFixture[];

const indexed = useCatalogue();

beforeAll(async () => {
  await indexed.load([
    ...CLUBS.map((name) => recordLine('club', name, { country: COUNTRIES[name] })),
    ...['Cup', 'League'].map((name) => recordLine('competition', name)),
    ...kitLines(KITS),
  ]);
});

interface Value {
  value: number | string;
  label: string;
  count: number;
}

/** The values of a list with how often they occur, most first, then by name; null does not count. */
function countBy(kits: typeof KITS, toValues: (kit: (typeof KITS)[number]) => ReadonlyArray<string | null>) {
  const values = kits.flatMap(toValues).filter((value) => value !== null);
  return Array.from(Map.groupBy(values, String), ([label, { length }]) => [label, length] as const).toSorted(
    ([left, leftCount], [right, rightCount]) => rightCount - leftCount || (left < right ? -1 : 1),
  );
}

const labelled = (values: readonly Value[]) => values.map(({ label, count }) => [label, count]);

describe('GET /api/kits/facets', () => {
  it('counts all kits by each field, highest count first', async () => {
    const { body } = await indexed.request('/api/kits/facets');
    expect(body.total).toBe(90);
    expect(Object.keys(body.facets)).toEqual([...FACET_FIELDS]);
    const names = { ES: 'Spain', BR: 'Brazil' };
    const expected = {
      primary_color: countBy(KITS, (kit) => [kit.primary_color]),
      secondary_color: countBy(KITS, (kit) => kit.secondary_colors),
      design: countBy(KITS, (kit) => [kit.design]),
      country: countBy(KITS, (kit) => [names[COUNTRIES[kit.club] as keyof typeof names] ?? null]),
      association: countBy(KITS, (kit) => [names[COUNTRIES[kit.club] as keyof typeof names] ?? null]),
      decade: countBy(KITS, (kit) => [`${kit.season.slice(0, 3)}0s`]),
      season: countBy(KITS, (kit) => [kit.season]),
      brand: countBy(KITS, (kit) => [kit.brand]),
      competition: countBy(KITS, (kit) =>
        kit.competitions.map((slug) => (slug === 'cup-kits' ? 'Cup' : 'League')),
      ),
      type: countBy(KITS, (kit) => [kit.type]),
      category: countBy(KITS, (kit) => [kit.type === 'Rain Jacket' ? 'Jacket' : 'Match']),
      club: countBy(KITS, (kit) => [kit.club]),
    };
    for (const field of FACET_FIELDS) {
      expect([field, labelled(body.facets[field])]).toEqual([field, expected[field]]);
    }
  });

  it.each(FACET_FIELDS)(
    'returns values of %s that the filter accepts, with the number of matching kits',
    async (field) => {
      const { body } = await indexed.request(`/api/kits/facets?fields=${field}`);
      const values: Value[] = body.facets[field];
      expect(values.length).toBeGreaterThan(1);
      for (const { value, count } of values) {
        const query = `${field}=${encodeURIComponent(value)}`;
        const list = await indexed.request(`/api/kits?${query}&page_size=1`);
        expect([query, list.headers.get('X-Total-Count')]).toEqual([query, String(count)]);
        // Its own filter changes the total, but no count of the field.
        const chosen = await indexed.request(`/api/kits/facets?fields=${field}&${query}`);
        expect(chosen.body).toEqual({ total: count, facets: { [field]: values } });
      }
    },
  );

  it('counts each field within the filters on other fields', async () => {
    const { body } = await indexed.request('/api/kits/facets?design=Plain&decade=2000&fields=decade,design');
    const plain = KITS.filter(({ design }) => design === 'Plain');
    const inDecade = KITS.filter(({ season }) => season.startsWith('200'));
    expect(body.total).toBe(inDecade.filter(({ design }) => design === 'Plain').length);
    expect(labelled(body.facets.decade)).toEqual(countBy(plain, (kit) => [`${kit.season.slice(0, 3)}0s`]));
    expect(labelled(body.facets.design)).toEqual(countBy(inDecade, (kit) => [kit.design]));
    expect(Object.keys(body.facets)).toEqual(['design', 'decade']);
  });

  it('counts the other values of a field whose filter matches nothing', async () => {
    const { body } = await indexed.request('/api/kits/facets?club=2147483647&fields=club,design');
    expect(body).toMatchObject({ total: 0, facets: { design: [] } });
    expect(labelled(body.facets.club)).toEqual(countBy(KITS, (kit) => [kit.club]));
  });

  it.each([
    ['fields=club,colour,x', 'Invalid fields: colour, x. Available options: primary_color, '],
    ['design=plain', "Invalid design 'plain'"],
    ['design[]=Stripes', 'Invalid request parameters'],
    ['decade=x', 'Invalid request parameters'],
  ])('returns 400 for %s', async (query, detail) => {
    const { status, body } = await indexed.request(`/api/kits/facets?${query}`);
    expect([status, body.detail]).toEqual([400, expect.stringContaining(detail)]);
  });

  it('shares one cache entry between all orders of the same fields', async () => {
    await indexed.request('/api/kits/facets?fields=club,design&year=2000');
    for (const fields of [
      'fields=design,%20club,design,',
      'fields=club&fields=design',
      'fields[]=design,club',
    ]) {
      const repeated = await indexed.request(`/api/kits/facets?year=2000&${fields}`);
      expect([repeated.status, repeated.headers.get('X-Cache')]).toEqual([200, 'HIT']);
    }
  });

  it('lists at most 100 values of a field, and includes new kits', async () => {
    const request = () => indexed.request('/api/kits/facets?fields=club');
    await request();
    const clubs = Array.from({ length: 120 }, (_, index) => `Club ${String(index).padStart(3, '0')}`);
    await indexed.load(kitLines(clubs.map((club) => ({ club }))));
    await eventually(async () => expect((await request()).body.total).toBe(210));
    const { body } = await request();
    expect(body.facets.club).toHaveLength(100);
    expect(body.facets.club.at(-1)).toEqual({
      value: await idOf(indexed.db, 'clubs', 'club-096-kits'),
      label: 'Club 096',
      count: 1,
    });
  });

  it.each([
    ['club', "update clubs set name = 'Renamed' where name = 'Alpha'"],
    ['brand', "update brands set name = 'Renamed' where name = 'Alto'"],
    ['competition', "update competitions set name = 'Renamed' where name = 'Cup'"],
    ['type', "update kit_types set name = 'Renamed' where name = 'Home'"],
  ])('shows the new name of a renamed %s', async (field, sql) => {
    const list = async () => (await indexed.request(`/api/kits/facets?fields=${field}`)).body.facets[field];
    await list();
    await indexed.db.raw(sql);
    await eventually(async () => {
      expect(await list()).toContainEqual(expect.objectContaining({ label: 'Renamed' }));
    });
  });
});

describe('GET /api/kits?association=', () => {
  it('returns kits of clubs whose association is stored', async () => {
    await indexed.load([
      ...kitLines([{ club: 'Delta' }, { club: 'Epsilon' }, { club: 'Zeta' }]),
      recordLine('club', 'Delta', { country: 'GB-SCT' }),
      recordLine('club', 'Epsilon', { country: 'GB-WLS' }),
      recordLine('club', 'Zeta', { country: 'GB' }),
    ]);
    const list = async (query: string) => namesOf((await indexed.request(`/api/kits?${query}`)).body);
    await eventually(async () => expect(await list('association=sco')).toEqual(['Delta 2024-25 Home']));
    expect(await list('association=WAL')).toEqual(['Epsilon 2024-25 Home']);
    expect(await list('country=gb')).toHaveLength(3);
    expect(await list('association=ENG')).toEqual([]);
    expect(await list('association=SCO&country=ES')).toEqual([]);
    const { body } = await indexed.request('/api/kits/facets?country=GB&fields=association');
    expect(body.facets.association).toEqual([
      { value: 'SCO', label: 'Scotland', count: 1 },
      { value: 'WAL', label: 'Wales', count: 1 },
    ]);
  });

  it("reflects a change of the club's association", async () => {
    const count = async () => (await indexed.request('/api/kits?association=NIR')).body.length;
    expect(await count()).toBe(0);
    await indexed.load([recordLine('club', 'Zeta', { association: 'NIR' })]);
    await eventually(async () => expect(await count()).toBe(1));
  });
});
