import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sendRequests, takeTurns, type LoadRequest } from '@kitroom/benchmarks/send-requests';
import { cpuOf } from '@kitroom/testing/process-usage';
import {
  describeWithCluster,
  startCluster,
  type ClusterNode,
  type TestCluster,
} from '@kitroom/testing/test-cluster';
import { startPgbouncer, type TestPgbouncer } from '@kitroom/testing/test-pgbouncer';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { startRedis, type TestRedis } from '@kitroom/testing/test-redis';

// The table in docs/scaling.md is the output of
// `STEPS_ITEMS=200000 STEPS_REQUESTS=3000 STEPS_ROUNDS=2 npm run test:slow -- scaling-steps`.
const ITEMS = Number(process.env['STEPS_ITEMS'] ?? 4000);
/**
 * Requests in a round of a step. A fixed number rather than a time, because their cost hardly depends on how
 * busy the machine is.
 */
const REQUESTS = Number(process.env['STEPS_REQUESTS'] ?? 800);
const ROUNDS = Number(process.env['STEPS_ROUNDS'] ?? 1);
const ITEMS_EACH_MAX = 10_000;
const ACTIVE_COLLECTORS = 20;
const COLLECTORS = Math.max(ACTIVE_COLLECTORS, Math.ceil(ITEMS / ITEMS_EACH_MAX));
const PAGES = Math.min(40, Math.floor(ITEMS / COLLECTORS / 25));
const CONNECTIONS = 16;
const POOL_SIZE = 20;
const MINUTE = 60_000;
/** Of the first collector. */
const CREDENTIALS = { username: 'collector-0', password: 'brass lantern 42' };

/** A deployment: the number of service processes, and the servers that they use. */
interface Step {
  title: string;
  processes: number;
  pooler: boolean;
  standby: 'none' | 'failover' | 'reads';
}

const ALL_STEPS: readonly Step[] = [
  { title: 'one process', processes: 1, pooler: false, standby: 'none' },
  { title: 'two processes', processes: 2, pooler: false, standby: 'none' },
  { title: 'two, a pooler', processes: 2, pooler: true, standby: 'none' },
  { title: 'two, a standby for failover', processes: 2, pooler: false, standby: 'failover' },
  { title: 'two, a standby for reads', processes: 2, pooler: false, standby: 'reads' },
  { title: 'two, a standby for reads, a pooler', processes: 2, pooler: true, standby: 'reads' },
];

/** The steps that the test compares; all of them are measured only for the table in the document. */
const COMPARED = ['two, a standby for failover', 'two, a standby for reads'];
const STEPS = ALL_STEPS.filter(({ title }) => process.env['STEPS_ITEMS'] || COMPARED.includes(title));

/** CPU times are in milliseconds, for all processes of a kind. */
interface Measured {
  requests: number;
  seconds: number;
  services: number;
  primary: number;
  standby: number;
}

let cluster: TestCluster;
let pooler: TestPgbouncer;
let redis: TestRedis;
let mix: LoadRequest[];
const fleets = new Map<string, TestService[]>();
const results = new Map<string, Measured[]>();

describeWithCluster('the steps of docs/scaling.md', () => {
  beforeAll(
    async () => {
      [cluster, redis] = await Promise.all([startCluster(), startRedis()]);
      await cluster.primary.query('create database collection');
      const databaseUrl = cluster.primary.url('collection');
      pooler = await startPgbouncer({ databaseUrl, poolSize: POOL_SIZE });
      await fill();
      await cluster.standby.catchUp(cluster.primary);
      // Each step has separate processes, because processes become faster with the number of requests that
      // they have served.
      for (const step of STEPS) fleets.set(step.title, await startServices(step));
      const [[anyone] = []] = [...fleets.values()];
      mix = await listRequests(anyone?.url ?? '');
      for (let round = 0; round <= ROUNDS; round += 1) await measureRound(round);
      process.stderr.write(`${describeSteps()}\n`);
    },
    10 * MINUTE + ITEMS,
  );

  afterAll(async () => {
    await Promise.all([...fleets.values()].flat().map((service) => service.kill()));
    await pooler?.stop();
    await Promise.all([redis?.stop(), cluster?.close()]);
  }, MINUTE);

  describe('a standby that serves reads', () => {
    it('uses over three times the CPU time of a failover standby', () => {
      const [following = 0, serving = 0] = COMPARED.map((title) => costOf(title, 'standby'));
      expect(serving).toBeGreaterThan(3 * following);
    });
  });
});

function environmentOf({ pooler: isPooled, standby }: Omit<Step, 'title'>): Record<string, string> {
  const url = cluster.primary.url('collection');
  const unlimited = '1000000/60';
  return {
    DATABASE_URL: isPooled ? pooler.urlOf(url) : url,
    ...(isPooled && { DATABASE_DIRECT_URL: url }),
    ...(standby === 'reads' && { DATABASE_READ_URL: cluster.standby.url('collection') }),
    REDIS_URL: redis.url,
    SECRET_KEY: 'a secret of a measurement, of more than 32 characters',
    WORKER: 'false',
    LOG_LEVEL: 'warn',
    THROTTLE_ANON: unlimited,
    THROTTLE_USER: unlimited,
    THROTTLE_LOGIN: unlimited,
  };
}

function startServices(step: Step): Promise<TestService[]> {
  const env = environmentOf(step);
  return Promise.all(Array.from({ length: step.processes }, () => startTestService('collection', env)));
}

async function fill(): Promise<void> {
  const env = environmentOf({ processes: 1, pooler: false, standby: 'none' });
  const { username, password } = CREDENTIALS;
  const user = ['--username', username, '--email', `${username}@example.org`, '--verified'];
  for (const args of [['migrate'], ['users', 'create', ...user, '--password', password]]) {
    expect(await runServiceCommand('collection', args, { env })).toMatchObject({ status: 0 });
  }
  await fillItems();
  // All with the same password.
  await cluster.primary.queryIn(
    'collection',
    'update users set password_hash = (select password_hash from users where id = 1)',
  );
}

/** Adds the other collectors and all items. The owner of item `id` is collector `(id - 1) % COLLECTORS`. */
async function fillItems(): Promise<void> {
  await cluster.primary.queryIn(
    'collection',
    `insert into users (username, username_key, email, email_key, email_verified_at)
     select 'collector-' || n, 'collector-' || n, n || '@example.org', n || '@example.org', now()
     from generate_series(1, ${COLLECTORS - 1}) as n`,
  );
  await cluster.primary.queryIn(
    'collection',
    `insert into items (user_id, item_type, name, condition, description, is_replica, is_private, is_draft, design,
       main_color, secondary_colors, country, tags, tag_keys, size, player_name, number, is_fan_version, is_signed,
       has_nameset, is_short_sleeve)
     select 1 + n % ${COLLECTORS}, 'jersey', 'Home shirt number ' || n, 1 + n % 10,
       'Bought at the stadium, worn twice, kept in a bag since; season ' || n % 70, n % 9 = 0, n % 10 = 0, false,
       'Stripes', 1 + n % 15, array[1 + n % 7]::smallint[], 'ES', array['retro', 'home'], array['retro', 'home'],
       1 + n % 8, 'Player ' || n % 500, n % 30, true, false, true, true
     from generate_series(0, ${ITEMS - 1}) as n`,
  );
  await cluster.primary.queryIn('collection', 'vacuum analyze');
}

/** Of twenty requests, one writes; the active collectors take turns. */
async function listRequests(url: string): Promise<LoadRequest[]> {
  const owners: Array<Record<string, string>> = [];
  // In sequence: a process on a busy machine rejects some of twenty simultaneous passwords with 503.
  for (let at = 0; at < ACTIVE_COLLECTORS; at += 1) {
    const response = await fetch(`${url}/api/auth-token/`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...CREDENTIALS, username: `collector-${at}` }),
    });
    expect(response.status).toBe(200);
    const { token } = (await response.json()) as { token: string };
    owners.push({ Authorization: `Token ${token}` });
  }
  return Array.from({ length: 20 * (ACTIVE_COLLECTORS + 1) }, (_, at): LoadRequest => {
    const owner = at % ACTIVE_COLLECTORS;
    const headers = owners[owner] ?? {};
    // Each collector sends each kind of request.
    const kind = (at + Math.floor(at / ACTIVE_COLLECTORS)) % 20;
    const item = `/api/items/${1 + owner + COLLECTORS * (at % (ITEMS / COLLECTORS))}/`;
    if (kind === 0) {
      const body = JSON.stringify({ condition: 1 + (at % 10) });
      return {
        path: item,
        method: 'PATCH',
        headers: { ...headers, 'Content-Type': 'application/json' },
        body,
      };
    }
    if (kind < 3) return { path: '/api/collections/', headers };
    if (kind < 6) return { path: '/api/collections/me/', headers };
    if (kind < 12) return { path: item, headers };
    return { path: `/api/collections/me/items/?page=${1 + (at % PAGES)}`, headers };
  });
}

/**
 * Measures the steps in turn, so that other work on the machine affects all of them equally. The first round
 * is a warm-up.
 */
async function measureRound(round: number): Promise<void> {
  for (const step of STEPS) {
    await (step.standby === 'none' ? stopStandby() : runStandby());
    const measured = await measureStep(step, round);
    if (round > 0) results.set(step.title, [...(results.get(step.title) ?? []), measured]);
  }
}

let standbyRuns = true;

async function stopStandby(): Promise<void> {
  if (standbyRuns) await cluster.standby.stop();
  standbyRuns = false;
}

async function runStandby(): Promise<void> {
  if (!standbyRuns) await cluster.standby.start();
  standbyRuns = true;
  await cluster.standby.catchUp(cluster.primary);
}

async function measureStep({ title, processes, standby }: Step, round: number): Promise<Measured> {
  const services = fleets.get(title) ?? [];
  const primaryPid = await pidOf(cluster.primary);
  const standbyPid = standby === 'none' ? undefined : await pidOf(cluster.standby);
  const usage = () => ({
    services: services.reduce((sum, { pid }) => sum + cpuOf(pid), 0),
    primary: cpuOf(primaryPid),
    standby: standbyPid === undefined ? 0 : cpuOf(standbyPid),
  });
  const before = usage();
  const rounds = await Promise.all(
    services.map(({ port }, at) =>
      sendRequests({
        port,
        next: takeTurns(mix, { from: REQUESTS * round + 97 * at }),
        connections: (2 * CONNECTIONS) / processes,
        until: { amount: REQUESTS / processes },
      }),
    ),
  );
  const after = usage();
  return {
    requests: rounds.reduce((sum, result) => sum + result.requests, 0),
    seconds: Math.max(...rounds.map((result) => result.ms)) / 1000,
    services: after.services - before.services,
    primary: after.primary - before.primary,
    standby: after.standby - before.standby,
  };
}

async function pidOf(node: ClusterNode): Promise<number> {
  const [row] = await node.query<{ data_directory: string }>('show data_directory');
  return Number(readFileSync(join(row?.data_directory ?? '', 'postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Seconds of CPU time for 1,000 requests in the median round. */
function costOf(title: string, server: 'services' | 'primary' | 'standby'): number {
  return median((results.get(title) ?? []).map((round) => round[server] / round.requests));
}

function median(values: number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function describeSteps(): string {
  const rateOf = (title: string) =>
    median((results.get(title) ?? []).map(({ requests, seconds }) => requests / seconds));
  const lines = STEPS.map(({ title }) => {
    const costs = (['services', 'primary', 'standby'] as const).map((server) => costOf(title, server));
    const rate = rateOf(title);
    const ratio = rate / rateOf(STEPS[0]?.title ?? '');
    const cells = [rate.toFixed(0), ratio.toFixed(2), ...costs.map((cost) => cost.toFixed(2))];
    return `| ${[title, ...cells].join(' | ')} |`;
  });
  return `| step, ${ITEMS} items | requests/s | × first | CPU s: services | primary | standby |\n${lines.join('\n')}`;
}
