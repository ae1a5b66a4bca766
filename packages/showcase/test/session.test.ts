import { afterEach, describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { eventually } from '@kitroom/testing/eventually';
import { json, openLocalServer, type Reply } from '@kitroom/testing/local-server';
import { useStarter } from '@kitroom/testing/use-service';
import { useComponents } from './use-components.ts';

const USER = {
  id: 7,
  username: 'frida',
  name: 'Frida',
  url: 'http://localhost/',
  avatar: null,
  is_staff: false,
};

const components = useComponents();
const startServer = useStarter(openLocalServer, (server) => server.close());

afterEach(() => {
  components.window.document.cookie = 'kitroom-signed-in=; Path=/; Max-Age=0';
});

describe('the session', () => {
  it('is not requested for visitors who have never signed in, unless a screen needs the user', async () => {
    const { baseUrl, seen } = await startServer(service);
    const page = await showUser('useLikelyUser', baseUrl);
    await eventually(async () => expect(page.find('output').textContent).toBe('nobody'));
    expect(seen).toEqual([]);
    const needing = await showUser('useUser', baseUrl);
    await eventually(async () => expect(needing.find('output').textContent).toBe('frida'));
    expect(seen.map(({ url }) => url)).toEqual(['/api/accounts/session/']);
  });

  it('is requested again if a user has signed in before', async () => {
    const { baseUrl } = await startServer(service);
    components.window.document.cookie = 'kitroom-signed-in=yes; Path=/';
    const page = await showUser('useLikelyUser', baseUrl);
    await eventually(async () => expect(page.find('output').textContent).toBe('frida'));
  });

  it('leaves the user signed out if the request fails', async () => {
    const { baseUrl } = await startServer(json({ detail: 'Not found.' }, 404));
    const page = await showUser('useUser', baseUrl);
    await eventually(async () => expect(page.find('output').textContent).toBe('nobody'));
  });

  it('ends on sign-out, together with the cached data of the user', async () => {
    const { baseUrl } = await startServer(service);
    const page = await showUser('useUser', baseUrl);
    await eventually(async () => expect(page.find('output').textContent).toBe('frida'));
    expect(components.window.document.cookie).toContain('kitroom-signed-in=yes');
    page.queries.setQueryData(['collection', 'me'], ['an item']);
    page.click('button');
    await eventually(async () => expect(page.find('output').textContent).toBe('nobody'));
    expect(page.queries.getQueryData(['collection', 'me'])).toBeUndefined();
    expect(components.window.document.cookie).not.toContain('kitroom-signed-in');
    const { hasSignedOut } =
      await components.load<typeof import('../src/browser-storage.ts')>('browser-storage.ts');
    expect(hasSignedOut()).toBe(true);
  });
});

const service: Reply = (response, request) => {
  if (request.url === '/api/accounts/session/')
    json({ is_authenticated: true, user: USER })(response, request);
  else if (request.url === '/api/accounts/csrf/') json({ csrf_token: 'a token' })(response, request);
  else response.writeHead(204).end();
};

async function showUser(hook: 'useUser' | 'useLikelyUser', services: string) {
  const session = await components.load<typeof import('../src/session.ts')>('session.ts');
  const User = () => {
    const user = session[hook]();
    const signOut = session.useSignOut();
    return [
      createElement('output', { key: 'user' }, user === undefined ? 'unknown' : (user?.username ?? 'nobody')),
      createElement('button', { key: 'sign-out', onClick: () => signOut.mutate() }),
    ];
  };
  const page = await components.show(User, { services });
  await eventually(async () => page.find('output'));
  return page;
}
