import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startPostgres, type EmbeddedPostgres } from '@kitroom/devstack/embedded-postgres';
import { queryOnce } from '@kitroom/devstack/query-once';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';

const MINUTE = 60_000;
/** The statement timeout of ten seconds, plus two seconds. */
const LIMIT_MS = 12_000;
/** Additional time on a busy machine. */
const TOLERANCE_MS = 2000;
/** Statuses that `requestAll` receives while the database works. */
const HEALTHY = new Set(['200,200,200,201']);
const AWAY = { detail: 'The service is temporarily unavailable. Please try again later.' };

describe('both services while PostgreSQL is frozen', () => {
  let folder: string;
  let postgres: EmbeddedPostgres;
  let services: Record<'catalogue' | 'collection', TestService>;
  let token: string;
  let metricsPorts: number[];

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'kitroom-frozen-'));
    postgres = await startPostgres({ dataDir: join(folder, 'postgres'), forTests: true });
    metricsPorts = [await reserveTestPort(), await reserveTestPort()];
    const start = async (name: 'catalogue' | 'collection', env: Record<string, string>, index: number) => {
      await postgres.createDatabase(name);
      const common = { DATABASE_URL: postgres.url(name), METRICS_PORT: String(metricsPorts[index]) };
      return { env: { ...common, ...env }, service: await startTestService(name, { ...common, ...env }) };
    };
    const catalogue = await start('catalogue', { RATE_LIMIT_REQUESTS: '100000' }, 0);
    const limits = { THROTTLE_ANON: '100000/60', THROTTLE_USER: '100000/60' };
    const SECRET_KEY = 'a secret of the tests, of more than 32 characters';
    const folders = { MEDIA_ROOT: join(folder, 'media'), MAIL_ROOT: join(folder, 'mail') };
    const collection = await start('collection', { SECRET_KEY, ...limits, ...folders }, 1);
    services = { catalogue: catalogue.service, collection: collection.service };
    const names = ['--username', 'anna', '--email', 'anna@example.org', '--verified'];
    await runServiceCommand('collection', ['users', 'create', ...names], {
      env: collection.env,
      input: 'brass lantern 42\n',
    });
    const shown = await runServiceCommand('collection', ['tokens', 'show', 'anna'], { env: collection.env });
    token = shown.stdout.trim();
  }, 2 * MINUTE);

  afterAll(async () => {
    signalPostgres('SIGCONT');
    await Promise.all(Object.values(services ?? {}).map((service) => service.kill('SIGKILL')));
    await postgres?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, MINUTE);

  function signalPostgres(signal: NodeJS.Signals): void {
    if (!postgres) return;
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(postgres.pid)], { encoding: 'utf8' });
    for (const pid of [postgres.pid, ...children.trim().split(/\s+/).map(Number)]) process.kill(pid, signal);
  }

  /** Sends reads and writes that need PostgreSQL to both services, one of them in a transaction. */
  function requestAll() {
    const fresh = 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
    const headers = { Authorization: `Token ${token}`, 'Content-Type': 'application/json' };
    const { catalogue, collection } = services;
    const item = JSON.stringify({ item_type: 'pants', is_draft: true });
    return Promise.all([
      request(`${catalogue.url}/api/changes?after=0&unknown=${fresh}`),
      request(`${catalogue.url}/api/user-collection/${fresh}/scrape`),
      request(`${collection.url}/api/items/`, { headers }),
      request(`${collection.url}/api/items/`, { method: 'POST', headers, body: item }),
    ]);
  }

  it(
    'return 503 within 14 seconds, serve stale kits, and recover by themselves within 5 seconds',
    async () => {
      // Enough concurrent requests to fill each pool with connections, which the frozen server then keeps
      // open.
      const statuses = await Promise.all(Array.from({ length: 20 }, () => requestAll()));
      expect(new Set(statuses.map((responses) => responses.map(({ status }) => status).join()))).toEqual(
        HEALTHY,
      );
      const before = await listBackends();
      signalPostgres('SIGSTOP');
      const waves = [requestAll(), requestAll(), requestAll(), requestAll(), requestAll()];
      const responses = (await Promise.all(waves)).flat();
      for (const response of responses) expect(response).toMatchObject({ status: 503, body: AWAY });
      expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(LIMIT_MS + TOLERANCE_MS);
      // Kits are served from memory. The first read may be the one that detects the failure.
      const waits: number[] = [];
      await eventually(async () => {
        const { ms, ...fromMemory } = await request(`${services.catalogue.url}/api/kits`);
        waits.push(ms);
        expect(fromMemory).toMatchObject({ status: 200, body: [], headers: { 'x-cache': 'STALE' } });
      });
      expect(Math.max(...waits)).toBeLessThan(TOLERANCE_MS);
      // Earlier requests do not delay later ones, whose new connections cannot be established.
      const later = await requestAll();
      for (const response of later) expect(response).toMatchObject({ status: 503, body: AWAY });
      expect(Math.max(...later.map(({ ms }) => ms))).toBeLessThan(LIMIT_MS + TOLERANCE_MS);
      expect(await Promise.all(metricsPorts.map(countUnavailable))).toEqual([
        expect.any(Number),
        expect.any(Number),
      ]);

      signalPostgres('SIGCONT');
      await eventually(async () => {
        const recovered = await requestAll();
        expect(HEALTHY).toContain(recovered.map(({ status }) => status).join());
      }, 5000);
      // The connections that timed out are not used again.
      await eventually(async () => {
        const pids = (await listBackends()).map(({ pid }) => pid);
        const left = before.filter(({ pid, isPooled }) => isPooled && pids.includes(pid));
        expect(left).toEqual([]);
      }, MINUTE);
    },
    2 * MINUTE,
  );

  /**
   * Lists the services' connections. Those whose last query is not a job or LISTEN query belong to a pool.
   */
  async function listBackends(): Promise<Array<{ pid: number; isPooled: boolean }>> {
    const rows = await queryOnce(
      postgres.url('postgres'),
      `select pid, query !~* 'listen|agenda' as "isPooled" from pg_stat_activity
       where application_name in ('kitroom-catalogue', 'kitroom-collection')`,
    );
    return rows as Array<{ pid: number; isPooled: boolean }>;
  }
});

/** Returns a process's count of failed statements and connections; undefined for 0. */
async function countUnavailable(port: number): Promise<number | undefined> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const [, count] =
    /^database_statement_failures_total\{reason="unavailable"\} ([1-9]\d*)$/m.exec(text) ?? [];
  return count === undefined ? undefined : Number(count);
}

async function request(url: string, init: RequestInit = {}) {
  const started = performance.now();
  const response = await fetch(url, init);
  const body: unknown = await response.json();
  const headers = Object.fromEntries(response.headers);
  return { status: response.status, headers, body, ms: performance.now() - started, url };
}
