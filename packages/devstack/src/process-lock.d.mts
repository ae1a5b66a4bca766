/** A process's id and start time, in the system's notation; null if it does not provide it. */
export interface DescribedProcess {
  pid: number;
  startedAt: string | null;
}

export type ProcessLock = { taken: true; release: () => void } | { taken: false; heldBy: number };

export function takeProcessLock(path: string): ProcessLock;
export function describeProcess(pid: number): DescribedProcess;
export function isRunning(described: DescribedProcess): boolean;
