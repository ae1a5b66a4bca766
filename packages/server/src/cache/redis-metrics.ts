import { createGauge, type Metrics } from '../telemetry/metrics.ts';
import type { Redis } from './redis.ts';

/** Adds a gauge of whether Redis responds, if configured. */
export function measureRedis({ registry }: Metrics, redis: Redis | undefined): void {
  if (!redis) return;
  createGauge(registry, {
    name: 'redis_connected',
    help: 'Whether Redis answered this process when last asked',
    read: () => Number(redis.isConnected()),
  });
}
