import { writeFileSync } from 'node:fs';
import { residentOf } from '@kitroom/testing/process-usage';

/** Growth of a process's peak resident memory during the work, in MiB. */
export async function measureMemoryGrowth(pid: number, work: () => Promise<unknown>): Promise<number> {
  // Resets the peak.
  writeFileSync(`/proc/${pid}/clear_refs`, '5');
  const before = residentOf(pid).now;
  await work();
  return residentOf(pid).most - before;
}
