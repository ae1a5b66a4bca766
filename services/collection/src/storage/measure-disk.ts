import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { withDeadline } from '@kitroom/server/process/deadline';
import { createGauge, type Metrics } from '@kitroom/server/telemetry/metrics';

/** A network disk may hang. */
const DEADLINE_MS = 1000;

/** Adds gauges of the disk that a folder is on; absent if it cannot be read. */
export function measureDisk({ registry }: Metrics, folder: string): void {
  const add = (name: string, help: string, pick: (disk: StatsFs) => number) =>
    createGauge(registry, {
      name,
      help,
      read: () => withDeadline(statfs(folder), DEADLINE_MS).then(pick, () => undefined),
    });
  add('media_disk_size_bytes', 'Size of the disk of MEDIA_ROOT', ({ blocks, bsize }) => blocks * bsize);
  add('media_disk_free_bytes', 'Free space there', ({ bavail, bsize }) => bavail * bsize);
}
