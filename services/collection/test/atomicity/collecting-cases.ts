import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { addImport } from '../test-imports.ts';
import { addBrand, addPhoto } from '../test-items.ts';
import { toForm, type Fields } from '../test-photos.ts';
import { jpeg } from '../test-pictures.ts';
import { addShare } from '../test-shares.ts';
import { withToken } from '../test-users.ts';
import { addOwner, type Case, type Owner, type World } from './world.ts';

const SHIRT = { item_type: 'jersey', name: 'Another shirt', tags: ['retro'] };
const PRICED = { ...SHIRT, estimated_value: { amount: '60.00', currency: 'EUR' } };
const PLACE = { content_type: 1 };

/** A request with the token of an owner of an item. */
function byOwner(
  method: string,
  path: string | ((owner: Owner) => string),
  body?: object | ((owner: Owner) => object),
  how: 'send' | 'sendOnce' = 'send',
): Case {
  return async (world) => {
    const owner = await addOwner(world);
    await addPhotoFile(world, owner);
    const [url, sent] = [path, body].map((part) => (typeof part === 'function' ? part(owner) : part));
    return { send: () => owner[how](method, url as string, sent as object | undefined) };
  };
}

const itemPath = ({ item }: Owner) => `/api/items/${item}/`;
const clonePath = (owner: Owner) => `${itemPath(owner)}clone/`;
const deletion = ({ item }: Owner) => ({ ids: [item], delete: true });

/** Adds a photo with its file; returns its id. */
export async function addPhotoFile({ collection }: World, { user, item }: Owner): Promise<number> {
  const key = `originals/${randomUUID()}.jpg`;
  await mkdir(join(collection.mediaRoot, 'originals'), { recursive: true });
  await writeFile(join(collection.mediaRoot, key), await jpeg());
  return addPhoto(collection, user, item, { image_key: key });
}

/** A request to an owner's photo: JSON, or a form with a picture. */
function ofPhoto(
  method: string,
  { body, form, isKeyed }: { body?: object; form?: Fields; isKeyed?: true } = {},
): Case {
  return async (world) => {
    const owner = await addOwner(world);
    const id = await addPhotoFile(world, owner);
    const path = `/api/photos/${method === 'POST' ? '' : `${id}/`}`;
    if (!form) return { send: () => owner.send(method, path, body) };
    const file = await jpeg();
    const fields = { ...PLACE, object_id: owner.item, ...form };
    return {
      send() {
        const headers = { ...withToken(owner.token), ...(isKeyed && { 'Idempotency-Key': randomUUID() }) };
        return world.collection.request(path, { method, headers, body: toForm(fields, file) });
      },
    };
  };
}

/** A request to an owner's share. */
function ofShare(method: string, body?: object): Case {
  return async (world) => {
    const owner = await addOwner(world);
    const { id } = await addShare(world.collection, owner);
    return { send: () => owner.send(method, `/api/shares/${id}/`, body) };
  };
}

/** A request to an owner's import with one row and this status. */
function ofImport(method: string, suffix: string, { body, status = 'review' }: ImportOptions = {}): Case {
  return async (world) => {
    const owner = await addOwner(world);
    const { db, mediaRoot } = world.collection;
    const id = await addImport(world.collection, owner.user, 'Nowhere');
    const key = `imports/${randomUUID()}.csv`;
    await mkdir(join(mediaRoot, 'imports'), { recursive: true });
    await writeFile(join(mediaRoot, key), 'Name\nNowhere\n');
    await db('imports').where({ id }).update({ status, file_key: key });
    await db('import_rows')
      .where({ import_id: id })
      .update({ errors: { condition: ['It must be a number.'] } });
    return { send: () => owner.send(method, `/api/imports/${id}/${suffix}`, body) };
  };
}

interface ImportOptions {
  body?: object;
  status?: string;
}

/** A request for an export by an owner who already has one with a file. */
const replacingExport: Case = async (world) => {
  const owner = await addOwner(world);
  const { db, mediaRoot } = world.collection;
  const key = `exports/${randomUUID()}.zip`;
  await mkdir(join(mediaRoot, 'exports'), { recursive: true });
  await writeFile(join(mediaRoot, key), 'the export from before');
  await db('exports').insert({ user_id: owner.user.id, status: 'done', file_key: key });
  return { send: () => owner.send('POST', '/api/exports/') };
};

const NOWHERE = 7;

/** Requests about items, photos, shares, imports and exports, keyed by contract id. */
export const COLLECTING_CASES: Readonly<Record<string, Case>> = {
  createItem: byOwner('POST', '/api/items/', PRICED),
  'createItem, with a key': byOwner('POST', '/api/items/', PRICED, 'sendOnce'),
  putItem: byOwner('PUT', itemPath, PRICED),
  patchItem: byOwner('PATCH', itemPath, { name: 'Renamed', estimated_value: PRICED.estimated_value }),
  deleteItem: byOwner('DELETE', itemPath),
  cloneItem: byOwner('POST', clonePath, { name: 'A copy' }),
  'cloneItem, with a key': byOwner('POST', clonePath, { name: 'A copy' }, 'sendOnce'),
  batchItems: byOwner('POST', '/api/items/batch/', ({ item }) => ({
    ids: [item],
    set: { condition: 6 },
    add_tags: ['worn'],
  })),
  'batchItems, with a key': byOwner('POST', '/api/items/batch/', deletion, 'sendOnce'),
  createPhoto: ofPhoto('POST', { form: { caption: 'Front', order: 0 } }),
  'createPhoto, with a key': ofPhoto('POST', { form: { caption: 'Front', order: 0 }, isKeyed: true }),
  putPhoto: ofPhoto('PUT', { form: { caption: 'Back', order: 1 } }),
  patchPhoto: ofPhoto('PATCH', { body: { caption: 'Back', order: 3 } }),
  deletePhoto: ofPhoto('DELETE'),
  createShare: byOwner('POST', '/api/shares/', { scope: 'collection', password: 'orange peel 3' }),
  patchShare: ofShare('PATCH', { title: 'Home shirts', password: 'orange peel 4' }),
  deleteShare: ofShare('DELETE'),
  createExport: replacingExport,
  async createImport(world) {
    const { token } = await addOwner(world);
    const form = new FormData();
    form.set('file', new Blob(['Name\nA shirt\n']), 'shirts.csv');
    const init = { method: 'POST', headers: withToken(token), body: form };
    return { send: () => world.collection.request('/api/imports/', init) };
  },
  patchImport: ofImport('PATCH', '', { body: { options: { on_match: 'add' } } }),
  deleteImport: ofImport('DELETE', ''),
  patchImportRow: ofImport('PATCH', 'rows/1/', { body: { skip: true } }),
  patchImportRows: ofImport('PATCH', 'rows/', { body: { field: 'condition', set: { condition: 4 } } }),
  async resolveImport(world) {
    await world.collection.db('brands').where({ id: NOWHERE }).delete();
    await addBrand(world.collection, NOWHERE, 'Nowhere');
    return ofImport('POST', 'resolve/', { body: { field: 'brand', text: 'Nowhere', id: NOWHERE } })(world);
  },
  applyImport: ofImport('POST', 'apply/'),
  undoImport: ofImport('POST', 'undo/', { status: 'done' }),
};
