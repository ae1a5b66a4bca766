import { KIT } from './stand-in-catalogue.ts';

/**
 * The collection of collector 1057 in the archive: a kit that the catalogue has, twice, and one that it does
 * not have.
 */
const ENTRIES = [KIT, KIT, { ...KIT, id: 99, slug: 'unknown-kit', name: 'Unknown FC 1990 Home' }].map(
  (kit) => ({
    kit_id: 4700 + kit.id,
    kit_name: kit.name,
    kit_slug: kit.slug,
    team_name: kit.team.name,
    season_year: kit.season.year,
    main_img_url: kit.main_img_url,
  }),
);

/** Details that collector 1058 has entered about a kit and about a shirt. */
const REPORTED = [
  {
    ...ENTRIES[0],
    entry_id: 31,
    kit_type: 'Home',
    brand: 'Unheard of',
    league: 'La Liga',
    design: 'Stripes',
    colors: ['Sky blue', 'White'],
    size: 'L',
    condition: 'Very good',
    notes: 'From a flea market.\nAs new.',
    tags: ['match worn', 'x'.repeat(50)],
    images: [
      'https://archive.example/1.jpg',
      'https://archive.example/2.jpg',
      'https://archive.example/3.jpg',
    ],
    purchase: {
      purchase_price: '85',
      purchase_currency: 'EUR',
      purchase_date: '2023-11-04',
      purchase_site: 'eBay',
      value: '1200.50',
    },
  },
  // The same shirt again.
  { ...ENTRIES[0], entry_id: 32, size: 'L', condition: '7', colors: ['Mauve'] },
];
const OWN_WORDS = [
  {
    entry_id: 33,
    kit_name: 'Works team 1998-99 Kit',
    team_name: 'Works team',
    season_year: '1998-99',
    brand: 'Nike',
    league: 'Sunday league',
    size: 'Boys 12',
    condition: 'Loved',
    purchase: { purchase_price: 'a pint', purchase_currency: 'GBP' },
  },
];

/** Shirts of collector 1059, each with two existing photos and a missing one. */
const MANY = Array.from({ length: 100 }, (_, index) => ({
  ...ENTRIES[0],
  entry_id: 100 + index,
  size: index % 2 ? 'L' : 'M',
  images: [1, 2, 3].map((number) => `https://archive.example/${index}-${number}.jpg`),
}));

/** The collectors with details about their shirts. */
const COLLECTORS: Readonly<Record<string, { reported: object[]; ownWords: object[] }>> = {
  1058: { reported: REPORTED, ownWords: OWN_WORDS },
  1059: { reported: MANY, ownWords: [] },
};

export function findCollector(url = '') {
  return COLLECTORS[/^\/api\/user-collection\/(\d+)/.exec(url)?.[1] ?? ''];
}

export const DATA = { success: true, entries: ENTRIES, total_entries: ENTRIES.length, pages_scraped: 1 };

export function startedCollection() {
  return { status: 'cached', data: DATA, pagination: { total_count: ENTRIES.length, note: 'all' } };
}

export function collectionPage(url: string) {
  const page = Number(new URL(url, 'http://catalogue').searchParams.get('page'));
  // Two entries per page, regardless of the requested size.
  const entries = ENTRIES.slice(2 * (page - 1), 2 * page);
  const pagination = toPagination(page, ENTRIES.length, 2);
  return {
    status: 'ready',
    data: { ...DATA, entries },
    pagination,
    cached_until: '2027-01-01T00:00:00.000Z',
  };
}

export function toPagination(page: number, count: number, pages: number) {
  return {
    current_page: page,
    total_pages: pages,
    total_count: count,
    page_size: 2,
    has_next: page < pages,
    has_previous: page > 1,
    next_page: page < pages ? page + 1 : null,
    previous_page: page > 1 ? page - 1 : null,
  };
}

export const STARTED = { status: 'processing', task_id: 'x', message: 'It is being read.' };
export const FAILED = {
  status: 'failed',
  task_id: 'x',
  pages_scraped: 0,
  entries: 0,
  started_at: null,
  finished_at: null,
  error: 'User not found',
};
