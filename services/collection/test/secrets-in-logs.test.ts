import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { PASSWORD } from './test-users.ts';

let database: TestDatabase;
let service: TestService;

beforeAll(async () => {
  database = await createEmptyDatabase();
  service = await startTestService('collection', { DATABASE_URL: database.url, LOG_LEVEL: 'trace' });
});

afterAll(async () => {
  await service.kill();
  await database.drop();
});

function request(path: string, init?: RequestInit): Promise<Response> {
  return fetch(`${service.url}${path}`, init);
}

async function signIn(password: string): Promise<Response> {
  return request('/api/auth-token/', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Request-Id': `sign-in-${password.length}` },
    body: JSON.stringify({ username: 'logged', password }),
  });
}

describe('the log', () => {
  it('contains no passwords or tokens, whether right or wrong', async () => {
    const line = ['--username', 'logged', '--email', 'logged@example.org', '--verified'];
    const created = await runServiceCommand('collection', ['users', 'create', ...line], {
      env: { DATABASE_URL: database.url },
      input: `${PASSWORD}\n`,
    });
    expect(created.status).toBe(0);
    const { token } = (await (await signIn(PASSWORD)).json()) as { token: string };
    expect((await signIn('a wrong but near one')).status).toBe(400);
    const wrong = 'e'.repeat(40);
    for (const sent of [token, wrong]) {
      await request('/api/users/me/', {
        headers: { Authorization: `Token ${sent}`, 'X-Request-Id': `me-${sent[0]}` },
      });
    }
    await service.waitForLine((text) => text.includes('"me-e"'));
    const log = service.lines().join('\n');
    expect(log).toContain(`"sign-in-${PASSWORD.length}"`);
    for (const secret of [PASSWORD, 'a wrong but near one', token, wrong]) expect(log).not.toContain(secret);
  });

  it.each([
    '/api/accounts/social/some/callback/?code=s3cret&state=s3cret',
    '/accounts/verify-email/?key=s3cret',
    '/api/users/me/?access_token=s3cret',
    '/archive/clubs/search/?keyword=s3cret&API%5FKEY=s3cret',
    '/media/a.jpg?X-Amz-Security-Token=s3cret',
    '/accounts/?password=s3cret',
  ])('contains no values of query parameters: %s', async (path) => {
    const id = `query-${Math.random()}`;
    const referrer = `${service.url}/accounts/?token=s3cret`;
    const response = await request(path, {
      headers: { 'X-Request-Id': id, Referer: referrer },
      redirect: 'manual',
    });
    expect(response.status).toBeLessThan(504);
    const line = await service.waitForLine((text) => text.includes(`"id":"${id}"`));
    expect(line).toContain(`${path.split('?')[0]}?`);
    expect(service.lines().join('\n')).not.toContain('s3cret');
  });

  it('contains no tokens, passwords or cookies of share links', async () => {
    const { token } = (await (await signIn(PASSWORD)).json()) as { token: string };
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      request(path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
    const created = await post(
      '/api/shares/',
      { scope: 'collection', password: 's3cret-word' },
      { Authorization: `Token ${token}` },
    );
    const share = (await created.json()) as { token: string; url: string };
    const unlocked = await post(`/api/shared/${share.token}/unlock/`, { password: 's3cret-word' });
    expect(unlocked.status).toBe(204);
    const Cookie = unlocked.headers.get('Set-Cookie')?.split(';')[0] ?? '';
    const root = `/api/shared/${share.token}`;
    const paths = [root, `${root}/`, `${root}/items/?page=2`, `${root}/items/1/`, `${root}/nothing/`];
    const nested = [
      `/accounts/?next=${encodeURIComponent(`${root}/`)}`,
      `/API/shared/${share.token}`,
      `/api/%73hared/${share.token}`,
      `/s/${share.token}`,
      `/s/${share.token}/items/1?page=2`,
      `/accounts/login?next=/s/${share.token}`,
      `/api/accounts/social/any/login/?next=${encodeURIComponent(`https://shirts.example/s/${share.token}`)}`,
      `/archive/clubs/search/?any=${encodeURIComponent(encodeURIComponent(`/s/${share.token}`))}`,
    ];
    for (const path of [...paths, ...nested]) {
      await request(path, { headers: { Cookie, Referer: share.url }, redirect: 'manual' });
    }
    await post(`/api/shared/${share.token}/unlock/`, { password: 's3cret or not' });
    await request(`${root}/items/`, { headers: { 'X-Request-Id': 'last-shared' } });
    const line = await service.waitForLine((text) => text.includes('"id":"last-shared"'));
    expect(line).toContain('"url":"/api/shared/…/items/"');
    const log = service.lines().join('\n');
    for (const secret of [share.token, 's3cret', Cookie]) expect(log).not.toContain(secret);
  });

  it('contains no values of an item that the database rejects', async () => {
    const { token } = (await (await signIn(PASSWORD)).json()) as { token: string };
    const db = openDatabase({
      url: database.url,
      poolMax: 1,
      applicationName: 'test',
      statementTimeoutMs: null,
    });
    await db.raw('alter table items add constraint items_none_check check (false) not valid');
    const response = await request('/api/items/', {
      method: 'POST',
      headers: {
        Authorization: `Token ${token}`,
        'Content-Type': 'application/json',
        'X-Request-Id': 'refused',
      },
      body: JSON.stringify({ item_type: 'jersey', is_draft: true, notes: 's3cret notes' }),
    });
    await db.raw('alter table items drop constraint items_none_check');
    await closeDatabase(db);
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain('s3cret');
    const line = await service.waitForLine((text) => text.includes('"refused"') && text.includes('"err"'));
    expect(line).toContain('items_none_check');
    expect(service.lines().join('\n')).not.toContain('s3cret');
  });

  it('contains one warning if SECRET_KEY is not set', () => {
    const warnings = service.logs().filter(({ msg }) => String(msg).startsWith('SECRET_KEY is not set'));
    expect(warnings).toEqual([expect.objectContaining({ level: 'warn' })]);
  });
});
