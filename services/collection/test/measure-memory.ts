import { writeFileSync } from 'node:fs';
import { residentOf } from '@kitroom/testing/process-usage';

/** By how many MiB the resident memory of a process grows, at its peak, while the work is done. */
export async function measureMemoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = residentOf(pid).now;
  await work();
  return residentOf(pid).most - before;
}
