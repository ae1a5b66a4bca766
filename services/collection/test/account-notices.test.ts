import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { eventually } from '@kitroom/devstack/testing/eventually';
import { startMailServer, type MailServer, type ReceivedMail } from './mail-server.ts';
import { newName, PUBLIC_URL } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { addCodeUser } from './test-codes.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, PASSWORD } from './test-users.ts';

let database: TestDatabase;
let mail: MailServer;
let collection: TestCollection;

beforeAll(async () => {
  [database, mail] = await Promise.all([createCollectionDatabase(), startMailServer()]);
  collection = await startTestCollection(database, { SMTP_URL: mail.url, PUBLIC_URL });
});

afterAll(async () => {
  await collection?.close();
  await Promise.all([database?.drop(), mail?.close()]);
});

const NEW_PASSWORD = 'copper kettle 77';
const TOTP = '/api/accounts/mfa/totp/';

/** The mail with this subject, once it has come; it brings nothing that opens anything. */
async function noticeTo(email: string, subject: string): Promise<ReceivedMail> {
  const find = () => mail.mails.find((one) => one.recipients.includes(email) && one.subject === subject);
  await eventually(async () => expect(find()).toBeDefined());
  const found = find();
  if (!found) throw new Error('the mail is gone');
  expect([found.key, found.link]).toEqual(['', undefined]);
  return found;
}

describe('the owner of an account is told by mail', () => {
  it('that the password was changed', async () => {
    const user = await addUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await browser.send('POST', '/api/accounts/password/change/', change)).status).toBe(200);
    const { text } = await noticeTo(user.email, 'Your password was changed');
    expect(text).toContain(user.username);
    expect(text).not.toContain(NEW_PASSWORD);
  });

  it('that a code is asked for from now on, of new recovery codes, and that none is asked for any more', async () => {
    const { username, browser } = await addCodeUser(collection, newName());
    const email = `${username}@example.org`;
    await noticeTo(email, 'Multi-factor sign-in is on');
    const renewed = await browser.send('POST', '/api/accounts/mfa/recovery-codes/', { password: PASSWORD });
    const { text } = await noticeTo(email, 'You have new recovery codes');
    for (const code of renewed.body.recovery_codes) expect(text).not.toContain(code);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    await noticeTo(email, 'Multi-factor sign-in is off');
  });

  it('of nothing that has not happened', async () => {
    const { username, browser } = await addCodeUser(collection, newName());
    const email = `${username}@example.org`;
    await noticeTo(email, 'Multi-factor sign-in is on');
    expect((await browser.send('DELETE', TOTP, { password: 'wrong' })).status).toBe(400);
    expect(await collection.db('mails').where({ email })).toEqual([]);
  });
});

describe('turning multi-factor sign-in off', () => {
  it('ends the other sessions; this one goes on under a new id', async () => {
    const { username, browser, recoveryCodes } = await addCodeUser(collection, newName());
    const other = openBrowser(collection);
    await other.signIn(username, PASSWORD, recoveryCodes[0]);
    const before = new Map(browser.cookies);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    expect(await other.whoAmI()).toBeUndefined();
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
    expect(await browser.whoAmI()).toBe(username);
  });
});
