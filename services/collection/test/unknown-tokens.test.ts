import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { useStarter } from '@kitroom/testing/use-service';
import { holdTable } from './hold-locks.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';
import { addUser, tokenOf, withToken } from './test-users.ts';

const database = useCollectionDatabase();
const start = useStarter(
  (env: Record<string, string>) => startTestCollection(database, { TRUST_PROXY: '1', ...env }),
  (collection) => collection.close(),
);

const randomToken = (prefix = '') => `${prefix}${randomBytes(20).toString('hex')}`;

/** Sends a request with a token from an address. */
function send({ request }: TestCollection, token: string, address: string) {
  return request('/api/users/me/', { headers: { ...withToken(token), 'X-Forwarded-For': address } });
}

async function createToken(collection: TestCollection, name: string): Promise<string> {
  return tokenOf(collection, await addUser(collection, name));
}

describe('requests with unknown tokens from one address', () => {
  it.each([
    ['', 'tokens'],
    ['kitroom_', 'app_tokens'],
  ])('return 429 without a query after 20 times THROTTLE_ANON: "%s"', async (prefix, table) => {
    const collection = await start({ THROTTLE_ANON: '2/600', THROTTLE_USER: '100/600' });
    const used = await createToken(collection, `used-${table}`);
    const unused = await createToken(collection, `unused-${table}`);
    expect((await send(collection, used, '192.0.2.2')).status).toBe(200);
    const first = await send(collection, randomToken(prefix), '192.0.2.1');
    expect(first.headers.get('RateLimit')).toMatch(/^"anon"; r=1; t=\d+$/);
    await Promise.all(Array.from({ length: 39 }, () => send(collection, randomToken(prefix), '192.0.2.1')));

    const held = await holdTable(database.url, table);
    const { status, body, headers } = await send(collection, randomToken(prefix), '192.0.2.1');
    await held.release();
    expect([status, body]).toEqual([429, { detail: expect.stringContaining('Request was throttled.') }]);
    expect(headers.get('RateLimit')).toMatch(/^"unknown-token"; r=0; t=\d+$/);
    expect(headers.get('X-RateLimit-Limit')).toBe('40');
    expect(body.detail).toContain(` in ${headers.get('Retry-After')} seconds.`);

    // The limit applies to endpoints without other limits, too.
    const unknown = { ...withToken(randomToken(prefix)), 'X-Forwarded-For': '192.0.2.1' };
    const session = await fetch(`${collection.url}/api/accounts/session/`, { headers: unknown });
    expect(session.status).toBe(429);

    // Valid tokens that this process has not seen yet are unknown to it, too.
    expect((await send(collection, unused, '192.0.2.1')).status).toBe(429);
    expect((await send(collection, used, '192.0.2.1')).status).toBe(200);
    expect((await send(collection, unused, '192.0.2.3')).status).toBe(200);
    expect((await send(collection, unused, '192.0.2.1')).status).toBe(200);
  });

  it('are also counted for tokens that were deleted after their first use', async () => {
    const collection = await start({ THROTTLE_ANON: '1/600', THROTTLE_USER: '100/600' });
    const token = await createToken(collection, 'deleted');
    expect((await send(collection, token, '192.0.2.1')).status).toBe(200);
    await collection.db('tokens').delete();
    // Counted so far: one, because the token was unknown at its first use. The next use is not counted.
    const limits = [];
    for (let sent = 0; sent < 21; sent += 1) {
      const { headers } = await send(collection, token, '192.0.2.1');
      limits.push(headers.get('RateLimit')?.split(';')[0]);
    }
    expect(limits.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => '"anon"'));
    expect(limits[20]).toBe('"unknown-token"');
  });
});

describe('a string that is not shaped like a token', () => {
  it('is rejected with 401 without a query', async () => {
    const collection = await start({});
    const held = [await holdTable(database.url, 'tokens'), await holdTable(database.url, 'app_tokens')];
    const token = `${randomToken().slice(1)}a`;
    const shapeless = ['wrong', token.slice(1), `${token}0`, token.toUpperCase(), 'g'.repeat(40), 'kitroom_'];
    for (const text of shapeless.flatMap((value) =>
      value === 'wrong' ? [value] : [value, `kitroom_${value}`],
    )) {
      expect([text, (await send(collection, text, '192.0.2.1')).status]).toEqual([text, 401]);
    }
    await Promise.all(held.map((lock) => lock.release()));
  });
});
