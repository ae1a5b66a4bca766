import { describe, expect, it } from '@jest/globals';
import { expectSameWork } from '@kitroom/testing/same-work';
import { createCollectionDatabase, startTestCollection, useCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, withToken } from './test-users.ts';

const collection = useCollection();

const BAD = { non_field_errors: ['Unable to log in with provided credentials.'] };

describe('POST /api/auth-token/', () => {
  it('returns the same token to concurrent requests', async () => {
    await addUser(collection, 'same');
    const responses = await Promise.all(Array.from({ length: 12 }, () => signIn(collection, 'same')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const tokens = new Set(responses.map(({ body }) => body.token));
    expect([...tokens]).toEqual([expect.stringMatching(/^[0-9a-f]{40}$/)]);
  });

  it('accepts the username in any case, and returns a token that the API accepts', async () => {
    await addUser(collection, 'ÉlodieÅ');
    const { status, headers, body } = await signIn(collection, 'éLODIEå');
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    const me = await collection.request('/api/users/me/', { headers: withToken(body.token) });
    expect([me.status, me.body.username]).toEqual([200, 'ÉlodieÅ']);
  });

  it.each([
    ['a wrong password', 'known', 'wrong'],
    ['a password in another case', 'known', PASSWORD.toUpperCase()],
    ['an unknown user', 'nobody', PASSWORD],
    ['a user without a password', 'elsewhere', PASSWORD],
    ['a blocked user', 'off', PASSWORD],
    ['a username with a null character', 'a\0b', PASSWORD],
    ['an e-mail address with a null character', 'a\0b@example.org', PASSWORD],
    ['a username of 100,000 characters', 'x'.repeat(100_000), PASSWORD],
  ])('returns 400 with the same error for %s', async (_what, username, password) => {
    if (username === 'known') await addUser(collection, 'known').catch(() => undefined);
    if (username === 'elsewhere') await addUser(collection, username, { passwordHash: null });
    if (username === 'off') {
      const { id } = await addUser(collection, username);
      await collection.db('users').where({ id }).update({ is_active: false });
    }
    const { status, body } = await signIn(collection, username, password);
    expect([status, body]).toEqual([400, BAD]);
  });

  it('reports an unverified e-mail address only with the right password', async () => {
    await addUser(collection, 'unverified', { isVerified: false });
    const right = await signIn(collection, 'unverified');
    expect([right.status, right.body]).toEqual([400, { non_field_errors: ['E-mail is not verified.'] }]);
    const wrong = await signIn(collection, 'unverified', 'wrong');
    expect([wrong.status, wrong.body]).toEqual([400, BAD]);
  });

  it.each([
    [{}, { username: ['This field is required.'], password: ['This field is required.'] }],
    [
      { username: null, password: '' },
      {
        username: ['This field may not be null.'],
        password: ['This field may not be blank.'],
      },
    ],
    [
      { username: 7, password: ['a'] },
      { username: ['Not a valid string.'], password: ['Not a valid string.'] },
    ],
    [[], { non_field_errors: ['Expected an object.'] }],
  ])('returns 400 with the errors of all fields for %j', async (sent, expected) => {
    const { status, body } = await collection.request('/api/auth-token/', json('POST', sent));
    expect([status, body]).toEqual([400, expected]);
  });

  it('returns 400 for a missing or malformed JSON body, and 415 for a form', async () => {
    const withoutBody = await collection.request('/api/auth-token/', { method: 'POST' });
    expect([withoutBody.status, Object.keys(withoutBody.body)]).toEqual([400, ['username', 'password']]);
    const broken = await collection.request('/api/auth-token/', {
      ...json('POST', {}),
      body: '{"username": "a", ',
    });
    expect([broken.status, broken.body]).toEqual([400, { detail: 'JSON parse error.' }]);
    const form = await collection.request('/api/auth-token/', {
      method: 'POST',
      body: new URLSearchParams({ username: 'a', password: 'b' }),
    });
    expect([form.status, form.body]).toEqual([415, { detail: 'The request body must be JSON in UTF-8.' }]);
  });

  it('returns 413 for a body of more than 1 MiB', async () => {
    const { status, body } = await signIn(collection, 'large', 'x'.repeat(1024 * 1024));
    expect([status, body]).toEqual([413, { detail: 'The request body is larger than 1 MiB.' }]);
  });

  it('ignores an invalid token in the Authorization header', async () => {
    await addUser(collection, 'stale');
    const init = json('POST', { username: 'stale', password: PASSWORD }, 'f'.repeat(40));
    expect((await collection.request('/api/auth-token/', init)).status).toBe(200);
  });

  it('does the same work for known and unknown users', async () => {
    await using patient = await startTestCollection(collection.database, { THROTTLE_LOGIN: '1000/300' });
    await addUser(collection, 'timed');
    // A response without hashing the password would take a fifth of the time.
    await expectSameWork(
      2,
      (turn) => signIn(patient, 'timed', `wrong ${turn}`),
      (turn) => signIn(patient, `unknown-${turn}`, 'wrong'),
    );
  });
});

/** A hash of PASSWORD with low cost parameters. */
const CHEAP_HASH =
  '$argon2id$v=19$m=1024,t=1,p=1$raaJmybL7m36ar1KEG6apw$B5oV2iL8stUBCGETf+5+b1lR64SsX/L7sHyFC7r/n5E';

describe('a password hash with outdated cost parameters', () => {
  it('is renewed by a successful sign-in only', async () => {
    const passwordHash = CHEAP_HASH;
    const { id } = await addUser(collection, 'dated', { passwordHash });
    const stored = async () => (await collection.db('users').where({ id }).first()).password_hash;
    expect((await signIn(collection, 'dated', 'wrong')).status).toBe(400);
    expect(await stored()).toBe(passwordHash);
    expect((await signIn(collection, 'dated')).status).toBe(200);
    const renewed = await stored();
    expect(renewed).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await signIn(collection, 'dated')).status).toBe(200);
    expect(await stored()).toBe(renewed);
  });
});

describe('the stored API token', () => {
  it('does not contain the token in plain text', async () => {
    await addUser(collection, 'stored');
    const { body } = await signIn(collection, 'stored');
    const rows = await collection.db.raw('select tokens::text as text from tokens');
    const text = rows.rows.map((row: { text: string }) => row.text).join();
    expect(text).not.toContain(body.token);
    expect(text).not.toContain(Buffer.from(body.token).toString('hex'));
  });

  it('becomes invalid with another SECRET_KEY, and the next sign-in issues a new token', async () => {
    const ownDatabase = await createCollectionDatabase();
    const before = await startTestCollection(ownDatabase);
    await addUser(before, 'rotated');
    const old = (await signIn(before, 'rotated')).body.token;
    const after = await startTestCollection(ownDatabase, { SECRET_KEY: 'another secret key of thirty-two' });
    const request = async (token: string) =>
      (await after.request('/api/users/me/', { headers: withToken(token) })).status;
    expect(await request(old)).toBe(401);
    const renewed = (await signIn(after, 'rotated')).body.token;
    expect(renewed).not.toBe(old);
    expect([await request(renewed), await request(old)]).toEqual([200, 401]);
    await Promise.all([before.close(), after.close()]);
    await ownDatabase.drop();
  });
});
