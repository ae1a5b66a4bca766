import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { asAccount, chooseAccount, giveTo } from '@kitroom/devstack/postgres-account';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import {
  describeWithInstalledPostgres,
  INSTALLED_BIN,
  startInstalledPostgres,
  type InstalledPostgres,
} from './installed-postgres.ts';
import { repository } from './repository.ts';
import { runProgram } from './run-program.ts';

const MINUTE = 60_000;
const PASSWORD = "it's secret";
const scripts = join(repository, 'infra/postgres');

let folder: string;
let primary: InstalledPostgres;
let standby: ChildProcess | undefined;
let port: number;

beforeAll(async () => {
  if (INSTALLED_BIN === undefined) return;
  folder = mkdtempSync(join(tmpdir(), 'kitroom-standby-'));
  chmodSync(folder, 0o755);
  mkdirSync(join(folder, 'volume'));
  // A copy that the server's user can read, wherever the repository is.
  copyFileSync(join(scripts, 'standby.sh'), join(folder, 'standby.sh'));
  primary = await startInstalledPostgres();
  port = await reserveTestPort();
}, MINUTE);

afterAll(async () => {
  await stopStandby();
  await primary?.destroy();
  if (folder) rmSync(folder, { recursive: true, force: true });
}, MINUTE);

describeWithInstalledPostgres('the standby scripts in infra/postgres', () => {
  it('allow replication connections in pg_hba.conf', async () => {
    const [file] = await queryOnce<{ hba_file: string }>(primary.url, 'show hba_file');
    copyFileSync(join(scripts, 'pg_hba.conf'), file?.hba_file ?? '');
    await queryOnce(primary.url, 'select pg_reload_conf()');
    const rules = await queryOnce<{ error: string | null; database: string[] }>(
      primary.url,
      'select error, database from pg_hba_file_rules',
    );
    expect(rules.filter(({ error }) => error !== null)).toEqual([]);
    expect(rules.flatMap(({ database }) => database)).toContain('replication');
  });

  it('create the replication role and slot, and change the password on a second run', async () => {
    await createRole('the first password');
    await createRole(PASSWORD);
    const slots = await queryOnce(primary.url, 'select slot_name, slot_type from pg_replication_slots');
    expect(slots).toEqual([{ slot_name: 'standby', slot_type: 'physical' }]);
  });

  it(
    'copy the primary over an interrupted copy, and replicate its changes',
    async () => {
      mkdirSync(join(folder, 'volume/data'));
      writeFileSync(join(folder, 'volume/data/PG_VERSION'), 'the beginning of a copy');
      startStandby();
      await queryOnce(primary.url, 'create table shirts as select 7 as number');
      await eventually(async () => {
        expect(await queryOnce(standbyUrl(), 'select number from shirts')).toEqual([{ number: 7 }]);
      }, MINUTE);
      const [connected] = await queryOnce(
        primary.url,
        `select application_name, active from pg_stat_replication
         join pg_replication_slots on active_pid = pid`,
      );
      expect(connected).toEqual({ application_name: 'standby', active: true });
    },
    MINUTE,
  );

  it(
    'keep the copy after a restart, and stay a primary after a promotion',
    async () => {
      const sign = join(folder, 'volume/data/sign');
      writeFileSync(sign, '');
      await restartStandby();
      await queryOnce(standbyUrl(), 'select pg_promote()');
      await queryOnce(standbyUrl(), 'create table boots as select 9 as number');
      await restartStandby();
      expect(await queryOnce(standbyUrl(), 'select number from boots')).toEqual([{ number: 9 }]);
      expect(existsSync(sign)).toBe(true);
    },
    MINUTE,
  );
});

async function createRole(password: string): Promise<void> {
  const file = `--file=${join(scripts, 'replication.sql')}`;
  const args = ['--quiet', '--set=ON_ERROR_STOP=1', file, primary.url];
  const env = { REPLICATION_PASSWORD: password };
  expect(await runProgram(join(INSTALLED_BIN ?? '', 'psql'), args, { env })).toBe('');
}

function startStandby(): void {
  const volume = join(folder, 'volume');
  const account = chooseAccount(join(INSTALLED_BIN ?? '', 'postgres'), folder, join(volume, 'data'));
  giveTo(account, volume);
  // A standby allows at least as many connections as its primary, whose limit is on its command line.
  const settings = ['-p', String(port), '-k', volume, '-h', '127.0.0.1', '-c', 'max_connections=300'];
  const { command, args, user } = asAccount(account, 'sh', [join(folder, 'standby.sh'), ...settings]);
  const { hostname, port: primaryPort } = new URL(primary.url);
  standby = spawn(command, args, {
    ...user,
    cwd: volume,
    stdio: 'ignore',
    env: {
      PATH: `${INSTALLED_BIN}:${process.env.PATH}`,
      PGDATA: join(volume, 'data'),
      PGPASSWORD: PASSWORD,
      PRIMARY: `host=${hostname} port=${primaryPort} user=replication application_name=standby`,
    },
  });
}

/** Stops the standby with a fast shutdown. */
async function stopStandby(): Promise<void> {
  if (!standby || standby.exitCode !== null || standby.signalCode !== null) return;
  const ended = once(standby, 'exit');
  standby.kill('SIGINT');
  await ended;
}

async function restartStandby(): Promise<void> {
  await stopStandby();
  startStandby();
  await eventually(() => queryOnce(standbyUrl(), 'select 1'), MINUTE);
}

function standbyUrl(): string {
  return Object.assign(new URL(primary.url), { port: String(port) }).href;
}
