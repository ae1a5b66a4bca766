import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithCluster, type ClusterNode } from '@kitroom/testing/test-cluster';
import { useService } from '@kitroom/testing/use-service';
import { addItem } from '../../services/collection/test/test-items.ts';
import { addCollector, json, type Collector } from '../../services/collection/test/test-users.ts';
import { DATABASE, openStandbyStack } from './open-standby.ts';

const SETTINGS = { shared_preload_libraries: 'pg_stat_statements' };
const READS = 950;
const WRITES = 50;
const PART_MAX = 0.15;
const LAG_TEST_MS = 15_000;

describeWithCluster('a standby under load', () => {
  const stack = useService(() => openStandbyStack({ WORKER: 'false' }, SETTINGS));

  const addCollectors = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const user = await addCollector(stack.reading);
        const item = await addItem(stack.reading, user, { is_private: false, is_draft: false });
        return { user, item };
      }),
    );

  /** Counts reading statements by pg_stat_statements, without authentication and position queries. */
  async function countStatements(node: ClusterNode): Promise<number> {
    const [row] = await node.queryIn<{ calls: string | null }>(
      DATABASE,
      `select sum(calls) as calls from pg_stat_statements
       where query ~* '^\\s*(select|with)' and query !~* 'tokens|sessions|pg_|insert into|update|delete from'
         and dbid = (select oid from pg_database where datname = current_database())`,
    );
    return Number(row?.calls ?? 0);
  }

  it('leaves at most 15 % of read statements to the primary if 95 % of requests read', async () => {
    const { primary, standby } = stack.cluster;
    await primary.queryIn(DATABASE, 'create extension if not exists pg_stat_statements');
    const collectors = await addCollectors(20);
    await standby.catchUp(primary);
    await eventually(async () => {
      await collectors[0]?.user.request('/api/collections/');
      expect((await stack.countReads())['standby']).toBeGreaterThan(0);
    });
    const before = await Promise.all([primary, standby].map(countStatements));
    const requests = Array.from({ length: READS + WRITES }, (_value, at) => at);
    const next = async (): Promise<void> => {
      for (let at = requests.pop(); at !== undefined; at = requests.pop()) {
        const { user, item } = collectors[at % 20] as { user: Collector; item: number };
        const otherCollector = collectors[(at * 7 + 1) % 20] as { user: Collector; item: number };
        const paths = [
          '/api/items/',
          `/api/items/${otherCollector.item}/`,
          `/api/collections/${otherCollector.user.id}/items/`,
          '/api/collections/',
        ];
        const isWrite = at % 20 === 0;
        const response = isWrite
          ? await stack.reading.request(
              `/api/items/${item}/`,
              json('PATCH', { notes: `note ${at}` }, user.token),
            )
          : await user.request(paths[at % 4] ?? '');
        expect(response.status).toBe(200);
      }
    };
    await Promise.all(Array.from({ length: 8 }, next));
    const after = await Promise.all([primary, standby].map(countStatements));
    const [onPrimary = 0, onStandby = 0] = after.map((count, at) => count - (before[at] ?? 0));
    expect(onStandby).toBeGreaterThan(READS / 2);
    expect(onPrimary / (onPrimary + onStandby)).toBeLessThanOrEqual(PART_MAX);
  });

  it('never shows an item older than its last change, with four writers, eight readers and a random lag', async () => {
    const { standby } = stack.cluster;
    const writers = (await addCollectors(4)).map((writer) => ({ ...writer, version: 0, hidden: false }));
    const until = performance.now() + LAG_TEST_MS;
    const isRunning = () => performance.now() < until;
    const served = { reads: 0, hidden: 0, outdated: [] as unknown[] };

    async function write(writer: (typeof writers)[number]): Promise<void> {
      const { user, item } = writer;
      for (let version = 1; isRunning(); version += 1) {
        const hides = version % 5 === 0;
        if (!hides) writer.hidden = false;
        const body = { description: String(version), is_private: hides };
        const { status } = await stack.reading.request(
          `/api/items/${item}/`,
          json('PATCH', body, user.token),
        );
        expect(status).toBe(200);
        writer.version = version;
        writer.hidden = hides;
        await delay(Math.random() * 200);
      }
    }

    async function read(): Promise<void> {
      while (isRunning()) {
        const writer = writers[Math.floor(Math.random() * 4)] as (typeof writers)[number];
        const reader = writers[Math.floor(Math.random() * 4)] as (typeof writers)[number];
        const { version, hidden } = writer;
        const { status, body } = await reader.user.request(`/api/items/${writer.item}/`);
        served.reads += 1;
        const isOutdated = status === 200 && Number(body.description) < version;
        const isHidden = reader !== writer && hidden && writer.hidden && writer.version === version;
        if (isHidden) served.hidden += 1;
        if (isOutdated || (isHidden && status !== 404)) served.outdated.push({ version, status, body });
      }
    }

    async function lag(): Promise<void> {
      while (isRunning()) {
        await standby.setApplyDelay(Math.random() < 0.5 ? 0 : Math.floor(Math.random() * 500));
        await delay(500);
      }
      await standby.setApplyDelay(0);
    }

    await Promise.all([lag(), ...writers.map(write), ...Array.from({ length: 8 }, read)]);
    expect(served.outdated).toEqual([]);
    expect(served.reads).toBeGreaterThan(100);
    expect(served.hidden).toBeGreaterThan(0);
    expect((await stack.countReads())['standby']).toBeGreaterThan(0);
  });
});
