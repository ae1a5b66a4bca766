import { Agent, get, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { endConnections, makeDatabaseUnavailable, reopenDatabase } from '@kitroom/testing/database-switch';
import { eventually } from '@kitroom/testing/eventually';
import { holdTable, type HeldTable } from '@kitroom/testing/hold-table';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { describeWithRedis, startRedis } from '@kitroom/testing/test-redis';
import { useStarter } from '@kitroom/testing/use-service';
import { createCatalogueDatabase, useCatalogueDatabase } from './test-catalogue.ts';

const database = useCatalogueDatabase();
const start = useStarter(
  (env: Record<string, string> = {}, options?: Parameters<typeof startTestService>[2]) =>
    startTestService('catalogue', { DATABASE_URL: database.url, ...env }, options),
  (service) => service.kill('SIGKILL'),
);

/** Calls `test` with a service that is processing a request, which waits for a locked table. */
async function withRunningRequest(
  env: Record<string, string>,
  work: (service: TestService, request: Promise<Response>, held: HeldTable) => Promise<void>,
): Promise<void> {
  const service = await start(env);
  const held = await holdTable(database.url, 'user_collections');
  try {
    const request = fetch(`${service.url}/api/user-collection/1`);
    request.catch(() => undefined);
    await held.waitForWaiters();
    await work(service, request, held);
  } finally {
    await held.release();
  }
}

/** Sends a request through the agent, and reads the response to its end. */
function sendThrough(options: RequestOptions): Promise<IncomingMessage & { req: ClientRequest }> {
  return new Promise((resolve, reject) => {
    const request = get(options, (response) => {
      response.resume().once('end', () => resolve(Object.assign(response, { req: request })));
    });
    request.once('error', reject);
  });
}

describe('a stopping catalogue process', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)(
    'finishes running requests, accepts no new connections and exits with 0 on %s',
    async (signal) => {
      await withRunningRequest({}, async (service, request, held) => {
        service.signal(signal);
        await eventually(async () => {
          await expect(fetch(`${service.url}/api/health`)).rejects.toThrow('fetch failed');
        });
        await held.release();
        const response = await request;
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject({ status: 'not_found' });
        expect(await service.ended).toEqual({ status: 0, signal: null });
        expect(service.logs().at(-1)).toMatchObject({ msg: 'stopped' });
      });
    },
  );

  it('exits with 1 immediately on a second signal', async () => {
    await withRunningRequest({}, async (service, request) => {
      service.signal('SIGTERM');
      await service.waitForLine((line) => line.includes('stopping'));
      service.signal('SIGTERM');
      expect(await service.ended).toEqual({ status: 1, signal: null });
      await expect(request).rejects.toThrow('fetch failed');
    });
  });

  it('aborts requests that still run after SHUTDOWN_GRACE_SECONDS, and exits with 0', async () => {
    await withRunningRequest({ SHUTDOWN_GRACE_SECONDS: '1' }, async (service, request) => {
      const startedAt = Date.now();
      service.signal('SIGTERM');
      await expect(request).rejects.toThrow('fetch failed');
      expect(await service.ended).toEqual({ status: 0, signal: null });
      expect(Date.now() - startedAt).toBeGreaterThanOrEqual(950);
      expect(Date.now() - startedAt).toBeLessThan(5000);
    });
  });

  it('does not wait for idle connections', async () => {
    const service = await start();
    // fetch keeps its connection open for the next request.
    await (await fetch(`${service.url}/api/kits/7`)).text();
    const startedAt = Date.now();
    expect(await service.kill()).toEqual({ status: 0, signal: null });
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });

  it('serves a last request on an idle proxy connection, with Connection: close', async () => {
    const service = await start({ TRUST_PROXY: '1' });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    try {
      const health = { host: '127.0.0.1', port: service.port, path: '/api/health', agent };
      expect((await sendThrough(health)).headers.connection).toBe('keep-alive');
      service.signal('SIGTERM');
      // New connections are no longer accepted.
      await eventually(async () => {
        await expect(sendThrough({ ...health, agent: false })).rejects.toThrow('ECONNREFUSED');
      });
      const last = await sendThrough(health);
      expect(last).toMatchObject({ statusCode: 200, headers: { connection: 'close' } });
      expect(last.req.reusedSocket).toBe(true);
    } finally {
      agent.destroy();
    }
    expect(await service.ended).toMatchObject({ status: 0 });
  });

  it('leaves no database connection open', async () => {
    const separate = await createCatalogueDatabase();
    const service = await start({ DATABASE_URL: separate.url });
    await (await fetch(`${service.url}/api/kits`)).text();
    expect(await service.kill()).toEqual({ status: 0, signal: null });
    expect(await endConnections(separate)).toBe(0);
    await separate.drop();
  });
});

describe('a catalogue process that cannot start', () => {
  async function expectOneLine(service: TestService, ...words: string[]): Promise<void> {
    expect(await service.ended).toEqual({ status: 1, signal: null });
    const lines = service.lines().filter((line) => !line.startsWith('{'));
    expect(lines).toHaveLength(1);
    for (const word of words) expect(lines[0]).toContain(word);
  }

  it('reports in one line that PORT is in use, and exits with 1', async () => {
    const port = await takePort();
    const service = await start({ PORT: String(port.number) }, { waits: false });
    await expectOneLine(service, 'PORT', String(port.number));
    port.free();
  });

  it('reports in one line that METRICS_PORT is in use, and exits with 1', async () => {
    const port = await takePort();
    const service = await start({ METRICS_PORT: String(port.number) }, { waits: false });
    await expectOneLine(service, 'METRICS_PORT', String(port.number));
    port.free();
  });

  it.each(['256.0.0.1', 'no-such-host.invalid', '203.0.113.1'])(
    'reports in one line that HOST %s is not an address of this machine, and exits with 1',
    async (HOST) => {
      const service = await start({ HOST }, { waits: false });
      await expectOneLine(service, 'HOST', HOST);
    },
  );

  it('reports in one line that the database does not exist, and exits with 1', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const service = await start({ DATABASE_URL: url.href }, { waits: false });
    await expectOneLine(service, 'no_such_database');
  });

  it('reports an unknown database user in one line without the password, and exits with 1', async () => {
    const url = new URL(database.url);
    url.username = 'nobody_known';
    url.password = 'geheim123';
    const service = await start({ DATABASE_URL: url.href }, { waits: false });
    await expectOneLine(service, 'nobody_known');
    expect(service.lines().join('\n')).not.toContain('geheim123');
  });
});

describeWithRedis('a catalogue process with Redis that cannot start', () => {
  it('exits with 1', async () => {
    const [redis, port] = await Promise.all([startRedis(), takePort()]);
    const env = { PORT: String(port.number), REDIS_URL: redis.url };
    const service = await start(env, { waits: false });
    expect(await service.ended).toEqual({ status: 1, signal: null });
    port.free();
    await redis.stop();
  });
});

describe('a catalogue process whose database is unavailable', () => {
  it('starts, returns 503, then migrates and uses the database when it becomes available', async () => {
    const empty = await createEmptyDatabase();
    await makeDatabaseUnavailable(empty);
    const service = await start({ DATABASE_URL: empty.url }, { waits: false });
    await eventually(async () => {
      const response = await fetch(`${service.url}/api/kits/7`);
      expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
      expect((await fetch(`${service.url}/api/health`)).status).toBe(503);
    });
    await reopenDatabase(empty);
    await eventually(async () => {
      expect((await fetch(`${service.url}/api/kits/7`)).status).toBe(404);
      expect((await fetch(`${service.url}/api/health`)).status).toBe(200);
    }, 5000);
    expect(await service.kill()).toEqual({ status: 0, signal: null });
    await empty.drop();
  });

  it('starts without a database server, and stops within five seconds', async () => {
    const url = new URL(database.url);
    url.port = String(await reserveTestPort());
    const service = await start({ DATABASE_URL: url.href }, { waits: false });
    await eventually(async () => expect((await fetch(`${service.url}/api/health`)).status).toBe(503));
    const startedAt = Date.now();
    expect(await service.kill()).toEqual({ status: 0, signal: null });
    expect(Date.now() - startedAt).toBeLessThan(5000);
  });
});

async function takePort(): Promise<{ number: number; free(): void }> {
  const number = await reserveTestPort();
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(number, '127.0.0.1', resolve);
  });
  return { number, free: () => server.close() };
}
