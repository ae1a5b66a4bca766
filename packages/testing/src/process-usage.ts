import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in units of 10 ms. */
const TICK_MS = 10;
const NS_PER_MS = 1_000_000;

/** The CPU time in milliseconds of a process and its children, including exited ones. Linux only. */
export function cpuOf(pid: number): number {
  const ticks = readdirSync('/proc').map((id) => {
    if (!/^\d+$/.test(id)) return 0;
    const stat = read(`/proc/${id}/stat`);
    // The program name, in parentheses, may contain any character.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isCounted = Number(id) === pid || Number(fields[1]) === pid;
    return isCounted ? fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) : 0;
  });
  return TICK_MS * ticks.reduce((sum, threadTicks) => sum + threadTicks, 0);
}

/** The CPU time in milliseconds of a process alone, to the microsecond; its threads must live on. */
export function threadsCpuOf(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((id) => read(`/proc/${pid}/task/${id}/schedstat`));
  return times.reduce((sum, text) => sum + Number(text.split(' ')[0]), 0) / NS_PER_MS;
}

/** The resident memory in MiB of a process alone: now, and at most so far. Zero if it has exited. */
export function residentOf(pid: number): { now: number; most: number } {
  const status = read(`/proc/${pid}/status`);
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), most: field('VmHWM') };
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has exited.
    return '';
  }
}
