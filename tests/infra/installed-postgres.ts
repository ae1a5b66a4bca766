import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import { describeWhere } from '@kitroom/testing/describe-where';

/** PostgreSQL as installed by the system's packages, with its client programs. */
export interface InstalledPostgres {
  /** The superuser's URL of its database `postgres`. */
  url: string;
  /** Creates a database with its own owner, as services have. Returns the owner's URL. */
  createDatabase(name: string): Promise<string>;
  /** Stops the server immediately and removes its data. */
  destroy(): Promise<void>;
}

const VERSIONS = '/usr/lib/postgresql';
const MINIMUM = 15;

/** Folder of the newest installed version's programs; undefined if no suitable version is installed. */
export const INSTALLED_BIN = findPrograms();

/**
 * `describe` for tests that need PostgreSQL's own programs. If they are not installed, the tests are skipped
 * with a one-line message; with CI=true they fail instead.
 */
export function describeWithInstalledPostgres(title: string, tests: () => void): void {
  describeWhere(INSTALLED_BIN, { title, missing: 'this machine has no installed PostgreSQL' }, tests);
}

/** Starts a new, empty server. */
export async function startInstalledPostgres(): Promise<InstalledPostgres> {
  if (INSTALLED_BIN === undefined) throw new Error(`there is no PostgreSQL below ${VERSIONS}`);
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-installed-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({ dataDir: folder, forTests: true, programs: INSTALLED_BIN });
  const url = server.url('postgres');
  return {
    url,
    async createDatabase(name) {
      const secret = randomBytes(16).toString('hex');
      await queryOnce(url, `create role ${name} login password '${secret}'`);
      await queryOnce(url, `create database ${name} owner ${name}`);
      return Object.assign(new URL(url), { username: name, password: secret, pathname: `/${name}` }).href;
    },
    async destroy() {
      await server.stop(AbortSignal.abort());
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function findPrograms(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const versions = readdirSync(VERSIONS)
    .map(Number)
    .filter((version) => version >= MINIMUM);
  return versions
    .toSorted((left, right) => right - left)
    .map((version) => join(VERSIONS, String(version), 'bin'))
    .find((bin) => ['initdb', 'postgres', 'pg_dump', 'psql'].every((name) => existsSync(join(bin, name))));
}
