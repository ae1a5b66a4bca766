import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { IProbe } from 'kubernetes-models/v1';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { buildManifests } from './kubernetes/build.ts';
import { listWorkloads, type Workload } from './kubernetes/manifests.ts';

const MINUTE = 60_000;
/** Deployments of both services; the showcase has no database. */
const deployments = listWorkloads(buildManifests('overlays/production'))
  .filter(({ name }) => name !== 'showcase')
  .map((workload): [string, Workload] => [workload.name, workload]);

/** Databases by service; each service migrates its own. */
const databases: Record<string, TestDatabase> = {};
/** Accepts connections and sends nothing, as a frozen database does. */
const frozen = createServer();
const held = new Set<Socket>();
let service: TestService | undefined;
let ports: Record<string, number>;

beforeAll(async () => {
  frozen.on('connection', (socket) => {
    held.add(socket);
    socket.on('error', () => undefined);
  });
  frozen.listen(0, '127.0.0.1');
  await once(frozen, 'listening');
  for (const [, { labels }] of deployments) databases[nameOf(labels)] ??= await createEmptyDatabase();
});

afterEach(async () => {
  await service?.kill('SIGKILL');
});

afterAll(async () => {
  frozen.close();
  for (const socket of held) socket.destroy();
  for (const database of Object.values(databases)) await database.drop();
});

function nameOf(labels: Workload['labels']): string {
  return labels['app.kubernetes.io/name'] ?? '';
}

/** Runs the command of a workload's pods, with its database at this address. */
async function run({ labels, container }: Workload, databaseUrl: string): Promise<void> {
  ports = { http: await reserveTestPort(), metrics: await reserveTestPort() };
  service = await startTestService(
    nameOf(labels) as 'catalogue' | 'collection',
    {
      DATABASE_URL: databaseUrl,
      SECRET_KEY: 'a secret of the tests, of more than 32 characters',
      PORT: String(ports['http']),
      METRICS_PORT: String(ports['metrics']),
      WORKER: 'false',
    },
    { command: container.args ?? [], waits: false },
  );
}

/** Sends a probe as the kubelet does, with the same timeout. */
async function passes(probe: IProbe | undefined): Promise<boolean> {
  const port = ports[String(probe?.httpGet?.port ?? probe?.tcpSocket?.port)] ?? 0;
  try {
    if (probe?.httpGet) {
      const signal = AbortSignal.timeout((probe.timeoutSeconds ?? 1) * 1000);
      return (await fetch(`http://127.0.0.1:${port}${probe.httpGet.path}`, { signal })).ok;
    }
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.destroy();
    return true;
  } catch {
    return false;
  }
}

describe.each(deployments)('%s', (_name, workload) => {
  const { startupProbe, livenessProbe, readinessProbe } = workload.container;

  // Workers serve no requests and have no readiness probe.
  const isServed = readinessProbe !== undefined;

  it(
    'passes its liveness probe but not its readiness probe while its database is frozen',
    async () => {
      await run(workload, `postgres://nobody@127.0.0.1:${(frozen.address() as AddressInfo).port}/nothing`);
      await eventually(async () => expect(await passes(livenessProbe)).toBe(true), MINUTE);
      expect(await passes(startupProbe)).toBe(!isServed);
      expect(await passes(readinessProbe)).toBe(false);
    },
    2 * MINUTE,
  );

  it(
    'passes its startup, liveness and readiness probes with a working database',
    async () => {
      await run(workload, databases[nameOf(workload.labels)]?.url ?? '');
      await eventually(async () => expect(await passes(startupProbe)).toBe(true), MINUTE);
      expect(await passes(livenessProbe)).toBe(true);
      expect(await passes(readinessProbe)).toBe(isServed);
    },
    2 * MINUTE,
  );
});
