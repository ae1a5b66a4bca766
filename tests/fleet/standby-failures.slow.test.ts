import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { beforeEach, expect, it } from '@jest/globals';
import { COLLECTION_CONTRACTS, listCollections } from '@kitroom/collection-client';
import { openRedis } from '@kitroom/server/cache/redis';
import { closeDatabase, openDatabase } from '@kitroom/server/database/database';
import { openStandby } from '@kitroom/server/database/standby';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { eventually } from '@kitroom/testing/eventually';
import { describeWithCluster } from '@kitroom/testing/test-cluster';
import { runServiceCommand } from '@kitroom/testing/test-processes';
import { useService } from '@kitroom/testing/use-service';
import { addItem } from '../../services/collection/test/test-items.ts';
import { addCollector, json, type Collector } from '../../services/collection/test/test-users.ts';
import { DATABASE, openStandbyStack } from './open-standby.ts';

const CONFLICTS = { max_standby_streaming_delay: '0' };

describeWithCluster('a standby that serves reads', () => {
  const stack = useService(() => openStandbyStack({}, CONFLICTS));
  let owner: Collector;
  let stranger: Collector;
  let item: number;

  beforeEach(async () => {
    owner = await addCollector(stack.reading);
    stranger = await addCollector(stack.reading);
    item = await addItem(stack.reading, owner, { is_private: false, is_draft: false });
    await untilStandbyServes();
  });

  async function untilStandbyServes(): Promise<void> {
    await eventually(async () => {
      const before = await stack.countReads();
      expect((await stranger.request('/api/collections/')).status).toBe(200);
      const { standby: served } = await stack.countReads();
      expect(served).toBeGreaterThan(before['standby'] ?? 0);
    }, 60_000);
  }

  const readItem = async () => (await stranger.request(`/api/items/${item}/`)).status;
  const hideItem = () =>
    stack.reading.request(`/api/items/${item}/`, json('PATCH', { is_private: true }, owner.token));

  /** Runs statements through the read-routing code alone, without a service. */
  async function withStandby(
    use: (
      run: <T>(work: () => Promise<T>) => Promise<T>,
      db: ReturnType<typeof openDatabase>,
    ) => Promise<void>,
  ) {
    const options = { poolMax: 2, applicationName: 'test', statementTimeoutMs: 10_000 };
    const log = openLogger({ service: 'test', level: 'silent' });
    const db = openDatabase({ ...options, url: stack.cluster.primary.url(DATABASE) });
    const redis = openRedis({ url: stack.redis.url, log });
    const standby = openStandby({
      db,
      redis,
      log,
      prefix: 'test',
      lagMaxSeconds: 5,
      ownTables: new Set<string>(),
      options: { ...options, url: stack.cluster.standby.url(DATABASE) },
    });
    try {
      await eventually(async () => {
        const isStandby = async () => (await db.raw('select pg_is_in_recovery() as holds')).rows[0].holds;
        expect(await standby.begin(listCollections)(isStandby)).toBe(true);
      });
      await use((work) => standby.begin(listCollections)(work), db);
    } finally {
      await standby.close();
      await Promise.all([closeDatabase(db), redis.close()]);
    }
  }

  it('rejects a write of a read endpoint, which is repeated on the primary', async () => {
    await withStandby(async (run, db) => {
      const codes: unknown[] = [];
      await run(async () => {
        try {
          await db.raw('create table written_by_mistake ()');
        } catch (error) {
          codes.push((error as { code?: string }).code);
          throw error;
        }
      });
      expect(codes).toEqual(['25006']);
    });
  });

  it('rejects no write while all GET endpoints are requested', async () => {
    for (const { path } of COLLECTION_CONTRACTS.filter(({ method }) => method === 'GET')) {
      await owner.request(path.replace('{id}', String(item)).replaceAll(/\{\w+\}/g, '1'));
    }
    expect(await stack.countReads()).toMatchObject({ rejected: 0 });
  });

  it('cancels a read on a recovery conflict, which is repeated on the primary', async () => {
    const { primary } = stack.cluster;
    await primary.queryIn(DATABASE, 'create table if not exists contested (id integer)');
    await stack.cluster.standby.catchUp(primary);
    await withStandby(async (run, db) => {
      const servers: unknown[] = [];
      const codes: unknown[] = [];
      await run(async () => {
        servers.push((await db.raw('select pg_is_in_recovery() as holds')).rows[0].holds);
        const reading = db
          .raw('select count(*), pg_sleep(2) from contested')
          .catch((error: { code?: string }) => {
            codes.push(error.code);
            throw error;
          });
        if (servers.length === 1) {
          await eventually(async () => {
            const sql =
              "select 1 from pg_stat_activity where query like '%from contested%' and state = 'active' and pid <> pg_backend_pid()";
            const running = await stack.cluster.standby.query(sql);
            if (running.length === 0) throw new Error('the standby does not read yet');
          });
          await primary.queryIn(DATABASE, 'truncate contested');
        }
        await reading;
      });
      expect([servers, codes]).toEqual([[true, false], ['40001']]);
    });
  });

  it('shows no hidden item after Redis has lost all positions', async () => {
    await stack.cluster.standby.pauseReplay();
    expect((await hideItem()).status).toBe(200);
    await stack.redis.restart();
    for (let count = 0; count < 20; count += 1) expect(await readItem()).toBe(404);
    await eventually(async () => expect((await stack.countReads())['redis']).toBeGreaterThan(0));
    expect(await readItem()).toBe(404);
    await stack.cluster.standby.resumeReplay();
    await untilStandbyServes();
  });

  it('serves no read while Redis is unavailable', async () => {
    await stack.redis.kill();
    const { standby: served } = await stack.countReads();
    expect((await hideItem()).status).toBe(200);
    expect(await readItem()).toBe(404);
    expect((await stack.countReads())['standby']).toBe(served);
    await stack.redis.restart();
    await untilStandbyServes();
  });

  it('is replaced by the primary while its lag exceeds DATABASE_READ_MAX_LAG_SECONDS', async () => {
    await stack.cluster.standby.pauseReplay();
    // A change that the standby does not replay, and that no client's position reflects.
    await stack.cluster.primary.queryIn(DATABASE, 'update items set is_private = true where id = $1', [item]);
    await eventually(async () => expect(await readItem()).toBe(404));
    expect(await stack.countReads()).toMatchObject({ lag: expect.any(Number) });
    await stack.cluster.standby.resumeReplay();
    await untilStandbyServes();
  });

  it('is replaced by the primary without an error while it is frozen or stopped', async () => {
    const { standby } = stack.cluster;
    standby.freeze();
    expect(await Promise.all(Array.from({ length: 10 }, readItem))).toEqual(Array(10).fill(200));
    standby.thaw();
    await untilStandbyServes();
    await standby.kill();
    expect(await Promise.all(Array.from({ length: 10 }, readItem))).toEqual(Array(10).fill(200));
    await standby.start();
    await untilStandbyServes();
  });

  it('is accepted by check, unlike the primary', async () => {
    const check = async (url: string) => {
      const env = { ...stack.env, DATABASE_READ_URL: url };
      return (await runServiceCommand('collection', ['check'], { env })).stdout;
    };
    expect(await check(stack.cluster.standby.url(DATABASE))).toMatch(/standby.*ok/i);
    expect(await check(stack.cluster.primary.url(DATABASE))).toMatch(/is not a standby/);
  });

  it('serves reads again after the commands of the runbook', async () => {
    await stack.cluster.standby.pauseReplay();
    const [, section = ''] =
      /### The standby lags\n([\s\S]*?)\n### /.exec(readFileSync('docs/operations.md', 'utf8')) ?? [];
    const [, script = ''] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
    const env = {
      PATH: process.env.PATH,
      DATABASE_URL: stack.cluster.primary.url(DATABASE),
      DATABASE_READ_URL: stack.cluster.standby.url(DATABASE),
    };
    const { stdout } = await promisify(execFile)('bash', ['-ec', script], { env });
    expect(stdout).toContain('paused');
    await untilStandbyServes();
  });

  // Must be the last test, as it kills the primary.
  it('serves no reads while the primary is unavailable', async () => {
    await stack.cluster.primary.kill();
    const path = '/archive/filters/?filter_type=item_type';
    await eventually(async () => expect((await stack.reading.request(path)).status).toBe(503));
    await stack.cluster.primary.start();
    await eventually(async () => expect((await stack.reading.request(path)).status).not.toBe(503), 30_000);
  });
});
