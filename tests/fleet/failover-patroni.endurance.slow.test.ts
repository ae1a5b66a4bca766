import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import {
  describeWithPatroni,
  startPatroni,
  type PatroniNode,
  type TestPatroni,
} from '@kitroom/testing/test-patroni';
import { startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { expectCompleteImport, startImport } from './failover-jobs.ts';
import { openFailoverServices, type FailoverServices } from './failover-services.ts';

const MINUTE = 60_000;
const ROWS = 3000;

describeWithPatroni('Patroni failover under load with reads from the standbys', () => {
  let patroni: TestPatroni;
  let redis: TestRedis;
  let services: FailoverServices;

  beforeAll(async () => {
    patroni = await startPatroni();
    redis = await startRedis();
    services = await openFailoverServices(patroni.url, (database) => ({
      DATABASE_READ_URL: patroni.replicaUrl(database),
      REDIS_URL: redis.url,
    }));
  }, 2 * MINUTE);

  afterAll(async () => {
    await services?.close();
    await Promise.all([patroni?.stop(), redis?.stop()]);
  }, MINUTE);

  async function getLeader(): Promise<PatroniNode> {
    const members = await patroni.listMembers();
    const leader = patroni.nodes.find(({ name }) =>
      members.some((member) => member.name === name && member.role === 'leader'),
    );
    if (!leader) throw new Error('no node is the leader');
    return leader;
  }

  /** Lists the services' connections to a node. */
  const listClients = (node: PatroniNode) =>
    queryOnce(
      node.url('postgres'),
      "select application_name from pg_stat_activity where application_name like 'kitroom%'",
    );

  /** Waits until a failure of the leader would lose no acknowledged write. */
  const untilSynchronous = () =>
    eventually(async () => {
      const roles = (await patroni.listMembers()).map(({ role }) => role);
      expect(roles).toContain('sync_standby');
    }, MINUTE);

  /** Waits until a node is a standby. */
  const untilStandby = (node: PatroniNode) =>
    eventually(async () => {
      const states = await queryOnce(node.url('postgres'), 'select status from pg_stat_wal_receiver');
      expect(states).toEqual([{ status: 'streaming' }]);
    }, MINUTE);

  it(
    'loses no acknowledged write and no job when a leader is killed and the next one freezes',
    async () => {
      const { client, load, watch } = services;
      await load.untilSuccesses(100);
      const id = await startImport(client, ROWS);
      const killed = await getLeader();
      const first = watch.address();
      await killed.kill();
      await services.expectRecovery(await watch.untilMovedFrom(first));
      killed.start();
      await untilStandby(killed);
      await untilSynchronous();

      const frozen = await getLeader();
      const second = watch.address();
      frozen.freeze();
      const movedAt = await watch.untilMovedFrom(second);
      frozen.thaw();
      await services.expectRecovery(movedAt);
      await untilStandby(frozen);
      expect(await listClients(frozen)).toEqual([]);
      await expectCompleteImport(client, id, ROWS);
      await services.expectCompleteLedger();
      expect((await services.countReads())['standby']).toBeGreaterThan(0);
    },
    6 * MINUTE,
  );
});
