import { afterEach, describe, expect, test } from '@jest/globals';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import {
  createCatalogueClient,
  eachEntry,
  getPage,
  type ExpandedKit,
  type KitSearchItem,
  type ResponseHead,
} from '../src/index.ts';

const listed = { id: 9, name: 'Home Kit', main_img_url: 'https://kits.example/9.jpg' };
const expanded: ExpandedKit = {
  ...listed,
  slug: 'home-kit',
  team: { id: 7, name: 'Bayern', logo: 'https://kits.example/7.svg' },
  season: { id: 4, year: '2003-04' },
  type: { id: 1, name: 'Home', category: 'match' },
  brand: { id: 2, name: 'Adidas' },
  design: null,
  primary_color: null,
  secondary_color: [],
  rating: 4.5,
};
const foundKit: KitSearchItem = { ...listed, team_name: 'Bayern', season_year: '2003-04' };

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
});

describe('kits.list and clubs.kits', () => {
  test('return kits with all details for expand: true', async () => {
    server = await openLocalServer(json([expanded]), json([expanded]), json([listed]));
    const { kits, clubs } = createCatalogueClient(server);
    const [expandedKit] = await kits.list({ expand: true, ordering: 'season' });
    const [clubKit] = await clubs.kits({ club_id: 7, expand: true });
    const [plain] = await kits.list();
    // Without optional chaining after the first: the types know what is there.
    expect([expandedKit?.team.name, clubKit?.season.year, plain?.team?.name]).toEqual([
      'Bayern',
      '2003-04',
      undefined,
    ]);
    expect(server.seen.map(({ url }) => url)).toEqual([
      '/api/kits?expand=true&ordering=season',
      '/api/clubs/7/kits?expand=true',
      '/api/kits',
    ]);
  });
});

test('kits.search returns an object for explain: true, and an array otherwise', async () => {
  const interpretation = { terms: ['home'], season: null, years: [], club: null, type: null };
  const explained = { results: [foundKit], interpretation, tier: 'phrase', did_you_mean: null };
  server = await openLocalServer(json(explained), json([foundKit]));
  const { kits } = createCatalogueClient(server);
  const { results, tier } = await kits.search({ keyword: 'home', explain: true });
  const [first] = await kits.search({ keyword: 'home' });
  expect([results, tier, first]).toEqual([[foundKit], 'phrase', foundKit]);
});

const NEXT = { 'X-Total-Count': '3', Link: '<https://kits.example/api/kits?page=2>; rel="next"' };

test('getPage returns the entries of a page, their total count and the neighbouring pages', async () => {
  server = await openLocalServer(json([expanded], 200, NEXT));
  const responses: ResponseHead[] = [];
  const options = { onResponse: (response: ResponseHead) => responses.push(response) };
  const page = await getPage(
    createCatalogueClient(server).kits.list,
    { decade: 1990, expand: true },
    options,
  );
  expect(page.results[0]?.team.name).toBe('Bayern');
  const next = 'https://kits.example/api/kits?page=2';
  expect(page).toEqual({ count: 3, next, previous: null, results: [expanded] });
  expect(responses).toHaveLength(1);
});

test('getPage rejects a response without X-Total-Count with invalid_response', async () => {
  server = await openLocalServer(json([listed]));
  await expect(getPage(createCatalogueClient(server).kits.list)).rejects.toMatchObject({
    name: 'CatalogueError',
    code: 'invalid_response',
    message: 'the response has no X-Total-Count',
  });
});

test('eachEntry yields the entries of all pages, and requests page after page', async () => {
  server = await openLocalServer(
    json([listed, listed], 200, NEXT),
    json([listed], 200, { 'X-Total-Count': '3' }),
  );
  const ids = [];
  for await (const { id } of eachEntry(createCatalogueClient(server).clubs.kits, { club_id: 7 }))
    ids.push(id);
  expect(ids).toEqual([9, 9, 9]);
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/clubs/7/kits?page_size=100&page=1',
    '/api/clubs/7/kits?page_size=100&page=2',
  ]);
});

test('clubs.timeline returns an array of seasons, and an object for colors: true', async () => {
  const season = { season: { id: 4, year: '2003-04' }, kits: [expanded] };
  const coloured = { seasons: [season], colors: [] };
  server = await openLocalServer(json([season], 200, NEXT), json(coloured, 200, NEXT));
  const { clubs } = createCatalogueClient(server);
  const { results } = await getPage(clubs.timeline, { club_id: 7 });
  const { seasons } = await clubs.timeline({ club_id: 7, colors: true });
  expect([results[0]?.season.year, seasons]).toEqual(['2003-04', [season]]);
});
