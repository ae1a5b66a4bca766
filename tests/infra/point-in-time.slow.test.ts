import { execFileSync } from 'node:child_process';
import { appendFileSync, chmodSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { queryOnce } from '@kitroom/devstack/query-once';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { describeWithInstalledPostgres, INSTALLED_BIN } from './installed-postgres.ts';
import { repository } from './repository.ts';

const MINUTE = 60_000;
const operations = readFileSync(join(repository, 'docs/operations.md'), 'utf8');
const section = operations.slice(operations.indexOf('## Any moment')).split('\n## ')[0] ?? '';
const [folders = '', settings = '', base = '', recovery = ''] = [
  ...section.matchAll(/^```(?:sh)?\n(.*?)^```/gms),
].map(([, block = '']) => block);
/** PostgreSQL refuses to run as root. */
const asPostgres = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--'] : [];

describeWithInstalledPostgres('point-in-time recovery as described in docs/operations.md', () => {
  let folder: string;
  let data: string;
  let env: Record<string, string>;
  let url: string;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-moment-'));
    chmodSync(folder, 0o755);
    data = join(folder, 'server/data');
    const port = await reserveTestPort();
    url = `postgres://postgres@127.0.0.1:${port}/postgres`;
    env = {
      PATH: `${INSTALLED_BIN}:${process.env.PATH}`,
      PGDATA: data,
      PGHOST: '127.0.0.1',
      PGPORT: String(port),
      PGUSER: 'postgres',
    };
  });

  afterAll(() => {
    run('pg_ctl stop --mode=immediate || true');
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  /** Runs commands as the server's user, with the document's folders replaced by the test's. */
  function run(commands: string, user = asPostgres): string {
    const script = commands.replaceAll('/var/backups', `${folder}/backups`);
    const [program, ...args] = [...user, 'bash', '-euc', script];
    return execFileSync(program, args, {
      env,
      encoding: 'utf8',
      cwd: '/',
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  const start = () =>
    run(`pg_ctl start --wait --log=${folder}/server/log --options='-k ${folder}/server' > /dev/null`);

  it(
    'restores rows written before the recovery time, and no later rows',
    async () => {
      const owner = asPostgres.length > 0 ? folders : folders.replace('-o postgres -g postgres', '');
      run(`${owner}\n${owner.replace(/\S+base .*/, join(folder, 'server'))}`, []);
      run('initdb --username=postgres --auth=trust --no-sync > /dev/null');
      appendFileSync(join(data, 'postgresql.conf'), settings.replaceAll('/var/backups', `${folder}/backups`));
      start();
      await queryOnce(url, 'create table kits (name text)');
      run(base);
      await queryOnce(url, "insert into kits values ('kept')");
      const [moment] = await queryOnce<{ now: string }>(url, 'select clock_timestamp()::text as now');
      await queryOnce(url, "insert into kits values ('too late')");
      await queryOnce(url, 'select pg_switch_wal()');
      run('pg_ctl stop --mode=fast > /dev/null');

      renameSync(data, join(folder, 'server/gone'));
      run(
        recovery
          .replaceAll(/base\/[\d-]+/g, 'base/$(date +%F)')
          .replace(/(?<=recovery_target_time = ')[^']+/, moment?.now ?? ''),
      );
      start();
      run('until psql -qAtc "select not pg_is_in_recovery()" | grep -q t; do sleep 0.2; done');
      expect(await queryOnce(url, 'select name from kits')).toEqual([{ name: 'kept' }]);
    },
    3 * MINUTE,
  );
});
