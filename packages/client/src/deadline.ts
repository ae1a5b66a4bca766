export interface Deadline {
  ms: number;
  signal?: AbortSignal | undefined;
  /** Creates the error to reject with on timeout. */
  onTimeout: () => unknown;
  /** Creates the error to reject with when the caller's signal is aborted. */
  onAbort: (reason: unknown) => unknown;
}

/** Runs a task with a deadline, at which the task's signal is aborted. */
export async function withDeadline<T>(
  { ms, signal, onTimeout, onAbort }: Deadline,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  // AbortSignal.any() is not used, because in Node.js 20 a timeout that is only reachable through it may be
  // garbage-collected.
  const end = new AbortController();
  const timer = setTimeout(() => end.abort(onTimeout()), ms);
  const abort = () => end.abort(onAbort(signal?.reason));
  signal?.addEventListener('abort', abort, { once: true });
  try {
    if (signal?.aborted) abort();
    end.signal.throwIfAborted();
    return await run(end.signal);
  } catch (error) {
    throw end.signal.aborted ? end.signal.reason : error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** Waits for a promise. Rejects with the signal's reason when the signal is aborted. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal.reason);
  });
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Waits `ms` milliseconds. Rejects with the signal's reason when the signal is aborted. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  let timer;
  const elapsed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await orAborted(elapsed, signal);
  } finally {
    clearTimeout(timer);
  }
}
