import { beforeAll, describe, expect, it } from '@jest/globals';
import { useCollection } from './test-collection.ts';
import { addUser, json, tokenOf, withToken } from './test-users.ts';

const collection = useCollection();

beforeAll(async () => {
  await addUser(collection, 'Public-Paula');
  await addUser(collection, 'private-petra', { isPrivate: true });
});

const NOT_FOUND = { detail: 'Not found.' };
const FORBIDDEN = { detail: 'You do not have permission to perform this action.' };
const TAKEN = { username: ['A user with that username already exists.'] };
const CHARACTERS = {
  username: [
    'Enter a valid username. This value may contain only letters, numbers, and @/./+/-/_ characters.',
  ],
};

let names = 0;

/** An unused username. */
function newName(): string {
  names += 1;
  return `somebody-${names}`;
}

/** Creates a client for a new user with this name. */
async function as(username: string, options: Parameters<typeof addUser>[2] = {}) {
  const token = await tokenOf(collection, await addUser(collection, username, options));
  return {
    get: (path: string) => collection.request(path, { headers: withToken(token) }),
    put: (path: string, body: unknown) => collection.request(path, json('PUT', body, token)),
    patch: (path: string, body: unknown) => collection.request(path, json('PATCH', body, token)),
  };
}

describe('GET /api/users/', () => {
  it('returns only the caller', async () => {
    const { get } = await as('lister');
    const { status, body } = await get('/api/users/');
    expect([status, body]).toEqual([
      200,
      [{ username: 'lister', name: 'Name of lister', url: `${collection.url}/api/users/lister/` }],
    ]);
  });
});

describe('/api/users/me/', () => {
  it.each(['/api/users/me/', '/api/users/me'])('GET returns the caller: %s', async (path) => {
    const name = `me-${path.length}`;
    const { get } = await as(name);
    const { status, body } = await get(path);
    expect([status, body]).toEqual([
      200,
      { username: name, name: `Name of ${name}`, url: `${collection.url}/api/users/${name}/` },
    ]);
  });

  it('PUT returns 405 with the allowed methods', async () => {
    const { put } = await as('me-putter');
    const { status, headers, body } = await put('/api/users/me/', {});
    expect([status, headers.get('Allow'), body]).toEqual([
      405,
      'GET, HEAD, OPTIONS',
      { detail: 'Method "PUT" not allowed.' },
    ]);
  });
});

describe('GET /api/users/{username}/', () => {
  it('finds a public profile regardless of case, and returns only its three fields', async () => {
    const { get } = await as('reader');
    const { status, body } = await get('/api/users/PUBLIC-paula/');
    expect([status, body]).toEqual([
      200,
      {
        username: 'Public-Paula',
        name: 'Name of Public-Paula',
        url: `${collection.url}/api/users/Public-Paula/`,
      },
    ]);
  });

  it.each(['private-petra', 'nobody', 'ME', 'a%00b', '%20', 'x'.repeat(2000), '%ED%A0%80', '%zz'])(
    'returns 404 for private, unknown and malformed usernames: %s',
    async (username) => {
      const { get } = await as(newName());
      const { status, body } = await get(`/api/users/${username}/`);
      expect([status, body]).toEqual([404, NOT_FOUND]);
    },
  );

  it('returns 404 for a deactivated user', async () => {
    const { id } = await addUser(collection, 'switched-off');
    await collection.db('users').where({ id }).update({ is_active: false });
    const { get } = await as('looks-for-off');
    expect((await get('/api/users/switched-off/')).status).toBe(404);
  });

  it('returns a private profile to its owner, with a URL that leads back to the profile', async () => {
    const { get } = await as('Žofie+1.x', { isPrivate: true });
    const { status, body } = await get('/api/users/%C5%BEofie%2B1.x/');
    expect([status, body.username]).toEqual([200, 'Žofie+1.x']);
    expect((await get(new URL(body.url).pathname)).body).toEqual(body);
  });
});

describe('PUT /api/users/{username}/', () => {
  it('changes the username and the name, and keeps the token valid', async () => {
    const { put, get } = await as('before');
    const { status, body } = await put('/api/users/before/', { username: ' After.1 ', name: 'A  B ' });
    const expected = { username: 'After.1', name: 'A  B', url: `${collection.url}/api/users/After.1/` };
    expect([status, body]).toEqual([200, expected]);
    expect((await get('/api/users/me/')).body).toEqual(expected);
    expect((await get('/api/users/before/')).status).toBe(404);
  });

  it('requires a username, and clears a name that is omitted', async () => {
    const { put } = await as('emptied');
    const without = await put('/api/users/emptied/', { name: 'New' });
    expect([without.status, without.body]).toEqual([400, { username: ['This field is required.'] }]);
    const { status, body } = await put('/api/users/emptied/', { username: 'emptied' });
    expect([status, body.name]).toEqual([200, '']);
  });

  it('ignores unknown and read-only fields', async () => {
    const { put, get } = await as('ignorer');
    const sent = { username: 'ignorer', name: 'N', id: 1, is_staff: true, url: 'x', email: 'e@example.org' };
    expect((await put('/api/users/ignorer/', sent)).status).toBe(200);
    const [row] = await collection.db('users').where({ username: 'ignorer' });
    expect(row).toMatchObject({ is_staff: false, email: 'ignorer@example.org' });
    expect((await get('/api/users/me/')).body.url).toBe(`${collection.url}/api/users/ignorer/`);
  });
});

describe('PATCH /api/users/{username}/', () => {
  it('changes only the fields that are sent', async () => {
    const { patch } = await as('patched');
    expect((await patch('/api/users/patched/', { name: 'Only' })).body).toMatchObject({
      username: 'patched',
      name: 'Only',
    });
    expect((await patch('/api/users/PATCHED/', { username: 'Patched' })).body).toMatchObject({
      username: 'Patched',
      name: 'Only',
    });
    expect((await patch('/api/users/patched/', {})).body).toMatchObject({
      username: 'Patched',
      name: 'Only',
    });
    expect((await patch('/api/users/patched/', { name: '' })).body.name).toBe('');
  });
});

describe('a change of a user profile', () => {
  it.each(['Public-Paula', 'PUBLIC-PAULA', 'private-petra', 'ｐublic-paula'])(
    'returns 400 for a username that is taken: %s',
    async (username) => {
      const ownName = newName();
      const { put, get } = await as(ownName);
      const { status, body } = await put(`/api/users/${ownName}/`, { username, name: 'x' });
      expect([status, body]).toEqual([400, TAKEN]);
      expect((await get('/api/users/me/')).body.name).toBe(`Name of ${ownName}`);
    },
  );

  it.each([
    ['a b', CHARACTERS],
    ['a/b', CHARACTERS],
    ['<b>', CHARACTERS],
    ['..', CHARACTERS],
    ['.', CHARACTERS],
    ['Me', { username: ['This username is reserved.'] }],
    ['  ', { username: ['This field may not be blank.'] }],
    [null, { username: ['This field may not be null.'] }],
    [12, { username: ['Not a valid string.'] }],
    ['y'.repeat(151), { username: ['Ensure this field has no more than 150 characters.'] }],
  ])('returns 400 for an invalid username: %j', async (username, expected) => {
    const ownName = newName();
    const { patch } = await as(ownName);
    const { status, body } = await patch(`/api/users/${ownName}/`, { username });
    expect([status, body]).toEqual([400, expected]);
  });

  it.each(['ÅsaÖberg', '山田', 'a.b+c-d_e', 'z'.repeat(150), '7', '𐐀'.repeat(75)])(
    'accepts usernames of letters, digits and @.+-_: %s',
    async (username) => {
      const ownName = newName();
      const { patch } = await as(ownName);
      const { status, body } = await patch(`/api/users/${ownName}/`, { username });
      expect([status, body.username]).toEqual([200, username]);
    },
  );

  it('reports the errors of all fields together', async () => {
    const { put } = await as('all-wrong');
    const { status, body } = await put('/api/users/all-wrong/', { username: '', name: 'n'.repeat(256) });
    expect([status, body]).toEqual([
      400,
      {
        username: ['This field may not be blank.'],
        name: ['Ensure this field has no more than 255 characters.'],
      },
    ]);
  });

  it.each([{ name: 'x' }, {}, { username: '', name: 7 }])(
    'returns 403 for a public profile and 404 for a private profile of another user: %j',
    async (sent) => {
      const { put, patch } = await as(newName(), { isStaff: true });
      for (const change of [put, patch]) {
        const visible = await change('/api/users/public-paula/', sent);
        expect([visible.status, visible.body]).toEqual([403, FORBIDDEN]);
        const hidden = await change('/api/users/private-petra/', sent);
        expect([hidden.status, hidden.body]).toEqual([404, NOT_FOUND]);
        const unknownUser = await change('/api/users/nobody/', sent);
        expect([unknownUser.status, unknownUser.body]).toEqual([404, NOT_FOUND]);
      }
      const [paula] = await collection.db('users').where({ username: 'Public-Paula' });
      expect(paula.name).toBe('Name of Public-Paula');
    },
  );
});
