import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import { createCollectionClient } from '@kitroom/collection-client';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { startLoad, type LoadReport } from './mixed-load.ts';
import { describeWithFleet, openFleet, type Collector, type Fleet } from './open-fleet.ts';
import { listItemNames, listUnfinishedPhotos } from './stored-items.ts';

const MINUTE = 60_000;
/** Time from the recovery of PostgreSQL until all replicas respond successfully. */
const RECOVERY_MS = 5000;
/** How long the collection service sends the catalogue no request after five failures in a row. */
const BREAKER_MS = 30_000;
const AWAY = { detail: 'The service is temporarily unavailable. Please try again later.' };
const CATALOGUE_AWAY = { detail: 'The catalogue is temporarily unavailable.' };
const { withManyKits } = STAND_IN_COLLECTORS;

describeWithFleet('both services during an outage', () => {
  let fleet: Fleet;
  let collector: Collector;

  beforeAll(async () => {
    fleet = await openFleet();
  }, 2 * MINUTE);

  beforeEach(async () => {
    collector = await fleet.signUp();
  }, MINUTE);

  // A failed test must not leave the fleet broken for the others.
  afterEach(() => fleet?.restore(), 2 * MINUTE);

  afterAll(() => fleet?.close(), MINUTE);

  it(
    'fail no request while Redis is killed and restarted',
    async () => {
      const load = await startLoad(fleet, [collector], { parallel: 6, pauseMs: 100 });
      await untilRequests(load.report(), 60);
      await fleet.redis.kill();
      await untilRequests(load.report(), 120);
      await untilAllSay({ status: 'healthy', cache: 'disconnected' });
      await fleet.redis.restart();
      await untilAllSay({ status: 'healthy', cache: 'connected' });
      await untilRequests(load.report(), 60);
      const { failures, items } = await load.stop();
      expect(failures).toEqual([]);
      expect(await listItemNames(collector)).toEqual(items.toSorted());
    },
    3 * MINUTE,
  );

  it(
    'return 503 while PostgreSQL is killed, and recover within 5 seconds without lost or duplicate data',
    async () => {
      const scrape = `${fleet.nginx.urls.catalogue}/api/user-collection/${withManyKits}/scrape`;
      const load = await startLoad(fleet, [collector], { parallel: 6, pauseMs: 100 });
      await untilRequests(load.report(), 60);
      expect(load.report().failures).toEqual([]);
      await fetch(scrape, { method: 'POST' });

      await fleet.postgres.kill();
      await untilAllSay({ status: 'unhealthy', database: 'disconnected' });
      await untilRequests(load.report(), 60);
      for (const url of [
        `${fleet.nginx.urls.catalogue}/api/changes`,
        `${fleet.nginx.urls.collection}/api/items/`,
      ]) {
        const response = await fetch(url, { headers: { authorization: `Token ${collector.token}` } });
        expect([
          response.status,
          Number(response.headers.get('Retry-After')) > 0,
          await response.json(),
        ]).toEqual([503, true, AWAY]);
      }

      await fleet.postgres.start();
      const returned = performance.now();
      await untilAllWork();
      expect(performance.now() - returned).toBeLessThan(RECOVERY_MS);
      const failuresBefore = load.report().failures.length;
      await untilRequests(load.report(), 60);
      const { failures, items } = await load.stop();
      expect(failuresBefore).toBeGreaterThan(0);
      expect(failures.filter((failure) => !isCleanRefusal(failure))).toEqual([]);
      // The breaker before the catalogue stays open for longer, as decided.
      expect(failures.slice(failuresBefore).filter((failure) => !failure.includes('/archive/'))).toEqual([]);

      const stored = await listItemNames(collector);
      expect(new Set(stored).size).toBe(stored.length);
      expect(items.filter((name) => !stored.includes(name))).toEqual([]);
      await eventually(async () => {
        expect(await listUnfinishedPhotos(collector, load.report().photos)).toEqual([]);
      }, MINUTE);
      await eventually(async () => {
        expect(await (await fetch(scrape)).json()).toMatchObject({ status: 'ready', error: null });
      }, 2 * MINUTE);
    },
    5 * MINUTE,
  );

  it(
    'serve stale look-ups while the catalogue is killed, and complete items afterwards',
    async () => {
      const known = await requestProxy('/archive/clubs/search/?keyword=celtic');
      expect(known).toMatchObject({ status: 200, cache: null });
      await Promise.all(fleet.replicas.catalogue.map((replica) => replica.process().kill('SIGKILL')));

      expect(await requestProxy('/archive/clubs/search/?keyword=celtic')).toEqual({
        ...known,
        cache: 'STALE',
      });
      expect(await requestProxy('/archive/clubs/search/?keyword=getafe')).toMatchObject({
        status: 503,
        body: CATALOGUE_AWAY,
      });
      const unavailable = await fetch(`${fleet.nginx.urls.catalogue}/api/kits/1`);
      expect([unavailable.status, unavailable.headers.get('Retry-After'), await unavailable.json()]).toEqual([
        503,
        '5',
        AWAY,
      ]);
      await untilAllSay({ status: 'healthy', catalogue: 'disconnected' }, fleet.replicas.collection);
      const item = await collector.client.items.create({
        item_type: 'jersey',
        name: 'Meanwhile',
        brand: 3,
        club: 41,
        size: 4,
      });

      await Promise.all(fleet.replicas.catalogue.map((replica) => replica.start()));
      await untilAllSay({ status: 'healthy', catalogue: 'connected' }, fleet.replicas.collection);
      await eventually(async () => {
        expect(await requestProxy('/archive/clubs/search/?keyword=getafe')).toMatchObject({
          status: 200,
          cache: null,
        });
      }, BREAKER_MS + MINUTE);
      await eventually(async () => {
        const { results } = await collector.client.collections.myItems();
        const named = expect.objectContaining({ name: expect.any(String) });
        const names = { brand: named, club: named };
        expect(results).toContainEqual(expect.objectContaining({ id: item.id, ...names }));
      }, BREAKER_MS + MINUTE);
    },
    5 * MINUTE,
  );

  it(
    'delay only unknown look-ups while the catalogue is frozen',
    async () => {
      await restartCollection();
      for (const replica of fleet.replicas.catalogue) replica.process().signal('SIGSTOP');
      try {
        const started = performance.now();
        const waiting = requestProxy('/archive/clubs/search/?keyword=real%20betis');
        const ownStarted = performance.now();
        expect((await collector.client.items.list()).count).toBe(0);
        expect(performance.now() - ownStarted).toBeLessThan(5000);
        expect(await waiting).toMatchObject({ status: 503, body: CATALOGUE_AWAY });
        expect(performance.now() - started).toBeLessThan(24_000);
        expect(await requestProxy('/archive/clubs/search/?keyword=celtic')).toMatchObject({
          status: 200,
          cache: 'STALE',
        });
      } finally {
        for (const replica of fleet.replicas.catalogue) replica.process().signal('SIGCONT');
      }
    },
    2 * MINUTE,
  );

  it(
    'do not pass on HTML from another server at the address of the catalogue',
    async () => {
      await restartCollection();
      await Promise.all(fleet.replicas.catalogue.map((replica) => replica.process().kill('SIGKILL')));
      const strangers = fleet.replicas.catalogue.map(({ port }) =>
        createServer((_request, response) => response.end('<h1>It works!</h1>')).listen(port, '127.0.0.1'),
      );
      try {
        expect(await requestProxy('/archive/clubs/search/?keyword=celtic')).toMatchObject({
          status: 200,
          cache: 'STALE',
        });
        expect(await requestProxy('/archive/clubs/search/?keyword=cadiz')).toMatchObject({
          status: 503,
          body: CATALOGUE_AWAY,
        });
        await untilAllSay({ status: 'healthy', catalogue: 'disconnected' }, fleet.replicas.collection);
      } finally {
        for (const stranger of strangers) {
          stranger.closeAllConnections();
          await new Promise((resolve) => stranger.close(resolve));
        }
      }
      await Promise.all(fleet.replicas.catalogue.map((replica) => replica.start()));
    },
    3 * MINUTE,
  );

  async function requestProxy(path: string) {
    const response = await fetch(`${fleet.nginx.urls.collection}${path}`);
    return {
      status: response.status,
      cache: response.headers.get('X-Cache'),
      body: (await response.json()) as unknown,
    };
  }

  /** Waits until both replicas of the collection service send requests to the catalogue again. */
  function untilFresh(): Promise<void> {
    return eventually(async () => {
      for (const { port } of fleet.replicas.collection) {
        const response = await fetch(`http://127.0.0.1:${port}/archive/clubs/search/?keyword=celtic`);
        expect([response.status, response.headers.get('X-Cache')]).toEqual([200, null]);
      }
    }, BREAKER_MS + MINUTE);
  }

  /** Restarts the collection service, which resets its circuit breaker. */
  async function restartCollection(): Promise<void> {
    await Promise.all(fleet.replicas.collection.map((replica) => replica.restart()));
    await untilFresh();
  }

  async function untilAllSay(report: object, replicas = fleet.all): Promise<void> {
    await eventually(async () => {
      for (const { port } of replicas) {
        expect(await (await fetch(`http://127.0.0.1:${port}/api/health`)).json()).toMatchObject(report);
      }
    });
  }

  /** Waits until each replica can read and write. */
  async function untilAllWork(): Promise<void> {
    await eventually(async () => {
      for (const { port } of fleet.all) {
        expect((await fetch(`http://127.0.0.1:${port}/api/health`)).status).toBe(200);
      }
      for (const { port } of fleet.replicas.catalogue) {
        const uncached = `http://127.0.0.1:${port}/api/kits/search?keyword=${crypto.randomUUID().slice(0, 8)}`;
        expect((await fetch(uncached)).status).toBe(200);
      }
      for (const { port } of fleet.replicas.collection) {
        const client = createCollectionClient({
          baseUrl: `http://127.0.0.1:${port}`,
          token: collector.token,
          retries: 0,
        });
        const { id } = await client.items.create({ item_type: 'pants', is_draft: true });
        await client.items.remove({ id });
      }
    });
  }
});

/** Waits until the load has sent this many more requests. */
function untilRequests(report: LoadReport, more: number): Promise<void> {
  const { requests } = report;
  return eventually(async () => expect(report.requests).toBeGreaterThan(requests + more), MINUTE);
}

function isCleanRefusal(failure: string): boolean {
  return failure.startsWith('503 ') && [AWAY, CATALOGUE_AWAY].some(({ detail }) => failure.includes(detail));
}
