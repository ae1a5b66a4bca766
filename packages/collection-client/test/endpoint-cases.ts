import { accountEndpoints } from './account-endpoint-cases.ts';
import { brand, club, competition, kit, listedKit, season, years } from './catalogue-examples.ts';
import type { EndpointCase } from './endpoint-case.ts';
import * as examples from './examples.ts';
import { exportEndpoints } from './export-endpoint-cases.ts';
import { importEndpoints } from './import-endpoint-cases.ts';
import { shareEndpoints } from './share-endpoint-cases.ts';

const { ada, photo, shirt, shirtInFull } = examples;

const paged = (body: unknown[]) => ({
  response: body,
  headers: {
    'X-Total-Count': '45',
    Link: '<https://kits.example/?page=1>; rel="first", <https://kits.example/?page=3>; rel="next"',
  },
  returned: { count: 45, next: 'https://kits.example/?page=3', previous: null, results: body },
});

/** By contract: the call and its response. */
export const endpoints: Record<string, EndpointCase> = {
  getRoot: { request: (c) => c.root(), url: '/', response: examples.service },
  getService: { request: (c) => c.service(), url: '/api', response: examples.service },
  getHealth: { request: (c) => c.health(), url: '/api/health', response: examples.health },
  getDocs: { request: (c) => c.docs(), url: '/api/docs/', response: '<html></html>' },
  getSchema: { request: (c) => c.openapi(), url: '/api/schema/', response: { openapi: '3.0.3' } },
  getReady: { request: (c) => c.ready(), url: '/api/ready', response: { status: 'ready' } },
  createToken: {
    request: ({ tokens }) => tokens.create({ username: 'ada', password: 'pw' }),
    url: '/api/auth-token/',
    sent: { username: 'ada', password: 'pw' },
    response: { token: 'secret' },
  },
  ...accountEndpoints,
  listUsers: { request: ({ users }) => users.list(), url: '/api/users/', response: [ada] },
  getMe: { request: ({ users }) => users.me(), url: '/api/users/me/', response: ada },
  getUser: {
    request: ({ users }) => users.get({ username: 'Éva@home' }),
    url: '/api/users/%C3%89va%40home/',
    response: ada,
  },
  putUser: {
    request: ({ users }) => users.put({ username: 'ada' }, { username: 'ada', name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { username: 'ada', name: 'Ada' },
    response: ada,
  },
  patchUser: {
    request: ({ users }) => users.patch({ username: 'ada' }, { name: 'Ada' }),
    url: '/api/users/ada/',
    sent: { name: 'Ada' },
    response: ada,
  },
  listCollections: {
    request: ({ collections }) => collections.list({ page: 1, page_size: 5 }),
    url: '/api/collections/?page=1&page_size=5',
    response: examples.collectionPage,
  },
  getMyCollection: {
    request: ({ collections }) => collections.me(),
    url: '/api/collections/me/',
    response: examples.adasCollection,
  },
  getMyValue: {
    request: ({ collections }) => collections.myValue({ location: 'Attic', is_private: true }),
    url: '/api/collections/me/value/?location=Attic&is_private=true',
    response: examples.adasValue,
  },
  countMyFacets: {
    request: ({ collections }) => collections.myFacets({ fields: 'club,location', location: 'Attic' }),
    url: '/api/collections/me/facets/?fields=club%2Clocation&location=Attic',
    response: examples.facets,
  },
  countFacets: {
    request: ({ collections }) => collections.facets({ user_id: 5, fields: 'club', tag: ['home', 'signed'] }),
    url: '/api/collections/5/facets/?fields=club&tag=home&tag=signed',
    response: examples.facets,
  },
  countNamedFacets: {
    request: ({ collections }) => collections.facetsByUsername({ username: 'ada', search: 'home' }),
    url: '/api/collections/@ada/facets/?search=home',
    response: examples.facets,
  },
  countSharedFacets: {
    request: ({ shared }) => shared.facets({ token: 'secret', fields: 'club' }),
    url: '/api/shared/secret/facets/?fields=club',
    response: examples.facets,
  },
  listMyKits: {
    request: ({ collections }) => collections.myKits(),
    url: '/api/collections/me/kits/',
    response: { kits: [{ kit: 9, items: [12, 15] }] },
  },
  getCollection: {
    request: ({ collections }) => collections.get({ user_id: 5 }),
    url: '/api/collections/5/',
    response: examples.adasCollection,
  },
  getNamedCollection: {
    request: ({ collections }) => collections.getByUsername({ username: 'Éva@home' }),
    url: '/api/collections/@%C3%89va%40home/',
    response: examples.adasCollection,
  },
  listMyCollectionItems: {
    request: ({ collections }) => collections.myItems({ is_draft: true, ordering: '-name' }),
    url: '/api/collections/me/items/?is_draft=true&ordering=-name',
    response: examples.itemPage,
  },
  listCollectionItems: {
    request: ({ collections }) => collections.items({ user_id: 5, tag: ['home', 'signed'], club: 7 }),
    url: '/api/collections/5/items/?tag=home&tag=signed&club=7',
    response: examples.itemPage,
  },
  listNamedCollectionItems: {
    request: ({ collections }) => collections.itemsByUsername({ username: 'ada', club: 7 }),
    url: '/api/collections/@ada/items/?club=7',
    response: examples.itemPage,
  },
  ...exportEndpoints,
  listItems: {
    request: ({ items }) => items.list({ item_type: 'jersey', search: 'málaga', page: 2, page_size: 20 }),
    url: '/api/items/?item_type=jersey&search=m%C3%A1laga&page=2&page_size=20',
    ...paged([shirt]),
  },
  createItem: {
    request: ({ items }) =>
      items.create({ item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null }),
    url: '/api/items/',
    sent: { item_type: 'jersey', name: 'Málaga', brand: 2, size: 4, club: null },
    response: shirtInFull,
  },
  getItem: {
    request: ({ items }) => items.get({ id: 12 }),
    url: '/api/items/12/',
    response: shirtInFull,
  },
  putItem: {
    request: ({ items }) => items.put({ id: 12 }, { item_type: 'jersey', is_draft: true }),
    url: '/api/items/12/',
    sent: { item_type: 'jersey', is_draft: true },
    response: shirtInFull,
  },
  patchItem: {
    request: ({ items }) => items.patch({ id: 12 }, { condition: 9, number: undefined }),
    url: '/api/items/12/',
    sent: { condition: 9 },
    response: shirtInFull,
  },
  deleteItem: {
    request: ({ items }) => items.remove({ id: 12 }),
    url: '/api/items/12/',
    response: undefined,
  },
  batchItems: {
    request: ({ items }) => items.batch({ filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] }),
    url: '/api/items/batch/',
    sent: { filter: { club: 7 }, set: { condition: 8 }, add_tags: ['home'] },
    response: { dry_run: false, updated: 1, deleted: 0, ids: [12] },
  },
  cloneItem: {
    request: ({ items }) => items.clone({ id: 12 }, { size: 5 }),
    url: '/api/items/12/clone/',
    sent: { size: 5 },
    response: shirtInFull,
  },
  listItemChanges: {
    request: ({ items }) => items.changes({ after: '7-9', limit: 2 }),
    url: '/api/items/changes/?after=7-9&limit=2',
    response: {
      items: [
        { sequence: 8, op: 'upsert', id: 12, at: '2026-11-20T10:00:00.000Z', record: shirtInFull },
        { sequence: 9, op: 'delete', id: 13, at: '2026-11-21T10:00:00.000Z' },
      ],
      next: '9',
      has_more: false,
    },
  },
  listItemValues: {
    request: ({ items }) => items.values({ id: 12, page: 2 }),
    url: '/api/items/12/values/?page=2',
    ...paged([
      { estimated_value: { amount: '120.00', currency: 'EUR' }, changed_at: '2026-11-20T10:00:00.000Z' },
      { estimated_value: null, changed_at: '2026-11-21T10:00:00.000Z' },
    ]),
  },
  listPhotos: {
    request: ({ photos }) => photos.list({ content_type: 1, object_id: 12 }),
    url: '/api/photos/?content_type=1&object_id=12',
    ...paged([photo]),
  },
  createPhoto: {
    request: ({ photos }) => photos.upload({ image: new Blob(['…']) }),
    url: '/api/photos/',
    response: photo,
  },
  getPhoto: {
    request: ({ photos }) => photos.get({ id: 31 }),
    url: '/api/photos/31/',
    response: photo,
  },
  putPhoto: {
    request: ({ photos }) => photos.put({ id: 31 }, { caption: 'Front', order: 0 }),
    url: '/api/photos/31/',
    sent: { caption: 'Front', order: 0 },
    response: photo,
  },
  patchPhoto: {
    request: ({ photos }) => photos.patch({ id: 31 }, { content_type: null, object_id: null }),
    url: '/api/photos/31/',
    sent: { content_type: null, object_id: null },
    response: photo,
  },
  deletePhoto: {
    request: ({ photos }) => photos.remove({ id: 31 }),
    url: '/api/photos/31/',
    response: undefined,
  },
  listColours: {
    request: ({ reference }) => reference.colors(),
    url: '/api/colors/',
    response: [{ id: 1, name: 'White', color: '#FFFFFF' }],
  },
  listSizes: {
    request: ({ reference }) => reference.sizes(),
    url: '/api/sizes/',
    response: [{ id: 4, name: 'M', category: 'tops' }],
  },
  listDesigns: {
    request: ({ reference }) => reference.designs(),
    url: '/api/designs/',
    response: [{ id: 'CHEST_BAND', name: 'Chest band' }],
  },
  listContentTypes: {
    request: ({ reference }) => reference.contentTypes(),
    url: '/api/content-types/',
    response: [{ id: 1, item_type: 'jersey', name: 'Jersey' }],
  },
  ...shareEndpoints,
  ...importEndpoints,
  getLimits: {
    request: ({ reference }) => reference.limits(),
    url: '/api/limits/',
    response: examples.limits,
  },
  searchArchiveClubs: {
    request: ({ archive }) => archive.clubs.search({ keyword: 'málaga & co' }),
    url: '/archive/clubs/search/?keyword=m%C3%A1laga+%26+co',
    response: { results: [club] },
  },
  listArchiveSeasons: {
    request: ({ archive }) => archive.clubs.seasons({ club_id: 7 }),
    url: '/archive/clubs/7/seasons/',
    response: { results: [season] },
  },
  listArchiveKits: {
    request: ({ archive }) => archive.clubs.kits({ club_id: 7, season_id: 4 }),
    url: '/archive/clubs/7/seasons/4/kits/',
    response: { results: [listedKit] },
  },
  searchArchiveKits: {
    request: ({ archive }) => archive.kits.search({ keyword: 'malaga 2003' }),
    url: '/archive/kits/search/?keyword=malaga+2003',
    response: { results: [{ ...listedKit, team_name: 'Málaga CF', season_year: '2003-04' }] },
  },
  getArchiveKit: {
    request: ({ archive }) => archive.kits.get({ kit_id: 9 }),
    url: '/archive/kits/9/',
    response: kit,
  },
  searchArchiveBrands: {
    request: ({ archive }) => archive.brands.search({ keyword: 'adi' }),
    url: '/archive/brands/search/?keyword=adi',
    response: { results: [brand] },
  },
  searchArchiveCompetitions: {
    request: ({ archive }) => archive.competitions.search({ keyword: 'liga' }),
    url: '/archive/competitions/search/?keyword=liga',
    response: { results: [competition] },
  },
  searchArchiveSeasons: {
    request: ({ archive }) => archive.seasons.search({ keyword: '2003' }),
    url: '/archive/seasons/search/?keyword=2003',
    response: { results: [{ ...season, ...years }] },
  },
  listArchiveFilters: {
    request: ({ archive }) => archive.filters({ filter_type: 'brand', item_type: 'jersey' }),
    url: '/archive/filters/?filter_type=brand&item_type=jersey',
    response: { results: [{ id: 2, name: 'Adidas', count: 3, logo: null }] },
  },
};
