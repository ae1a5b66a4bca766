import { describe, expect, it } from '@jest/globals';
import { cleanUpAccounts } from '../src/accounts/sign-up/sign-up.ts';
import {
  countStatuses,
  letMinutePass,
  newName,
  post,
  PUBLIC_URL,
  signUpNew,
  signUpVerified,
  useCollectionWithMail,
  waitForPendingMails,
  withContext,
} from './test-accounts.ts';
import { addUser, signIn } from './test-users.ts';

const { collection, mail } = useCollectionWithMail();

const KEY_INVALID = { key: ['This key is invalid or has expired. Request a new one.'] };

describe('POST /api/accounts/verify-email/', () => {
  it.each([
    [
      'a used key',
      async () => {
        const { key } = await signUpVerified(collection, mail);
        return key;
      },
    ],
    [
      'an expired key',
      async () => {
        const { key, username } = await signUpNew(collection, mail);
        const { id } = await userOf(username);
        await collection
          .db('account_keys')
          .where({ user_id: id })
          .update({ expires_at: collection.db.fn.now() });
        return key;
      },
    ],
    ['an unknown key', async () => 'A'.repeat(43)],
    [
      'a key that sets a password',
      async () => {
        const { email } = await signUpVerified(collection, mail);
        await post(collection, 'password/reset/', { email });
        return (await mail.lastMailTo(email, 2)).key;
      },
    ],
    [
      'a key of a blocked user',
      async () => {
        const { key, username } = await signUpNew(collection, mail);
        await collection.db('users').where({ username }).update({ is_active: false });
        return key;
      },
    ],
    [
      'a key of a deleted user',
      async () => {
        const { key, username } = await signUpNew(collection, mail);
        await collection.db('users').where({ username }).delete();
        return key;
      },
    ],
    ['a null character', async () => '\0'],
    ['a key of 100,000 characters', async () => 'x'.repeat(100_000)],
  ])('returns 400 with the same error for %s', async (_what, keyOf) => {
    const { status, body } = await post(collection, 'verify-email/', { key: await keyOf() });
    expect([status, body]).toEqual([400, KEY_INVALID]);
  });

  describe('a key', () => {
    it('expires after 3 days', async () => {
      const { username } = await signUpNew(collection, mail);
      const { id } = await userOf(username);
      const [{ expires_at: end }] = await collection.db('account_keys').where({ user_id: id });
      expect((end.getTime() - Date.now()) / 3_600_000).toBeCloseTo(72, 0);
    });
  });

  it('accepts a key only once under concurrent requests', async () => {
    const { key } = await signUpNew(collection, mail);
    const responses = await Promise.all(
      Array.from({ length: 6 }, () => post(collection, 'verify-email/', { key })),
    );
    expect(countStatuses(responses)).toEqual({ 200: 1, 400: 5 });
  });
});

describe('POST /api/accounts/verify-email/resend/', () => {
  it('sends another key, whose use invalidates the first key', async () => {
    const { email, username, key } = await signUpNew(collection, mail);
    expect((await post(collection, 'verify-email/resend/', { email: email.toUpperCase() })).status).toBe(200);
    const second = await mail.lastMailTo(email, 2);
    expect(second.key).not.toBe(key);
    expect((await post(collection, 'verify-email/', { key: second.key })).status).toBe(200);
    expect((await signIn(collection, username)).status).toBe(200);
    // An address that is verified already has no valid key.
    expect((await post(collection, 'verify-email/', { key })).status).toBe(400);
  });

  it('sends at most one e-mail a minute, and none to verified or unknown addresses', async () => {
    const [waiting, verified] = [await signUpNew(collection, mail), await signUpVerified(collection, mail)];
    const unknown = `${newName()}@example.org`;
    for (const email of [waiting.email, verified.email, unknown]) {
      const responses = [];
      for (let turn = 0; turn < 3; turn += 1)
        responses.push(await post(collection, 'verify-email/resend/', { email }));
      expect(new Set(responses.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
      expect(responses[0]?.status).toBe(200);
    }
    await mail.mailsTo(waiting.email, 2);
    await letMinutePass(collection);
    await post(collection, 'verify-email/resend/', { email: waiting.email });
    await mail.mailsTo(waiting.email, 3);
    await waitForPendingMails(collection);
    const counts = [waiting.email, verified.email, unknown].map(
      (email) => mail.mails.filter(({ recipients }) => recipients.includes(email)).length,
    );
    expect(counts).toEqual([3, 1, 0]);
  });
});

describe('an account with an unverified e-mail address', () => {
  const runMaintenance = () =>
    withContext({ DATABASE_URL: collection.database.url, SMTP_URL: mail.url, PUBLIC_URL }, cleanUpAccounts);
  const letDaysPass = (username: string, days: number) =>
    collection
      .db('users')
      .where({ username })
      .update({
        unverified_until: collection.db.raw('unverified_until - make_interval(hours => ?)', [
          Math.round(days * 24),
        ]),
      });

  it('is deleted after a week, and its username is free again', async () => {
    const [old, young, verified] = [
      await signUpNew(collection, mail),
      await signUpNew(collection, mail),
      await signUpVerified(collection, mail),
    ];
    const ofOperator = await addUser(collection, newName(), { isVerified: false });
    await letDaysPass(old.username, 7.1);
    await letDaysPass(young.username, 6.9);
    await letDaysPass(verified.username, 8);
    await runMaintenance();
    const names = [old.username, young.username, verified.username, ofOperator.username];
    const remaining = await collection.db('users').whereIn('username', names).pluck('username');
    expect(new Set(remaining)).toEqual(new Set(names.slice(1)));
    await signUpNew(collection, mail, { username: old.username, email: `again-${old.email}` });
  });

  it('is kept until its last key expires', async () => {
    const { username, email } = await signUpNew(collection, mail);
    await letDaysPass(username, 6.9);
    await post(collection, 'verify-email/resend/', { email });
    const { key } = await mail.lastMailTo(email, 2);
    await letDaysPass(username, 2.9);
    await runMaintenance();
    expect((await post(collection, 'verify-email/', { key })).status).toBe(200);
  });
});

async function userOf(username: string): Promise<{ id: number }> {
  return collection.db('users').where({ username }).first('id') as Promise<{ id: number }>;
}
