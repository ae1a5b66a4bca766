import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService } from '@kitroom/testing/test-processes';
import { addMail, MAIL_JOB } from '../src/accounts/mail/mail-queries.ts';
import { cleanUpAccounts } from '../src/accounts/sign-up/sign-up.ts';
import { readMail, startMailServer } from './mail-server.ts';
import { connectRaw, head } from './raw-request.ts';
import {
  newName,
  post,
  PUBLIC_URL,
  signUpNew,
  useCollectionWithMail,
  waitForPendingMails,
  withContext,
} from './test-accounts.ts';
import { createCollectionDatabase, startTestCollection, type TestCollection } from './test-collection.ts';
import { addUser, PASSWORD } from './test-users.ts';

const { collection, mail } = useCollectionWithMail(() => ({ MAIL_FROM: 'Kits Ltd <kits@example.org>' }));

const VERIFY_LINK = `${PUBLIC_URL}/accounts/verify-email/?key=`;
const RESET_LINK = `${PUBLIC_URL}/accounts/password/reset/confirm/?key=`;

describe('an account e-mail', () => {
  it('contains the link and the key as text and HTML, for a single recipient', async () => {
    const { username, email, key } = await signUpNew(collection, mail);
    const received = await mail.lastMailTo(email);
    expect(received).toMatchObject({
      recipients: [email],
      from: 'Kits Ltd <kits@example.org>',
      to: email,
      subject: 'Verify your e-mail address',
      link: `${VERIFY_LINK}${key}`,
    });
    for (const part of [received.text, received.html]) {
      for (const piece of [username, key, `${VERIFY_LINK}${key}`]) expect(part).toContain(piece);
    }
    expect(received.html).toContain(`<a href="${VERIFY_LINK}${key}">`);
    expect(received.raw).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
  });

  it('has a separate link and subject for a password reset', async () => {
    const { email } = await addUser(collection, newName());
    await post(collection, 'password/reset/', { email });
    const { link, key, subject } = await mail.lastMailTo(email);
    expect([link, subject]).toEqual([`${RESET_LINK}${key}`, 'Set a new password']);
  });

  it('does not contain the name from the sign-up', async () => {
    const options = {
      name: '<img src=x onerror=alert(1)> Bcc: victim@example.org',
      username: `${newName()}.+_`,
    };
    const { email } = await signUpNew(collection, mail, { ...options, email: `${newName()}@example.org` });
    const { recipients, raw, html } = await mail.lastMailTo(email);
    expect(recipients).toEqual([email]);
    expect(raw).not.toContain('victim');
    expect(html).not.toContain('<img');
  });

  it.each(['evil.example', 'kits.example.org.evil.example', 'evil.example:443'])(
    'links to PUBLIC_URL, whatever the Host and forwarded headers of the request: %s',
    async (host) => {
      const { email } = await addUser(collection, newName());
      const body = JSON.stringify({ email });
      const headers = {
        Host: host,
        'X-Forwarded-Host': host,
        'X-Forwarded-Proto': 'https',
        Forwarded: `host=${host}`,
        'Content-Type': 'application/json',
        'Content-Length': body.length,
      };
      const connection = await connectRaw(collection.url);
      connection.send(head('POST', '/api/accounts/password/reset/', headers) + body);
      expect((await connection.response()).status).toBe(200);
      connection.socket.destroy();
      const { link, raw } = await mail.lastMailTo(email);
      expect(link).toMatch(new RegExp(`^${RESET_LINK.replaceAll(/[?.]/g, '\\$&')}`));
      expect(raw).not.toContain('evil');
    },
  );

  it('is discarded if the account is deleted in the meantime', async () => {
    const { id, email } = await addUser(collection, newName());
    const leaving = await collection.db.transaction();
    await leaving('users').where({ id }).delete();
    await post(collection, 'password/reset/', { email });
    await eventually(async () => {
      const blocked = await query(
        collection.db,
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (blocked.length === 0) throw new Error('no statement waits for the account yet');
    });
    await leaving.commit();
    await waitForPendingMails(collection);
    expect(mail.mails.filter(({ recipients }) => recipients.includes(email))).toEqual([]);
  });

  it('links to the address and port of the service without PUBLIC_URL', async () => {
    const port = await reserveTestPort();
    const ownDatabase = await createCollectionDatabase();
    const plain = await startTestCollection(ownDatabase, { SMTP_URL: mail.url, PORT: String(port) });
    const { email } = await addUser(plain, newName());
    await post(plain, 'password/reset/', { email });
    const { link, from } = await mail.lastMailTo(email);
    expect(link).toMatch(
      new RegExp(`^http://127\\.0\\.0\\.1:${port}/accounts/password/reset/confirm/\\?key=`),
    );
    expect(from).toBe('Kitroom <no-reply@localhost>');
    await plain.close();
    await ownDatabase.drop();
  });

  it('contains the key without a link in production without PUBLIC_URL', async () => {
    const ownDatabase = await createCollectionDatabase();
    const production = await startTestCollection(ownDatabase, {
      SMTP_URL: mail.url,
      NODE_ENV: 'production',
      PORT: String(await reserveTestPort()),
    });
    const { email } = await addUser(production, newName());
    await post(production, 'password/reset/', { email });
    const { link, key, html } = await mail.lastMailTo(email);
    expect([link, key]).toEqual([undefined, expect.stringMatching(/^[\w-]{43}$/)]);
    expect(html).not.toContain('href');
    await production.close();
    await ownDatabase.drop();
  });
});

describe('undelivered e-mails', () => {
  it('are sent with the same key once the mail server is available again', async () => {
    const port = await reserveTestPort();
    const ownDatabase = await createCollectionDatabase();
    const env = { SMTP_URL: `smtp://127.0.0.1:${port}`, PUBLIC_URL };
    const offline = await startTestCollection(ownDatabase, env);
    const username = newName();
    const email = `${username}@example.org`;
    expect((await post(offline, 'signup/', { username, email, password: PASSWORD })).status).toBe(201);
    await eventually(async () =>
      expect((await waiting(offline)).map(({ attempts }) => attempts)).toEqual([1]),
    );
    const [first] = await waiting(offline);
    expect((first?.due_at.getTime() ?? 0) - Date.now()).toBeGreaterThan(30_000);
    await waitForMailJobs(offline);
    const restartedServer = await startMailServer(port);
    await offline.db('mails').update({ due_at: offline.db.fn.now() });
    await withContext({ DATABASE_URL: ownDatabase.url, ...env }, cleanUpAccounts);
    const { key } = await restartedServer.lastMailTo(email);
    await waitForPendingMails(offline);
    expect((await post(offline, 'verify-email/', { key })).status).toBe(200);
    await Promise.all([offline.close(), restartedServer.close()]);
    await ownDatabase.drop();
  });

  it('are requeued if their job was lost, but not while their job is running', async () => {
    const ownDatabase = await createCollectionDatabase();
    await withContext({ DATABASE_URL: ownDatabase.url, PUBLIC_URL }, async (context) => {
      await addMail(context.db, { kind: 'reset', email: 'somebody@example.org' });
      const jobs = context.db('agenda_jobs').where({ name: MAIL_JOB });
      await jobs.clone().update({ locked_at: context.db.fn.now(), next_run_at: null });
      await cleanUpAccounts(context);
      expect(await jobs.clone().pluck('next_run_at')).toEqual([null]);
      await jobs.clone().delete();
      await cleanUpAccounts(context);
      expect(await jobs.clone().pluck('next_run_at')).toEqual([expect.any(Date)]);
    });
    await ownDatabase.drop();
  });

  it('are retried after growing pauses for a day', async () => {
    const ownDatabase = await createCollectionDatabase();
    const offline = await startTestCollection(ownDatabase, { SMTP_URL: 'smtp://127.0.0.1:1', PUBLIC_URL });
    const { email } = await addUser(offline, newName());
    const runMaintenance = () => withContext({ DATABASE_URL: ownDatabase.url, PUBLIC_URL }, cleanUpAccounts);
    await post(offline, 'password/reset/', { email });
    const pauses: number[] = [];
    for (let attempt = 1; attempt <= 9; attempt += 1) {
      await eventually(async () => expect((await waiting(offline))[0]?.attempts).toBe(attempt));
      const [row] = await waiting(offline);
      pauses.push(Math.round(((row?.due_at.getTime() ?? 0) - Date.now()) / 60_000));
      await waitForMailJobs(offline);
      await offline.db('mails').update({
        due_at: offline.db.fn.now(),
        ...(attempt === 9 ? { created_at: new Date(Date.now() - 86_400_000) } : {}),
      });
      await runMaintenance();
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
    await waitForPendingMails(offline);
    await offline.close();
    await ownDatabase.drop();
  });

  it('are discarded if the mail server rejects the recipient permanently, and retried otherwise', async () => {
    const ownDatabase = await createCollectionDatabase();
    const server = await startMailServer();
    const strict = await startTestCollection(ownDatabase, { SMTP_URL: server.url, PUBLIC_URL });
    const [rejectedUser, delayedUser] = [await addUser(strict, newName()), await addUser(strict, newName())];
    server.refuse(550);
    await post(strict, 'password/reset/', { email: rejectedUser.email });
    await waitForPendingMails(strict);
    server.refuse(451);
    await post(strict, 'password/reset/', { email: delayedUser.email });
    await eventually(async () => expect((await waiting(strict))[0]?.attempts).toBe(1));
    server.refuse(undefined);
    await waitForMailJobs(strict);
    await strict.db('mails').update({ due_at: strict.db.fn.now() });
    await withContext({ DATABASE_URL: ownDatabase.url, PUBLIC_URL }, cleanUpAccounts);
    await server.mailsTo(delayedUser.email);
    expect(server.mails).toHaveLength(1);
    await Promise.all([strict.close(), server.close()]);
    await ownDatabase.drop();
  });
});

describe('without SMTP_URL', () => {
  describe('e-mails in files', () => {
    it('have mode 600, and the log has the address and subject, but no key', async () => {
      const ownDatabase = await createEmptyDatabase();
      const service = await startTestService('collection', {
        DATABASE_URL: ownDatabase.url,
        LOG_LEVEL: 'trace',
        MAIL_ROOT: join(collection.mediaRoot, 'mails'),
        MEDIA_ROOT: collection.mediaRoot,
      });
      const folder = join(collection.mediaRoot, 'mails');
      const sent = { username: 'written', email: 'written@example.org', password: PASSWORD };
      const request = (path: string, body: object) =>
        fetch(`${service.url}/api/accounts/${path}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        });
      expect((await request('signup/', sent)).status).toBe(201);
      await service.waitForLine((line) => line.includes('mail sent'));
      const [name = '', ...others] = await readdir(folder);
      expect([name, others]).toEqual([expect.stringMatching(/^[\dTZ.-]+-[0-9a-f]{8}\.eml$/), []]);
      expect(((await stat(join(folder, name))).mode & 0o777).toString(8)).toBe('600');
      const { key, link, subject } = readMail(await readFile(join(folder, name), 'utf8'));
      expect(link).toBe(`${service.url}/accounts/verify-email/?key=${key}`);
      await fetch(`${service.url}/accounts/verify-email/?key=${key}`, {
        headers: { 'X-Request-Id': 'followed' },
      });
      await service.waitForLine((line) => line.includes('"followed"'));
      expect((await request('verify-email/', { key })).status).toBe(200);
      const line = service.logs().find(({ msg }) => msg === 'mail sent');
      expect(line).toMatchObject({ to: sent.email, subject });
      const log = service.lines().join('\n');
      for (const secret of [key, PASSWORD]) expect(log).not.toContain(secret);
      await service.kill();
      await ownDatabase.drop();
    });
  });

  describe('e-mails in files', () => {
    it.each(['straße.łódź', 'plain'])('contain links and the username %s unencoded', async (username) => {
      const ownDatabase = await createCollectionDatabase();
      const service = await startTestCollection(ownDatabase, {
        PUBLIC_URL: `${PUBLIC_URL}/${'a-long-path/'.repeat(20)}`,
      });
      const sent = { username, email: `${newName()}@example.org`, password: PASSWORD };
      expect((await post(service, 'signup/', sent)).status).toBe(201);
      await waitForPendingMails(service);
      const [name = ''] = await readdir(service.mailRoot);
      const file = await readFile(join(service.mailRoot, name), 'utf8');
      const { key, link } = readMail(file);
      expect(link).toMatch(new RegExp(`/accounts/verify-email/[?]key=${key}$`));
      const lines = file.split('\r\n');
      expect(lines).toEqual(expect.arrayContaining([link, key, `Hello ${username},`]));
      expect(file).toContain(`<a href="${link}">`);
      expect(file).toContain(`<p>Hello ${username},</p>`);
      expect(lines.filter((line) => line === 'Content-Transfer-Encoding: 8bit')).toHaveLength(2);
      await service.close();
      await ownDatabase.drop();
    });
  });
});

describe('SMTP_URL and MAIL_FROM', () => {
  it.each([
    [
      { SMTP_URL: 'mail.example.org' },
      /^SMTP_URL is set to a wrong value: expected an address such as smtps:/,
    ],
    [{ SMTP_URL: 'http://user:secret@mail.example.org' }, /^SMTP_URL is set to a wrong value: (?!.*secret@)/],
    [{ MAIL_FROM: 'nobody' }, /^MAIL_FROM is "nobody": expected an e-mail address/],
    [{ MAIL_FROM: 'A <a@example.org>\r\nBcc: b@example.org' }, /^MAIL_FROM is /],
  ])('are rejected with an error that names the variable: %j', async (env, line) => {
    await expect(
      withContext({ DATABASE_URL: collection.database.url, ...env }, async () => undefined),
    ).rejects.toThrow(line);
  });
});

async function waiting({ db }: TestCollection): Promise<Array<{ attempts: number; due_at: Date }>> {
  return db('mails').select('attempts', 'due_at');
}

/** Waits until no mail job is queued or running. */
async function waitForMailJobs({ db }: TestCollection): Promise<void> {
  await eventually(async () =>
    expect(await db('agenda_jobs').where({ name: 'mail' }).select('id')).toEqual([]),
  );
}
