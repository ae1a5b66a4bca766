import { beforeEach, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addBrand, addItem, addPhoto } from './test-items.ts';
import { addCollector, addUser, json, PASSWORD, signIn, type Collector } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });
const BLANK = ['This field may not be blank.'];
const CONTROL = ['Control characters are not allowed.'];
const SHIRT = { item_type: 'jersey', name: 'A shirt', brand: 3, size: 4 };
const LINES = 'one\ntwo\r\n\tthree';

let owner: Collector;

beforeEach(async () => {
  await collection.db.raw('truncate users, brands cascade');
  owner = await addCollector(collection);
  await addBrand(collection, 3, 'adidas');
});

const send = (method: string, path: string, body?: object) =>
  collection.request(path, json(method, body, owner.token));
const create = (fields: object) => send('POST', '/api/items/', { ...SHIRT, ...fields });

describe('a text of an item', () => {
  it.each([
    ['a zero-width space', '\u200B'],
    ['fillers and joiners', '\u3164\u2060 \uFEFF\u00AD'],
    ['a blank Braille cell', '\u2800'],
  ])('is refused as a name if it is %s alone', async (_what, name) => {
    expect(await create({ name })).toMatchObject({ status: 400, body: { name: BLANK } });
    expect(await create({ name, is_draft: true })).toMatchObject({ status: 400, body: { name: BLANK } });
  });

  it('is taken as a name with any visible character', async () => {
    const name = '👨\u200D👩\u200D👧 ٢';
    expect(await create({ name })).toMatchObject({ status: 201, body: { name } });
  });

  it('is refused with control characters where it is one line', async () => {
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

  it('may have line breaks and tabs as a description or as notes', async () => {
    const texts = { description: LINES, notes: LINES };
    expect(await create(texts)).toMatchObject({ status: 201, body: texts });
  });

  it('may be searched for whatever it consists of', async () => {
    const { status, body } = await send('GET', '/api/items/?search=%E2%80%8B%07&tag=%07');
    expect([status, body]).toEqual([200, []]);
  });
});

describe('a country', () => {
  it.each(['es', 'XK', 'YU', 'CS', 'SU', 'DD', 'AN', 'ZR'])('may be %s', async (country) => {
    const { status, body } = await create({ country });
    expect([status, body.country]).toEqual([201, country.toUpperCase()]);
  });

  it.each([
    ['UK', '"UK" is not a valid choice. Write GB.'],
    ['en', '"en" is not a valid choice. Write GB.'],
    ['EU', '"EU" is not a valid choice.'],
    ['XX', '"XX" is not a valid choice.'],
    ['ESP', '"ESP" is not a valid choice.'],
  ])('may not be %s', async (country, message) => {
    expect(await create({ country })).toMatchObject({ status: 400, body: { country: [message] } });
  });
});

describe('a text of a user or a photo', () => {
  it('is refused without a visible character, or with control characters', async () => {
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

  it('may be an empty name, and a biography of several lines', async () => {
    const texts = { name: '', biography: LINES };
    expect(await send('PATCH', '/api/accounts/profile/', texts)).toMatchObject({ status: 200, body: texts });
  });
});

describe('a sign-in', () => {
  it('trims the name and the address, but not the password', async () => {
    await addUser(collection, 'spaced', { email: 'spaced@example.org' });
    for (const username of [' spaced', 'spaced\t', '\u00A0spaced@example.org ']) {
      expect((await signIn(collection, username)).status).toBe(200);
    }
    expect((await signIn(collection, 'spaced', ` ${PASSWORD}`)).status).toBe(400);
    expect(await signIn(collection, '  ')).toMatchObject({ status: 400, body: { username: BLANK } });
  });

  it('counts failed tries by one name together, however it is spaced', async () => {
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

  it('is one address in both spellings', async () => {
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

  it('may be the name of its user', async () => {
    expect((await signUp('ada@bücher.example', 'ada@bücher.example')).status).toBe(201);
    expect((await signUp('bob@bücher.example', 'ada@kölsch.example')).status).toBe(400);
  });

  it.each(['ada@mün chen.de', 'ada@münchen', 'ada@münchen.de/x', 'ada@ü@münchen.de', 'ädä@münchen.de'])(
    'is refused as %s',
    async (email) => {
      const { status, body } = await signUp('third', email);
      expect([status, body]).toEqual([400, { email: ['Enter a valid email address.'] }]);
    },
  );
});
