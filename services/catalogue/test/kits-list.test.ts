import { beforeAll, describe, expect, it } from '@jest/globals';
import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { COLOUR_NAMES, DESIGNS } from '@kitroom/shared';
import { drawnPicture, idOf, kitLines, namesOf, recordLine, type KitFixture } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const COLOURS =
  'White, Red, Blue, Black, Yellow, Green, Sky blue, Navy, Orange, Gray, Claret, Purple, Pink, Brown, Gold, ' +
  'Silver, Off-white';
const DESIGN_VALUES =
  'Plain, Stripes, Graphic, Chest band, Contrasting sleeves, Pinstripes, Hoops, Single stripe, Half-and-half, ' +
  'Sash, Chevron, Checkers, Gradient, Diagonal, Cross, Quarters';

const COUNTRIES = { Alpha: 'ES', Beta: 'ES', Gamma: 'BR', Delta: undefined } as const;
const CLUBS = Object.keys(COUNTRIES) as Array<keyof typeof COUNTRIES>;
const SEASONS = ['2022', '2022-23', '2023', '2023-24', '2024', '2024-25'];

const random = createRandom('kits of a list');
const KITS = Array.from({ length: 120 }, (_, index) => ({
  club: pickFrom(random, CLUBS),
  season: pickFrom(random, SEASONS),
  brand: pickFrom(random, ['Alto', 'Basso']),
  type: pickFrom(random, ['Home', 'GK Away', 'Rain Jacket']),
  competitions: ['cup-kits', 'league-kits'].filter(() => random() < 0.5),
  name: `Kit ${index}`,
  design: pickFrom<string | null>(random, [null, 'Plain', 'Stripes', 'Sash']),
  primary_color: pickFrom<string | null>(random, [null, 'Navy', 'Sky blue', 'Red']),
  secondary_colors: (['White', 'Red', 'Black'] as const).filter(() => random() < 0.5),
})) satisfies KitFixture[];

const catalogue = useCatalogue();
let clubs: Record<string, number>;
let seasons: Record<string, number>;

beforeAll(async () => {
  await catalogue.load([
    ...CLUBS.map((name) => recordLine('club', name, { country: COUNTRIES[name] })),
    ...['Cup', 'League'].map((name) => recordLine('competition', name)),
    ...kitLines(KITS),
  ]);
  const { db } = catalogue;
  clubs = await idsOf(CLUBS, (name) => idOf(db, 'clubs', `${name.toLowerCase()}-kits`));
  seasons = await idsOf(SEASONS, (year) => idOf(db, 'seasons', year));
});

/** All names that a filter gives, newest id first. */
async function list(filters: string): Promise<string[]> {
  const first = await catalogue.request(`/api/kits?page_size=100&${filters}`);
  const second = await catalogue.request(`/api/kits?page_size=100&page=2&${filters}`);
  expect([first.status, second.status]).toEqual([200, 200]);
  return namesOf([...first.body, ...second.body]);
}

/** The names of the kits that a rule allows, newest first. */
function kitsWhere(allows: (kit: (typeof KITS)[number]) => boolean): string[] {
  const names = namesOf(KITS.filter(allows)).toReversed();
  // A rule that allows no kit or every kit would prove nothing.
  expect(names.length).toBeGreaterThan(0);
  expect(names.length).toBeLessThan(KITS.length);
  return names;
}

const yearsOf = (season: string) => {
  const first = Number(season.slice(0, 4));
  return season.length > 4 ? [first, first + 1] : [first];
};

describe('GET /api/kits', () => {
  it('lists all kits by descending id, 20 per page by default', async () => {
    const { status, body } = await catalogue.request('/api/kits');
    expect(status).toBe(200);
    expect(namesOf(body)).toEqual(namesOf(KITS).toReversed().slice(0, 20));
    expect(await list('')).toEqual(namesOf(KITS).toReversed());
  });

  it('returns the id, name and picture of each kit', async () => {
    const { body } = await catalogue.request('/api/kits?page_size=1');
    const id = await idOf(catalogue.db, 'kits', 'kit-119-kit');
    expect(body).toEqual([{ id, name: 'Kit 119', main_img_url: drawnPicture(catalogue.url, id) }]);
  });

  it('filters by club', async () => {
    expect(await list(`club=${clubs['Gamma']}`)).toEqual(kitsWhere(({ club }) => club === 'Gamma'));
  });

  it('filters by season', async () => {
    const expected = kitsWhere(({ season }) => season === '2023-24');
    expect(await list(`season=${seasons['2023-24']}`)).toEqual(expected);
  });

  it.each(['ES', 'es', 'eS'])("filters by the club's country, written as %s", async (country) => {
    expect(await list(`country=${country}`)).toEqual(
      kitsWhere(({ club }) => club === 'Alpha' || club === 'Beta'),
    );
  });

  it('filters by primary colour', async () => {
    const expected = kitsWhere(({ primary_color: colour }) => colour === 'Sky blue');
    expect(await list('primary_color=Sky%20blue')).toEqual(expected);
  });

  it('filters by secondary colours, all of which must match', async () => {
    const has = (...names: string[]) =>
      kitsWhere(({ secondary_colors: colours }) =>
        names.every((name) => colours.some((colour) => colour === name)),
      );
    expect(await list('secondary_color=Red')).toEqual(has('Red'));
    expect(await list('secondary_color=Red&secondary_color=Black')).toEqual(has('Red', 'Black'));
    expect(await list('secondary_color=Red&secondary_color=Red')).toEqual(has('Red'));
    for (const query of ['secondary_color=Red,Black', 'secondary_color[]=Red&secondary_color[]=Black'])
      expect(await list(query)).toEqual(has('Red', 'Black'));
  });

  it('filters by design, ignoring surrounding white space', async () => {
    const expected = kitsWhere(({ design }) => design === 'Stripes');
    expect(await list('design=Stripes')).toEqual(expected);
    expect(await list('design=%20%09Stripes%0A+')).toEqual(expected);
  });

  it.each([2022, 2023, 2024, 2025])(
    'filters by year %s, which matches seasons that start or end in it',
    async (year) => {
      expect(await list(`year=${year}`)).toEqual(kitsWhere(({ season }) => yearsOf(season).includes(year)));
    },
  );

  it('filters by first year, by second year, and by both for an exact season', async () => {
    const expected = (rule: (first?: number, second?: number) => boolean) =>
      kitsWhere(({ season }) => rule(...yearsOf(season)));
    expect(await list('first_year=2023')).toEqual(expected((first) => first === 2023));
    expect(await list('second_year=2023')).toEqual(expected((_first, second) => second === 2023));
    expect(await list('first_year=2022&second_year=2023')).toEqual(
      expected((first, second) => first === 2022 && second === 2023),
    );
    expect(await list('first_year=2022&second_year=2024')).toEqual([]);
  });

  it.each(KITS.filter((_kit, index) => index % 20 === 0))(
    'combines all filters that match $name',
    async (kit) => {
      const [first] = yearsOf(kit.season);
      const filters = [
        `club=${clubs[kit.club]}`,
        `country=${COUNTRIES[kit.club] ?? ''}`,
        `primary_color=${kit.primary_color ?? ''}`,
        `design=${kit.design ?? ''}`,
        ...kit.secondary_colors.map((name) => `secondary_color=${name}`),
        `year=${first}`,
      ];
      const alone = await Promise.all(filters.map(list));
      expect(await list(filters.join('&'))).toEqual(
        alone.reduce((left, names) => left.filter((name) => names.includes(name))),
      );
    },
  );

  it('combines season with first_year, and returns nothing when they contradict each other', async () => {
    const expected = kitsWhere(({ season }) => season === '2024');
    expect(await list(`season=${seasons['2024']}&first_year=2024`)).toEqual(expected);
    expect(await list(`season=${seasons['2024']}&first_year=2023`)).toEqual([]);
  });

  it('returns each kit on exactly one page', async () => {
    const responses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((page) => catalogue.request(`/api/kits?page=${page}&page_size=25`)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(responses.map(({ body }) => body.length)).toEqual([25, 25, 25, 25, 20, 0]);
    expect(namesOf(responses.flatMap(({ body }) => body))).toEqual(namesOf(KITS).toReversed());
  });

  it('paginates a filtered list', async () => {
    const expected = kitsWhere(({ design }) => design === 'Plain');
    const { body } = await catalogue.request('/api/kits?design=Plain&page=2&page_size=7');
    expect(namesOf(body)).toEqual(expected.slice(7, 14));
  });

  it('keeps the position of a kit when the kit is updated', async () => {
    await catalogue.load(kitLines(KITS.slice(0, 1).map((kit) => ({ ...kit, rating: 1.5 }))));
    expect((await list('')).at(-1)).toBe('Kit 0');
  });

  it.each([
    'club=2147483647',
    'season=2147483647',
    'country=ZZ',
    'country=Spain',
    'country=%C3%9F',
    'primary_color=Off-white',
    'secondary_color=Off-white',
    'design=Quarters',
    'year=1950',
    'year=-1',
    'first_year=99999999999',
    'second_year=0',
    'page=2147483647&page_size=100',
  ])('returns an empty list when no kit matches %s', async (filters) => {
    const { status, body } = await catalogue.request(`/api/kits?${filters}`);
    expect([status, body]).toEqual([200, []]);
  });

  it.each([
    'club',
    'season',
    'country',
    'primary_color',
    'secondary_color',
    'design',
    'year',
    'first_year',
    'second_year',
  ])('ignores an empty %s parameter', async (name) => {
    expect(await list(`${name}=`)).toHaveLength(KITS.length);
  });

  it('ignores a blank design parameter', async () => {
    expect(await list('design=%20')).toHaveLength(KITS.length);
  });

  it.each(COLOUR_NAMES)('accepts the colour %s', async (name) => {
    const colour = encodeURIComponent(name);
    const { status } = await catalogue.request(`/api/kits?primary_color=${colour}&secondary_color=${colour}`);
    expect(status).toBe(200);
  });

  it.each(DESIGNS)('accepts the design %s', async (name) => {
    expect((await catalogue.request(`/api/kits?design=${encodeURIComponent(name)}`)).status).toBe(200);
  });

  it.each(['red', 'RED', 'Sky Blue', 'Skyblue', ' Red', "'; drop table kits", '%', 'toString', '__proto__'])(
    'returns 400 with the allowed colours for the unknown primary colour %s',
    async (name) => {
      const { status, body } = await catalogue.request(`/api/kits?primary_color=${encodeURIComponent(name)}`);
      expect(status).toBe(400);
      expect(body).toEqual({ detail: `Invalid primary_color '${name}'. Available options: ${COLOURS}` });
    },
  );

  it.each(['plain', 'Half and half', 'Plain;', 'constructor'])(
    'returns 400 with the allowed designs for the unknown design %s',
    async (name) => {
      const { status, body } = await catalogue.request(`/api/kits?design=${encodeURIComponent(name)}`);
      expect(status).toBe(400);
      expect(body).toEqual({ detail: `Invalid design '${name}'. Available options: ${DESIGN_VALUES}` });
    },
  );

  it('returns 400 with each unknown secondary colour once, in request order', async () => {
    const query = ['mauve', 'Red', 'beige', 'mauve'].map((name) => `secondary_color=${name}`).join('&');
    const { status, body } = await catalogue.request(`/api/kits?${query}`);
    expect(status).toBe(400);
    expect(body).toEqual({
      detail: `Invalid secondary_color(s): mauve, beige. Available options: ${COLOURS}`,
    });
    const single = await catalogue.request('/api/kits?secondary_color=mauve');
    expect(single.body).toEqual({
      detail: `Invalid secondary_color(s): mauve. Available options: ${COLOURS}`,
    });
  });

  it.each([
    'club=x',
    'club=0',
    'club=-1',
    'club=1.0',
    'club=0x1',
    'club=2147483648',
    'season=x',
    'season=0',
    'year=x',
    'year=2024-25',
    'year=20.5',
    'first_year=x',
    'second_year=1e3',
    'club=1&club=2',
    'country=ES&country=BR',
    'primary_color=Red&primary_color=Red',
    'design=Plain&design=Plain',
    'year=2024&year=2024',
    'page=1&page=2',
    'country=%00',
  ])('returns 400 for %s', async (filters) => {
    const { status, body } = await catalogue.request(`/api/kits?${filters}`);
    expect(status).toBe(400);
    expect(body).toEqual({ detail: 'Invalid request parameters' });
  });
});

async function idsOf(keys: readonly string[], find: (key: string) => Promise<number>) {
  return Object.fromEntries(await Promise.all(keys.map(async (key) => [key, await find(key)] as const)));
}

describe('headers of paginated kit lists', () => {
  const linksOf = ({ headers }: { headers: Headers }) =>
    Object.fromEntries(
      [...(headers.get('Link') ?? '').matchAll(/<([^>]*)>; rel="(\w+)"/g)].map(
        ([, url = '', relation = '']) => [relation, url.replace(catalogue.url, '')],
      ),
    );

  it('contain the total count and links to the first, previous, next and last pages', async () => {
    const path = '/api/kits?secondary_color=White&secondary_color=Red&page_size=5&page=2&unknown=secret';
    const expected = kitsWhere(
      ({ secondary_colors: colours }) => colours.includes('White') && colours.includes('Red'),
    );
    for (const response of [await catalogue.request(path), await catalogue.request(path)]) {
      expect(response.headers.get('X-Total-Count')).toBe(String(expected.length));
      const last = Math.ceil(expected.length / 5);
      const address = (page: number) =>
        `/api/kits?secondary_color=White&secondary_color=Red&page=${page}&page_size=5`;
      expect(linksOf(response)).toEqual({
        first: address(1),
        prev: address(1),
        next: address(3),
        last: address(last),
      });
      const following = await catalogue.request(linksOf(response)['next'] ?? '');
      expect(namesOf(following.body)).toEqual(expected.slice(10, 15));
    }
  });

  it('link to the last page when the requested page is beyond the end', async () => {
    const response = await catalogue.request('/api/kits?page=900&page_size=100');
    expect([response.status, response.body]).toEqual([200, []]);
    expect(response.headers.get('X-Total-Count')).toBe('120');
    expect(linksOf(response)).toEqual({
      first: '/api/kits?page=1&page_size=100',
      prev: '/api/kits?page=2&page_size=100',
      last: '/api/kits?page=2&page_size=100',
    });
  });

  it('contain the total count and the last page for GET /api/clubs/{club_id}/kits', async () => {
    const response = await catalogue.request(`/api/clubs/${clubs['Alpha']}/kits?decade=2020&page_size=2`);
    const count = KITS.filter(({ club }) => club === 'Alpha').length;
    expect(response.headers.get('X-Total-Count')).toBe(String(count));
    expect(linksOf(response)['last']).toBe(
      `/api/clubs/${clubs['Alpha']}/kits?decade=2020&page=${Math.ceil(count / 2)}&page_size=2`,
    );
  });
});

describe('kit filters by brand, competition, type, category, goalkeeper and decade', () => {
  type Kit = (typeof KITS)[number];

  it.each<[string, () => Promise<number> | string, (kit: Kit) => boolean]>([
    ['brand', () => idOf(catalogue.db, 'brands', 'alto-kits'), ({ brand }) => brand === 'Alto'],
    [
      'competition',
      () => idOf(catalogue.db, 'competitions', 'league-kits'),
      ({ competitions }) => competitions.includes('league-kits'),
    ],
    ['type', () => idOf(catalogue.db, 'kit_types', 'GK Away'), ({ type }) => type === 'GK Away'],
    ['category', () => 'jacket', ({ type }) => type === 'Rain Jacket'],
    ['is_goalkeeper', () => 'true', ({ type }) => type === 'GK Away'],
    ['is_goalkeeper', () => 'false', ({ type }) => type !== 'GK Away'],
  ])(
    'filter all kits and the kits of one club by %s, and ignore an empty value',
    async (name, value, allows) => {
      const filter = `${name}=${await value()}`;
      expect(await list(filter)).toEqual(kitsWhere(allows));
      const ofClub = await catalogue.request(`/api/clubs/${clubs['Alpha']}/kits?page_size=100&${filter}`);
      const expected = kitsWhere((kit) => kit.club === 'Alpha' && allows(kit));
      expect(namesOf(ofClub.body).toSorted()).toEqual(expected.toSorted());
      expect(await list(`${name}=`)).toHaveLength(KITS.length);
    },
  );

  it('include seasons that start in the given decade', async () => {
    expect(await list('decade=2020')).toHaveLength(KITS.length);
    for (const decade of ['1990', '2024', '99999']) expect(await list(`decade=${decade}`)).toEqual([]);
  });

  it.each(['category=shirt', 'is_goalkeeper=maybe', 'brand=x', 'type=0', 'competition=-1', 'decade=old'])(
    'return 400 for %s',
    async (filter) => {
      expect((await catalogue.request(`/api/kits?${filter}`)).status).toBe(400);
    },
  );
});
