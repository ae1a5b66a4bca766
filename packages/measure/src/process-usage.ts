import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in units of 10 ms. */
const TICK_MS = 10;
const NS_PER_MS = 1_000_000;

/** The CPU time in milliseconds of a process tree, including processes that have exited. */
export function cpuOf(pid: number): number {
  let ticks = 0;
  for (const { parent, pid: id, own, ended } of listProcesses()) {
    if (id === pid || parent === pid) ticks += own + ended;
  }
  return ticks * TICK_MS;
}

/** The CPU time in milliseconds of a process alone, to the microsecond; its threads must live on. */
export function threadsCpuOf(pid: number): number {
  const times = list(`/proc/${pid}/task`).map((id) => read(`/proc/${pid}/task/${id}/schedstat`));
  // Not every kernel has them.
  if (times.length === 0 || times.includes(undefined)) return cpuOf(pid);
  return times.reduce((sum, text) => sum + Number(text?.split(' ')[0]), 0) / NS_PER_MS;
}

/** The CPU time in milliseconds of this process's children that have exited. */
export function cpuOfEnded(): number {
  return (listProcesses().find((each) => each.pid === process.pid)?.ended ?? 0) * TICK_MS;
}

/** The resident memory in MiB of a process alone: now, and at most so far. Zero if it has exited. */
export function residentOf(pid: number): { now: number; most: number } {
  const status = read(`/proc/${pid}/status`) ?? '';
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { now: field('VmRSS'), most: field('VmHWM') };
}

/** All processes, with their own ticks and those of children that have exited. */
function listProcesses() {
  return list('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const stat = read(`/proc/${name}/stat`);
      // The program name, in parentheses, may contain any character.
      const fields = stat
        ?.slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      if (!fields) return [];
      const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
        (index) => fields[index] ?? 0,
      );
      return [{ pid: Number(name), parent, own: user + system, ended: endedUser + endedSystem }];
    });
}

// A process may exit at any time.
function list(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // The process has ended.
    return [];
  }
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return undefined;
  }
}
