import { afterEach, describe, expect, test } from '@jest/globals';
import { json, openLocalServer, text, type LocalServer, type Reply } from '@kitroom/testing/local-server';
import {
  CATALOGUE_CONTRACTS as contracts,
  createCatalogueClient,
  type CatalogueClient,
} from '../src/index.ts';
import { BAYERN } from './bayern.ts';

const season = { id: 4, year: '2003-04' };
const years = { first_year: '2003', second_year: '2004' };
const brand = { id: 2, name: 'Adidas', slug: 'adidas', logo: 'https://kits.example/a.svg', logo_dark: null };
const competition = { ...brand, id: 5, name: 'DFB-Pokal', slug: 'dfb-pokal', country: 'DE' };
const pagination = {
  current_page: 2,
  total_pages: 2,
  total_count: 21,
  has_next: false,
  has_previous: true,
  next_page: null,
  previous_page: 1,
};
const listed = { id: 9, name: 'Bayern München 2003-04 Home Kit', main_img_url: 'https://kits.example/9.jpg' };
const names = { team_name: 'Bayern München', season_year: '2003-04' };
const kit = {
  ...listed,
  slug: 'bayern-munchen-2003-04-home-kit',
  team: { ...BAYERN, id_archive: 12 },
  season: { ...season, ...years },
  competition: [competition],
  type: {
    id: 1,
    name: 'Home',
    category: 'match',
    category_order: 1,
    order_priority: 1,
    is_goalkeeper: false,
  },
  brand,
  design: 'Plain',
  primary_color: { name: 'Red', color: '#FF0000' },
  secondary_color: [{ name: 'White', color: '#FFFFFF' }],
  rating: 4.25,
};
const expandedKit = {
  ...listed,
  slug: kit.slug,
  team: { id: BAYERN.id, name: BAYERN.name, logo: BAYERN.logo },
  season,
  type: { id: 1, name: 'Home', category: 'match' },
  brand: { id: brand.id, name: brand.name },
  design: kit.design,
  primary_color: kit.primary_color,
  secondary_color: kit.secondary_color,
  rating: kit.rating,
};
const bulkKit = {
  id: kit.id,
  slug: kit.slug,
  name: kit.name,
  team: { name: BAYERN.name, logo: BAYERN.logo, logo_dark: null, country: 'DE' },
  season: { year: season.year },
  brand: { name: brand.name, logo: brand.logo, logo_dark: null },
  main_img_url: kit.main_img_url,
};
const randomKit = {
  ...listed,
  ...names,
  slug: kit.slug,
  type_name: 'Home',
  brand_name: 'Adidas',
  rating: null,
  colors: 'Red / White',
  design: null,
};
const randomClub = {
  id: 7,
  name: 'Bayern',
  slug: 'bayern',
  logo: 'https://kits.example/b.svg',
  country: 'DE',
  kit_count: 3,
};
const entry = {
  kit_id: 402174,
  kit_name: 'Bayern München 2003-04 Home Kit',
  kit_slug: 'bayern-munchen-2003-04-home-kit',
  ...names,
  main_img_url: 'https://archive.example/402174.jpg',
};
const service = {
  name: 'Kitroom catalogue',
  version: '1.0.2',
  links: { health: 'https://kits.example/api/health' },
};
const health = {
  status: 'healthy',
  timestamp: '2026-11-20T10:00:00.000Z',
  database: 'connected',
  cache: 'connected',
};

interface Endpoint {
  request: (client: CatalogueClient) => Promise<unknown>;
  url: string;
  body: unknown;
}

/** By contract: how it is called, the requested address, and a response. */
const endpoints: Record<string, Endpoint> = {
  listClubs: {
    request: ({ clubs }) => clubs.list({ country: 'de', keyword: 'bay', ordering: '-kit_count', page: 2 }),
    url: '/api/clubs?country=de&keyword=bay&ordering=-kit_count&page=2',
    body: [{ ...BAYERN, kit_count: 9, crest: 'https://kits.example/api/clubs/7/crest.svg?v=1x' }],
  },
  searchClubs: {
    request: ({ clubs }) => clubs.search({ keyword: 'málaga & co' }),
    url: '/api/clubs/search?keyword=m%C3%A1laga+%26+co',
    body: [BAYERN],
  },
  getClub: {
    request: ({ clubs }) => clubs.get({ club_id: 7 }),
    url: '/api/clubs/7',
    body: BAYERN,
  },
  listClubKits: {
    request: ({ clubs }) => clubs.kits({ club_id: 7, season: 4, ordering: '-rating', expand: true, page: 2 }),
    url: '/api/clubs/7/kits?season=4&ordering=-rating&expand=true&page=2',
    body: [expandedKit],
  },
  listClubTimeline: {
    request: ({ clubs }) => clubs.timeline({ club_id: 7, page: 2, colors: true }),
    url: '/api/clubs/7/timeline?page=2&colors=true',
    body: {
      seasons: [{ season, kits: [expandedKit] }],
      colors: [{ decade: 2000, colors: [{ name: 'Sky blue', color: '#87CEEB', count: 1 }] }],
    },
  },
  getClubCrest: {
    request: ({ clubs }) => clubs.crest({ club_id: 7, v: '1x' }),
    url: '/api/clubs/7/crest.svg?v=1x',
    body: '<svg/>',
  },
  getKitPicturePng: {
    request: async ({ kits }) => (await kits.picturePng({ kit_id: 9, size: 256 })).text(),
    url: '/api/kits/9/picture.png?size=256',
    body: 'a picture',
  },
  listRandomClubs: {
    request: ({ clubs }) => clubs.random({ page: 2 }),
    url: '/api/random-clubs/?page=2',
    body: { clubs: [randomClub], pagination },
  },
  listKits: {
    request: ({ kits }) =>
      kits.list({
        country: 'de',
        primary_color: 'Sky blue',
        secondary_color: ['Red', 'White'],
        design: undefined,
      }),
    url: '/api/kits?country=de&primary_color=Sky+blue&secondary_color=Red&secondary_color=White',
    body: [listed],
  },
  searchKits: {
    request: ({ kits }) => kits.search({ keyword: 'bayren 2003', explain: true }),
    url: '/api/kits/search?keyword=bayren+2003&explain=true',
    body: {
      results: [{ ...listed, ...names }],
      interpretation: { terms: ['bayren'], season: null, years: [2003], club: null, type: null },
      tier: 'similar_words',
      did_you_mean: 'bayern 2003',
    },
  },
  countKitFacets: {
    request: ({ kits }) => kits.facets({ decade: 2000, fields: 'design,club' }),
    url: '/api/kits/facets?decade=2000&fields=design%2Cclub',
    body: {
      total: 9,
      facets: {
        design: [{ value: 'Plain', label: 'Plain', count: 9 }],
        club: [{ value: 7, label: 'Bayern München', count: 9 }],
      },
    },
  },
  listKitsInBulk: {
    request: ({ kits }) => kits.bulk({ slugs: 'one,https://archive.example/two/' }),
    url: '/api/kits/bulk?slugs=one%2Chttps%3A%2F%2Farchive.example%2Ftwo%2F',
    body: [bulkKit],
  },
  getKit: { request: ({ kits }) => kits.get({ kit_id: 9 }), url: '/api/kits/9', body: kit },
  getKitPicture: {
    request: ({ kits }) => kits.picture({ kit_id: 9, v: '1x' }),
    url: '/api/kits/9/picture.svg?v=1x',
    body: '<svg/>',
  },
  listRandomKits: {
    request: ({ kits }) => kits.random(),
    url: '/api/random-kits/',
    body: { kits: [randomKit], pagination },
  },
  listClubSeasons: {
    request: ({ seasons }) => seasons.ofClub({ id: 7 }),
    url: '/api/seasons?id=7',
    body: [season],
  },
  searchSeasons: {
    request: ({ seasons }) => seasons.search({ keyword: '2003-04' }),
    url: '/api/seasons/search?keyword=2003-04',
    body: [{ ...season, ...years }],
  },
  getSeason: {
    request: ({ seasons }) => seasons.get({ season_id: 4 }),
    url: '/api/seasons/4',
    body: season,
  },
  listBrands: {
    request: ({ brands }) => brands.list(),
    url: '/api/brands',
    body: [{ ...brand, kit_count: 9 }],
  },
  searchBrands: {
    request: ({ brands }) => brands.search({ keyword: 'adi' }),
    url: '/api/brands/search?keyword=adi',
    body: [brand],
  },
  getBrand: {
    request: ({ brands }) => brands.get({ brand_id: 2 }),
    url: '/api/brands/2',
    body: brand,
  },
  listCompetitions: {
    request: ({ competitions }) => competitions.list({ country: 'DE', page_size: 5 }),
    url: '/api/competitions?country=DE&page_size=5',
    body: [{ ...competition, kit_count: 9 }],
  },
  searchCompetitions: {
    request: ({ competitions }) => competitions.search({ keyword: 'pokal' }),
    url: '/api/competitions/search?keyword=pokal',
    body: [competition],
  },
  getCompetition: {
    request: ({ competitions }) => competitions.get({ competition_id: 5 }),
    url: '/api/competitions/5',
    body: competition,
  },
  listCountries: {
    request: (client) => client.countries(),
    url: '/api/countries',
    body: [{ code: 'DE', name: 'Germany', club_count: 1, kit_count: 9 }],
  },
  listKitTypes: {
    request: (client) => client.kitTypes(),
    url: '/api/kit-types',
    body: [{ ...kit.type, kit_count: 9 }],
  },
  listColours: {
    request: (client) => client.colors(),
    url: '/api/colors',
    body: [{ ...kit.primary_color, kit_count: 9 }],
  },
  listDesigns: {
    request: (client) => client.designs(),
    url: '/api/designs',
    body: [{ name: 'Plain', kit_count: 9 }],
  },
  suggestRecords: {
    request: (client) => client.suggest({ q: 'bay', types: 'club,kit', limit: 5 }),
    url: '/api/suggest?q=bay&types=club%2Ckit&limit=5',
    body: [
      {
        type: 'club',
        id: 7,
        label: 'Bayern München',
        detail: 'Germany',
        image: null,
        url: 'https://kits.example/api/clubs/7',
        matched: [[0, 3]],
      },
    ],
  },
  listBulkData: {
    request: ({ bulkData }) => bulkData.list(),
    url: '/api/bulk-data',
    body: [
      {
        type: 'all',
        rows: 3,
        bytes: 120,
        sha256: '00',
        generated_at: '2026-11-20T10:00:00.000Z',
        sequence: 12,
        url: 'https://kits.example/api/bulk-data/1/all.ndjson.gz',
      },
    ],
  },
  getBulkFile: {
    request: async ({ bulkData }) => (await bulkData.file({ generation: '1', file: 'all.ndjson.gz' })).text(),
    url: '/api/bulk-data/1/all.ndjson.gz',
    body: 'compressed',
  },
  listChanges: {
    request: ({ changes }) => changes.list({ after: 12, limit: 2 }),
    url: '/api/changes?after=12&limit=2',
    body: {
      items: [
        {
          sequence: 13,
          type: 'season',
          op: 'upsert',
          id: 4,
          at: '2026-11-20T10:00:00.000Z',
          record: { kind: 'season', id: 4, year: '2003-04' },
        },
        { sequence: 14, type: 'club', op: 'merge', id: 7, into: 8, at: '2026-11-20T10:00:00.000Z' },
      ],
      next: 14,
      has_more: false,
    },
  },
  scrapeUserCollection: {
    request: ({ userCollections }) => userCollections.scrape({ userid: 57, force: true }),
    url: '/api/user-collection/57/scrape?force=true',
    body: {
      status: 'cached',
      data: { success: true, entries: [entry], total_entries: 1, pages_scraped: 1 },
      pagination: { total_count: 1, note: 'all' },
    },
  },
  getUserCollection: {
    request: ({ userCollections }) => userCollections.get({ userid: 57, page: 2 }),
    url: '/api/user-collection/57?page=2',
    body: {
      status: 'ready',
      data: { success: true, entries: [entry], total_entries: 21, pages_scraped: 2, user: { name: 'Ada' } },
      pagination: { ...pagination, page_size: 20 },
      cached_until: '2026-11-27T10:00:00.000Z',
    },
  },
  listCustomEntries: {
    request: ({ userCollections }) => userCollections.customEntries({ userid: 57 }),
    url: '/api/user-collection/57/custom-entries',
    body: {
      status: 'ready',
      entries: [
        { entry_id: 5, kit_name: 'Works team Kit', team_name: 'Works team', season_year: '', size: 'M' },
      ],
      pagination: { ...pagination, page_size: 20 },
    },
  },
  getEntryImage: {
    request: async ({ userCollections }) =>
      (await userCollections.image({ userid: 57, entry_id: 5, number: 1 })).text(),
    url: '/api/user-collection/57/images/5/1',
    body: 'a picture',
  },
  getScrapeProgress: {
    request: ({ userCollections }) => userCollections.progress({ userid: 57 }),
    url: '/api/user-collection/57/scrape',
    body: {
      status: 'processing',
      task_id: 'b2c1',
      pages_scraped: 1,
      entries: 20,
      started_at: '2026-11-20T10:00:00.000Z',
      finished_at: null,
      error: null,
    },
  },
  matchTexts: {
    request: (client) => client.match({ clubs: ['Man Utd'] }),
    url: '/api/match',
    body: { brands: [], clubs: [[]], seasons: [], kits: [] },
  },
  getOpenApi: {
    request: (client) => client.openapi(),
    url: '/api/openapi.json',
    body: { openapi: '3.0.3', paths: {} },
  },
  getDocs: { request: (client) => client.docs(), url: '/api/docs', body: '<html></html>' },
  getRoot: { request: (client) => client.root(), url: '/', body: service },
  getService: { request: (client) => client.service(), url: '/api', body: service },
  getHealth: { request: (client) => client.health(), url: '/api/health', body: health },
  getNoLogo: {
    request: (client) => client.noLogo(),
    url: '/api/no-logo.svg',
    body: '<svg></svg>',
  },
  getReady: {
    request: (client) => client.ready(),
    url: '/api/ready',
    body: { status: 'ready' },
  },
};

let server: LocalServer | undefined;

afterEach(async () => {
  await server?.close();
});

describe('the catalogue client', () => {
  test('has a method for every contract', () => {
    expect(Object.keys(endpoints).toSorted()).toEqual(contracts.map(({ id }) => id).toSorted());
  });

  test.each(Object.entries(endpoints))(
    'sends %s to its URL and returns the response',
    async (id, endpoint) => {
      const contract = contracts.find(({ id: contractId }) => contractId === id);
      server = await openLocalServer(replyOf(contract?.responses[200]?.contentType, endpoint.body));
      expect(await endpoint.request(createCatalogueClient(server))).toEqual(endpoint.body);
      expect(server.seen).toMatchObject([{ method: contract?.method, url: endpoint.url }]);
    },
  );

  test.each(Object.entries(endpoints))(
    'sends %s to a URL below the path of its base URL',
    async (id, endpoint) => {
      const contract = contracts.find(({ id: contractId }) => contractId === id);
      server = await openLocalServer(replyOf(contract?.responses[200]?.contentType, endpoint.body));
      await endpoint.request(createCatalogueClient({ baseUrl: `${server.baseUrl}/catalogue/` }));
      expect(server.seen[0]?.url).toBe(`/catalogue${endpoint.url}`);
    },
  );
});

function replyOf(contentType: string | undefined, body: unknown): Reply {
  return contentType === undefined ? json(body) : text(String(body), 200, contentType);
}
