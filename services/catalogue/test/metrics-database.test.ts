import { createServer, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { failing, listen, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { createCatalogueDatabase } from './test-catalogue.ts';

const MINUTE = 60_000;

let database: TestDatabase;
let archive: LocalServer;
let service: TestService;
let metricsUrl: string;

beforeAll(async () => {
  [database, archive] = await Promise.all([createCatalogueDatabase(), openLocalServer(failing(403))]);
  const port = await reserveTestPort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  service = await startTestService('catalogue', {
    DATABASE_URL: database.url,
    METRICS_PORT: String(port),
    ARCHIVE_BASE_URL: archive.baseUrl,
    ARCHIVE_MIN_INTERVAL_MS: '0',
    REDIS_URL: 'redis://127.0.0.1:1',
    RATE_LIMIT_REQUESTS: '5',
  });
}, MINUTE);

afterAll(async () => {
  await service?.kill();
  await archive?.close();
  await database?.drop();
});

/** The value of a series, `name` or `name{label="value"}`; undefined if there is no such series. */
async function valueOf(series: string): Promise<number | undefined> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
}

describe('GET /metrics of a running catalogue', () => {
  it('describes the pool, the database, the queue and an unavailable Redis', async () => {
    expect(await valueOf('database_up')).toBe(1);
    expect(await valueOf('database_pool_size_max')).toBe(7);
    expect(await valueOf('redis_connected')).toBe(0);
    await eventually(async () => {
      // While the service starts, some statements wait for a connection.
      expect(await valueOf('database_pool_waiting')).toBe(0);
      expect(await valueOf('queue_oldest_waiting_job_seconds{kind="maintenance"}')).toBeDefined();
    });
  });

  it(
    'counts scrapes and archive requests by outcome',
    async () => {
      await fetch(`${service.url}/api/user-collection/7/scrape`, { method: 'POST' });
      await eventually(async () => {
        expect(await valueOf('scrapes_total{outcome="refused"}')).toBe(1);
        expect(await valueOf('archive_request_duration_seconds_count{outcome="refused"}')).toBe(1);
      }, MINUTE);
      expect(await valueOf('scrapes_total{outcome="ready"}')).toBe(0);
      const runs = await (await fetch(metricsUrl)).text();
      expect(runs).toMatch(/queue_job_duration_seconds_count\{kind="[a-z-]+",outcome="done"\} [1-9]/);
    },
    2 * MINUTE,
  );

  it('counts requests that the rate limit rejected', async () => {
    const before = (await valueOf('rate_limited_requests_total{limit="api"}')) ?? 0;
    for (let sent = 0; sent < 6; sent += 1) await fetch(`${service.url}/api/clubs/1`);
    expect(await valueOf('rate_limited_requests_total{limit="api"}')).toBeGreaterThan(before);
  });

  it(
    'responds within five seconds without database metrics when the database is unavailable',
    async () => {
      await database.drop();
      const waited = await valueOf('database_pool_acquire_failures_total');
      await eventually(async () => {
        const started = performance.now();
        expect(await valueOf('database_up')).toBe(0);
        expect(performance.now() - started).toBeLessThan(5000);
      }, MINUTE);
      // The statements that got no connection count: none could be opened, though the pool was not exhausted.
      expect(await valueOf('database_statement_failures_total{reason="unavailable"}')).toBeGreaterThan(0);
      expect(await valueOf('database_pool_acquire_failures_total')).toBe(waited);
      const text = await (await fetch(metricsUrl)).text();
      expect(text).not.toMatch(/^queue_jobs_waiting\{/m);
      expect(text).toMatch(/^http_request_duration_seconds_count\{/m);
    },
    2 * MINUTE,
  );
});

describe('the metrics', () => {
  it(
    'are served within five seconds when the database accepts connections but never responds',
    async () => {
      const connected: Socket[] = [];
      const mute = createServer((socket) => connected.push(socket));
      const muteUrl = await listen(mute);
      const port = await reserveTestPort();
      const lost = await startTestService(
        'catalogue',
        { DATABASE_URL: `${muteUrl.replace('http', 'postgres')}/kits`, METRICS_PORT: String(port) },
        { waits: false },
      );
      const url = `http://127.0.0.1:${port}/metrics`;
      await eventually(async () => {
        const started = performance.now();
        expect(await (await fetch(url)).text()).toMatch(/^database_up 0$/m);
        expect(performance.now() - started).toBeLessThan(5000);
      }, MINUTE);
      expect(connected.length).toBeGreaterThan(0);
      await lost.kill('SIGKILL');
      for (const socket of connected) socket.destroy();
      mute.close();
    },
    2 * MINUTE,
  );
});
