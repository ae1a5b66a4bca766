import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, DevstackError, messageOf } from './devstack-error.ts';
import { asAccount, giveTo, type ServerAccount } from './postgres-account.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** The files of an embedded PostgreSQL. */
export type PostgresFiles = ReturnType<typeof filesIn>;

/** The environment of PostgreSQL's programs, without the caller's PG… variables, locale or time zone. */
export const serverEnvironment = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' };

/** The paths in a data folder, which is created if missing. */
export function filesIn(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  return {
    folder: dataDir,
    cluster: join(dataDir, 'cluster'),
    password: join(dataDir, 'password'),
    log: join(dataDir, 'postgres.log'),
  };
}

/** Creates the cluster and its superuser's password on the first run; returns the password. */
export async function ensureCluster(
  files: PostgresFiles,
  binaries: PostgresBinaries,
  account: ServerAccount,
  forTests: boolean,
): Promise<string> {
  if (existsSync(files.cluster)) return readExisting(files, binaries.version);
  const password = randomBytes(24).toString('base64url');
  // Renamed when complete, so that an interrupted initdb leaves no partial cluster.
  const draft = `${files.cluster}.new`;
  const passwordForInitdb = `${files.password}.new`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  writeSecret(passwordForInitdb, password);
  giveTo(account, draft);
  giveTo(account, passwordForInitdb);
  try {
    await runInitdb(binaries, account, draft, passwordForInitdb, forTests);
  } finally {
    rmSync(passwordForInitdb, { force: true });
  }
  writeSecret(files.password, password);
  renameSync(draft, files.cluster);
  return password;
}

/** Writes a file that only its owner can read, replacing an existing one. */
export function writeSecret(path: string, secret: string): void {
  rmSync(path, { force: true });
  writeFileSync(path, secret, { mode: 0o600 });
  chmodSync(path, 0o600);
}

function readExisting({ folder, cluster, password }: PostgresFiles, version: number): string {
  const remedy = `remove ${folder} to start over without its data`;
  try {
    const clusterVersion = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
    if (clusterVersion !== String(version)) {
      throw new DevstackError(
        `${folder} contains data of PostgreSQL ${clusterVersion}, not ${version}: ${remedy}`,
      );
    }
    return readFileSync(password, 'utf8').trim();
  } catch (error) {
    if (error instanceof DevstackError) throw error;
    if (codeOf(error) === 'EACCES') {
      throw new DevstackError(
        `${folder} belongs to another user, perhaps from a run as root: run as that user, or ${remedy}`,
      );
    }
    throw new DevstackError(`${folder} is incomplete (${messageOf(error)}): ${remedy}`);
  }
}

async function runInitdb(
  binaries: PostgresBinaries,
  account: ServerAccount,
  cluster: string,
  passwordFile: string,
  forTests: boolean,
): Promise<void> {
  const { command, args, user } = asAccount(account, binaries.initdb, [
    `--pgdata=${cluster}`,
    '--username=postgres',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    ...localeOptions(binaries.version),
    '--no-instructions',
    ...(forTests ? ['--no-sync'] : []),
  ]);
  // Detached, so that the caller handles Ctrl-C.
  const child = spawn(command, args, {
    ...user,
    cwd: '/',
    env: serverEnvironment,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += String(chunk)));
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0) {
    const reason = errors.split('\n').find((line) => /error|fatal/i.test(line)) ?? errors.trim();
    throw new DevstackError(`PostgreSQL's data could not be created in ${cluster}: ${reason}`);
  }
}

/** The built-in locale is the same on every machine and supports all languages. */
function localeOptions(version: number): string[] {
  if (version < 17) return ['--locale=C.UTF-8'];
  return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
}
