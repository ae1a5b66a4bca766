/** A process's number and the moment of its start, in the system's own notation; null where it does not tell. */
export interface DescribedProcess {
  pid: number;
  startedAt: string | null;
}

export type ProcessLock = { taken: true; release: () => void } | { taken: false; heldBy: number };

export function takeProcessLock(path: string): ProcessLock;
export function describeProcess(pid: number): DescribedProcess;
export function isRunning(described: DescribedProcess): boolean;
