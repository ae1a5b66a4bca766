import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { describeWhere } from '@kitroom/testing/describe-where';
import { startPostgres, stopLeftoverPostgres, type EmbeddedPostgres } from '../src/embedded-postgres.ts';
import { describeProcess, isRunning } from '../src/process-lock.mjs';
import { queryOnce } from '../src/query-once.ts';

const folders: string[] = [];
const servers: EmbeddedPostgres[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

describe('startPostgres', () => {
  it('keeps the data across restarts', async () => {
    const dataDir = newFolder();
    const first = await start(dataDir);
    await first.createDatabase('kept');
    await first.createDatabase('kept');
    await queryOnce(first.url('kept'), 'create table t as select 7 as n');
    await first.stop();
    const second = await start(dataDir);
    expect(await queryOnce(second.url('kept'), 'select n from t')).toEqual([{ n: 7 }]);
  });

  it('supports lower case in all alphabets, and rejects a wrong password', async () => {
    const server = await start(newFolder());
    expect(await queryOnce(server.url('postgres'), `select lower('ÁŞĐЖΩ') as lower`)).toEqual([
      { lower: 'áşđжω' },
    ]);
    const wrong = new URL(server.url('postgres'));
    wrong.password = 'guessed';
    await expect(queryOnce(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
  });

  it('stores the password in a file with mode 0600', async () => {
    const dataDir = newFolder();
    await start(dataDir);
    expect(statSync(join(dataDir, 'password')).mode & 0o777).toBe(0o600);
  });

  it('uses another port if the requested port is taken', async () => {
    const taken = createServer();
    const port = await new Promise<number>((resolve) => {
      taken.listen(0, '127.0.0.1', () => {
        const address = taken.address();
        resolve(typeof address === 'object' && address ? address.port : 0);
      });
    });
    const server = await start(newFolder(), port);
    expect(server.port).not.toBe(port);
    expect(await queryOnce(server.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }]);
    taken.close();
  });

  it('starts after a killed run, and stops the server of that run', async () => {
    const dataDir = newFolder();
    const left = startAndBeKilled(dataDir);
    expect(isRunning(describeProcess(left.pid))).toBe(true);
    const server = await start(dataDir, left.port);
    expect(isRunning(describeProcess(left.pid))).toBe(false);
    expect(server.port).toBe(left.port);
    expect(await queryOnce(server.url('kept'), 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('does not stop another process that has the id of a crashed server', async () => {
    const dataDir = newFolder();
    const server = await start(dataDir);
    process.kill(server.pid, 'SIGKILL');
    await server.ended;
    writeFileSync(
      join(dataDir, 'cluster', 'postmaster.pid'),
      `${process.pid}\n${dataDir}\n1\n1\n\n\n\nready\n`,
    );
    expect(await stopLeftoverPostgres(dataDir)).toBe(false);
    expect((await start(dataDir)).pid).not.toBe(process.pid);
  });

  it('rejects a folder without PostgreSQL programs in one line', async () => {
    await expect(startPostgres({ dataDir: newFolder(), programs: '/nowhere' })).rejects.toThrow(
      'there is no PostgreSQL that runs at /nowhere/postgres',
    );
  });

  it('rejects an incomplete data folder, and data of another version, in one line', async () => {
    const dataDir = newFolder();
    mkdirSync(join(dataDir, 'cluster'));
    await expect(start(dataDir)).rejects.toThrow(/is incomplete .*: remove .* to start over/);
    writeFileSync(join(dataDir, 'cluster', 'PG_VERSION'), '15\n');
    await expect(start(dataDir)).rejects.toThrow(/contains data of PostgreSQL 15, not 18/);
  });
});

const startedByRoot = { title: 'startPostgres as root', missing: 'this is not root on Linux' };
describeWhere(process.getuid?.() === 0 && process.platform === 'linux', startedByRoot, () => {
  it('runs as another user, even in a folder which that user cannot enter', async () => {
    const closed = newFolder();
    chmodSync(closed, 0o700);
    const server = await start(join(closed, 'data'));
    const { uid } = statSync(`/proc/${server.pid}`);
    expect(uid).not.toBe(0);
    expect(spawnSync('test', ['-x', closed], { uid, gid: uid }).status).toBe(1);
    expect(await queryOnce(server.url('postgres'), 'select 1 as n')).toEqual([{ n: 1 }]);
  });

  it('runs as the owner of existing data', async () => {
    const dataDir = newFolder();
    await (await start(dataDir)).stop();
    const owner = 4711;
    execFileSync('chown', ['-R', `${owner}:${owner}`, join(dataDir, 'cluster')]);
    const server = await start(dataDir);
    expect(statSync(`/proc/${server.pid}`).uid).toBe(owner);
  });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-postgres-'));
  chmodSync(folder, 0o755);
  folders.push(folder);
  return folder;
}

async function start(dataDir: string, port?: number): Promise<EmbeddedPostgres> {
  const server = await startPostgres({ dataDir, forTests: true, ...(port === undefined ? {} : { port }) });
  servers.push(server);
  return server;
}

function startAndBeKilled(dataDir: string): { pid: number; port: number } {
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('../src/embedded-postgres.ts', import.meta.url).href)};
    const server = await startPostgres({ dataDir: ${JSON.stringify(dataDir)}, forTests: true });
    await server.createDatabase('kept');
    process.stdout.write(JSON.stringify({ pid: server.pid, port: server.port }), () => process.kill(process.pid, 'SIGKILL'));
  `;
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    encoding: 'utf8',
  });
  return JSON.parse(stdout) as { pid: number; port: number };
}
