import { beforeAll, describe, expect, it } from '@jest/globals';
import { rowsOf, squeeze } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser, type PageBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addItem } from './test-items.ts';
import { addUser } from './test-users.ts';

const collection = useCollection();
let staff: Awaited<ReturnType<typeof addUser>>;
let browser: PageBrowser;

beforeAll(async () => {
  staff = await addUser(collection, newName('staff'), { isStaff: true });
  browser = openPageBrowser(collection);
  await browser.signIn(staff.username);
});

const firstCells = async (path: string) => rowsOf(await browser.open(path)).map(([cell]) => cell);

describe('users in the administration', () => {
  it('are blocked in bulk, except the last member of staff, with a log entry each', async () => {
    const mark = newName('bulk');
    const users = [await addUser(collection, `${mark}-a`), await addUser(collection, `${mark}-b`)];
    const keys = [...users.map(({ id }) => id), staff.id];
    const list = await browser.open(`/admin/users?q=${mark}`);
    const confirmation = await browser.sendBulk(list, 'Block chosen…', keys);
    expect(confirmation.heading).toBe('Block 3 users?');
    expect(confirmation.words).toContain(`${mark}-a (`);
    const after = await browser.sendBulk(confirmation, 'Block 3 users', keys);
    expect(after.words).toContain(`Blocked 2 users. 1 not: ${staff.username}`);
    expect(await firstCells(`/admin/users?q=${mark}&state=blocked&sort=-username`)).toEqual([
      `${mark}-b`,
      `${mark}-a`,
    ]);
    const logged = await collection.db('audit_log').whereIn('owner_id', keys).where({ action: 'block' });
    expect(logged).toHaveLength(2);
  });

  it('are verified in bulk', async () => {
    const user = await addUser(collection, newName('late'));
    await collection.db('users').where({ id: user.id }).update({ email_verified_at: null });
    const list = await browser.open('/admin/users?state=unverified');
    const confirmation = await browser.sendBulk(list, 'Verify chosen…', [user.id]);
    await browser.sendBulk(confirmation, 'Verify 1 user', [user.id]);
    const [row] = await collection.db('users').where({ id: user.id });
    expect(row.email_verified_at).toEqual(expect.any(Date));
  });

  it('are suggested by part of their username', async () => {
    const user = await addUser(collection, newName('suggested'));
    const response = await browser.request(`/admin/suggest/user?q=${user.username.slice(2).toUpperCase()}`);
    expect(await response.json()).toEqual([{ value: user.username, label: expect.any(String) }]);
    expect((await openPageBrowser(collection).request('/admin/suggest/user?q=a')).status).toBe(303);
  });
});

describe('items in the administration', () => {
  it('are sorted, counted, filtered and deleted in bulk', async () => {
    const user = await addUser(collection, newName('owner'));
    await addItem(collection, user, { name: 'Bravo' });
    await addItem(collection, user, { name: 'Alpha', is_private: true });
    const list = await browser.open(`/admin/items?owner=${user.username}&sort=name`);
    expect(rowsOf(list).map(([name]) => name)).toEqual(['Alpha', 'Bravo']);
    expect(squeeze(list.document.querySelector('.pager')?.textContent)).toBe('2 items');
    expect(await firstCells(`/admin/items?owner=${user.username}&state=private`)).toEqual(['Alpha']);
    const form = new URLSearchParams({
      csrf: list.document.querySelector<HTMLInputElement>('#bulk [name=csrf]')?.value ?? '',
      action: 'delete',
      all: 'on',
      confirmed: 'on',
      'filter-owner': user.username,
    });
    const sent = await browser.request('/admin/items/bulk', { method: 'POST', body: form });
    expect(sent.status).toBe(303);
    expect(await firstCells(`/admin/items?owner=${user.username}`)).toEqual([]);
    expect(await collection.db('audit_log').where({ owner_id: user.id, action: 'delete' })).toHaveLength(2);
  });
});

describe('the overview of the administration', () => {
  it('counts the new items of the last 30 days', async () => {
    const figures = async () =>
      [...(await browser.open('/admin/')).document.querySelectorAll('.charts li')].map((figure) =>
        squeeze(figure.textContent),
      );
    const user = await addUser(collection, newName('fresh'));
    await addItem(collection, user, { name: 'Old' });
    const [before] = (await figures()).filter((text) => /new items?/.test(text));
    await collection.db('items').where({ user_id: user.id }).update({ created_at: '2001-01-01' });
    const [after] = (await figures()).filter((text) => /new items?/.test(text));
    const count = (text = '') => Number(text.split(' ')[0]);
    expect(count(after)).toBe(count(before) - 1);
    expect(after).toMatch(/new items? the last 30 days$/);
  });
});

describe('jobs in the administration', () => {
  it('are retried in bulk after they have failed', async () => {
    const name = newName('job');
    const jobs = await collection
      .db('agenda_jobs')
      .insert(
        ['one', 'two'].map((key) => ({
          name,
          data: JSON.stringify({ key }),
          failed_at: new Date(),
          fail_reason: 'the disk was full',
        })),
      )
      .returning('id');
    const keys = jobs.map(({ id }: { id: string }) => id);
    const list = await browser.open(`/admin/jobs?name=${name}&state=failed`);
    expect(rowsOf(list).filter(([job]) => job === name)).toHaveLength(2);
    const confirmation = await browser.sendBulk(list, 'Retry chosen…', keys);
    expect((await browser.sendBulk(confirmation, 'Retry 2 jobs', keys)).words).toContain('Retried 2 jobs.');
    const rows = await collection.db('agenda_jobs').where({ name });
    expect(rows.map(({ failed_at: failedAt }) => failedAt)).toEqual([null, null]);
    await collection.db('agenda_jobs').where({ name }).delete();
  });
});
