import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asAccount, chooseAccount, giveTo, type ServerAccount } from '@kitroom/devstack/postgres-account';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { startCluster, type ClusterNode, type TestCluster } from '@kitroom/testing/test-cluster';
import { startHaproxy, type TestHaproxy } from '@kitroom/testing/test-haproxy';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { expectCompleteImport, startImport } from './failover-jobs.ts';
import { openFailoverServices, type FailoverServices } from './failover-services.ts';

const MINUTE = 60_000;
const ROWS = 3000;
const PROGRAMS = '/usr/lib/postgresql/15/bin';
const operations = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
const section = operations.split('### The primary is lost\n')[1]?.split('\n### ')[0] ?? '';
const [fence = '', promote = '', move = '', rewind = '', copy = '', synchronize = ''] = [
  ...section.matchAll(/^ *```sh\n(.*?)^ *```/gms),
].map(([, block = '']) => block);

const isThere = existsSync(join(PROGRAMS, 'pg_rewind')) && existsSync('/usr/sbin/haproxy');
const missing = 'this machine has no PostgreSQL 15 or no HAProxy';

describeWhere(
  isThere,
  { title: 'manual failover under load, as described in docs/operations.md', missing },
  () => {
    let folder: string;
    let account: ServerAccount;
    let cluster: TestCluster;
    let haproxy: TestHaproxy;
    let services: FailoverServices;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'kitroom-failover-'));
      chmodSync(folder, 0o755);
      account = chooseAccount(join(PROGRAMS, 'postgres'), folder, join(folder, 'none'));
      giveTo(account, folder);
      cluster = await startCluster({
        synchronous: true,
        safe: true,
        settings: { wal_log_hints: 'on', wal_keep_size: '1GB' },
      });
      const port = await reserveTestPort();
      const PRIMARY = `127.0.0.1:${cluster.primary.port}`;
      writeFileSync(join(folder, 'environment'), `PRIMARY=${PRIMARY}\n`);
      const env = { PRIMARY, PRIMARY_LISTEN: `127.0.0.1:${port}` };
      haproxy = await startHaproxy({ configuration: 'one-primary.cfg', env, account, folder });
      services = await openFailoverServices(
        (database) => Object.assign(new URL(cluster.primary.url(database)), { port: String(port) }).href,
      );
    }, 2 * MINUTE);

    afterAll(async () => {
      await services?.close();
      await haproxy?.stop();
      await cluster?.close();
      rmSync(folder, { recursive: true, force: true });
    }, MINUTE);

    /**
     * Runs commands as a node's PostgreSQL user. The page's address 10.0.0.12 is replaced by the new
     * primary's.
     */
    function run(commands: string, node: ClusterNode): string {
      const { port } = cluster.standby;
      const script = commands.replaceAll('host=10.0.0.12 port=5432', `host=127.0.0.1 port=${port}`);
      const { command, args, user } = asAccount(account, 'bash', ['-euc', script]);
      return execFileSync(command, args, {
        ...user,
        cwd: '/',
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: `${PROGRAMS}:${process.env.PATH}`,
          PGDATA: node.folder,
          PGHOST: '127.0.0.1',
          PGPORT: String(node.port),
          PGUSER: 'postgres',
          PGPASSWORD: new URL(node.url('postgres')).password,
        },
      });
    }

    async function moveAddress(): Promise<void> {
      const file = join(folder, 'environment');
      const script = move
        .replace('10.0.0.12:5432', `127.0.0.1:${cluster.standby.port}`)
        .replace('/etc/default/haproxy', file)
        .replace(/^ *systemctl restart haproxy$/m, '');
      execFileSync('bash', ['-euc', script], { stdio: 'ignore' });
      const [, PRIMARY = ''] = /^PRIMARY=(.*)$/m.exec(readFileSync(file, 'utf8')) ?? [];
      await haproxy.restart({ PRIMARY });
    }

    /** Starts the old primary, and waits until it is the synchronous standby of the new primary. */
    async function startStandby(): Promise<void> {
      await cluster.primary.start();
      await eventually(async () => {
        expect(run(synchronize, cluster.standby)).toContain('node1            | streaming | sync');
      });
      await cluster.primary.catchUp(cluster.standby);
    }

    it(
      'loses no acknowledged write and no job, and makes the old primary the new standby',
      async () => {
        const { primary, standby } = cluster;
        const { client, load, watch } = services;
        await load.untilSuccesses(100);
        const id = await startImport(client, ROWS);
        const address = watch.address();
        await primary.kill();
        run(fence, primary);
        run(promote, standby);
        await moveAddress();
        await services.expectRecovery(await watch.untilMovedFrom(address));

        run(rewind, primary);
        await startStandby();
        await primary.stop();
        await services.expectUnavailableWrite();
        run(copy, primary);
        await startStandby();
        await expectCompleteImport(client, id, ROWS);
        await services.expectCompleteLedger();
      },
      5 * MINUTE,
    );
  },
);
