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
  const ask: Recorder['ask'] = (id, asked = {}) =>
    recorder.ask(id, { ...asked, headers: { Authorization: `Token ${token}`, ...asked.headers } });
  const kit = await askTheArchive(ask);
  const item = await keepItems(ask, { brand: kit.brand.id, kit: kit.id, since });
  await keepPhotos(ask, item);
  await lookAtCollections(ask, item);
  await share(ask, item);
  await exportAndImport(ask);
  for (const id of ['listColours', 'listSizes', 'listDesigns', 'listContentTypes', 'getLimits'])
    await ask(id);
  await ask('deleteItem', { params: { id: item } });
}

type Ask = Recorder['ask'];

async function askTheArchive(ask: Ask) {
  const [club] = (await ask('searchArchiveClubs', { query: { keyword: 'malaga' } })).body.results;
  const params = { club_id: club.id };
  const [season] = (await ask('listArchiveSeasons', { params })).body.results;
  await ask('listArchiveKits', { params: { ...params, season_id: season.id } });
  const [kit] = (await ask('searchArchiveKits', { query: { keyword: 'malaga 2003' } })).body.results;
  await ask('searchArchiveBrands', { query: { keyword: 'adidas' } });
  await ask('searchArchiveCompetitions', { query: { keyword: 'la liga' } });
  await ask('searchArchiveSeasons', { query: { keyword: '2003' } });
  await ask('listArchiveFilters', { query: { filter_type: 'club' } });
  return (await ask('getArchiveKit', { params: { kit_id: kit.id } })).body;
}

async function keepItems(ask: Ask, { brand, kit, since }: References & { since: string }): Promise<number> {
  const shirt = { item_type: 'jersey', name: 'Málaga home 2003-04', brand, kit, size: 5, condition: 8 };
  const bought = { acquired_on: '2024-05-17', price: { amount: '45.00', currency: 'EUR' } };
  const { id } = (await ask('createItem', { body: { ...shirt, ...bought, tags: ['retro'] } })).body;
  const params = { id };
  await ask('getItem', { params });
  await ask('putItem', { params, body: { ...shirt, is_signed: true, player_name: 'Salva', number: 9 } });
  await ask('patchItem', { params, body: { estimated_value: { amount: '60.00', currency: 'EUR' } } });
  await ask('listItemValues', { params });
  const copy = (await ask('cloneItem', { params, body: { size: 6 } })).body;
  await ask('batchItems', { body: { ids: [copy.id], set: { condition: 7 }, add_tags: ['to swap'] } });
  await ask('listItems', { query: { item_type: 'jersey', ...PAGE } });
  await ask('listItemChanges', { query: { after: since, limit: 2 } });
  return id;
}

async function keepPhotos(ask: Ask, item: number): Promise<void> {
  const file = { field: 'image', content: await takePicture(), name: 'front.jpg' };
  const place = { content_type: 1, object_id: item };
  const { id } = (await ask('createPhoto', { body: { ...place, caption: 'Front', order: 0 }, file })).body;
  const params = { id };
  await eventually(async () => {
    const { body } = await ask('listPhotos', { query: { ...place, ...PAGE } });
    expect(body[0].image_avif).not.toBeNull();
  }, MINUTE);
  await ask('getPhoto', { params });
  await ask('patchPhoto', { params, body: { caption: 'The front' } });
  await ask('putPhoto', { params, body: { ...place, caption: 'The front', order: 1 } });
  await ask('deletePhoto', { params });
}

async function lookAtCollections(ask: Ask, item: number): Promise<void> {
  const { user } = (await ask('getItem', { params: { id: item } })).body;
  await ask('listCollections', { query: PAGE });
  await ask('getMyCollection');
  await ask('getMyValue');
  await ask('listMyKits');
  await ask('countMyFacets', { query: { fields: 'item_type,location', search: 'home' } });
  await ask('getCollection', { params: { user_id: user } });
  await ask('listMyCollectionItems', { query: { item_type: 'jersey', ...PAGE } });
  await ask('listCollectionItems', { params: { user_id: user }, query: PAGE });
  await ask('countFacets', { params: { user_id: user }, query: { fields: 'item_type' } });
  await ask('countNamedFacets', { params: { username: 'demo' }, query: { fields: 'decade' } });
  await ask('getNamedCollection', { params: { username: 'demo' } });
  await ask('listNamedCollectionItems', { params: { username: 'demo' }, query: PAGE });
}

async function share(ask: Ask, item: number): Promise<void> {
  const body = {
    scope: 'collection',
    title: 'My shirts',
    expires_at: '2099-12-31T00:00:00Z',
    password: 'orange peel 3',
  };
  const { id, token } = (await ask('createShare', { body })).body;
  await ask('listShares', { query: PAGE });
  const params = { token };
  const { headers } = await ask('unlockShared', { params, body: { password: body.password } });
  const unlocked: RecordedRequest = { headers: { Cookie: headers.getSetCookie().join('; ') } };
  await ask('getShared', { params, ...unlocked });
  await ask('listSharedItems', { params, query: PAGE, ...unlocked });
  await ask('countSharedFacets', { params, query: { fields: 'item_type' }, ...unlocked });
  await ask('getSharedItem', { params: { token, id: item }, ...unlocked });
  await ask('patchShare', { params: { id }, body: { title: 'Home shirts', password: null } });
  await ask('deleteShare', { params: { id } });
}

const TABLE =
  'item_type,type,name,brand,condition\nother,cap,A cap,Nowhere,8\nother,pin,A pin,Nowhere,8\nother,pin,B pin,Nowhere,14\n';

async function exportAndImport(ask: Ask): Promise<void> {
  const made = { params: { id: (await ask('createExport')).body.id } };
  await settle(ask, 'getExport', made);
  await ask('downloadExport', made);
  const archive = { source: 'archive', archive_user_id: STAND_IN_COLLECTORS.withThreeKits };
  const fromArchive = { params: { id: (await ask('createImport', { body: archive })).body.id } };
  await settle(ask, 'getImport', fromArchive);
  await ask('deleteImport', fromArchive);
  const file = { field: 'file', content: new Blob([TABLE], { type: 'text/csv' }), name: 'caps.csv' };
  const { id } = (await ask('createImport', { file })).body;
  const params = { id };
  await settle(ask, 'getImport', { params });
  await ask('patchImport', { params, body: { options: { on_match: 'add' } } });
  await settle(ask, 'getImport', { params });
  await ask('listImportRows', { params, query: PAGE });
  await ask('getImportRow', { params: { id, number: 1 } });
  await ask('resolveImport', { params, body: { field: 'brand', text: 'Nowhere', id: 1 } });
  await settle(ask, 'getImport', { params });
  await ask('patchImportRow', { params: { id, number: 2 }, body: { skip: true } });
  await settle(ask, 'getImport', { params });
  await ask('patchImportRows', { params, body: { field: 'condition', set: { condition: 4 } } });
  await settle(ask, 'getImport', { params });
  await ask('listImports', { query: PAGE });
  await ask('applyImport', { params });
  await settle(ask, 'getImport', { params });
  await ask('getFailedRows', { params });
  await ask('undoImport', { params });
  await settle(ask, 'getImport', { params });
}

const AT_REST = new Set(['review', 'done', 'undone']);

/** Waits until an import or export is not being processed. */
async function settle(ask: Ask, id: string, asked: RecordedRequest): Promise<void> {
  await eventually(async () => {
    const { body } = await ask(id, asked);
    expect(AT_REST).toContain(body.status);
  }, MINUTE);
}
