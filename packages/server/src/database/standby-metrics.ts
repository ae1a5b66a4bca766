import { createCounter, createGauge, type Metrics } from '../telemetry/metrics.ts';
import type { CountRead } from './route-reads.ts';
import { PRIMARY_REASONS, type Lag } from './standby-lag.ts';

/** Adds the metrics of reads from a standby; returns the function that counts. */
export function measureReads({ registry }: Metrics, lag: Lag): CountRead {
  createGauge(registry, {
    name: 'database_standby_lag_seconds',
    help: 'Replication lag of the standby: age of the oldest position of the primary that it has not replayed; absent if unknown or without reads',
    read: () => {
      const ms = lag.lagMs();
      return ms === undefined ? undefined : ms / 1000;
    },
  });
  createGauge(registry, {
    name: 'database_standby_up',
    help: 'Whether the standby responds and is in recovery; absent without reads',
    read: () => {
      const isAvailable = lag.isAvailable();
      return isAvailable === undefined ? undefined : Number(isAvailable);
    },
  });
  const reads = createCounter(registry, {
    name: 'database_reads_total',
    help: 'Read-only requests, by the server that served them',
    label: 'served_by',
    values: ['standby', 'primary'],
  });
  const reasons = createCounter(registry, {
    name: 'database_primary_reads_total',
    help: 'Read-only requests served by the primary, by reason',
    label: 'reason',
    values: PRIMARY_REASONS,
  });
  return (servedBy, reason) => {
    reads.inc({ served_by: servedBy });
    if (reason) reasons.inc({ reason });
  };
}
