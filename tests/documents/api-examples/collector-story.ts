import { expect } from '@jest/globals';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { takePicture } from '../../take-picture.ts';
import type { RecordedRequest, Recorder } from './recorder.ts';

const MINUTE = 60_000;
const PAGE = { page: 1, page_size: 2 };

/** Ids of the catalogue's demo that items refer to. */
interface References {
  brand: number;
  kit: number;
}

/** Everything that the demo collector can do; `since` is the position after the changes of the demo. */
export async function recordCollectorExamples(
  recorder: Recorder,
  { token, since }: { token: string; since: string },
): Promise<void> {
  const call: Recorder['call'] = (id, request = {}) =>
    recorder.call(id, { ...request, headers: { Authorization: `Token ${token}`, ...request.headers } });
  const kit = await callArchiveEndpoints(call);
  const item = await callItemEndpoints(call, { brand: kit.brand.id, kit: kit.id, since });
  await callPhotoEndpoints(call, item);
  await callCollectionEndpoints(call, item);
  await callShareEndpoints(call, item);
  await callInterchangeEndpoints(call);
  for (const id of ['listColours', 'listSizes', 'listDesigns', 'listContentTypes', 'getLimits'])
    await call(id);
  await call('deleteItem', { params: { id: item } });
}

type Call = Recorder['call'];

async function callArchiveEndpoints(call: Call) {
  const [club] = (await call('searchArchiveClubs', { query: { keyword: 'malaga' } })).body.results;
  const params = { club_id: club.id };
  const [season] = (await call('listArchiveSeasons', { params })).body.results;
  await call('listArchiveKits', { params: { ...params, season_id: season.id } });
  const [kit] = (await call('searchArchiveKits', { query: { keyword: 'malaga 2003' } })).body.results;
  await call('searchArchiveBrands', { query: { keyword: 'adidas' } });
  await call('searchArchiveCompetitions', { query: { keyword: 'la liga' } });
  await call('searchArchiveSeasons', { query: { keyword: '2003' } });
  await call('listArchiveFilters', { query: { filter_type: 'club' } });
  return (await call('getArchiveKit', { params: { kit_id: kit.id } })).body;
}

async function callItemEndpoints(
  call: Call,
  { brand, kit, since }: References & { since: string },
): Promise<number> {
  const shirt = { item_type: 'jersey', name: 'Málaga home 2003-04', brand, kit, size: 5, condition: 8 };
  const bought = { acquired_on: '2024-05-17', price: { amount: '45.00', currency: 'EUR' } };
  const { id } = (await call('createItem', { body: { ...shirt, ...bought, tags: ['retro'] } })).body;
  const params = { id };
  await call('getItem', { params });
  await call('putItem', { params, body: { ...shirt, is_signed: true, player_name: 'Salva', number: 9 } });
  await call('patchItem', { params, body: { estimated_value: { amount: '60.00', currency: 'EUR' } } });
  await call('listItemValues', { params });
  const copy = (await call('cloneItem', { params, body: { size: 6 } })).body;
  await call('batchItems', { body: { ids: [copy.id], set: { condition: 7 }, add_tags: ['to swap'] } });
  await call('listItems', { query: { item_type: 'jersey', ...PAGE } });
  await call('listItemChanges', { query: { after: since, limit: 2 } });
  return id;
}

async function callPhotoEndpoints(call: Call, item: number): Promise<void> {
  const file = { field: 'image', content: await takePicture(), name: 'front.jpg' };
  const place = { content_type: 1, object_id: item };
  const { id } = (await call('createPhoto', { body: { ...place, caption: 'Front', order: 0 }, file })).body;
  const params = { id };
  await eventually(async () => {
    const { body } = await call('listPhotos', { query: { ...place, ...PAGE } });
    expect(body[0].image_avif).not.toBeNull();
  }, MINUTE);
  await call('getPhoto', { params });
  await call('patchPhoto', { params, body: { caption: 'The front' } });
  await call('putPhoto', { params, body: { ...place, caption: 'The front', order: 1 } });
  await call('deletePhoto', { params });
}

async function callCollectionEndpoints(call: Call, item: number): Promise<void> {
  const { user } = (await call('getItem', { params: { id: item } })).body;
  await call('listCollections', { query: PAGE });
  await call('getMyCollection');
  await call('getMyValue');
  await call('listMyKits');
  await call('countMyFacets', { query: { fields: 'item_type,location', search: 'home' } });
  await call('getCollection', { params: { user_id: user } });
  await call('listMyCollectionItems', { query: { item_type: 'jersey', ...PAGE } });
  await call('listCollectionItems', { params: { user_id: user }, query: PAGE });
  await call('countFacets', { params: { user_id: user }, query: { fields: 'item_type' } });
  await call('countNamedFacets', { params: { username: 'demo' }, query: { fields: 'decade' } });
  await call('getNamedCollection', { params: { username: 'demo' } });
  await call('listNamedCollectionItems', { params: { username: 'demo' }, query: PAGE });
}

async function callShareEndpoints(call: Call, item: number): Promise<void> {
  const body = {
    scope: 'collection',
    title: 'My shirts',
    expires_at: '2099-12-31T00:00:00Z',
    password: 'orange peel 3',
  };
  const { id, token } = (await call('createShare', { body })).body;
  await call('listShares', { query: PAGE });
  const params = { token };
  const { headers } = await call('unlockShared', { params, body: { password: body.password } });
  const unlocked: RecordedRequest = { headers: { Cookie: headers.getSetCookie().join('; ') } };
  await call('getShared', { params, ...unlocked });
  await call('listSharedItems', { params, query: PAGE, ...unlocked });
  await call('countSharedFacets', { params, query: { fields: 'item_type' }, ...unlocked });
  await call('getSharedItem', { params: { token, id: item }, ...unlocked });
  await call('patchShare', { params: { id }, body: { title: 'Home shirts', password: null } });
  await call('deleteShare', { params: { id } });
}

const TABLE =
  'item_type,type,name,brand,condition\nother,cap,A cap,Nowhere,8\nother,pin,A pin,Nowhere,8\nother,pin,B pin,Nowhere,14\n';

async function callInterchangeEndpoints(call: Call): Promise<void> {
  const made = { params: { id: (await call('createExport')).body.id } };
  await settle(call, 'getExport', made);
  await call('downloadExport', made);
  const archive = { source: 'archive', archive_user_id: STAND_IN_COLLECTORS.withThreeKits };
  const fromArchive = { params: { id: (await call('createImport', { body: archive })).body.id } };
  await settle(call, 'getImport', fromArchive);
  await call('deleteImport', fromArchive);
  const file = { field: 'file', content: new Blob([TABLE], { type: 'text/csv' }), name: 'caps.csv' };
  const { id } = (await call('createImport', { file })).body;
  const params = { id };
  await settle(call, 'getImport', { params });
  await call('patchImport', { params, body: { options: { on_match: 'add' } } });
  await settle(call, 'getImport', { params });
  await call('listImportRows', { params, query: PAGE });
  await call('getImportRow', { params: { id, number: 1 } });
  await call('resolveImport', { params, body: { field: 'brand', text: 'Nowhere', id: 1 } });
  await settle(call, 'getImport', { params });
  await call('patchImportRow', { params: { id, number: 2 }, body: { skip: true } });
  await settle(call, 'getImport', { params });
  await call('patchImportRows', { params, body: { field: 'condition', set: { condition: 4 } } });
  await settle(call, 'getImport', { params });
  await call('listImports', { query: PAGE });
  await call('applyImport', { params });
  await settle(call, 'getImport', { params });
  await call('getFailedRows', { params });
  await call('undoImport', { params });
  await settle(call, 'getImport', { params });
}

const AT_REST = new Set(['review', 'done', 'undone']);

/** Waits until an import or export is not being processed. */
async function settle(call: Call, id: string, request: RecordedRequest): Promise<void> {
  await eventually(async () => {
    const { body } = await call(id, request);
    expect(AT_REST).toContain(body.status);
  }, MINUTE);
}
