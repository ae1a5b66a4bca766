import { beforeAll, describe, expect, it } from '@jest/globals';
import { holdCommits, holdRow, runUntilBlocked, type Held } from '@kitroom/testing/hold-rows';
import { insertKey } from '../src/accounts/sign-up/key-queries.ts';
import { newName, openSignedIn } from './test-accounts.ts';
import { createAppToken } from './test-app-tokens.ts';
import { openBrowser, openPageBrowser, type PageBrowser } from './test-browser.ts';
import { addCodeUser, confirmWithCode } from './test-codes.ts';
import { useCollection } from './test-collection.ts';
import { addUser, json, PASSWORD } from './test-users.ts';

const collection = useCollection({ WORKER: 'false' });

let staff: PageBrowser;

beforeAll(async () => {
  const { username } = await addUser(collection, newName(), { isStaff: true });
  staff = openPageBrowser(collection);
  await staff.signIn(username);
});

/** Sends the second request while the first one waits for a lock; returns both statuses. */
async function runConcurrently(
  hold: (url: string) => Promise<Held>,
  requests: ReadonlyArray<() => Promise<{ status: number }>>,
): Promise<number[]> {
  const { url } = collection.database;
  return (await runUntilBlocked(url, () => hold(url), requests)).map(({ status }) => status);
}

// With another order of locks, the two would deadlock, and PostgreSQL would cancel one of them.
describe('the deletion of an account with a waiting request', () => {
  it('makes a waiting password reset return 400', async () => {
    const { user, browser } = await openSignedIn(collection);
    const key = `key of ${user.username}`;
    await insertKey(collection.db, key, { purpose: 'reset', userId: user.id, email: user.email });
    const reset = json('POST', { key, password: 'green umbrella 7' });
    const statuses = await runConcurrently(
      (url) => holdRow(url, 'users', user.id),
      [
        () => browser.send('DELETE', '/api/accounts/', { password: PASSWORD }),
        () => collection.request('/api/accounts/password/reset/confirm/', reset),
      ],
    );
    expect(statuses).toEqual([204, 400]);
  });

  it('makes a waiting deletion of an app token return 404', async () => {
    const { user, browser } = await openSignedIn(collection);
    const { id } = await createAppToken(browser);
    const otherBrowser = openBrowser(collection);
    await otherBrowser.signIn(user.username);
    const statuses = await runConcurrently(
      (url) => holdRow(url, 'users', user.id),
      [
        () => browser.send('DELETE', '/api/accounts/', { password: PASSWORD }),
        () => otherBrowser.send('DELETE', `/api/accounts/tokens/${id}/`),
      ],
    );
    expect(statuses).toEqual([204, 404]);
  });

  it('makes a waiting deletion of a photo by staff return 404', async () => {
    const { user, browser } = await openSignedIn(collection);
    const photo = { user_id: user.id, image_key: `originals/${user.username}.jpg`, width: 1, height: 1 };
    const [{ id }] = await collection.db('photos').insert(photo).returning('id');
    const form = await staff.open(`/admin/photos/${id}/delete`);
    const statuses = await runConcurrently(
      (url) => holdRow(url, 'photos', id),
      [
        () => browser.send('DELETE', '/api/accounts/', { password: PASSWORD }),
        () => staff.send(form, 'Delete the photo'),
      ],
    );
    expect(statuses).toEqual([204, 404]);
  });
});

describe('concurrent changes of an account', () => {
  it('leave ten recovery codes after two renewals', async () => {
    const { browser, ...user } = await addCodeUser(collection, newName());
    await confirmWithCode(collection, { browser, ...user });
    const renew = () => browser.send('POST', '/api/accounts/mfa/recovery-codes/', { password: PASSWORD });
    expect(await runConcurrently((url) => holdCommits(url, 'recovery_codes'), [renew, renew])).toEqual([
      200, 200,
    ]);
    expect(await collection.db('recovery_codes').where({ user_id: user.id })).toHaveLength(10);
  });

  it('add a single entry to the audit log if staff unblock a user twice', async () => {
    const user = await addUser(collection, newName());
    await collection.db('users').where({ id: user.id }).update({ is_active: false });
    const page = await staff.open(`/admin/users/${user.id}`);
    const unblock = () => staff.send(page, 'Unblock');
    await runConcurrently((url) => holdCommits(url, 'users'), [unblock, unblock]);
    expect(await collection.db('audit_log').where({ owner_id: user.id }).pluck('action')).toEqual([
      'unblock',
    ]);
  });
});
