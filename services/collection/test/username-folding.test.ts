import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { toUsernameKey } from '@kitroom/collection-client';
import { closeDatabase, openDatabase, type Database } from '@kitroom/server/database/database';
import { hashPassword } from '@kitroom/server/passwords/passwords';
import { rowsOf } from '@kitroom/testing/read-page';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { countStatuses, post } from './test-accounts.ts';
import { openPageBrowser } from './test-browser.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, json, PASSWORD, signIn, tokenOf, withToken } from './test-users.ts';

const TAKEN = ['A user with that username already exists.'];

let database: TestDatabase;
let collection: TestCollection;

// Some users were added before their names were considered equal to another user's.
beforeAll(async () => {
  database = await createCollectionDatabase();
  const db = openDatabase({
    url: database.url,
    poolMax: 1,
    applicationName: 'kitroom-test',
    statementTimeoutMs: null,
  });
  const taken = new Set<string>();
  for (const username of ['Anna', 'Οδυσσεύς', 'Strauss', 'Strauß', 'İnan', 'ΠΆΡΙΣ', 'πάρισ']) {
    await addAsBefore(db, username, taken);
  }
  await closeDatabase(db);
  collection = await startTestCollection(database);
});

afterAll(async () => {
  await collection.close();
  await database.drop();
});

/** Adds a user, without the folded key if another user has it already. */
async function addAsBefore(db: Database, username: string, taken: Set<string>): Promise<void> {
  const folded = toUsernameKey(username);
  const email = `${encodeURIComponent(username)}@example.org`;
  await db('users').insert({
    username,
    username_key: username.normalize('NFKC').toLowerCase(),
    username_folded: taken.has(folded) ? null : folded,
    email,
    email_key: email.toLowerCase(),
    email_verified_at: new Date(),
    password_hash: await hashPassword(PASSWORD),
  });
  taken.add(folded);
}

/** The username of the account that a typed name signs in to. */
async function nameOf(typed: string): Promise<string> {
  const { token } = (await signIn(collection, typed)).body;
  return (await collection.request('/api/users/me/', { headers: withToken(token) })).body.username;
}

describe('the key of a username', () => {
  it.each([
    ['Σίσυφος', 'ΣΊΣΥΦΟΣ'],
    ['οδοσ', 'οδος'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['IŞIK', 'ışık'],
    ['é', 'E\u0301'],
    ['ΐ', 'Ϊ́'],
    ['ﬀ', 'FF'],
    ['Ｗide', 'wide'],
    ['ſ', 'S'],
    ['ǰ', 'J\u030c'],
  ])('is the same for %s and %s', (left, right) => {
    expect(toUsernameKey(left)).toBe(toUsernameKey(right));
  });

  it.each([
    ['é', 'e'],
    ['ö', 'oe'],
    ['a.b', 'ab'],
    ['а', 'a'],
  ])('differs for %s and %s', (left, right) => {
    expect(toUsernameKey(left)).not.toBe(toUsernameKey(right));
  });

  it('is unchanged when it is folded again, for every letter that folding changes', () => {
    const codes = Array.from({ length: 0x11_00_00 }, (_each, code) => String.fromCodePoint(code));
    const letters = codes.filter((letter) => /\p{Changes_When_NFKC_Casefolded}/u.test(letter));
    expect(letters.length).toBeGreaterThan(10_000);
    const keys = letters.map(toUsernameKey);
    expect(keys.filter((key) => toUsernameKey(key) !== key)).toEqual([]);
  });
});

describe('users created before usernames were folded', () => {
  it.each([
    ['anna', 'Anna'],
    ['ΟΔΥΣΣΕΎΣ', 'Οδυσσεύς'],
    ['οδυσσεύσ', 'Οδυσσεύς'],
    ['inan', 'İnan'],
    ['İNAN', 'İnan'],
    ['i\u0307nan', 'İnan'],
  ])('are found by the spelling %s: %s', async (typed, username) => {
    expect(await nameOf(typed)).toBe(username);
  });

  it.each([
    ['strauß', 'Strauß'],
    ['STRAUẞ', 'Strauß'],
    ['strauss', 'Strauss'],
    ['STRAUSS', 'Strauss'],
    ['πάρις', 'ΠΆΡΙΣ'],
    ['πάρισ', 'πάρισ'],
  ])(
    'sign in by their spelling if their usernames fold to the same key: %s is %s',
    async (typed, username) => {
      expect(await nameOf(typed)).toBe(username);
    },
  );

  it('can keep or respell usernames that fold to the same key, and a third user gets 400', async () => {
    for (const [username, sameName] of [
      ['Strauß', 'STRAUß'],
      ['Strauss', 'STRAUSS'],
    ] as const) {
      const { token } = (await signIn(collection, username)).body;
      for (const changed of [username, sameName, username]) {
        const put = json('PUT', { username: changed }, token);
        const { status, body } = await collection.request(`/api/users/${encodeURIComponent(username)}/`, put);
        expect([status, body.username]).toEqual([200, changed]);
      }
    }
    for (const username of ['STRAUSS', 'straUß', 'ΠάρΙς']) {
      const sent = { username, email: 'third@example.org', password: PASSWORD };
      const { status, body } = await post(collection, 'signup/', sent);
      expect([status, body.username]).toEqual([400, TAKEN]);
    }
  });

  it('are found by a search in the admin interface', async () => {
    const staff = await addUser(collection, 'staff', { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const find = async (q: string) =>
      rowsOf(await browser.open(`/admin/users?${new URLSearchParams({ q })}`)).map(([name]) => name);
    expect(await find('RAUẞ')).toEqual(['Strauß', 'Strauss']);
    expect(await find('strauß')).toContain('Strauß');
    expect(await find('δυσσ')).toEqual(['Οδυσσεύς']);
  });
});

describe('a new username', () => {
  it('returns 400 if it differs from another username only by case, in sign-ups and changes', async () => {
    await addUser(collection, 'Μίνως');
    const caller = await addUser(collection, 'caller');
    for (const username of ['ΜΊΝΩΣ', 'μίνωσ']) {
      const sent = { username, email: 'minos@example.org', password: PASSWORD };
      expect((await post(collection, 'signup/', sent)).body).toEqual({ username: TAKEN });
      const token = await tokenOf(collection, caller);
      const change = await collection.request('/api/users/caller/', json('PATCH', { username }, token));
      expect([change.status, change.body]).toEqual([400, { username: TAKEN }]);
    }
  });

  it('is given to only one of two parallel sign-ups', async () => {
    const responses = await Promise.all(
      ['Ήρως', 'Ήρωσ'].map((username, index) =>
        post(collection, 'signup/', { username, email: `hero-${index}@example.org`, password: PASSWORD }),
      ),
    );
    expect(countStatuses(responses)).toEqual({ 201: 1, 400: 1 });
  });

  it('may be the current username in another spelling, and signs in in all spellings', async () => {
    const user = await addUser(collection, 'Weiß');
    const token = await tokenOf(collection, user);
    const put = await collection.request('/api/users/WEISS/', json('PUT', { username: 'Weiss' }, token));
    expect([put.status, put.body.username]).toEqual([200, 'Weiss']);
    for (const typed of ['weiß', 'WEISS']) expect(await nameOf(typed)).toBe('Weiss');
  });

  it('is counted together in all spellings for failed sign-ins', async () => {
    await addUser(collection, 'Fuß');
    for (const typed of ['fuß', 'FUSS', 'fuss', 'FUẞ', 'Fuß']) {
      expect((await signIn(collection, typed, 'wrong')).status).toBe(400);
    }
    expect((await signIn(collection, 'fUSs')).status).toBe(429);
  });
});
