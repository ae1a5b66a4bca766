import { createCounter, createGauge, type Metrics } from '../telemetry/metrics.ts';
import type { CountRead } from './route-reads.ts';
import { PRIMARY_REASONS, type Lag } from './standby-lag.ts';

/** Adds the metrics of reads from a standby; returns the function that counts. */
export function measureReads({ registry }: Metrics, lag: Lag): CountRead {
  createGauge(registry, {
    name: 'database_standby_lag_seconds',
    help: 'Age of the oldest position of the primary that the standby has not replayed; absent if unknown or nothing is read',
    read: () => {
      const ms = lag.lagMs();
      return ms === undefined ? undefined : ms / 1000;
    },
  });
  createGauge(registry, {
    name: 'database_standby_up',
    help: 'Whether the standby has responded, and is one; absent while nothing is read',
    read: () => {
      const isAvailable = lag.isAvailable();
      return isAvailable === undefined ? undefined : Number(isAvailable);
    },
  });
  const reads = createCounter(registry, {
    name: 'database_reads_total',
    help: 'Requests that only read, by the server that served them',
    label: 'served_by',
    values: ['standby', 'primary'],
  });
  const reasons = createCounter(registry, {
    name: 'database_primary_reads_total',
    help: 'Requests that only read and were served by the primary, by reason',
    label: 'reason',
    values: PRIMARY_REASONS,
  });
  return (servedBy, reason) => {
    reads.inc({ served_by: servedBy });
    if (reason) reasons.inc({ reason });
  };
}
