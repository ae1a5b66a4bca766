import type { AddressInfo } from 'node:net';
import { describe, expect, it } from '@jest/globals';
import { createGauge, createMetrics } from '../telemetry/metrics.ts';
import { openMetrics } from './http-server.ts';

describe('GET /metrics', () => {
  it('returns 500 and logs why a metric cannot be read', async () => {
    const metrics = createMetrics();
    const broken = new Error('this gauge cannot be read');
    createGauge(metrics.registry, {
      name: 'broken',
      help: 'A broken gauge',
      read: () => Promise.reject(broken),
    });
    const logged: unknown[] = [];
    const server = await openMetrics({
      config: { HOST: '127.0.0.1', METRICS_PORT: 0 },
      metrics,
      log: { error: (...values: unknown[]) => void logged.push(values) },
    });
    try {
      const address = server?.address() as AddressInfo | undefined;
      const { status } = await fetch(`http://127.0.0.1:${address?.port}/metrics`);
      expect([status, logged]).toEqual([500, [[{ err: broken }, 'failed to read the metrics']]]);
    } finally {
      server?.close();
    }
  });
});
