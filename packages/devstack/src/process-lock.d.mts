/**
 * A process's id and its start time in the system's notation, which is null if the system does not provide
 * it.
 */
export interface DescribedProcess {
  pid: number;
  startedAt: string | null;
}

export type ProcessLock = { taken: true; release: () => void } | { taken: false; heldBy: number };

export function takeProcessLock(path: string): ProcessLock;
export function describeProcess(pid: number): DescribedProcess;
export function isRunning(described: DescribedProcess): boolean;
