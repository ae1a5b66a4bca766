import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { STAND_IN_COLLECTORS } from '@kitroom/devstack/stand-in-archive/stand-in-collectors';
import { eventually } from '@kitroom/testing/eventually';
import { holdTable } from '@kitroom/testing/hold-table';
import { startLoad } from './mixed-load.ts';
import { describeWithFleet, openFleet, type Collector, type Fleet, type Replica } from './open-fleet.ts';
import { listItemNames, listUnfinishedPhotos } from './stored-items.ts';

const MINUTE = 60_000;
const { withManyKits, withVeryManyKits } = STAND_IN_COLLECTORS;
/** Longer than a request waits for the index, and as long as reading a large catalogue takes. */
const SLOW_START_MS = 30_000;

describeWithFleet('a rolling restart of every replica under load', () => {
  let fleet: Fleet;
  let collector: Collector;

  beforeAll(async () => {
    fleet = await openFleet();
    collector = await fleet.signUp();
  }, 2 * MINUTE);

  afterAll(() => fleet?.close(), MINUTE);

  it(
    'fails no request, and loses no stored item, photo or job',
    async () => {
      // nginx may have failed to reach replicas that had not started yet.
      const firstLine = fleet.nginx.lines().length;
      const load = await startLoad(fleet, [collector], { parallel: 8, pauseMs: 50 });
      await until(() => load.report().requests > 100);
      for (const userid of [withManyKits, withVeryManyKits]) await startScrape(userid);
      for (const replica of fleet.all) {
        expect(await replica.restart()).toBe(0);
        const { requests } = load.report();
        await until(() => load.report().requests > requests + 50);
      }
      const { failures, items, photos, counts } = await load.stop();
      expect({ failures, log: listFailed(firstLine) }).toEqual({ failures: [], log: [] });
      expect(Object.keys(counts).length).toBeGreaterThan(10);

      expect(await listItemNames(collector)).toEqual(items.toSorted());
      await eventually(async () => {
        expect(await listUnfinishedPhotos(collector, photos)).toEqual([]);
      }, MINUTE);
      for (const userid of [withManyKits, withVeryManyKits]) {
        await eventually(async () => {
          expect(await fetchScrape(userid)).toMatchObject({ status: 'ready', error: null });
        }, 2 * MINUTE);
      }
      // A process completes pages in progress before it exits.
      expect(listRetriedPages()).toEqual([]);
    },
    5 * MINUTE,
  );

  it(
    'fails no request while a replica of the catalogue takes 30 seconds to become ready',
    async () => {
      const firstLine = fleet.nginx.lines().length;
      const load = await startLoad(fleet, [collector], { parallel: 8, pauseMs: 50 });
      await until(() => load.report().requests > 100);
      const [replica] = fleet.replicas.catalogue;
      if (!replica) throw new Error('the fleet has no catalogue');
      // Prevents building the index; the other replica has its index in memory.
      const kits = await holdTable(fleet.postgres.url('catalogue'), 'kits');
      const startedAt = performance.now();
      expect(await replica.restart()).toBe(0);
      await until(() => performance.now() - startedAt > SLOW_START_MS);
      expect(await fetchReadyStatus(replica)).toBe(503);
      // nginx retries the replica from time to time; how soon depends on the request rate.
      await until(() => fleet.nginx.lines().some((line) => line.includes('"upstream_status":"503, 200"')));
      await kits.release();
      await eventually(async () => expect(await fetchReadyStatus(replica)).toBe(200), MINUTE);
      const { failures } = await load.stop();
      expect({ failures, log: listFailed(firstLine) }).toEqual({ failures: [], log: [] });
    },
    5 * MINUTE,
  );

  async function fetchReadyStatus({ port }: Replica): Promise<number> {
    return (await fetch(`http://127.0.0.1:${port}/api/ready`)).status;
  }

  async function startScrape(userid: number): Promise<void> {
    const url = `${fleet.nginx.urls.catalogue}/api/user-collection/${userid}/scrape`;
    expect((await fetch(url, { method: 'POST' })).status).toBe(202);
  }

  async function fetchScrape(userid: number): Promise<unknown> {
    return (await fetch(`${fleet.nginx.urls.catalogue}/api/user-collection/${userid}/scrape`)).json();
  }

  /**
   * Lists the requests that failed since a line of nginx's log, with the replicas it tried and their
   * statuses.
   */
  function listFailed(since: number): string[] {
    return fleet.nginx
      .lines()
      .slice(since)
      .filter((line) => line.includes('"status":5'));
  }

  function listRetriedPages(): string[] {
    const counts = Map.groupBy(fleet.archive.requests(), ({ path }) => path);
    return [...counts].filter(([, requests]) => requests.length > 1).map(([path]) => path);
  }
});

function until(isSo: () => boolean): Promise<void> {
  return eventually(async () => expect(isSo()).toBe(true), MINUTE);
}
