import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { createCollectionClient, eachEntry, type CollectionClient, type ResponseHead } from '../src/index.ts';
import { club } from './catalogue-examples.ts';
import { credentialsOf, startCollectionService, type TestService } from './test-service.ts';

let catalogue: LocalServer;
let service: TestService;
let ada: CollectionClient;
let eve: CollectionClient;

beforeAll(async () => {
  catalogue = await openLocalServer(json([club]));
  service = await startCollectionService({ CATALOGUE_URL: catalogue.baseUrl });
  [ada, eve] = await Promise.all([service.signUp('ada'), service.signUp('eve')]);
}, 60_000);

afterAll(async () => {
  await service?.close();
  await catalogue?.close();
});

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = new File([PIXEL], 'front.png', { type: 'image/png' });

describe('the collection client with a real service', () => {
  test('receives the same token each time, and 400 for a wrong password', async () => {
    const { tokens } = createCollectionClient({ baseUrl: service.baseUrl });
    const { token } = await tokens.create(credentialsOf('ada'));
    expect(await tokens.create(credentialsOf('ada'))).toEqual({ token });
    await expect(tokens.create({ username: 'ada', password: 'wrong' })).rejects.toMatchObject({
      code: 'http',
      status: 400,
      fields: { non_field_errors: ['Unable to log in with provided credentials.'] },
    });
  });

  test('receives 401 without a token, and with an invalid token', async () => {
    const anonymous = createCollectionClient({ baseUrl: service.baseUrl });
    await expect(anonymous.users.me()).rejects.toMatchObject({
      status: 401,
      detail: 'Authentication credentials were not provided.',
    });
    const stranger = createCollectionClient({ baseUrl: service.baseUrl, token: 'nobodys' });
    await expect(stranger.items.list()).rejects.toMatchObject({ status: 401, detail: 'Invalid token.' });
  });

  test('reads users, and receives 403 for changes to other users', async () => {
    expect(await ada.users.patch({ username: 'ada' }, { name: 'Ada L.' })).toMatchObject({ name: 'Ada L.' });
    expect(await ada.users.me()).toMatchObject({ username: 'ada', name: 'Ada L.' });
    expect(await ada.users.list()).toMatchObject([{ username: 'ada' }]);
    expect(await eve.users.get({ username: 'ADA' })).toMatchObject({ username: 'ada' });
    expect(await ada.users.put({ username: 'ada' }, { username: 'ada' })).toMatchObject({ name: '' });
    await expect(eve.users.patch({ username: 'ada' }, { name: 'Eve' })).rejects.toMatchObject({
      status: 403,
    });
    await expect(eve.users.patch({ username: 'eve' }, { username: 'Ada' })).rejects.toMatchObject({
      fields: { username: ['A user with that username already exists.'] },
    });
  });

  test('creates, changes, reads and deletes an item, and receives 403 or 404 for items of other users', async () => {
    const draft = await ada.items.create({ item_type: 'outerwear', is_draft: true });
    const { id } = draft;
    await expect(ada.items.patch({ id }, { is_draft: false })).rejects.toMatchObject({
      status: 400,
      fields: { name: expect.any(Array) },
    });
    await expect(eve.items.get({ id })).rejects.toMatchObject({ status: 404, detail: 'Not found.' });

    const { id: size } = (await ada.reference.sizes())[3] ?? { id: 0 };
    const item = { item_type: 'outerwear', name: 'Anorak', brand: 2, size, type: 'jacket' } as const;
    expect(await ada.items.put({ id }, { ...item, tags: ['rain'] })).toMatchObject({
      ...item,
      is_draft: false,
      condition: 10,
      tags: ['rain'],
    });
    expect(await ada.items.patch({ id }, { condition: 7 })).toMatchObject({ tags: ['rain'], condition: 7 });
    expect(await eve.items.get({ id })).toMatchObject({ id, name: 'Anorak', photos: [] });
    await expect(eve.items.remove({ id })).rejects.toMatchObject({ status: 403 });

    expect(await ada.items.remove({ id })).toBeUndefined();
    await expect(ada.items.get({ id })).rejects.toMatchObject({ status: 404 });
  });

  test('lists items page by page, and lists collections', async () => {
    const collector = await service.signUp('pager');
    const names = ['a', 'b', 'c', 'd', 'e'];
    let owner = 0;
    for (const name of names) {
      const created = await collector.items.create({ item_type: 'other', type: 'pin', name, brand: 2 });
      owner = created.user;
    }
    const page = await collector.items.list({ ordering: 'name', page: 2, page_size: 2 });
    expect(page).toMatchObject({ count: 5, results: [{ name: 'c' }, { name: 'd' }] });
    expect(new URL(page.next ?? '').searchParams.get('page')).toBe('3');
    expect(new URL(page.previous ?? '').searchParams.get('page')).toBe('1');

    const sharedItems = eachEntry(eve.collections.items, { user_id: owner, ordering: 'name', page_size: 2 });
    expect(await namesOf(sharedItems)).toEqual(names);
    const ownItems = eachEntry(collector.items.list, { ordering: '-name', page_size: 2 });
    expect(await namesOf(ownItems)).toEqual(names.toReversed());

    expect(await eve.collections.list()).toMatchObject({
      count: expect.any(Number),
      results: expect.arrayContaining([expect.objectContaining({ username: 'pager', item_count: 5 })]),
    });
    expect(await eve.collections.get({ user_id: owner })).toMatchObject({
      user: { username: 'pager' },
      statistics: { total_items: 5 },
    });
    expect(await collector.collections.me()).toMatchObject({ statistics: { drafts: 0 } });
    expect(await collector.collections.myItems({ search: 'c' })).toMatchObject({ results: [{ name: 'c' }] });
    await expect(collector.collections.myItems({ page: 9 })).rejects.toMatchObject({ status: 404 });
    // @ts-expect-error there is no such type
    await expect(collector.items.list({ item_type: 'scarf' })).rejects.toMatchObject({
      fields: { item_type: ['"scarf" is not a valid choice.'] },
    });
  });

  test('uploads, changes, replaces and deletes a photo', async () => {
    const item = await ada.items.create({ item_type: 'other', type: 'cap', name: 'Cap', brand: 2 });
    const waiting = await ada.photos.upload({ image: picture });
    expect(waiting).toMatchObject({ content_type: null, object_id: null, width: 1, height: 1 });
    const { id } = waiting;
    const target = { content_type: 6, object_id: item.id };
    expect(await ada.photos.patch({ id }, { ...target, caption: 'Vorn' })).toMatchObject({
      ...target,
      caption: 'Vorn',
      order: 0,
    });
    const second = await ada.photos.upload({ image: new Blob([PIXEL]), ...target, caption: 'Ä', order: 4 });
    expect(second).toMatchObject({ ...target, caption: 'Ä', order: 4 });
    expect(await ada.photos.list(target)).toMatchObject({ count: 2, next: null, results: [{ id }, second] });
    expect(await ada.items.get({ id: item.id })).toMatchObject({ photos: [{ id }, second] });

    const replaced = await ada.photos.put({ id }, { image: picture });
    expect(replaced).toMatchObject({ ...target, caption: '' });
    expect(replaced.image).not.toBe(waiting.image);
    expect((await fetch(replaced.image)).headers.get('content-type')).toBe('image/png');
    expect(await ada.photos.get({ id })).toEqual(replaced);
    await ada.photos.remove({ id });
    await expect(ada.photos.get({ id })).rejects.toMatchObject({ status: 404 });
  });

  test('passes the status and headers of each response to onResponse, also for errors', async () => {
    const heads: unknown[] = [];
    const onResponse = ({ status, headers }: ResponseHead) => {
      heads.push([status, headers.get('X-Request-Id'), headers.get('X-Total-Count')]);
    };
    const headers = { 'X-Request-Id': 'one-of-ours' };
    await ada.shares.list({}, { headers, onResponse });
    await expect(ada.items.get({ id: 404_404 }, { headers, onResponse })).rejects.toMatchObject({
      status: 404,
    });
    expect(heads).toEqual([
      [200, 'one-of-ours', '0'],
      [404, 'one-of-ours', null],
    ]);
  });

  test('receives a field error for a file that is not a picture', async () => {
    await expect(ada.photos.upload({ image: new Blob(['no picture']) })).rejects.toMatchObject({
      code: 'http',
      status: 400,
      fields: { image: [expect.stringContaining('Upload a valid image.')] },
    });
  });

  test('reads reference data without a token', async () => {
    const { reference } = createCollectionClient({ baseUrl: service.baseUrl });
    expect(await reference.colors()).toHaveLength(17);
    expect(await reference.designs()).toContainEqual({ id: 'CHEST_BAND', name: 'Chest band' });
    expect(await reference.contentTypes()).toContainEqual(
      expect.objectContaining({ id: 1, item_type: 'jersey' }),
    );
    expect(await reference.limits()).toMatchObject({ photos: { max_bytes: 20_971_520 } });
  });

  test('reads catalogue look-ups and health without a token', async () => {
    const { archive, health } = createCollectionClient({ baseUrl: service.baseUrl });
    expect(await archive.clubs.search({ keyword: 'malaga' })).toEqual({ results: [club] });
    expect(await archive.filters({ filter_type: 'item_type' })).toMatchObject({ results: expect.any(Array) });
    expect(await health()).toMatchObject({ status: 'healthy', storage: 'connected' });
  });
});

async function namesOf(entries: AsyncIterable<{ name: string }>): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of entries) names.push(name);
  return names;
}
