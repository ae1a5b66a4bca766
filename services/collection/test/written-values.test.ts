import { beforeEach, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { addShare } from './test-shares.ts';
import { addCollector, addUser, json, PASSWORD, signIn, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const BLANK = ['This field may not be blank.'];
const CONTROL = ['Control characters are not allowed.'];
const MARKS = ['Ensure this field has no more than 30 combining marks in a row.'];
const marked = (count: number) => `a${'\u0301\u0323'.repeat(count / 2)}`;
const SHIRT = { item_type: 'jersey', name: 'A shirt', brand: 3, size: 4 };
const LINES = 'one\ntwo\r\n\tthree';
const BELL = 'a\u0007b';
const PROFILE = '/api/accounts/profile/';
/**
 * Values that were valid in the past: control characters, no visible character, too long, an unassigned
 * country, many combining marks.
 */
const OLD_ITEM = {
  name: '\u200B',
  country: 'UK',
  tags: ['x\u0007y', 'z'.repeat(50)],
  description: BELL,
  notes: marked(5000),
  location: 'a\nb',
  acquired_from: ' spaced ',
  player_name: 'p'.repeat(150),
  club_text: 'c'.repeat(150),
};

let owner: Collector;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands cascade');
  owner = await addCollector(collection);
  await addBrand(collection, 3, 'adidas');
});

const send = (method: string, path: string, body?: object) =>
  collection.request(path, json(method, body, owner.token));
const setUser = (columns: object) => collection.db('users').where({ id: owner.id }).update(columns);
const addOldItem = () => addItem(collection, owner, { ...OLD_ITEM, brand_id: 3 });
const create = (fields: object) => send('POST', '/api/items/', { ...SHIRT, ...fields });

describe('text fields of an item', () => {
  it.each([
    ['a zero-width space', '\u200B'],
    ['fillers and joiners', '\u3164\u2060 \uFEFF\u00AD'],
    ['a blank Braille cell', '\u2800'],
  ])('reject a name that consists only of %s', async (_what, name) => {
    expect(await create({ name })).toMatchObject({ status: 400, body: { name: BLANK } });
    expect(await create({ name, is_draft: true })).toMatchObject({ status: 400, body: { name: BLANK } });
  });

  it('accept a name with any visible character', async () => {
    const name = '👨\u200D👩\u200D👧 ٢';
    expect(await create({ name })).toMatchObject({ status: 201, body: { name } });
  });

  it('reject control characters, and line breaks in one-line fields', async () => {
    const text = 'a\u0007b';
    const fields = {
      name: text,
      player_name: 'a\nb',
      location: text,
      acquired_from: 'a\u0085b',
      tags: [text],
    };
    const { status, body } = await create({ ...fields, club_text: text, description: text, notes: text });
    expect(status).toBe(400);
    const names = [...Object.keys(fields), 'club_text', 'description', 'notes'];
    expect(body).toEqual(Object.fromEntries(names.map((field) => [field, expect.anything()])));
    expect(body).toMatchObject({ name: CONTROL, player_name: CONTROL, description: CONTROL });
  });

  it('allow line breaks and tabs in description and notes', async () => {
    const texts = { description: LINES, notes: LINES };
    expect(await create(texts)).toMatchObject({ status: 201, body: texts });
  });

  it('allow at most 30 combining marks in a row', async () => {
    const names = ['name', 'description', 'player_name', 'brand_text', 'notes', 'location', 'acquired_from'];
    const fields = (count: number) => ({
      ...Object.fromEntries(names.map((name) => [name, marked(count)])),
      tags: [marked(count)],
      brand: null,
    });
    const { status, body } = await create(fields(32));
    expect([status, body]).toEqual([
      400,
      { ...Object.fromEntries(names.map((name) => [name, MARKS])), tags: expect.anything() },
    ]);
    expect((await create(fields(30))).status).toBe(201);
  });

  it('return no matches when searched for invisible and control characters', async () => {
    const { status, body } = await send('GET', '/api/items/?search=%E2%80%8B%07&tag=%07');
    expect([status, body]).toEqual([200, []]);
  });
});

describe('the country of an item', () => {
  it.each(['es', 'XK', 'YU', 'CS', 'SU', 'DD', 'AN', 'ZR'])('is accepted: %s', async (country) => {
    const { status, body } = await create({ country });
    expect([status, body.country]).toEqual([201, country.toUpperCase()]);
  });

  it.each([
    ['UK', '"UK" is not a valid choice. Write GB.'],
    ['en', '"en" is not a valid choice. Write GB.'],
    ['EU', '"EU" is not a valid choice.'],
    ['XX', '"XX" is not a valid choice.'],
    ['ESP', '"ESP" is not a valid choice.'],
  ])('is rejected with 400: %s', async (country, message) => {
    expect(await create({ country })).toMatchObject({ status: 400, body: { country: [message] } });
  });
});

describe('text fields of users, photos and share links', () => {
  it('reject names without a visible character, and control characters', async () => {
    const path = '/api/accounts/profile/';
    expect(await send('PATCH', path, { name: '\u200B' })).toMatchObject({
      status: 400,
      body: { name: BLANK },
    });
    const { status, body } = await send('PATCH', path, { name: 'a\tb', location: 'a\nb', biography: 'a\0' });
    expect([status, Object.keys(body)]).toEqual([400, ['name', 'biography', 'location']]);
    const photo = await addPhoto(collection, owner, await addItem(collection, owner));
    expect(await send('PATCH', `/api/photos/${photo}/`, { caption: 'a\u0000b' })).toMatchObject({
      status: 400,
    });
  });

  it('reject more than 30 combining marks in a row', async () => {
    const path = '/api/accounts/profile/';
    const sent = { name: marked(32), biography: marked(32), location: marked(32) };
    expect(await send('PATCH', path, sent)).toMatchObject({
      status: 400,
      body: { name: MARKS, biography: MARKS, location: MARKS },
    });
    expect((await send('PATCH', path, { username: marked(32) })).body).toEqual({ username: MARKS });
    const photo = await addPhoto(collection, owner, await addItem(collection, owner));
    const caption = await send('PATCH', `/api/photos/${photo}/`, { caption: marked(32) });
    expect(caption).toMatchObject({ status: 400, body: { caption: MARKS } });
    const share = await send('POST', '/api/shares/', { scope: 'collection', title: marked(32) });
    expect(share).toMatchObject({ status: 400, body: { title: MARKS } });
  });

  it('allow an empty name and a biography with several lines', async () => {
    const texts = { name: '', biography: LINES };
    expect(await send('PATCH', '/api/accounts/profile/', texts)).toMatchObject({ status: 200, body: texts });
  });
});

describe('signing in', () => {
  it('trims the username and the e-mail address, but not the password', async () => {
    await addUser(collection, 'spaced', { email: 'spaced@example.org' });
    for (const username of [' spaced', 'spaced\t', '\u00A0spaced@example.org ']) {
      expect((await signIn(collection, username)).status).toBe(200);
    }
    expect((await signIn(collection, 'spaced', ` ${PASSWORD}`)).status).toBe(400);
    expect(await signIn(collection, '  ')).toMatchObject({ status: 400, body: { username: BLANK } });
  });

  it('counts failed attempts for a username together, regardless of spaces around it', async () => {
    await addUser(collection, 'guessed');
    const names = ['guessed', ' guessed', 'guessed ', ' guessed ', '\tguessed'];
    for (const username of names) {
      expect((await signIn(collection, username, 'wrong')).status).toBe(400);
    }
    expect((await signIn(collection, 'guessed  ')).status).toBe(429);
  });
});

describe('an e-mail address with an international domain', () => {
  const signUp = (username: string, email: string) =>
    collection.request('/api/accounts/signup/', json('POST', { username, email, password: PASSWORD }));

  it('is the same address in Unicode and in Punycode', async () => {
    expect((await signUp('first', 'Ada@MÜNCHEN.de')).status).toBe(201);
    for (const email of ['ada@münchen.de', 'ada@xn--mnchen-3ya.de', 'ada@mu\u0308nchen。de']) {
      const { status, body } = await signUp('second', email);
      expect([status, body]).toEqual([400, { email: ['A user with that email already exists.'] }]);
    }
    await collection.db('users').update({ email_verified_at: new Date() });
    for (const email of ['ada@münchen.de', ' ADA@XN--MNCHEN-3YA.DE']) {
      expect((await signIn(collection, email)).status).toBe(200);
    }
  });

  it('can be the username of the user with that address, but of no other user', async () => {
    expect((await signUp('ada@bücher.example', 'ada@bücher.example')).status).toBe(201);
    expect((await signUp('bob@bücher.example', 'ada@kölsch.example')).status).toBe(400);
  });

  it.each(['ada@mün chen.de', 'ada@münchen', 'ada@münchen.de/x', 'ada@ü@münchen.de', 'ädä@münchen.de'])(
    'is rejected when invalid: %s',
    async (email) => {
      const { status, body } = await signUp('third', email);
      expect([status, body]).toEqual([400, { email: ['Enter a valid email address.'] }]);
    },
  );
});

describe('an item with stored values that are no longer valid', () => {
  it('accepts its own values back unchanged, but rejects other invalid values', async () => {
    const path = `/api/items/${await addOldItem()}/`;
    const { body: item } = await send('GET', path);
    expect(item).toMatchObject(OLD_ITEM);
    expect(await send('PUT', path, item)).toMatchObject({ status: 200, body: OLD_ITEM });
    expect(await send('PATCH', path, { ...OLD_ITEM, condition: 3 })).toMatchObject({
      status: 200,
      body: { ...OLD_ITEM, condition: 3 },
    });
    const { status, body } = await send('PATCH', path, { ...OLD_ITEM, name: BELL, location: 'a\nc' });
    expect([status, body]).toEqual([400, { name: CONTROL, location: CONTROL }]);
  });

  it('can be cloned with these values', async () => {
    const path = `/api/items/${await addOldItem()}/clone/`;
    const body = { ...OLD_ITEM, condition: 2 };
    expect(await send('POST', path, body)).toMatchObject({ status: 201, body });
  });

  it('accepts its invalid brand_text until a brand is set, which clears it', async () => {
    const path = `/api/items/${await addItem(collection, owner, { brand_text: BELL })}/`;
    expect(await send('PATCH', path, { brand: null, brand_text: BELL })).toMatchObject({ status: 200 });
    expect((await send('PATCH', path, { brand: 3, brand_text: BELL })).status).toBe(400);
    const changed = await send('PATCH', path, { brand: 3 });
    expect(changed).toMatchObject({ status: 200, body: { brand: 3, brand_text: '' } });
  });
});

describe('stored tags that are no longer valid', () => {
  it('can be kept while other tags change, but cannot be added again', async () => {
    const path = `/api/items/${await addOldItem()}/`;
    const [first, second] = OLD_ITEM.tags;
    expect(await send('PATCH', path, { tags: ['new', first] })).toMatchObject({
      status: 200,
      body: { tags: ['new', first] },
    });
    const refused = await send('PATCH', path, { tags: ['new', first, second] });
    expect(refused).toMatchObject({ status: 400, body: { tags: expect.any(Array) } });
  });

  it('can be kept or reduced when an item has more than a new item may have', async () => {
    const tags = Array.from({ length: 25 }, (_, index) => `tag ${index}`);
    const path = `/api/items/${await addItem(collection, owner, { tags, brand_id: 3 })}/`;
    expect(await send('PATCH', path, { tags })).toMatchObject({ status: 200, body: { tags } });
    const fewer = tags.slice(1);
    expect(await send('PATCH', path, { tags: fewer })).toMatchObject({ status: 200, body: { tags: fewer } });
    expect((await send('PATCH', path, { tags: [...fewer, 'x', 'y'] })).status).toBe(400);
  });
});

describe('POST /api/items/batch/', () => {
  const batch = (body: object) => send('POST', '/api/items/batch/', body);

  it('adds and removes tags next to invalid stored tags, which can be removed too', async () => {
    const id = await addOldItem();
    const [first, second] = OLD_ITEM.tags;
    const tagsOf = async () => (await send('GET', `/api/items/${id}/`)).body.tags;
    expect((await batch({ ids: [id], add_tags: ['new'] })).status).toBe(200);
    expect(await tagsOf()).toEqual([first, second, 'new']);
    expect((await batch({ ids: [id], remove_tags: [first, 'NEW'] })).status).toBe(200);
    expect(await tagsOf()).toEqual([second]);
    expect(await batch({ ids: [id], add_tags: [BELL] })).toMatchObject({ status: 400 });
  });

  it('accepts invalid values that all items have already, and names the items that do not have them', async () => {
    const old = [await addOldItem(), await addOldItem()];
    const set = { name: OLD_ITEM.name, country: 'UK', tags: OLD_ITEM.tags, condition: 4 };
    expect((await batch({ ids: old, set })).status).toBe(200);
    for (const id of old) {
      expect((await send('GET', `/api/items/${id}/`)).body).toMatchObject({ ...OLD_ITEM, condition: 4 });
    }
    const otherItem = await addItem(collection, owner, { brand_id: 3 });
    const { status, body } = await batch({ ids: [...old, otherItem], set });
    expect([status, Object.keys(body.errors)]).toEqual([400, [String(otherItem)]]);
  });
});

describe('a user with stored values that are no longer valid', () => {
  const texts = { name: '\u200B', biography: BELL, location: 'l'.repeat(300) };

  it('can send their profile back unchanged, but no other invalid value', async () => {
    await setUser({ ...texts, email: 'Ada@münchen.de', email_key: 'ada@münchen.de' });
    const { body: profile } = await send('GET', PROFILE);
    expect(profile).toMatchObject(texts);
    expect(await send('PATCH', PROFILE, profile)).toMatchObject({ status: 200, body: profile });
    const { status, body } = await send('PATCH', PROFILE, { ...profile, biography: `${BELL}c` });
    expect([status, body]).toEqual([400, { biography: CONTROL }]);
  });

  it('can send their name and username back unchanged', async () => {
    const username = 'with space\u0007';
    await setUser({ ...texts, username, username_key: username, username_folded: username });
    const path = '/api/users/me/';
    const { body: user } = await send('GET', path);
    const ownPath = `/api/users/${encodeURIComponent(username)}/`;
    expect(await send('PUT', ownPath, user)).toMatchObject({ status: 200, body: user });
    expect(await send('PATCH', ownPath, user)).toMatchObject({ status: 200, body: user });
    expect((await send('PATCH', ownPath, { username: `${username}!` })).status).toBe(400);
    expect((await send('PATCH', ownPath, { name: BELL })).body).toEqual({ name: CONTROL });
  });
});

describe('a photo with a caption that is no longer valid', () => {
  it('accepts its caption back in JSON and in a form, but rejects other invalid captions', async () => {
    const item = await addItem(collection, owner);
    const path = `/api/photos/${await addPhoto(collection, owner, item, { caption: BELL })}/`;
    const { body: photo } = await send('GET', path);
    const form = new FormData();
    form.set('caption', BELL);
    const init = { method: 'PATCH', headers: { Authorization: `Token ${owner.token}` }, body: form };
    expect(await send('PUT', path, photo)).toMatchObject({ status: 200, body: { caption: BELL } });
    expect(await send('PATCH', path, { caption: BELL })).toMatchObject({ status: 200 });
    expect(await collection.request(path, init)).toMatchObject({ status: 200, body: { caption: BELL } });
    const refused = await send('PUT', path, { caption: `${BELL}c` });
    expect(refused).toMatchObject({ status: 400, body: { caption: CONTROL } });
    const alone = await send('PUT', path, { caption: BELL, object_id: item });
    expect(alone).toMatchObject({ status: 400, body: { content_type: ['This field is required.'] } });
  });
});

describe('a share link with a title that is no longer valid', () => {
  it('accepts its title and its past expiry back unchanged, but rejects other invalid values', async () => {
    const { id } = await addShare(collection, owner);
    const ended = new Date('2020-01-02T03:04:05.678Z');
    await collection.db('shares').where({ id }).update({ title: BELL, expires_at: ended });
    const [share] = (await send('GET', '/api/shares/')).body;
    expect(share).toMatchObject({ title: BELL, expires_at: ended.toISOString() });
    expect(await send('PATCH', `/api/shares/${id}/`, share)).toMatchObject({ status: 200, body: share });
    const invalid = { title: `${BELL}c`, expires_at: '2020-01-02T03:04:06Z' };
    const { status, body } = await send('PATCH', `/api/shares/${id}/`, invalid);
    expect([status, body]).toEqual([400, { title: CONTROL, expires_at: ['This must be in the future.'] }]);
  });
});
