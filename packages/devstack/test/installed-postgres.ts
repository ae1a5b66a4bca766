import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asAccount, chooseAccount, giveTo } from '../src/postgres-account.ts';
import { serverEnvironment, writeSecret } from '../src/postgres-cluster.ts';
import { queryOnce } from '../src/query-once.ts';
import { describeWhere } from '../src/testing/describe-where.ts';
import { reserveTestPort } from '../src/testing/test-ports.ts';

/** A PostgreSQL as the system's packages bring it, with the programs that operators use beside it. */
export interface InstalledPostgres {
  /** The superuser's URL of its database `postgres`. */
  url: string;
  /** Creates a database with an owner of its own, as a service has one; answers the owner's URL. */
  createDatabase(name: string): Promise<string>;
  /** Ends the server at once and removes all it had. */
  destroy(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';
const MINIMUM = 15;

/** The folder of the newest installed version's programs; undefined where there is none that will do. */
export const INSTALLED_BIN = findPrograms();

/**
 * `describe` for tests that need PostgreSQL's own programs. Where they are not installed the tests are skipped, which
 * one line says; with CI=true they fail instead.
 */
export function describeWithInstalledPostgres(title: string, tests: () => void): void {
  describeWhere(INSTALLED_BIN, { title, missing: 'this machine has no PostgreSQL of its own' }, tests);
}

/** Starts a new, empty server. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
  if (INSTALLED_BIN === undefined) throw new Error(`there is no PostgreSQL below ${VERSIONS}`);
  const bin = INSTALLED_BIN;
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-installed-'));
  chmodSync(folder, 0o755);
  const [cluster, log, passwordFile] = ['cluster', 'log', 'password'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const [port, password] = [await reserveTestPort(), randomBytes(16).toString('hex')];
  mkdirSync(cluster, { mode: 0o700 });
  writeSecret(log, '');
  writeSecret(passwordFile, password);
  const account = chooseAccount(join(bin, 'postgres'), folder, cluster);
  for (const path of [cluster, log, passwordFile]) giveTo(account, path);
  const run = (program: string, args: string[]) => runProgram(asAccount(account, join(bin, program), args));
  const initial = ['--username=postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256'];
  await run('initdb', [`--pgdata=${cluster}`, ...initial, '--encoding=UTF8', '--locale=C', '--no-sync']);
  const settings = `-c port=${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  await run('pg_ctl', [
    'start',
    '-w',
    '-t',
    '60',
    `--pgdata=${cluster}`,
    `--log=${log}`,
    `--options=${settings}`,
  ]);
  const urlOf = (user: string, secret: string, name: string) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/${name}`;
  const url = urlOf('postgres', password, 'postgres');
  return {
    url,
    async createDatabase(name) {
      const secret = randomBytes(16).toString('hex');
      await queryOnce(url, `create role ${name} login password '${secret}'`);
      await queryOnce(url, `create database ${name} owner ${name}`);
      return urlOf(name, secret, name);
    },
    async destroy() {
      await run('pg_ctl', ['stop', '--mode=immediate', '-w', '-t', '60', `--pgdata=${cluster}`]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runProgram({ command, args, user }: ReturnType<typeof asAccount>): Promise<void> {
  // The server that pg_ctl starts keeps what it inherits.
  const child = spawn(command, args, { ...user, cwd: '/', env: serverEnvironment, stdio: 'ignore' });
  const status = await new Promise<number | null>((done, fail) => {
    child.once('error', fail);
    child.once('exit', done);
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} ended with status ${status}`);
}

function findPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const versions = readdirSync(VERSIONS)
    .map(Number)
    .filter((version) => version >= MINIMUM);
  return versions
    .toSorted((one, other) => other - one)
    .map((version) => join(VERSIONS, String(version), 'bin'))
    .find((bin) => ['initdb', 'pg_ctl', 'pg_dump', 'psql'].every((name) => existsSync(join(bin, name))));
}
