import { beforeAll, describe, expect, it } from '@jest/globals';
import { errorOf } from '@kitroom/testing/read-page';
import { respondingWithError, useStandInCatalogue } from './stand-in-catalogue.ts';
import { newName, useCollectionWithMail } from './test-accounts.ts';
import { openPageBrowser, readDescription, type PageBrowser } from './test-browser.ts';
import { addItem } from './test-items.ts';
import { addUser } from './test-users.ts';

const catalogue = useStandInCatalogue();
const { collection, mail } = useCollectionWithMail(() => ({ CATALOGUE_URL: catalogue.url }));
let staff: Awaited<ReturnType<typeof addUser>>;
let browser: PageBrowser;

beforeAll(async () => {
  await collection.db('brands').insert([
    { id: 11, name: 'Adidas' },
    { id: 12, name: 'Umbro' },
    { id: 13, name: 'Twin' },
    { id: 14, name: 'Twin' },
  ]);
  await collection.db('clubs').insert({ id: 21, name: 'Málaga CF' });
  staff = await addUser(collection, newName('staff'), { isStaff: true });
  browser = openPageBrowser(collection);
  await browser.signIn(staff.username);
});

const lastEntry = (subject: string, id: number) =>
  collection
    .db('audit_log')
    .where({ subject, subject_id: String(id) })
    .orderBy('id', 'desc')
    .first();

describe('the page of an item in the administration', () => {
  it('edits brands and clubs by name, and logs the changed fields', async () => {
    const user = await addUser(collection, newName());
    const id = await addItem(collection, user, { name: 'Home shirt', brand_id: 11, size: 5, main_color: 2 });
    const page = await browser.open(`/admin/items/${id}`);
    const field = (name: string) =>
      page.document.querySelector<HTMLInputElement | HTMLSelectElement>(`[name=${name}]`)?.value;
    expect([field('brand'), field('size'), field('main_color')]).toEqual(['Adidas', '5', '2']);
    expect(page.document.querySelector('#field-main_color option[selected]')?.textContent?.trim()).toBe(
      'Red',
    );
    const saved = await browser.send(page, 'Save', {
      brand: 'umbro',
      club: 'malaga cf',
      tags: 'one\r\ntwo',
      is_signed: 'on',
      is_fan_version: undefined,
    });
    expect(saved.words).toContain('Saved Home shirt.');
    const [row] = await collection.db('items').where({ id });
    expect(row).toMatchObject({
      brand_id: 12,
      club_id: 21,
      tags: ['one', 'two'],
      is_signed: true,
      is_fan_version: false,
    });
    expect(await lastEntry('item', id)).toMatchObject({
      actor: staff.username,
      action: 'edit',
      owner_id: user.id,
      before: { brand: 11, club: null, tags: [], is_signed: false, is_fan_version: true },
      after: { brand: 12, club: 21, tags: ['one', 'two'], is_signed: true, is_fan_version: false },
    });
    expect((await browser.send(saved, 'Save')).words).toContain('There was nothing to change.');
  });

  it('shows the errors of the API next to the fields, and keeps the input', async () => {
    const user = await addUser(collection, newName());
    const id = await addItem(collection, user, { name: 'Away shirt', brand_id: 11, size: 5 });
    const page = await browser.open(`/admin/items/${id}`);
    const refused = await browser.send(page, 'Save', { name: '', condition: '11', number: 'x' });
    expect(refused.status).toBe(400);
    expect(errorOf(refused, 'condition')).toContain('less than or equal to 10');
    expect(errorOf(refused, 'number')).toBeDefined();
    expect(refused.document.querySelector<HTMLInputElement>('[name=condition]')?.value).toBe('11');
    const unknown = await browser.send(page, 'Save', { brand: 'Nobody' });
    expect(errorOf(unknown, 'brand')).toContain('No brand of any item has this name.');
    const twin = await browser.send(page, 'Save', { brand: 'Twin' });
    expect(errorOf(twin, 'brand')).toContain('#13, #14');
    expect((await browser.send(page, 'Save', { brand: '#14' })).words).toContain('Saved Away shirt.');
  });

  it('changes nothing if the audit log cannot be written', async () => {
    const id = await addItem(collection, await addUser(collection, newName()), {
      name: 'Third shirt',
      brand_id: 11,
      size: 5,
    });
    const page = await browser.open(`/admin/items/${id}`);
    await collection.db.raw(
      `alter table audit_log add constraint full_log check (action <> 'edit') not valid`,
    );
    const failed = await browser.send(page, 'Save', { name: 'Fourth shirt' });
    await collection.db.raw('alter table audit_log drop constraint full_log');
    expect(failed.status).toBe(500);
    expect(await collection.db('items').where({ id }).first('name')).toEqual({ name: 'Third shirt' });
  });

  it('holds no transaction open during requests to the catalogue', async () => {
    const id = await addItem(collection, await addUser(collection, newName()), { name: 'Shirt' });
    const page = await browser.open(`/admin/items/${id}`);
    let open: unknown;
    const openTransactions = () =>
      collection
        .db('pg_stat_activity')
        .whereRaw(`datname = current_database() and state = 'idle in transaction'`);
    catalogue.setBehaviour((response, url) => {
      open = openTransactions().finally(() => respondingWithError(404, 'Not there.')(response, url));
    });
    const refused = await browser.send(page, 'Save', { brand: '#15' });
    expect([refused.status, await open]).toEqual([400, []]);
    expect(errorOf(refused, 'brand')).toContain('15');
  });
});

describe('users in the administration', () => {
  it('are created with an e-mail to set a password', async () => {
    const username = newName('new');
    const email = `${username}@example.org`;
    const form = await browser.open('/admin/users/new');
    const page = await browser.send(form, 'Create the user and send the mail', {
      username,
      email,
      name: 'New',
    });
    expect([page.heading, readDescription(page, 'Password')]).toEqual([username, 'none']);
    const { key } = await mail.lastMailTo(email);
    const userBrowser = openPageBrowser(collection);
    const reset = await userBrowser.open(`/accounts/password/reset/confirm?key=${key}`);
    await userBrowser.send(reset, 'Set the password', { password: 'brass lantern 42' });
    expect((await userBrowser.signIn(username, 'brass lantern 42')).path).toMatch(/^\/accounts\//);
    const [row] = await collection.db('users').where({ username });
    expect(row).toMatchObject({ is_staff: false, email_verified_at: expect.any(Date) });
    const entries = await collection.db('audit_log').where({ owner_id: row.id, action: 'create' });
    expect(entries).toEqual([expect.objectContaining({ actor: staff.username, label: username })]);
  });

  it('are rejected with 400 for a taken username and an invalid e-mail address', async () => {
    const form = await browser.open('/admin/users/new');
    const refused = await browser.send(form, 'Create the user and send the mail', {
      username: staff.username,
      email: 'no address',
    });
    expect([refused.status, errorOf(refused, 'username'), errorOf(refused, 'email')]).toEqual([
      400,
      expect.any(String),
      expect.any(String),
    ]);
    expect(refused.document.querySelector('.errors a[href="#field-email"]')?.textContent).toMatch(
      /^E-mail address: /,
    );
  });

  it('are sent password and verification links, at most once a minute', async () => {
    const user = await addUser(collection, newName());
    const page = await browser.open(`/admin/users/${user.id}`);
    expect((await browser.send(page, 'Mail a password link')).words).toContain('on its way');
    expect((await mail.lastMailTo(user.email)).key).toBeTruthy();
    expect((await browser.send(page, 'Mail a password link')).words).toContain('sent a minute ago');
    expect(await lastEntry('user', user.id)).toMatchObject({ action: 'mail password reset' });
    await collection.db('users').where({ id: user.id }).update({ email_verified_at: null });
    const unverified = await browser.open(`/admin/users/${user.id}`);
    expect((await browser.send(unverified, 'Mail a verification link')).words).toContain('on its way');
  });
});
