import { setTimeout as delay } from 'node:timers/promises';
import { codeOf, DevstackError } from './devstack-error.ts';

/** Signals of increasing urgency, each with the milliseconds to wait for the process to exit. */
export type Steps = ReadonlyArray<readonly [signal: NodeJS.Signals, waitMs: number]>;

/** Sends SIGTERM, and SIGKILL after the grace period. */
export function withGrace(graceMs: number): Steps {
  return [
    ['SIGTERM', graceMs],
    ['SIGKILL', 5000],
  ];
}

/**
 * Ends a process and resolves when it has ended. Aborting `hurry` skips the first, gentle step. Errors:
 * DevstackError if this user may not end it, or if it outlives the last step.
 */
export async function endProcess(
  { name, pid, hasEnded }: { name: string; pid: number; hasEnded: () => boolean },
  steps: Steps,
  hurry?: AbortSignal,
): Promise<void> {
  for (const [step, [signal, waitMs]] of steps.entries()) {
    const isSkipped = () => step === 0 && hurry?.aborted === true;
    if (isSkipped()) continue;
    sendSignal(name, pid, signal);
    for (const until = Date.now() + waitMs; Date.now() < until && !isSkipped(); await delay(20)) {
      if (hasEnded()) return;
    }
  }
  throw new DevstackError(`${name} (process ${pid}) does not end`);
}

function sendSignal(name: string, pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (codeOf(error) === 'ESRCH') return;
    throw new DevstackError(
      `${name} runs as process ${pid} and may not be stopped by this user (${codeOf(error)})`,
    );
  }
}
