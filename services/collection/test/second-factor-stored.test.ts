import { describe, expect, it } from '@jest/globals';
import { readZip } from './read-zip.ts';
import { openBrowser } from './test-browser.ts';
import { addCodeUser, codeOf, forgetUsedCode, turnOn } from './test-codes.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { json, PASSWORD } from './test-users.ts';

const collection = useCollection();

const TOTP = '/api/accounts/mfa/totp/';

describe('the database alone', () => {
  it('gives neither secret nor recovery codes away, and a row is good for its own user alone', async () => {
    const [rosa, rita] = [await addCodeUser(collection, 'rosa'), await addCodeUser(collection, 'rita')];
    const tables = await collection.db.raw(
      'select (select json_agg(totp) from totp)::text || (select json_agg(recovery_codes) from recovery_codes)::text as text',
    );
    const { text } = tables.rows[0];
    for (const value of [
      rosa.secret,
      ...rosa.recoveryCodes,
      ...rosa.recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('hex'));
    }
    // Whoever can write the table puts a secret there that they know.
    const [row] = await collection.db('totp').where({ user_id: rosa.id });
    await collection.db('totp').where({ user_id: rita.id }).update({ secret: row.secret, last_step: 1 });
    const code = await codeOf(rosa.secret);
    const sent = json('POST', { username: 'rita', password: PASSWORD, code });
    expect((await collection.request('/api/accounts/login/', sent)).status).toBe(400);
  });

  it('keeps nothing of a deleted user', async () => {
    const { id } = await addCodeUser(collection, 'sina');
    await collection.db('users').where({ id }).delete();
    expect(await collection.db('totp').where({ user_id: id })).toEqual([]);
    expect(await collection.db('recovery_codes').where({ user_id: id })).toEqual([]);
  });
});

describe('the export', () => {
  it('tells of second factor and social sign-ins, and no secret of them', async () => {
    const { id, browser, secret, recoveryCodes } = await addCodeUser(collection, 'sara');
    const identity = { provider: 'club', issuer: 'https://club.example', subject: 's-1' };
    await collection.db('identities').insert({ ...identity, user_id: id });
    const Cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(`${collection.url}/api/accounts/export/`, { headers: { Cookie } });
    const files = readZip(Buffer.from(await response.arrayBuffer()));
    const read = (name: string) => JSON.parse(String(files.get(name)));
    const time = expect.stringMatching(/^20.*Z$/);
    expect(read('second-factor.json')).toEqual({
      created_at: time,
      confirmed_at: time,
      recovery_codes_left: 10,
    });
    expect(read('social-sign-ins.json')).toEqual([{ ...identity, created_at: time }]);
    const text = [...files.values()].map(String).join('\n');
    for (const value of [secret, ...recoveryCodes]) expect(text).not.toContain(value);
  });
});

describe('under another SECRET_KEY', () => {
  it('codes of the app end, and recovery codes still let people in to begin again', async () => {
    const { id, username, secret, recoveryCodes } = await addCodeUser(collection, 'tina');
    const after = await startTestCollection(collection.database, {
      SECRET_KEY: 'another secret key of thirty-two',
    });
    const browser = openBrowser(after);
    await expect(browser.signIn(username, PASSWORD, await codeOf(secret))).rejects.toThrow('400');
    await browser.signIn(username, PASSWORD, recoveryCodes[0]);
    expect((await browser.send('DELETE', TOTP, { password: PASSWORD })).status).toBe(204);
    const renewed = await turnOn(browser);
    await forgetUsedCode(after, id);
    await openBrowser(after).signIn(username, PASSWORD, await codeOf(renewed.secret));
    await after.close();
  });
});
