import { beforeAll, describe, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { eventually } from '@kitroom/testing/eventually';
import { useService } from '@kitroom/testing/use-service';
import { openWalker, type Walker } from '@kitroom/testing/walk-site';
import { startMailServer } from './mail-server.ts';
import { newName, signUpVerified } from './test-accounts.ts';
import { useCollection, useReplica, type TestCollection } from './test-collection.ts';
import { startOidcProvider } from './test-oidc-provider.ts';
import { toForm } from './test-photos.ts';
import { jpeg } from './test-pictures.ts';
import { addUser, json, PASSWORD, tokenOf, withToken } from './test-users.ts';

const PUBLIC_URL = 'https://proxy.test/some/kits';
const PAGE = { headers: { Accept: 'text/html,*/*' } };
const FORM = { Origin: 'https://proxy.test', 'Sec-Fetch-Site': 'same-origin' };
const SHARE_PASSWORD = 'for friends';

const mail = useService(() => startMailServer());
const provider = useService(() => startOidcProvider());
const collection = useCollection(() => ({
  ...provider.env('CLUB'),
  SMTP_URL: mail.url,
  PUBLIC_URL: `${PUBLIC_URL}/`,
  DEBUG: 'true',
}));
/** A replica with the same data, at another address. */
const useSecondReplica = (env: Record<string, string>) =>
  useReplica(collection, () => ({ WORKER: 'false', MEDIA_ROOT: collection.mediaRoot, ...env }));
const forwarded = useSecondReplica({ PUBLIC_URL: '', TRUST_PROXY: 'loopback' });
const direct = useSecondReplica({ PUBLIC_URL: '' });
// Providers must use HTTPS in production.
const production = useSecondReplica({ NODE_ENV: 'production', OIDC_CLUB_ISSUER: 'https://club.example' });

beforeAll(() => provider.register('club', { url: PUBLIC_URL }));

/** Signs in with the form. */
async function signIn(walker: Walker, username: string, next = '/admin/') {
  const path = `/accounts/login?next=${encodeURIComponent(next)}`;
  const { text } = await walker.send(path, PAGE);
  const csrf = /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '';
  const body = new URLSearchParams({ csrf, username, password: PASSWORD });
  const { status, headers } = await walker.send(path, { method: 'POST', body, headers: FORM });
  return [status, headers.get('Location')];
}

async function openStaff({ url }: TestCollection, headers: Record<string, string> = {}) {
  const walker = openWalker({ url, publicUrl: PUBLIC_URL, headers });
  const user = await addUser(collection, newName(), { isStaff: true });
  const signedIn = await signIn(walker, user.username);
  return { walker, user, signedIn, token: await tokenOf(collection, user) };
}

/** Adds one record of every kind that has an address. */
async function addEverything(walker: Walker, token: string): Promise<string> {
  const create = async (path: string, init: RequestInit) => {
    const { status, text } = await walker.send(path, init);
    if (status >= 300) throw new Error(`${path} responds with ${status}: ${text}`);
    return JSON.parse(text) as { id: number; token: string };
  };
  for (const name of ['One', 'Two'])
    await create('/api/items/', json('POST', { item_type: 'jersey', name }, token));
  const photo = { method: 'POST', headers: withToken(token), body: toForm({ item: 1 }, await jpeg()) };
  await create('/api/photos/', photo);
  const share = await create('/api/shares/', json('POST', { scope: 'collection' }, token));
  const locked = await create(
    '/api/shares/',
    json('POST', { scope: 'collection', password: SHARE_PASSWORD }, token),
  );
  const unlocked = await walker.send(
    `/api/shared/${locked.token}/unlock/`,
    json('POST', { password: SHARE_PASSWORD }),
  );
  expect(unlocked.headers.getSetCookie().join()).toContain(`Path=/some/kits/api/shared/${locked.token};`);
  await create('/api/exports/', { method: 'POST', headers: withToken(token) });
  const file = new FormData();
  file.set('file', new Blob(['name\nThree\n']), 'shirts.csv');
  await create('/api/imports/', { method: 'POST', headers: withToken(token), body: file });
  for (const [table, column] of [
    ['exports', 'file_key'],
    ['photos', 'thumbnail_key'],
  ] as const)
    await eventually(async () => expect(await collection.db(table).whereNotNull(column)).not.toEqual([]));
  return share.token;
}

describe('the collection service below a path', () => {
  it('sends only working URLs below PUBLIC_URL, whatever the forwarded headers', async () => {
    const hostile = { 'X-Forwarded-Host': 'evil.test', 'X-Forwarded-Prefix': '/evil' };
    const { walker, user, signedIn, token } = await openStaff(collection, hostile);
    expect(signedIn).toEqual([303, '/some/kits/admin/']);
    const shared = await addEverything(walker, token);
    const pages = [
      '/',
      '/admin/',
      '/accounts/',
      '/accounts/nothing',
      '/admin/nothing',
      '/api/docs',
      '/api/docs/',
    ];
    await walker.walk(pages, PAGE);
    const reads = COLLECTION_CONTRACTS.filter(
      ({ method, path }) => method === 'GET' && !path.startsWith('/archive/'),
    );
    const paths = reads.map(({ path }) =>
      path
        .replace('{token}', shared)
        .replace('{username}', user.username)
        .replace('{provider}', 'club')
        .replaceAll(/\{\w+\}/g, '1'),
    );
    await walker.walk(paths, { headers: withToken(token) });
    await walker.walk(['/api/collections/me/items/?page_size=1&page=2', '/api/photos/?page_size=1'], {
      headers: withToken(token),
    });
    expect(walker.stray).toEqual([]);
    expect(walker.broken).toEqual([]);
    for (const kind of [
      '/admin/items/0',
      '/accounts/email',
      '/api/docs/swagger-ui-init.js',
      '/api/exports/0/file/',
    ])
      expect(walker.followed).toContain(kind);
    expect([...walker.followed].some((path) => path.startsWith('/media/'))).toBe(true);
    const document = await walker.send('/api/schema/');
    expect(JSON.parse(document.text)).toMatchObject({ servers: [{ url: PUBLIC_URL }] });
  });

  it('sends only working URLs below the path that a trusted proxy forwards', async () => {
    const headers = {
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-Host': 'proxy.test',
      'X-Forwarded-Prefix': '/some/kits',
    };
    const { signedIn } = await openStaff(forwarded, headers);
    expect(signedIn).toEqual([303, '/some/kits/admin/']);
    const walker = openWalker({ url: forwarded.url, publicUrl: PUBLIC_URL, headers });
    await walker.walk(['/', '/admin/', '/accounts/', '/api/docs/', '/api/schema/', '/api/users/me/'], PAGE);
    expect([walker.stray, walker.broken]).toEqual([[], []]);
  });

  it('ignores a forwarded path without a trusted proxy', async () => {
    const headers = { 'X-Forwarded-Prefix': '/evil', 'X-Forwarded-Host': 'evil.test', Accept: 'text/html' };
    const front = await direct.request('/', { headers });
    expect(front.body).not.toContain('evil');
    const signInPage = await fetch(`${direct.url}/accounts/login`, { headers });
    expect(signInPage.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^kitroom_session=.*; Path=\/;/),
    ]);
    expect(await signInPage.text()).not.toContain('evil');
  });

  it('sets and deletes the session cookie for its own path', async () => {
    const csrf = await production.request('/api/accounts/csrf/');
    const [cookie = ''] = csrf.headers.getSetCookie();
    expect(cookie).toMatch(/^__Secure-kitroom_session=[^;]+; Path=\/some\/kits;.*; Secure(;|$)/);
    const headers = { Cookie: cookie.split(';')[0] ?? '', 'X-CSRF-Token': csrf.body.csrf_token };
    const user = await addUser(collection, newName());
    const login = json('POST', { username: user.username, password: PASSWORD });
    const signedIn = await production.request('/api/accounts/login/', {
      ...login,
      headers: { ...(login.headers as Record<string, string>), ...headers },
    });
    expect(signedIn.status).toBe(200);
    const [renewed = ''] = signedIn.headers.getSetCookie();
    expect(renewed).toContain('; Path=/some/kits;');
    headers.Cookie = renewed.split(';')[0] ?? '';
    const ended = await production.request('/api/accounts/logout/', { method: 'POST', headers });
    expect(ended.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Secure-kitroom_session=; Path=\/some\/kits; Expires=Thu, 01 Jan 1970.*; Secure$/,
      ),
    ]);
  });

  it('sends e-mails whose links are below PUBLIC_URL', async () => {
    const walker = openWalker({ url: collection.url, publicUrl: PUBLIC_URL });
    const { email } = await signUpVerified(collection, mail);
    const { link = '', text, html } = await mail.lastMailTo(email);
    expect(link).toMatch(/^https:\/\/proxy\.test\/some\/kits\/accounts\/verify-email\/\?key=/);
    for (const part of [text, html]) walker.check(part, 'the e-mail');
    expect(walker.stray).toEqual([]);
  });

  it('returns from a provider to the page that started the sign-in', async () => {
    const walker = openWalker({ url: collection.url, publicUrl: PUBLIC_URL });
    provider.accounts.set('ada', { email: 'ada@example.org', email_verified: true, name: 'Ada' });
    const page = await walker.send('/accounts/login?next=%2Faccounts%2Femail', PAGE);
    const [, login = ''] = /href="([^"]*\/social\/club\/login\/[^"]*)"/.exec(page.text) ?? [];
    const started = await walker.send(login.replaceAll('&amp;', '&').replace('/some/kits', ''));
    const callback = await provider.walk(started.headers.get('Location') ?? '', 'ada');
    expect(callback).toMatch(/^\/some\/kits\/api\/accounts\/social\/club\/callback\/\?/);
    const returned = await walker.send(callback.replace('/some/kits', ''));
    expect(returned.headers.get('Location')).toBe(`${PUBLIC_URL}/accounts/login?next=%2Faccounts%2Femail`);
    const signedIn = await walker.send('/accounts/login?next=%2Faccounts%2Femail', PAGE);
    expect([signedIn.status, signedIn.headers.get('Location')]).toEqual([303, '/some/kits/accounts/email']);
    expect(walker.stray).toEqual([]);
  });
});
