import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import {
  describeWithPatroni,
  startPatroni,
  type PatroniNode,
  type TestPatroni,
} from '@kitroom/testing/test-patroni';
import { expectCompleteImport, startImport } from './failover-jobs.ts';
import { openFailoverServices, type FailoverServices } from './failover-services.ts';

const MINUTE = 60_000;
const ROWS = 3000;

describeWithPatroni('failover by Patroni under load', () => {
  let patroni: TestPatroni;
  let services: FailoverServices;

  beforeAll(async () => {
    patroni = await startPatroni();
    services = await openFailoverServices(patroni.url);
  }, 2 * MINUTE);

  afterAll(async () => {
    await services?.close();
    await patroni?.stop();
  }, MINUTE);

  async function getLeader(): Promise<PatroniNode> {
    const members = await patroni.listMembers();
    const leader = patroni.nodes.find(({ name }) =>
      members.some((member) => member.name === name && member.role === 'leader'),
    );
    if (!leader) throw new Error('no node is the leader');
    return leader;
  }

  /** Waits until a node follows another one. */
  const untilStandby = ({ name }: PatroniNode) =>
    eventually(async () => {
      const members = await patroni.listMembers();
      const member = members.find((found) => found.name === name);
      expect(member).toMatchObject({ role: expect.stringMatching(/replica|sync_standby/), state: 'running' });
    }, MINUTE);

  /** The connections of the services to a node. */
  const listClients = (node: PatroniNode) =>
    queryOnce(
      node.url('postgres'),
      "select application_name from pg_stat_activity where application_name like 'kitroom%'",
    );

  it(
    'loses no acknowledged write and no job when the leader is killed, nor when the next one freezes and returns',
    async () => {
      const { client, load, watch } = services;
      await load.untilSuccesses(100);
      const id = await startImport(client, ROWS);
      const killed = await getLeader();
      const address = watch.address();
      await killed.kill();
      await services.expectRecovery(await watch.untilMovedFrom(address));
      killed.start();
      await expectCompleteImport(client, id, ROWS);
      await untilStandby(killed);

      const frozen = await getLeader();
      const next = watch.address();
      frozen.freeze();
      const movedAt = await watch.untilMovedFrom(next);
      frozen.thaw();
      await services.expectRecovery(movedAt);
      await untilStandby(frozen);
      expect(await listClients(frozen)).toEqual([]);
      await services.expectCompleteLedger();
    },
    3 * MINUTE,
  );
});
