import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

let catalogue: TestCatalogue;
let metricsUrl: string;

beforeAll(async () => {
  const port = await reserveTestPort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  catalogue = await startTestCatalogue({ env: { METRICS_PORT: String(port), API_ENABLE_AUTH: '' } });
  await catalogue.load(kitLines([{ club: 'One FC' }, { club: 'Two FC' }]));
});

afterAll(() => catalogue.close());

async function readMetrics(): Promise<string> {
  return (await fetch(metricsUrl)).text();
}

/** The value of a metric with these labels; 0 if it has no such series. */
async function valueOf(name: string, labels: Record<string, string>): Promise<number> {
  const line = (await readMetrics())
    .split('\n')
    .find(
      (text) =>
        text.startsWith(`${name}{`) &&
        Object.entries(labels).every(([label, value]) => text.includes(`${label}="${value}"`)),
    );
  return Number(line?.split(' ').at(-1) ?? 0);
}

describe('GET /metrics', () => {
  it('returns the Prometheus format on a separate port', async () => {
    const response = await fetch(metricsUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=/);
    expect(await response.text()).toMatch(/^# HELP process_cpu_seconds_total /m);
  });

  it('returns 404 on the service port, and the metrics port serves no other path', async () => {
    expect((await catalogue.request('/metrics')).status).toBe(404);
    expect((await fetch(metricsUrl.replace('/metrics', '/api/kits'))).status).toBe(404);
  });

  it('counts requests by method, route and status, never by the requested URL', async () => {
    const labels = { method: 'GET', route: '/api/kits/{kit_id}', status: '404' };
    const before = await valueOf('http_request_duration_seconds_count', labels);
    for (const id of [901, 902, 903]) await catalogue.request(`/api/kits/${id}`);
    await catalogue.request('/api/nothing/secret-name');
    await eventually(async () => {
      expect(await valueOf('http_request_duration_seconds_count', labels)).toBe(before + 3);
      const unmatched = { route: 'unmatched', status: '404' };
      expect(await valueOf('http_request_duration_seconds_count', unmatched)).toBeGreaterThan(0);
    });
    expect(await readMetrics()).not.toContain('secret-name');
  });

  it.each([
    '/api/seasons/search?keyword=1985',
    '/api/kits/bulk?slugs=one-fc-2024-25-home-kit,two-fc-2024-25-home-kit',
  ])('counts cache hits and misses: %s', async (path) => {
    const [hits, misses] = [{ result: 'HIT' }, { result: 'MISS' }];
    const before = [await valueOf('cache_reads_total', hits), await valueOf('cache_reads_total', misses)];
    for (let sent = 0; sent < 3; sent += 1) await catalogue.request(path);
    const after = [await valueOf('cache_reads_total', hits), await valueOf('cache_reads_total', misses)];
    expect(after.map((value, index) => value - (before[index] ?? 0))).toEqual([2, 1]);
  });
});

describe('the metrics server', () => {
  it('is off by default', async () => {
    const port = await reserveTestPort();
    const without = await startTestCatalogue();
    await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow('fetch failed');
    await without.close();
  });
});
