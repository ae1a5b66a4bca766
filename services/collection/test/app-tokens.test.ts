import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { letMinutesPass, newName, openSignedIn, useCollectionWithMail } from './test-accounts.ts';
import { APP_TOKEN, createAppToken, TOKENS } from './test-app-tokens.ts';
import type { TestBrowser } from './test-browser.ts';
import { useReplica } from './test-collection.ts';
import { addUser, json, PASSWORD, tokenOf, withToken } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();
const replica = useReplica(collection);

const TOKEN = '/api/accounts/token/';
const ME = '/api/users/me/';

const statusWith = async (token: string, service: Pick<typeof collection, 'request'> = collection) =>
  (await service.request(ME, { headers: withToken(token) })).status;

const listTokens = async (browser: TestBrowser) => (await browser.request(TOKENS)).body;

/** Waits until a user has received these e-mails and no others, in any order and without keys. */
async function expectMails(address: string, subjects: string[]): Promise<void> {
  await eventually(async () => {
    const sent = mail.mails.filter(({ recipients }) => recipients.includes(address));
    expect(sent.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
    expect(sent.filter(({ key }) => key !== '')).toEqual([]);
  });
}

describe('POST /api/accounts/tokens/', () => {
  it('returns 201 with a kitroom_… token, which the list omits, and e-mails the owner', async () => {
    const { user, browser } = await openSignedIn(collection);
    const sent = { name: '  My app ', scope: 'read', expires_at: '2099-01-02T03:04:05+01:00' };
    const { status, headers, body } = await browser.send('POST', TOKENS, sent);
    expect([status, headers.get('Cache-Control')]).toEqual([201, 'no-store']);
    const { token, ...fields } = body;
    expect(token).toMatch(/^kitroom_[0-9A-Za-z]{40}$/);
    expect(fields).toEqual({
      id: expect.any(Number),
      name: 'My app',
      scope: 'read',
      created_at: expect.stringMatching(/Z$/),
      last_used_at: null,
      expires_at: '2099-01-02T02:04:05.000Z',
    });
    expect(await listTokens(browser)).toEqual([fields]);
    await expectMails(user.email, ['An app token was created']);
  });

  it.each([
    [{}, { name: ['This field is required.'], scope: ['This field is required.'] }],
    [
      { name: ' ', scope: 'admin' },
      { name: ['This field may not be blank.'], scope: ['"admin" is not a valid choice.'] },
    ],
    [
      { name: 'x'.repeat(101), scope: null },
      {
        name: ['Ensure this field has no more than 100 characters.'],
        scope: ['This field may not be null.'],
      },
    ],
    [
      { name: 'a', scope: 'read', expires_at: '2020-01-01T00:00:00Z' },
      { expires_at: ['This must be in the future.'] },
    ],
    [
      { name: 'a', scope: 'read', expires_at: 'soon' },
      { expires_at: ['Datetime has wrong format. Use YYYY-MM-DDThh:mm:ssZ.'] },
    ],
  ])('returns 400 and stores nothing for %j', async (sent, errors) => {
    const { browser } = await openSignedIn(collection);
    const { status, body } = await browser.send('POST', TOKENS, sent);
    expect([status, body]).toEqual([400, errors]);
    expect(await listTokens(browser)).toEqual([]);
  });

  it('accepts a name of 100 emoji', async () => {
    const { browser } = await openSignedIn(collection);
    const { name } = await createAppToken(browser, { name: '👕'.repeat(100) });
    expect(name).toBe('👕'.repeat(100));
  });

  it('creates at most 50 tokens per user, including expired tokens, under concurrent requests', async () => {
    const { user, browser } = await openSignedIn(collection);
    const csrf = { 'X-CSRF-Token': await browser.csrfToken() };
    await createAppToken(browser, APP_TOKEN);
    await collection
      .db('app_tokens')
      .where({ user_id: user.id })
      .update({ expires_at: new Date(0) });
    const create = () =>
      browser.request(TOKENS, {
        ...json('POST', APP_TOKEN),
        headers: { ...csrf, 'Content-Type': 'application/json' },
      });
    const responses = await Promise.all(Array.from({ length: 60 }, create));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(49);
    const refused = responses.filter(({ status }) => status !== 201);
    for (const { status, body } of refused) {
      expect([status, body]).toEqual([
        400,
        { non_field_errors: ['You have 50 app tokens. Delete one of them first.'] },
      ]);
    }
    const listed = await listTokens(browser);
    expect(listed).toHaveLength(50);
    await browser.send('DELETE', `${TOKENS}${listed[49].id}/`);
    expect((await create()).status).toBe(201);
  });

  it('stores only a hash of the token', async () => {
    const { browser } = await openSignedIn(collection);
    const { token } = await createAppToken(browser, APP_TOKEN);
    const { rows } = await collection.db.raw('select app_tokens::text as text from app_tokens');
    const text = rows.map((row: { text: string }) => row.text).join();
    const secret = token.slice('kitroom_'.length);
    for (const part of [secret, Buffer.from(secret).toString('hex')]) expect(text).not.toContain(part);
  });
});

describe('the app token endpoints', () => {
  it.each(['GET', 'POST'])('return 403 to a %s with a token and 401 without credentials', async (method) => {
    const { user, browser } = await openSignedIn(collection);
    const { token } = await createAppToken(browser, { ...APP_TOKEN, scope: 'write' });
    for (const sent of [token, await tokenOf(collection, user)]) {
      const { status, body } = await collection.request(TOKENS, { method, headers: withToken(sent) });
      expect([status, body]).toEqual([403, { detail: 'This needs a session, not a token.' }]);
    }
    expect((await collection.request(TOKENS, { method })).status).toBe(401);
  });

  it('require a recent confirmation to create or delete a token, but not to list tokens', async () => {
    const { user, browser } = await openSignedIn(collection);
    const { id } = await createAppToken(browser, APP_TOKEN);
    await letMinutesPass(collection, user.id, 16);
    const please = { detail: 'Please confirm that it is you.', confirmation_required: true };
    for (const [method, path, body] of [
      ['POST', TOKENS, APP_TOKEN],
      ['DELETE', `${TOKENS}${id}/`, undefined],
    ] as const) {
      const response = await browser.send(method, path, body);
      expect([response.status, response.body]).toEqual([403, please]);
    }
    expect(await listTokens(browser)).toHaveLength(1);
  });
});

describe('GET /api/accounts/tokens/', () => {
  it('lists the tokens of the user without their secrets, newest first, including expired tokens', async () => {
    const { user, browser } = await openSignedIn(collection);
    const otherUser = await openSignedIn(collection);
    await createAppToken(otherUser.browser, { ...APP_TOKEN, name: 'of another user' });
    for (const name of ['first', 'second', 'third']) await createAppToken(browser, { ...APP_TOKEN, name });
    await collection
      .db('app_tokens')
      .where({ user_id: user.id, name: 'second' })
      .update({ expires_at: new Date(0) });
    const listed: Array<{ name: string }> = await listTokens(browser);
    expect(listed.map(({ name }) => name)).toEqual(['third', 'second', 'first']);
    expect(JSON.stringify(listed)).not.toContain('kitroom_');
  });
});

describe('DELETE /api/accounts/tokens/{id}/', () => {
  it('revokes the token on all replicas, and e-mails the owner', async () => {
    const { user, browser } = await openSignedIn(collection);
    const { id, token } = await createAppToken(browser, APP_TOKEN);
    expect([await statusWith(token), await statusWith(token, replica)]).toEqual([200, 200]);
    expect((await browser.send('DELETE', `${TOKENS}${id}/`)).status).toBe(204);
    expect([await statusWith(token), await statusWith(token, replica)]).toEqual([401, 401]);
    await expectMails(user.email, ['An app token was created', 'An app token was deleted']);
  });

  it("returns 404 for another user's token, an unknown id and an invalid id", async () => {
    const [owner, otherUser] = [await openSignedIn(collection), await openSignedIn(collection)];
    const { id, token } = await createAppToken(owner.browser, APP_TOKEN);
    for (const wrong of [id, 2_147_483_647, 'x', '0']) {
      const { status, body } = await otherUser.browser.send('DELETE', `${TOKENS}${wrong}/`);
      expect([status, body]).toEqual([404, { detail: 'Not found.' }]);
    }
    expect(await statusWith(token)).toBe(200);
  });
});

describe('an app token', () => {
  it.each(['Token', 'Bearer', 'bearer'])('is accepted with the authentication scheme %s', async (scheme) => {
    const { user, browser } = await openSignedIn(collection);
    const { token } = await createAppToken(browser, APP_TOKEN);
    const { status, body } = await collection.request(ME, {
      headers: { Authorization: `${scheme} ${token}` },
    });
    expect([status, body.username]).toEqual([200, user.username]);
  });

  it('creates and changes items with the scope `write`, but cannot change the password', async () => {
    const { browser } = await openSignedIn(collection);
    const { token } = await createAppToken(browser, { ...APP_TOKEN, scope: 'write' });
    const item = { item_type: 'jersey', name: 'Home' };
    const created = await collection.request('/api/items/', json('POST', item, token));
    expect(created.status).toBe(201);
    const renamed = await collection.request(
      `/api/items/${created.body.id}/`,
      json('PATCH', { name: 'Away' }, token),
    );
    expect([renamed.status, renamed.body.name]).toEqual([200, 'Away']);
    const password = { current_password: PASSWORD, new_password: 'green umbrella 7' };
    const refused = await collection.request('/api/accounts/password/change/', json('POST', password, token));
    expect([refused.status, refused.body]).toEqual([403, { detail: 'This needs a session, not a token.' }]);
  });

  it('updates its last_used_at at most once a minute', async () => {
    const { browser } = await openSignedIn(collection);
    const { id, token } = await createAppToken(browser, APP_TOKEN);
    const used = async () => (await listTokens(browser))[0].last_used_at;
    await statusWith(token);
    const first = await used();
    expect(Date.parse(first)).toBeGreaterThan(Date.now() - 60_000);
    await statusWith(token);
    expect(await used()).toBe(first);
    await collection
      .db('app_tokens')
      .where({ id })
      .update({ last_used_at: new Date(Date.now() - 61_000) });
    await statusWith(token);
    expect(Date.parse(await used())).toBeGreaterThanOrEqual(Date.parse(first));
  });

  it('is rejected with 401 once it has expired or its user is blocked or deleted', async () => {
    const { user, browser } = await openSignedIn(collection);
    const { id, token } = await createAppToken(browser, { ...APP_TOKEN, expires_at: '2099-01-01T00:00:00Z' });
    const expire = (at: Date) => collection.db('app_tokens').where({ id }).update({ expires_at: at });
    expect(await statusWith(token)).toBe(200);
    await expire(new Date(Date.now() - 1000));
    const { status, body } = await collection.request(ME, { headers: withToken(token) });
    expect([status, body]).toEqual([401, { detail: 'Invalid token.' }]);
    await expire(new Date('2099-01-01T00:00:00Z'));
    await collection.db('users').where({ id: user.id }).update({ is_active: false });
    expect(await statusWith(token)).toBe(401);
    await collection.db('users').where({ id: user.id }).delete();
    expect(await statusWith(token)).toBe(401);
    expect(await collection.db('app_tokens').where({ id })).toEqual([]);
  });
});

describe('GET /api/accounts/token/', () => {
  const current = async (token: string) => collection.request(TOKEN, { headers: withToken(token) });

  it('returns the app token that authenticates the request', async () => {
    const { browser } = await openSignedIn(collection);
    await createAppToken(browser, { ...APP_TOKEN, name: 'another app' });
    const { token } = await createAppToken(browser, { ...APP_TOKEN, expires_at: '2099-01-01T00:00:00Z' });
    const { status, headers, body } = await current(token);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'no-store']);
    expect(body).toEqual({
      name: APP_TOKEN.name,
      scope: 'read',
      created_at: expect.any(String),
      last_used_at: expect.any(String),
      expires_at: '2099-01-01T00:00:00.000Z',
    });
  });

  it("returns a user's API token with a null name and the scope `write`", async () => {
    const { status, body } = await current(await tokenOf(collection, await addUser(collection, newName())));
    const times = { created_at: expect.any(String), last_used_at: expect.any(String), expires_at: null };
    expect([status, body]).toEqual([200, { name: null, scope: 'write', ...times }]);
  });

  it('returns 403 to a session and 401 without credentials', async () => {
    const { browser } = await openSignedIn(collection);
    const { status, body } = await browser.request(TOKEN);
    expect([status, body]).toEqual([403, { detail: 'This needs a token, not a session.' }]);
    expect((await collection.request(TOKEN)).status).toBe(401);
  });
});

describe('DELETE /api/accounts/token/', () => {
  it('deletes only the app token that authenticates the request, without an e-mail', async () => {
    const { user, browser } = await openSignedIn(collection);
    const userToken = await tokenOf(collection, user);
    const { token: kept } = await createAppToken(browser, APP_TOKEN);
    const { token } = await createAppToken(browser, APP_TOKEN);
    for (const path of [TOKEN, TOKEN.slice(0, -1)]) {
      const { status } = await collection.request(path, { method: 'DELETE', headers: withToken(token) });
      expect(status).toBe(path === TOKEN ? 204 : 401);
    }
    expect([await statusWith(token, replica), await statusWith(kept), await statusWith(userToken)]).toEqual([
      401, 200, 200,
    ]);
    await expectMails(user.email, ['An app token was created', 'An app token was created']);
  });

  it("deletes only the user's API token if it authenticates the request, without an e-mail", async () => {
    const { user, browser } = await openSignedIn(collection);
    const { token: kept } = await createAppToken(browser, APP_TOKEN);
    const token = await tokenOf(collection, user);
    expect((await collection.request(TOKEN, { method: 'DELETE', headers: withToken(token) })).status).toBe(
      204,
    );
    expect([await statusWith(token), await statusWith(kept)]).toEqual([401, 200]);
    expect(await tokenOf(collection, user)).not.toBe(token);
    await expectMails(user.email, ['An app token was created']);
  });
});

describe('all tokens of a user', () => {
  const addTokens = async () => {
    const { user, browser } = await openSignedIn(collection);
    const tokens = [await tokenOf(collection, user), (await createAppToken(browser, APP_TOKEN)).token];
    const statuses = () => Promise.all(tokens.map((token) => statusWith(token)));
    return { user, browser, statuses };
  };

  it('are deleted by a password reset', async () => {
    const { user, statuses } = await addTokens();
    await collection.request('/api/accounts/password/reset/', json('POST', { email: user.email }));
    await eventually(async () =>
      expect(mail.mails.some(({ recipients, key }) => recipients.includes(user.email) && key !== '')).toBe(
        true,
      ),
    );
    const { key } =
      mail.mails.findLast(({ recipients, key: sent }) => recipients.includes(user.email) && sent !== '') ??
      {};
    const reset = { key, password: 'green umbrella 7' };
    expect(await statuses()).toEqual([200, 200]);
    const { status } = await collection.request('/api/accounts/password/reset/confirm/', json('POST', reset));
    expect([status, await statuses()]).toEqual([200, [401, 401]]);
  });

  it.each([
    [false, [200, 200]],
    [true, [401, 401]],
  ])(
    'are deleted by a password change only if `delete_token` is true: %s',
    async (deletesTokens, expected) => {
      const { user, browser, statuses } = await addTokens();
      const change = {
        current_password: PASSWORD,
        new_password: 'green umbrella 7',
        delete_token: deletesTokens,
      };
      const { status } = await browser.send('POST', '/api/accounts/password/change/', change);
      expect([status, await statuses()]).toEqual([200, expected]);
      await expectMails(user.email, [
        'An app token was created',
        'Your password was changed',
        ...(deletesTokens ? ['Your API tokens were deleted'] : []),
      ]);
    },
  );
});
