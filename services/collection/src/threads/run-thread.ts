import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import { THREAD_BUSY_SECONDS_MAX, THREAD_KEPT_MS } from '../limits.ts';

interface ThreadOptions {
  /** What the thread is to do. */
  task: object;
  heap: ResourceLimits;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Whether anybody still needs what the thread does. Checked every second. */
  isNeeded(): Promise<boolean>;
  busySecondsMax?: number;
}

/** A thread was terminated before it had done its task. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: 'stopped' | 'unneeded' | 'too slow' | 'too large';

  constructor(reason: ThreadEnded['reason']) {
    super(`a thread was terminated: ${reason}`);
    this.reason = reason;
  }
}

const LOOK_MS = 1000;

/** Threads without a task: to load the code again would take longer than most tasks. */
const idle = new Set<{ href: string; take(): Worker }>();

/**
 * Has a module that calls `serveThread` do a task in a thread: its memory is limited and given back, and requests are
 * not kept waiting, whatever the input does to it. The thread may be terminated at any point, so the task must be
 * resumable; and is, if its code runs for too long without waiting for anything. Resolves with the task's result;
 * rejects with its error or a ThreadEnded.
 */
export async function runThread(module: URL, options: ThreadOptions): Promise<unknown> {
  const { task, heap, signal, isNeeded, busySecondsMax = THREAD_BUSY_SECONDS_MAX } = options;
  if (signal.aborted) throw new ThreadEnded('stopped');
  const thread = takeIdle(module) ?? new Worker(module, { resourceLimits: heap });
  let ended: ThreadEnded | undefined;
  const end = (reason: ThreadEnded['reason']) => {
    ended ??= new ThreadEnded(reason);
    void thread.terminate();
  };
  const stop = () => end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  let { idle: idleMs } = thread.performance.eventLoopUtilization();
  let busySeconds = 0;
  const look = setInterval(() => {
    const before = idleMs;
    idleMs = thread.performance.eventLoopUtilization().idle;
    // Counted by looks: the whole process may have been suspended.
    busySeconds = idleMs > before ? 0 : busySeconds + LOOK_MS / 1000;
    if (busySeconds >= busySecondsMax) end('too slow');
    isNeeded().then(
      (needed) => needed || end('unneeded'),
      // The database is unavailable: it is checked again.
      () => undefined,
    );
  }, LOOK_MS);
  try {
    const result = await new Promise<unknown>((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadEnded('too large') : error),
      );
      thread.once('exit', (code) =>
        reject(ended ?? new Error(`the thread of ${module.pathname} ended with ${code}`)),
      );
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
      thread.postMessage(task);
    });
    keepIdle(module, thread, signal);
    return result;
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', stop);
  }
}

function takeIdle({ href }: URL): Worker | undefined {
  for (const one of idle) if (one.href === href) return one.take();
  return undefined;
}

function keepIdle({ href }: URL, thread: Worker, signal: AbortSignal): void {
  thread.removeAllListeners('error').removeAllListeners('exit').unref();
  const leave = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', drop);
    idle.delete(kept);
  };
  const drop = () => {
    leave();
    void thread.terminate();
  };
  const kept = {
    href,
    take() {
      leave();
      thread.removeListener('error', drop).ref();
      return thread;
    },
  };
  const timer = setTimeout(drop, THREAD_KEPT_MS).unref();
  signal.addEventListener('abort', drop, { once: true });
  thread.once('error', drop);
  idle.add(kept);
  if (signal.aborted) drop();
}

/** For the module of a thread: does the tasks that it is sent, one after another. An error ends the thread. */
export function serveThread(perform: (task: never) => Promise<unknown>): void {
  parentPort?.on('message', (task: object) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    void perform(task as never).then((result) => parentPort?.postMessage(result));
  });
}
