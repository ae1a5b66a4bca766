import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in units of 10 ms. */
const TICK_MS = 10;

/** The CPU time in milliseconds of a process tree, including processes that have exited. */
export function cpuOf(pid: number): number {
  let ticks = 0;
  for (const { parent, pid: id, own, ended } of listProcesses()) {
    if (id === pid) ticks += own + ended;
    else if (parent === pid) ticks += own + ended;
  }
  return ticks * TICK_MS;
}

/** The current memory in MiB of a process tree; shared pages count once. */
export function memoryOf(pid: number): number {
  let kib = 0;
  for (const each of listProcesses()) if (each.pid === pid || each.parent === pid) kib += readShare(each.pid);
  return kib / 1024;
}

/** The id of a process's parent; 0 if there is no such process. */
export function parentOf(pid: number): number {
  return listProcesses().find((each) => each.pid === pid)?.parent ?? 0;
}

interface ProcessTimes {
  pid: number;
  parent: number;
  own: number;
  /** Children that have exited. */
  ended: number;
}

function listProcesses(): ProcessTimes[] {
  return readdirSync('/proc')
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

/** The proportional set size in KiB: shared pages are divided among the processes. */
function readShare(pid: number): number {
  return Number(/^Pss:\s*(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`) ?? '')?.[1] ?? 0);
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // It has just exited.
    return undefined;
  }
}
