import { afterEach, expect, test } from '@jest/globals';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { createCatalogueClient, type ExpandedKit, type KitSearchItem } from '../src/index.ts';

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
const found: KitSearchItem = { ...listed, team_name: 'Bayern', season_year: '2003-04' };

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
});

test('an expanded list is typed as having all details, any other as perhaps having them', async () => {
  server = await openLocalServer(json([expanded]), json([expanded]), json([listed]));
  const { kits, clubs } = createCatalogueClient(server);
  const [one] = await kits.list({ expand: true, ordering: 'season' });
  const [other] = await clubs.kits({ club_id: 7, expand: true });
  const [plain] = await kits.list();
  // Without optional chaining after the first: the types know what is there.
  expect([one?.team.name, other?.season.year, plain?.team?.name]).toEqual(['Bayern', '2003-04', undefined]);
  expect(server.seen.map(({ url }) => url)).toEqual([
    '/api/kits?expand=true&ordering=season',
    '/api/clubs/7/kits?expand=true',
    '/api/kits',
  ]);
});

test('an explained search is typed as an object, any other as an array', async () => {
  const interpretation = { terms: ['home'], season: null, years: [], club: null, type: null };
  const explained = { results: [found], interpretation, tier: 'phrase', did_you_mean: null };
  server = await openLocalServer(json(explained), json([found]));
  const { kits } = createCatalogueClient(server);
  const { results, tier } = await kits.search({ keyword: 'home', explain: true });
  const [first] = await kits.search({ keyword: 'home' });
  expect([results, tier, first]).toEqual([[found], 'phrase', found]);
});
