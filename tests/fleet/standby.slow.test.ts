import { beforeEach, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithCluster } from '@kitroom/testing/test-cluster';
import { useService } from '@kitroom/testing/use-service';
import type { ApiResponse } from '../../services/collection/test/test-collection.ts';
import { addCollector, json, withToken, type Collector } from '../../services/collection/test/test-users.ts';
import { openStandbyStack } from './open-standby.ts';

describeWithCluster('reads from a standby', () => {
  // Tests pause replay, so lag must not exclude the standby.
  const stack = useService(() => openStandbyStack({ DATABASE_READ_MAX_LAG_SECONDS: '3600' }));
  let owner: Collector;
  let stranger: Collector;

  beforeEach(async () => {
    const { standby } = stack.cluster;
    await standby.setApplyDelay(0);
    await standby.resumeReplay();
    owner = await addCollector(stack.reading);
    stranger = await addCollector(stack.reading);
    await untilStandbyServes();
  });

  /** Waits until the standby has replayed earlier writes and serves reads. */
  async function untilStandbyServes(): Promise<void> {
    await eventually(async () => {
      const before = await stack.countReads();
      await read('/api/collections/', stranger.token);
      const { standby: served } = await stack.countReads();
      expect(served).toBeGreaterThan(before['standby'] ?? 0);
    });
  }

  function read(path: string, token?: string): Promise<ApiResponse> {
    return stack.reading.request(path, { headers: withToken(token) });
  }

  async function send(method: string, path: string, body: object, { token } = owner): Promise<ApiResponse> {
    const response = await stack.reading.request(path, json(method, body, token));
    expect([path, response.status < 300, response.body]).toEqual([path, true, response.body]);
    return response;
  }

  async function addItem(body: object = {}): Promise<number> {
    const { body: item } = await send('POST', '/api/items/', { item_type: 'jersey', name: 'Home', ...body });
    return item.id;
  }

  /** Compares responses with those of the service that uses only the primary. */
  async function compare(paths: readonly string[]): Promise<void> {
    const requests = paths.flatMap((path) =>
      [owner.token, stranger.token, undefined].map((token) => ({ path, headers: withToken(token) })),
    );
    const readFrom = ({ url }: { url: string }) =>
      Promise.all(
        requests.map(async ({ path, headers }) => {
          const response = await fetch(`${url}${path}`, { headers });
          const etag = response.headers.get('ETag');
          return { path, headers, status: response.status, etag, text: await response.text() };
        }),
      );
    expect(await readFrom(stack.reading)).toEqual(await readFrom(stack.alone));
  }

  interface Things {
    item: number;
    otherItem: number;
    share: { id: number; token: string };
  }

  async function addThings(): Promise<Things> {
    const [item, otherItem] = [await addItem({ tags: ['first'] }), await addItem({ tags: ['second'] })];
    const { body: share } = await send('POST', '/api/shares/', { scope: 'collection' });
    return { item, otherItem, share };
  }

  const listPathsOfOwner = ({ item, otherItem, share }: Things) => [
    ...[item, otherItem].flatMap((id) => [`/api/items/${id}/`, `/api/items/${id}/values/`]),
    ...['/', '/items/', '/facets/', '/items/?search=home'].flatMap((suffix) => [
      `/api/collections/${owner.id}${suffix}`,
      `/api/collections/@${owner.username}${suffix}`,
    ]),
    ...['', 'items/', `items/${item}/`, 'facets/'].map((suffix) => `/api/shared/${share.token}/${suffix}`),
    `/api/users/${owner.username}/`,
    '/api/accounts/profile/',
  ];
  const PATHS_OF_ALL = ['/api/collections/', '/archive/filters/?filter_type=item_type'];
  const OWN_PATHS = ['/api/items/', '/api/collections/me/', '/api/shares/', '/api/imports/', '/api/photos/'];

  const additions: Array<[string, (things: Things) => Promise<unknown>]> = [
    ['an item is added', () => addItem({ name: 'Away' })],
    ['an item is cloned', ({ item }) => send('POST', `/api/items/${item}/clone/`, {})],
    ['a share link is added', () => send('POST', '/api/shares/', { scope: 'collection' })],
  ];
  const changes: typeof additions = [
    ['an item becomes private', ({ item }) => send('PATCH', `/api/items/${item}/`, { is_private: true })],
    ['an item becomes a draft', ({ item }) => send('PATCH', `/api/items/${item}/`, { is_draft: true })],
    ['a text is changed', ({ item }) => send('PATCH', `/api/items/${item}/`, { description: 'other' })],
    ['an item is deleted', ({ item }) => send('DELETE', `/api/items/${item}/`, {})],
    [
      'items become private in a batch',
      ({ item, otherItem }) =>
        send('POST', '/api/items/batch/', { ids: [item, otherItem], set: { is_private: true } }),
    ],
    [
      'a share link gets a password',
      ({ share }) => send('PATCH', `/api/shares/${share.id}/`, { password: 'brass lantern 42' }),
    ],
    ['a share link ends', ({ share }) => send('DELETE', `/api/shares/${share.id}/`, {})],
    ['the profile becomes private', () => send('PATCH', '/api/accounts/profile/', { is_private: true })],
    [
      'a job or a command blocks the user',
      () => stack.reading.db('users').where({ id: owner.id }).update({ is_active: false }),
    ],
  ];

  const pause = () => stack.cluster.standby.pauseReplay();
  const applyLate = () => stack.cluster.standby.setApplyDelay(60_000);
  /** Runs each write while replay is paused, and the first of each kind with a replay delay of a minute. */
  const withLags = (writes: typeof additions) => [
    ...writes.map(([change, write]) => ({ change, write, lag: 'paused', lagBehind: pause })),
    ...writes.slice(0, 1).map(([change, write]) => ({ change, write, lag: 'delayed', lagBehind: applyLate })),
  ];

  it.each(withLags(additions))(
    'show owners and their visitors immediately that $change while replay is $lag',
    async ({ write, lagBehind }) => {
      const things = await addThings();
      await untilStandbyServes();
      await lagBehind();
      await write(things);
      const before = await stack.countReads();
      await compare([...listPathsOfOwner(things), ...OWN_PATHS]);
      // Lists of all users do not have to show the change yet.
      await read('/api/collections/', stranger.token);
      expect((await stack.countReads())['standby']).toBeGreaterThan(before['standby'] ?? 0);
    },
  );

  it.each(withLags(changes))(
    'show everyone immediately that $change while replay is $lag',
    async ({ write, lagBehind }) => {
      const things = await addThings();
      await untilStandbyServes();
      await lagBehind();
      await write(things);
      await compare([...listPathsOfOwner(things), ...OWN_PATHS, ...PATHS_OF_ALL]);
    },
  );
});
