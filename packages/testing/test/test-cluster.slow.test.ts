import { expect, it } from '@jest/globals';
import { eventually } from '../src/eventually.ts';
import { describeWithCluster, startCluster } from '../src/test-cluster.ts';

describeWithCluster('startCluster', () => {
  it('starts a standby that replays, pauses, lags, and is promoted after the primary is killed', async () => {
    const { primary, standby, close } = await startCluster({ synchronous: true });
    const countOn = async (node: typeof primary) =>
      (await node.query<{ count: number }>('select count(*)::integer as count from notes'))[0]?.count;
    try {
      await primary.query('create table notes (id integer)');
      await standby.catchUp(primary);
      expect(await countOn(standby)).toBe(0);

      await standby.pauseReplay();
      await primary.query('insert into notes values (1)');
      expect(await countOn(standby)).toBe(0);
      await standby.resumeReplay();
      await standby.catchUp(primary);
      expect(await countOn(standby)).toBe(1);

      await standby.setApplyDelay(60_000);
      await primary.query('insert into notes values (2)');
      expect(await countOn(standby)).toBe(1);
      await standby.setApplyDelay(0);
      await eventually(async () => expect(await countOn(standby)).toBe(2));

      await primary.kill();
      await expect(primary.query('select 1')).rejects.toThrow('ECONNREFUSED');
      await standby.promote();
      // No standby confirms its commits.
      await standby.query('alter role all set synchronous_commit = local');
      await standby.query('insert into notes values (3)');
      expect(await countOn(standby)).toBe(3);
    } finally {
      await close();
    }
  });
});
