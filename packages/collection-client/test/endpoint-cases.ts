import { accountEndpoints } from './account-endpoint-cases.ts';
import { brand, club, competition, kit, listedKit, season, years } from './catalogue-examples.ts';
import type { EndpointCase } from './endpoint-case.ts';
import { exportEndpoints } from './export-endpoint-cases.ts';
import * as examples from './examples.ts';
import { importEndpoints } from './import-endpoint-cases.ts';
import { shareEndpoints } from './share-endpoint-cases.ts';

const { ada, photo, shirt, shirtInFull } = examples;

const paged = (body: unknown[]) => ({
  answer: body,
  headers: {
    'X-Total-Count': '45',
    Link: '<https://kits.example/?page=1>; rel="first", <https://kits.example/?page=3>; rel="next"',
  },
  returned: { count: 45, next: 'https://kits.example/?page=3', previous: null, results: body },
});

/** By contract: how it is asked, and an answer. */
export const endpoints: Record<string, EndpointCase> = {
  getRoot: { ask: (c) => c.root(), url: '/', answer: examples.service },
  getService: { ask: (c) => c.service(), url: '/api', answer: examples.service },
  getHealth: { ask: (c) => c.health(), url: '/api/health', answer: examples.health },
  getDocs: { ask: (c) => c.docs(), url: '/api/docs/', answer: '<html></html>' },
  getSchema: { ask: (c) => c.openapi(), url: '/api/schema/', answer: { openapi: '3.0.3' } },
  getReady: { ask: (c) => c.ready(), url: '/api/ready', answer: { status: 'ready' } },
  createToken: {
    ask: ({ tokens }) => tokens.create({ username: 'ada', password: 'pw' }),
    url: '/api/auth-token/',
    sent: { username: 'ada', password: 'pw' },
    answer: { token: 'secret' },
  },
  ...accountEndpoints,
  listUsers: { ask: ({ users }) => users.list(), url: '/api/users/', answer: [ada] },
  getMe: { ask: ({ users }) => users.me(), url: '/api/users/me/', answer: ada },
  getUser: {
    ask: ({ users }) => users.get({ username: 'Éva@home' }),
    url: '/api/users/%C3%89va%40home/',
    answer: ada,
  },
  putUser: {
    ask: ({ users }) => users.put({ username: 'ada' }, { username: 'ada', name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { username: 'ada', name: 'Ada' },
    answer: ada,
  },
  patchUser: {
    ask: ({ users }) => users.patch({ username: 'ada' }, { name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { name: 'Ada' },
    answer: ada,
  },
  listCollections: {
    ask: ({ collections }) => collections.list({ page: 1, page_size: 5 }),
    url: '/api/collections/?page=1&page_size=5',
    answer: examples.collectionPage,
  },
  getMyCollection: {
    ask: ({ collections }) => collections.me(),
    url: '/api/collections/me/',
    answer: examples.adasCollection,
  },
  getMyValue: {
    ask: ({ collections }) => collections.myValue(),
    url: '/api/collections/me/value/',
    answer: examples.adasValue,
  },
  getCollection: {
    ask: ({ collections }) => collections.get({ user_id: 5 }),
    url: '/api/collections/5/',
    answer: examples.adasCollection,
  },
  getNamedCollection: {
    ask: ({ collections }) => collections.getByUsername({ username: 'Éva@home' }),
    url: '/api/collections/@%C3%89va%40home/',
    answer: examples.adasCollection,
  },
  listMyCollectionItems: {
    ask: ({ collections }) => collections.myItems({ is_draft: true, ordering: '-name' }),
    url: '/api/collections/me/items/?is_draft=true&ordering=-name',
    answer: examples.itemPage,
  },
  listCollectionItems: {
    ask: ({ collections }) => collections.items({ user_id: 5, tag: ['home', 'signed'], club: 7 }),
    url: '/api/collections/5/items/?tag=home&tag=signed&club=7',
    answer: examples.itemPage,
  },
  listNamedCollectionItems: {
    ask: ({ collections }) => collections.itemsByUsername({ username: 'ada', club: 7 }),
    url: '/api/collections/@ada/items/?club=7',
    answer: examples.itemPage,
  },
  ...exportEndpoints,
  listItems: {
    ask: ({ items }) => items.list({ item_type: 'jersey', search: 'málaga', page: 2, page_size: 20 }),
    url: '/api/items/?item_type=jersey&search=m%C3%A1laga&page=2&page_size=20',
    ...paged([shirt]),
  },
  createItem: {
    ask: ({ items }) => items.create({ item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null }),
    url: '/api/items/',
    sent: { item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null },
    answer: shirtInFull,
  },
  getItem: {
    ask: ({ items }) => items.get({ id: 12 }),
    url: '/api/items/12/',
    answer: shirtInFull,
  },
  putItem: {
    ask: ({ items }) => items.put({ id: 12 }, { item_type: 'jersey', is_draft: true }),
    url: '/api/items/12/',
    sent: { item_type: 'jersey', is_draft: true },
    answer: shirtInFull,
  },
  patchItem: {
    ask: ({ items }) => items.patch({ id: 12 }, { condition: 9, number: undefined }),
    url: '/api/items/12/',
    sent: { condition: 9 },
    answer: shirtInFull,
  },
  deleteItem: {
    ask: ({ items }) => items.remove({ id: 12 }),
    url: '/api/items/12/',
    answer: undefined,
  },
  batchItems: {
    ask: ({ items }) => items.batch({ filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] }),
    url: '/api/items/batch/',
    sent: { filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] },
    answer: { dry_run: false, updated: 1, deleted: 0, ids: [12] },
  },
  cloneItem: {
    ask: ({ items }) => items.clone({ id: 12 }, { size: 5 }),
    url: '/api/items/12/clone/',
    sent: { size: 5 },
    answer: shirtInFull,
  },
  listItemValues: {
    ask: ({ items }) => items.values({ id: 12, page: 2 }),
    url: '/api/items/12/values/?page=2',
    ...paged([
      { estimated_value: { amount: '120.00', currency: 'EUR' }, changed_at: '2026-11-20T10:00:00.000Z' },
      { estimated_value: null, changed_at: '2026-11-21T10:00:00.000Z' },
    ]),
  },
  listPhotos: {
    ask: ({ photos }) => photos.list({ content_type: 1, object_id: 12 }),
    url: '/api/photos/?content_type=1&object_id=12',
    ...paged([photo]),
  },
  createPhoto: {
    ask: ({ photos }) => photos.upload({ image: new Blob(['…']) }),
    url: '/api/photos/',
    answer: photo,
  },
  getPhoto: {
    ask: ({ photos }) => photos.get({ id: 31 }),
    url: '/api/photos/31/',
    answer: photo,
  },
  putPhoto: {
    ask: ({ photos }) => photos.put({ id: 31 }, { caption: 'Front', order: 0 }),
    url: '/api/photos/31/',
    sent: { caption: 'Front', order: 0 },
    answer: photo,
  },
  patchPhoto: {
    ask: ({ photos }) => photos.patch({ id: 31 }, { content_type: null, object_id: null }),
    url: '/api/photos/31/',
    sent: { content_type: null, object_id: null },
    answer: photo,
  },
  deletePhoto: {
    ask: ({ photos }) => photos.remove({ id: 31 }),
    url: '/api/photos/31/',
    answer: undefined,
  },
  listColours: {
    ask: ({ reference }) => reference.colors(),
    url: '/api/colors/',
    answer: [{ id: 1, name: 'White', color: '#FFFFFF' }],
  },
  listSizes: {
    ask: ({ reference }) => reference.sizes(),
    url: '/api/sizes/',
    answer: [{ id: 4, name: 'M', category: 'tops' }],
  },
  listDesigns: {
    ask: ({ reference }) => reference.designs(),
    url: '/api/designs/',
    answer: [{ id: 'CHEST_BAND', name: 'Chest band' }],
  },
  listContentTypes: {
    ask: ({ reference }) => reference.contentTypes(),
    url: '/api/content-types/',
    answer: [{ id: 1, item_type: 'jersey', name: 'Jersey' }],
  },
  ...shareEndpoints,
  ...importEndpoints,
  getLimits: {
    ask: ({ reference }) => reference.limits(),
    url: '/api/limits/',
    answer: examples.limits,
  },
  searchArchiveClubs: {
    ask: ({ archive }) => archive.clubs.search({ keyword: 'málaga & co' }),
    url: '/archive/clubs/search/?keyword=m%C3%A1laga+%26+co',
    answer: { results: [club] },
  },
  listArchiveSeasons: {
    ask: ({ archive }) => archive.clubs.seasons({ club_id: 7 }),
    url: '/archive/clubs/7/seasons/',
    answer: { results: [season] },
  },
  listArchiveKits: {
    ask: ({ archive }) => archive.clubs.kits({ club_id: 7, season_id: 4 }),
    url: '/archive/clubs/7/seasons/4/kits/',
    answer: { results: [listedKit] },
  },
  searchArchiveKits: {
    ask: ({ archive }) => archive.kits.search({ keyword: 'malaga 2003' }),
    url: '/archive/kits/search/?keyword=malaga+2003',
    answer: { results: [{ ...listedKit, team_name: 'Málaga CF', season_year: '2003-04' }] },
  },
  getArchiveKit: {
    ask: ({ archive }) => archive.kits.get({ kit_id: 9 }),
    url: '/archive/kits/9/',
    answer: kit,
  },
  searchArchiveBrands: {
    ask: ({ archive }) => archive.brands.search({ keyword: 'adi' }),
    url: '/archive/brands/search/?keyword=adi',
    answer: { results: [brand] },
  },
  searchArchiveCompetitions: {
    ask: ({ archive }) => archive.competitions.search({ keyword: 'liga' }),
    url: '/archive/competitions/search/?keyword=liga',
    answer: { results: [competition] },
  },
  searchArchiveSeasons: {
    ask: ({ archive }) => archive.seasons.search({ keyword: '2003' }),
    url: '/archive/seasons/search/?keyword=2003',
    answer: { results: [{ ...season, ...years }] },
  },
  listArchiveFilters: {
    ask: ({ archive }) => archive.filters({ filter_type: 'brand', item_type: 'jersey' }),
    url: '/archive/filters/?filter_type=brand&item_type=jersey',
    answer: { results: [{ id: 2, name: 'Adidas', count: 3, logo: null }] },
  },
};
