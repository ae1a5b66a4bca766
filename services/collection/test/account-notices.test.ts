import { describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { type ReceivedMail } from './mail-server.ts';
import { newName, post, useCollectionWithMail } from './test-accounts.ts';
import { openBrowser } from './test-browser.ts';
import { addCodeUser, confirmWithCode, wrongCodeOf } from './test-codes.ts';
import { addUser, json, PASSWORD } from './test-users.ts';

const { collection, mail } = useCollectionWithMail(() => ({ TRUST_PROXY: '1' }));

const NEW_PASSWORD = 'copper kettle 77';
const TOTP = '/api/accounts/mfa/totp/';

/** The subjects of the e-mails to an address. */
const subjectsTo = (address: string) =>
  mail.mails.filter(({ recipients }) => recipients.includes(address)).map(({ subject }) => subject);

/** Waits for the mail with this subject; it must contain neither a key nor a link with one. */
async function noticeTo(email: string, subject: string): Promise<ReceivedMail> {
  const find = () =>
    mail.mails.find((candidate) => candidate.recipients.includes(email) && candidate.subject === subject);
  await eventually(async () => expect(find()).toBeDefined());
  const notice = find();
  if (!notice) throw new Error('the mail is missing');
  expect([notice.key, notice.link]).toEqual(['', undefined]);
  return notice;
}

describe('the owner of an account', () => {
  it('receives an e-mail after a change of the password', async () => {
    const user = await addUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    const change = { current_password: PASSWORD, new_password: NEW_PASSWORD };
    expect((await browser.send('POST', '/api/accounts/password/change/', change)).status).toBe(200);
    const { text } = await noticeTo(user.email, 'Your password was changed');
    expect(text).toContain(user.username);
    expect(text).not.toContain(NEW_PASSWORD);
  });

  it('receives e-mails about multi-factor sign-in being turned on or off and about new recovery codes', async () => {
    const user = await addCodeUser(collection, newName());
    const { username, browser } = user;
    const email = `${username}@example.org`;
    await noticeTo(email, 'Multi-factor sign-in is on');
    await confirmWithCode(collection, user);
    const renewed = await browser.send('POST', '/api/accounts/mfa/recovery-codes/', { password: PASSWORD });
    const { text } = await noticeTo(email, 'You have new recovery codes');
    for (const code of renewed.body.recovery_codes) expect(text).not.toContain(code);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    await noticeTo(email, 'Multi-factor sign-in is off');
  });

  it('receives e-mails at the old address when a new address is requested and verified', async () => {
    const user = await addUser(collection, newName());
    const browser = openBrowser(collection);
    await browser.signIn(user.username);
    const email = `new-${user.email}`;
    await browser.send('PATCH', '/api/accounts/profile/', { email });
    await noticeTo(user.email, 'Your e-mail address is about to change');
    const { key } = await mail.lastMailTo(email);
    expect(subjectsTo(user.email)).not.toContain('Your e-mail address was changed');
    expect((await post(collection, 'verify-email/', { key })).status).toBe(200);
    await noticeTo(user.email, 'Your e-mail address was changed');
    expect(subjectsTo(email)).toEqual(['Verify your new e-mail address']);
  });

  it('receives a single e-mail after ten wrong codes', async () => {
    const { username, secret } = await addCodeUser(collection, newName());
    const email = `${username}@example.org`;
    const subject = 'Somebody is guessing your sign-in codes';
    const code = await wrongCodeOf(secret);
    const guess = async (turn: number) => {
      const { headers, ...init } = json('POST', { username, password: PASSWORD, code });
      const sent = { ...(headers as Record<string, string>), 'X-Forwarded-For': `198.51.100.${turn}` };
      return (await collection.request('/api/accounts/login/', { ...init, headers: sent })).status;
    };
    const waiting = () => collection.db('mails').where({ email, kind: 'wrong-codes-notice' });
    const statuses = [];
    for (let turn = 0; turn < 9; turn += 1) statuses.push(await guess(turn));
    expect([await waiting(), subjectsTo(email).includes(subject)]).toEqual([[], false]);
    for (let turn = 9; turn < 14; turn += 1) statuses.push(await guess(turn));
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(4).fill(429)]);
    await noticeTo(email, subject);
    expect([await waiting(), subjectsTo(email).filter((candidate) => candidate === subject)]).toEqual([
      [],
      [subject],
    ]);
  });

  it('receives no e-mail if turning off multi-factor sign-in fails', async () => {
    const user = await addCodeUser(collection, newName());
    const email = `${user.username}@example.org`;
    await noticeTo(email, 'Multi-factor sign-in is on');
    await confirmWithCode(collection, user);
    expect((await user.browser.send('DELETE', TOTP, { password: 'wrong' })).status).toBe(400);
    expect(await collection.db('mails').where({ email })).toEqual([]);
  });
});

describe('turning off multi-factor sign-in', () => {
  it('ends the other sessions, and gives the current session a new id', async () => {
    const user = await addCodeUser(collection, newName());
    const { username, browser, recoveryCodes } = user;
    const otherBrowser = openBrowser(collection);
    await otherBrowser.signIn(username, PASSWORD, recoveryCodes[0]);
    await confirmWithCode(collection, user);
    const before = new Map(browser.cookies);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    expect(await otherBrowser.whoAmI()).toBeUndefined();
    expect(await openBrowser(collection, { cookies: before }).whoAmI()).toBeUndefined();
    expect(await browser.whoAmI()).toBe(username);
  });
});
