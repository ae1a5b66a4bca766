import { expect, it } from '@jest/globals';
import { openBrowser } from './test-browser.ts';
import { useCollection } from './test-collection.ts';
import { addUser } from './test-users.ts';

const ALLOWED = 300;

const collection = useCollection({ THROTTLE_ANON: '5/3600' });

/** Opens the page to sign in as a browser that was never here; answers the status. */
async function openAnew(path: string): Promise<number> {
  const response = await fetch(`${collection.url}${path}`);
  await response.arrayBuffer();
  return response.status;
}

it('new sessions are limited per address, requests with a session are not', async () => {
  await addUser(collection, 'ada');
  const browser = openBrowser(collection);
  await browser.signIn('ada');
  const statuses: number[] = [];
  for (let begun = 0; begun < ALLOWED + 5; begun += 10) {
    statuses.push(...(await Promise.all(Array.from({ length: 10 }, () => openAnew('/accounts/login')))));
  }
  // One was the other browser's.
  const opened = ALLOWED - 1;
  expect(statuses.filter((status) => status === 200)).toHaveLength(opened);
  expect(statuses.filter((status) => status === 429)).toHaveLength(statuses.length - opened);
  expect(await collection.db('sessions').count()).toEqual([{ count: opened + 1 }]);
  const { status, headers } = await collection.request('/api/accounts/csrf/');
  expect([status, Number(headers.get('Retry-After')) > 0]).toEqual([429, true]);
  expect(await openAnew('/api/accounts/session/')).toBe(200);
  expect(await browser.whoAmI()).toBe('ada');
  expect((await browser.request('/api/items/')).status).toBe(200);
}, 120_000);
