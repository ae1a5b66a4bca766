import { beforeAll, describe, expect, it } from '@jest/globals';
import { enqueue, JOBS_CHANNEL } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { rowsOf } from '@kitroom/testing/read-page';
import { newName } from './test-accounts.ts';
import { openPageBrowser, readDescription, type PageBrowser } from './test-browser.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { createUserClient, listFiles, waitForRenditions } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { addUser } from './test-users.ts';

const collection = useCollection();
let staff: Awaited<ReturnType<typeof addUser>>;
let browser: PageBrowser;

beforeAll(async () => {
  staff = await addUser(collection, newName('staff'), { isStaff: true });
  browser = openPageBrowser(collection);
  await browser.signIn(staff.username);
});

const HOSTILE = `<img src=x onerror=alert(1)>"'</td><script>alert(2)</script>`;

async function lastEntry(subject: string, id: number | string) {
  return collection
    .db('audit_log')
    .where({ subject, subject_id: String(id) })
    .orderBy('id', 'desc')
    .first();
}

/** The files of photos, without those that are being processed. */
async function storedFiles(): Promise<string[]> {
  return (await listFiles(collection)).filter((file) => !file.includes('.uploads'));
}

describe('items in the administration', () => {
  it('are found by name, owner and type, including private items and drafts', async () => {
    const user = await addUser(collection, newName());
    const mark = newName('kit');
    await addItem(collection, user, { name: `Málaga ${mark}`, is_private: true });
    await addItem(collection, user, { name: `Pin ${mark}`, item_type: 'other' });
    await addItem(collection, user, { name: '', is_draft: true });
    const search = (query: Record<string, string>) =>
      browser.open(`/admin/items?${new URLSearchParams(query)}`);
    expect(rowsOf(await search({ q: `malaga ${mark}` }))).toEqual([
      [`Málaga ${mark}`, 'jersey', user.username, 'private', '0', expect.any(String)],
    ]);
    expect(rowsOf(await search({ q: mark, type: 'other' })).map(([name]) => name)).toEqual([`Pin ${mark}`]);
    const ownRows = rowsOf(await search({ owner: user.username.toUpperCase() }));
    expect(ownRows.map(([name]) => name)).toEqual([
      expect.stringMatching(/^item \d+$/),
      `Pin ${mark}`,
      `Málaga ${mark}`,
    ]);
    expect(rowsOf(await search({ owner: 'nobody-has-this-name' }))).toEqual([]);
  });

  it('are shown with escaped HTML', async () => {
    const user = await addUser(collection, newName());
    const id = await addItem(collection, user, { name: HOSTILE, description: HOSTILE, tags: [HOSTILE] });
    await addPhoto(collection, user, id, { caption: HOSTILE });
    for (const path of [
      `/admin/items/${id}`,
      `/admin/items/${id}/delete`,
      `/admin/photos?owner=${user.username}`,
    ]) {
      const page = await browser.open(path);
      expect(page.document.querySelectorAll('script:not([src]), [onerror]')).toHaveLength(0);
      expect(page.document.body.textContent).toContain(HOSTILE);
    }
  });

  it('are deleted with photos and files, and logged with their fields', async () => {
    const user = await createUserClient(collection);
    const itemId = await addItem(collection, user, { name: 'Wrong place' });
    const photo = await user.upload(await jpeg(), { content_type: 1, object_id: itemId });
    await waitForRenditions(user, photo.id);
    const before = await storedFiles();
    expect(before.length).toBeGreaterThanOrEqual(3);
    const page = await browser.open(`/admin/items/${itemId}`);
    expect(page.document.querySelector('.gallery img')?.getAttribute('src')).toContain('/media/thumbnails/');
    const confirm = await browser.open(`/admin/items/${itemId}/delete`);
    expect((await user.get(`/api/items/${itemId}/`)).status).toBe(200);
    const after = await browser.send(confirm, 'Delete the item');
    expect([after.path, after.words]).toEqual([
      '/admin/items',
      expect.stringContaining('Deleted Wrong place.'),
    ]);
    expect((await user.get(`/api/items/${itemId}/`)).status).toBe(404);
    expect(await storedFiles()).toHaveLength(before.length - 4);
    expect(await lastEntry('item', itemId)).toMatchObject({
      actor: staff.username,
      action: 'delete',
      label: 'Wrong place',
      owner_id: user.id,
      before: { id: itemId, name: 'Wrong place', photos: 1 },
      after: null,
    });
    expect((await browser.send(confirm, 'Delete the item')).status).toBe(404);
  });

  it('are shown and logged without private fields', async () => {
    const user = await addUser(collection, newName());
    const money = { amount: '7111111.11', currency: 'EUR' };
    const secret = { notes: 's3cret', location: 's3cret', acquired_from: 's3cret' };
    const fields = { ...secret, price: money, estimated_value: money };
    const id = await addItem(collection, user, { ...fields, name: 'Plain' });
    const page = await browser.open(`/admin/items/${id}`);
    expect(page.words).toContain('Plain');
    expect(page.text).not.toMatch(/s3cret|7111111/);
    await browser.send(await browser.open(`/admin/items/${id}/delete`), 'Delete the item');
    const entry = JSON.stringify(await lastEntry('item', id));
    expect(entry).toContain('Plain');
    expect(entry).not.toMatch(/s3cret|7111111/);
  });
});

describe('photos in the administration', () => {
  it('are shown with thumbnails, and deleted with their files', async () => {
    const user = await createUserClient(collection);
    const photo = await user.upload(await jpeg());
    await waitForRenditions(user, photo.id);
    const before = await storedFiles();
    const page = await browser.open(`/admin/photos/${photo.id}`);
    expect([readDescription(page, 'Item'), readDescription(page, 'AVIF')]).toEqual(['none yet', 'created']);
    const source = page.document.querySelector('img.photo')?.getAttribute('src') ?? '';
    expect((await fetch(source)).status).toBe(200);
    const confirm = await browser.open(`/admin/photos/${photo.id}/delete`);
    await browser.send(confirm, 'Delete the photo');
    expect((await user.get(`/api/photos/${photo.id}/`)).status).toBe(404);
    expect((await fetch(source)).status).toBe(404);
    expect(await storedFiles()).toHaveLength(before.length - 4);
    expect(await lastEntry('photo', photo.id)).toMatchObject({
      action: 'delete',
      owner_id: user.id,
      before: { width: photo.width, height: photo.height },
    });
  });

  it('are allowed from the origin of MEDIA_URL by the Content-Security-Policy', async () => {
    await using service = await startTestCollection(collection.database, {
      MEDIA_URL: 'https://cdn.example.org/kits/',
    });
    const cdnBrowser = openPageBrowser(service);
    await cdnBrowser.signIn(staff.username);
    const policy = (await cdnBrowser.open('/admin/')).headers.get('Content-Security-Policy');
    expect(policy).toContain("img-src 'self' data: https://cdn.example.org;");
    const defaultPolicy = (await browser.open('/admin/')).headers.get('Content-Security-Policy');
    expect(defaultPolicy).toContain("img-src 'self' data:;");
  });

  it('can be retried after their renditions have failed permanently', async () => {
    const user = await createUserClient(collection);
    const photo = await user.upload(await jpeg());
    await waitForRenditions(user, photo.id);
    await collection.db('photos').where({ id: photo.id }).update({ thumbnail_key: null, attempts: 3 });
    const page = await browser.open('/admin/jobs');
    await browser.send(page, `Try again photo ${photo.id}`);
    await waitForRenditions(user, photo.id);
    expect(await lastEntry('photo', photo.id)).toMatchObject({ action: 'retry', owner_id: user.id });
  });
});

describe('jobs in the administration', () => {
  it('are listed with a description if they are recurring', async () => {
    const cells = rowsOf(await browser.open('/admin/jobs?state=planned')).map(([job]) => job);
    const recurring = ['sweep-photos', 'recognize-texts', 'search-texts', 'maintenance'];
    for (const name of recurring) {
      expect(cells).toContainEqual(expect.stringMatching(new RegExp(`^${name} [a-z].{20,}`)));
    }
  });

  it('are listed by state, and can be retried once after they have failed', async () => {
    await using idle = await startTestCollection(collection.database, { WORKER: 'off' });
    const idleBrowser = openPageBrowser(idle);
    await idleBrowser.signIn(staff.username);
    const name = newName('job');
    await enqueue(collection.db, name, 'waits');
    await collection.db('agenda_jobs').insert({
      name,
      data: JSON.stringify({ key: 'failed' }),
      failed_at: new Date(),
      fail_reason: 'the disk was full',
    });
    const page = await idleBrowser.open('/admin/jobs');
    const states = rowsOf(page)
      .filter(([job]) => job === name)
      .map(([, key, state, , , reason]) => [key, state, reason]);
    expect(states).toEqual([
      ['failed', 'failed', 'the disk was full'],
      ['waits', 'waiting', ''],
    ]);
    expect((await idleBrowser.send(page, `Retry ${name} failed`)).words).toContain(
      'The job will be retried.',
    );
    const [retried] = await collection
      .db('agenda_jobs')
      .where({ name })
      .whereRaw(`data ->> 'key' = 'failed'`);
    expect(retried).toMatchObject({ failed_at: null, next_run_at: expect.any(Date) });
    const entry = await collection
      .db('audit_log')
      .where({ label: `${name} failed` })
      .first();
    expect(entry).toMatchObject({ action: 'retry', before: { fail_reason: 'the disk was full' } });
    // The job has been retried already.
    expect((await idleBrowser.send(page, `Retry ${name} failed`)).words).toContain(
      'There was nothing left to do.',
    );
    await collection.db('agenda_jobs').where({ name }).delete();
  });

  it('are kept for seven days after they have failed', async () => {
    const [recent, old] = [newName('job'), newName('job')];
    const jobs = () => collection.db('agenda_jobs').whereIn('name', [recent, old]);
    const failed = (name: string, days: number) => ({
      name,
      data: JSON.stringify({ key: 'any' }),
      failed_at: collection.db.raw('now() - make_interval(days => ?, hours => 1)', [days]),
      fail_reason: 'the disk was full',
    });
    await jobs().insert([failed(recent, 6), failed(old, 7)]);
    await collection
      .db('agenda_jobs')
      .where({ name: 'maintenance', locked_at: null })
      .update({ next_run_at: new Date(0) });
    await collection.db.raw('select pg_notify(?, ?)', [JOBS_CHANNEL, 'maintenance']);
    await eventually(async () => expect(await jobs().pluck('name')).toEqual([recent]));
    const listed = rowsOf(await browser.open(`/admin/jobs?name=${recent}`));
    expect(listed.map(([name, , state, , , reason]) => [name, state, reason])).toContainEqual([
      recent,
      'failed',
      'the disk was full',
    ]);
    await jobs().delete();
  });

  it('become due earlier with `Run now`', async () => {
    const page = await browser.open('/admin/jobs');
    await collection
      .db('agenda_jobs')
      .where({ name: 'sweep-photos' })
      .update({ next_run_at: new Date(Date.now() + 3_000_000), locked_at: null });
    const shown = await browser.open('/admin/jobs');
    const [job] = await collection.db('agenda_jobs').where({ name: 'sweep-photos' });
    expect(page.status).toBe(200);
    expect((await browser.send(shown, 'Run now sweep-photos')).words).toContain(
      'The job will run in a moment.',
    );
    const [hurried] = await collection.db('agenda_jobs').where({ name: 'sweep-photos' });
    expect(hurried.next_run_at.getTime()).toBeLessThan(job.next_run_at.getTime());
  });

  it('include unsent e-mails, which can be discarded', async () => {
    const user = await addUser(collection, newName());
    const [mail] = await collection
      .db('mails')
      .insert({
        kind: 'reset',
        email: user.email,
        user_id: user.id,
        nonce: Buffer.alloc(32),
        attempts: 4,
        due_at: new Date(Date.now() + 3_000_000),
      })
      .returning('id');
    const page = await browser.open('/admin/jobs');
    expect(page.words).toContain(`${user.email} reset 4`);
    const confirm = await browser.open(`/admin/mails/${mail.id}/cancel`);
    expect((await browser.send(confirm, 'Discard the e-mail')).words).toContain('The e-mail was discarded.');
    expect(await collection.db('mails').where({ id: mail.id })).toEqual([]);
    expect(await lastEntry('mail', mail.id)).toMatchObject({
      action: 'cancel',
      owner_id: user.id,
      before: { email: user.email, attempts: 4 },
    });
    expect((await browser.send(page, `Send now the e-mail to ${user.email}`)).words).toContain(
      'There was nothing left to do.',
    );
  });

  it.each(['/admin/jobs/nonsense/retry', '/admin/mails/0/send'])(
    'are rejected with 404 if they are unknown: %s',
    async (path) => {
      const { csrf } = await tokenOfPage();
      const body = new URLSearchParams({ csrf });
      expect((await browser.request(path, { method: 'POST', body })).status).toBe(404);
    },
  );
});

async function tokenOfPage(): Promise<{ csrf: string }> {
  const page = await browser.open('/admin/');
  const field = page.document.querySelector<HTMLInputElement>('input[name=csrf]');
  return { csrf: field?.value ?? '' };
}
