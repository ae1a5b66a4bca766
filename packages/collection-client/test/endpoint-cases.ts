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

/** By contract: the method that asks it, what is asked, and an answer. */
export const endpoints: Record<string, EndpointCase> = {
  getRoot: { method: 'root', ask: (c) => c.root(), url: '/', answer: examples.service },
  getService: { method: 'service', ask: (c) => c.service(), url: '/api', answer: examples.service },
  getHealth: { method: 'health', ask: (c) => c.health(), url: '/api/health', answer: examples.health },
  getReady: { method: 'ready', ask: (c) => c.ready(), url: '/api/ready', answer: { status: 'ready' } },
  createToken: {
    method: 'tokens.create',
    ask: ({ tokens }) => tokens.create({ username: 'ada', password: 'pw' }),
    url: '/api/auth-token/',
    sent: { username: 'ada', password: 'pw' },
    answer: { token: 'secret' },
  },
  ...accountEndpoints,
  listUsers: { method: 'users.list', ask: ({ users }) => users.list(), url: '/api/users/', answer: [ada] },
  getMe: { method: 'users.me', ask: ({ users }) => users.me(), url: '/api/users/me/', answer: ada },
  getUser: {
    method: 'users.get',
    ask: ({ users }) => users.get({ username: 'Éva@home' }),
    url: '/api/users/%C3%89va%40home/',
    answer: ada,
  },
  putUser: {
    method: 'users.put',
    ask: ({ users }) => users.put({ username: 'ada' }, { username: 'ada', name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { username: 'ada', name: 'Ada' },
    answer: ada,
  },
  patchUser: {
    method: 'users.patch',
    ask: ({ users }) => users.patch({ username: 'ada' }, { name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { name: 'Ada' },
    answer: ada,
  },
  listCollections: {
    method: 'collections.list',
    ask: ({ collections }) => collections.list({ page: 1, page_size: 5 }),
    url: '/api/collections/?page=1&page_size=5',
    answer: examples.collectionPage,
  },
  getMyCollection: {
    method: 'collections.me',
    ask: ({ collections }) => collections.me(),
    url: '/api/collections/me/',
    answer: examples.adasCollection,
  },
  getMyValue: {
    method: 'collections.myValue',
    ask: ({ collections }) => collections.myValue(),
    url: '/api/collections/me/value/',
    answer: examples.adasValue,
  },
  getCollection: {
    method: 'collections.get',
    ask: ({ collections }) => collections.get({ user_id: 5 }),
    url: '/api/collections/5/',
    answer: examples.adasCollection,
  },
  getNamedCollection: {
    method: 'collections.getByUsername',
    ask: ({ collections }) => collections.getByUsername({ username: 'Éva@home' }),
    url: '/api/collections/@%C3%89va%40home/',
    answer: examples.adasCollection,
  },
  listMyCollectionItems: {
    method: 'collections.myItems',
    ask: ({ collections }) => collections.myItems({ is_draft: true, ordering: '-name' }),
    url: '/api/collections/me/items/?is_draft=true&ordering=-name',
    answer: examples.itemPage,
  },
  listCollectionItems: {
    method: 'collections.items',
    ask: ({ collections }) => collections.items({ user_id: 5, tag: ['home', 'signed'], club: 7 }),
    url: '/api/collections/5/items/?tag=home&tag=signed&club=7',
    answer: examples.itemPage,
  },
  listNamedCollectionItems: {
    method: 'collections.itemsByUsername',
    ask: ({ collections }) => collections.itemsByUsername({ username: 'ada', club: 7 }),
    url: '/api/collections/@ada/items/?club=7',
    answer: examples.itemPage,
  },
  ...exportEndpoints,
  listItems: {
    method: 'items.list',
    ask: ({ items }) => items.list({ item_type: 'jersey', search: 'málaga', page: 2, page_size: 20 }),
    url: '/api/items/?item_type=jersey&search=m%C3%A1laga&page=2&page_size=20',
    ...paged([shirt]),
  },
  createItem: {
    method: 'items.create',
    ask: ({ items }) => items.create({ item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null }),
    url: '/api/items/',
    sent: { item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null },
    answer: shirtInFull,
  },
  getItem: {
    method: 'items.get',
    ask: ({ items }) => items.get({ id: 12 }),
    url: '/api/items/12/',
    answer: shirtInFull,
  },
  putItem: {
    method: 'items.put',
    ask: ({ items }) => items.put({ id: 12 }, { item_type: 'jersey', is_draft: true }),
    url: '/api/items/12/',
    sent: { item_type: 'jersey', is_draft: true },
    answer: shirtInFull,
  },
  patchItem: {
    method: 'items.patch',
    ask: ({ items }) => items.patch({ id: 12 }, { condition: 9, number: undefined }),
    url: '/api/items/12/',
    sent: { condition: 9 },
    answer: shirtInFull,
  },
  deleteItem: {
    method: 'items.remove',
    ask: ({ items }) => items.remove({ id: 12 }),
    url: '/api/items/12/',
    answer: undefined,
  },
  batchItems: {
    method: 'items.batch',
    ask: ({ items }) => items.batch({ filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] }),
    url: '/api/items/batch/',
    sent: { filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] },
    answer: { dry_run: false, updated: 1, deleted: 0, ids: [12] },
  },
  cloneItem: {
    method: 'items.clone',
    ask: ({ items }) => items.clone({ id: 12 }, { size: 5 }),
    url: '/api/items/12/clone/',
    sent: { size: 5 },
    answer: shirtInFull,
  },
  listItemValues: {
    method: 'items.values',
    ask: ({ items }) => items.values({ id: 12, page: 2 }),
    url: '/api/items/12/values/?page=2',
    ...paged([
      { estimated_value: { amount: '120.00', currency: 'EUR' }, changed_at: '2026-11-20T10:00:00.000Z' },
      { estimated_value: null, changed_at: '2026-11-21T10:00:00.000Z' },
    ]),
  },
  listPhotos: {
    method: 'photos.list',
    ask: ({ photos }) => photos.list({ content_type: 1, object_id: 12 }),
    url: '/api/photos/?content_type=1&object_id=12',
    ...paged([photo]),
  },
  createPhoto: {
    method: 'photos.upload',
    ask: ({ photos }) => photos.upload({ image: new Blob(['…']) }),
    url: '/api/photos/',
    answer: photo,
  },
  getPhoto: {
    method: 'photos.get',
    ask: ({ photos }) => photos.get({ id: 31 }),
    url: '/api/photos/31/',
    answer: photo,
  },
  putPhoto: {
    method: 'photos.put',
    ask: ({ photos }) => photos.put({ id: 31 }, { caption: 'Front', order: 0 }),
    url: '/api/photos/31/',
    sent: { caption: 'Front', order: 0 },
    answer: photo,
  },
  patchPhoto: {
    method: 'photos.patch',
    ask: ({ photos }) => photos.patch({ id: 31 }, { content_type: null, object_id: null }),
    url: '/api/photos/31/',
    sent: { content_type: null, object_id: null },
    answer: photo,
  },
  deletePhoto: {
    method: 'photos.remove',
    ask: ({ photos }) => photos.remove({ id: 31 }),
    url: '/api/photos/31/',
    answer: undefined,
  },
  listColours: {
    method: 'reference.colors',
    ask: ({ reference }) => reference.colors(),
    url: '/api/colors/',
    answer: [{ id: 1, name: 'White', color: '#FFFFFF' }],
  },
  listSizes: {
    method: 'reference.sizes',
    ask: ({ reference }) => reference.sizes(),
    url: '/api/sizes/',
    answer: [{ id: 4, name: 'M', category: 'tops' }],
  },
  listDesigns: {
    method: 'reference.designs',
    ask: ({ reference }) => reference.designs(),
    url: '/api/designs/',
    answer: [{ id: 'CHEST_BAND', name: 'Chest band' }],
  },
  listContentTypes: {
    method: 'reference.contentTypes',
    ask: ({ reference }) => reference.contentTypes(),
    url: '/api/content-types/',
    answer: [{ id: 1, item_type: 'jersey', name: 'Jersey' }],
  },
  ...shareEndpoints,
  ...importEndpoints,
  getLimits: {
    method: 'reference.limits',
    ask: ({ reference }) => reference.limits(),
    url: '/api/limits/',
    answer: examples.limits,
  },
  searchArchiveClubs: {
    method: 'archive.clubs.search',
    ask: ({ archive }) => archive.clubs.search({ keyword: 'málaga & co' }),
    url: '/archive/clubs/search/?keyword=m%C3%A1laga+%26+co',
    answer: { results: [club] },
  },
  listArchiveSeasons: {
    method: 'archive.clubs.seasons',
    ask: ({ archive }) => archive.clubs.seasons({ club_id: 7 }),
    url: '/archive/clubs/7/seasons/',
    answer: { results: [season] },
  },
  listArchiveKits: {
    method: 'archive.clubs.kits',
    ask: ({ archive }) => archive.clubs.kits({ club_id: 7, season_id: 4 }),
    url: '/archive/clubs/7/seasons/4/kits/',
    answer: { results: [listedKit] },
  },
  searchArchiveKits: {
    method: 'archive.kits.search',
    ask: ({ archive }) => archive.kits.search({ keyword: 'malaga 2003' }),
    url: '/archive/kits/search/?keyword=malaga+2003',
    answer: { results: [{ ...listedKit, team_name: 'Málaga CF', season_year: '2003-04' }] },
  },
  getArchiveKit: {
    method: 'archive.kits.get',
    ask: ({ archive }) => archive.kits.get({ kit_id: 9 }),
    url: '/archive/kits/9/',
    answer: kit,
  },
  searchArchiveBrands: {
    method: 'archive.brands.search',
    ask: ({ archive }) => archive.brands.search({ keyword: 'adi' }),
    url: '/archive/brands/search/?keyword=adi',
    answer: { results: [brand] },
  },
  searchArchiveCompetitions: {
    method: 'archive.competitions.search',
    ask: ({ archive }) => archive.competitions.search({ keyword: 'liga' }),
    url: '/archive/competitions/search/?keyword=liga',
    answer: { results: [competition] },
  },
  searchArchiveSeasons: {
    method: 'archive.seasons.search',
    ask: ({ archive }) => archive.seasons.search({ keyword: '2003' }),
    url: '/archive/seasons/search/?keyword=2003',
    answer: { results: [{ ...season, ...years }] },
  },
  listArchiveFilters: {
    method: 'archive.filters',
    ask: ({ archive }) => archive.filters({ filter_type: 'brand', item_type: 'jersey' }),
    url: '/archive/filters/?filter_type=brand&item_type=jersey',
    answer: { results: [{ id: 2, name: 'Adidas', count: 3, logo: null }] },
  },
};
