import { basename } from 'node:path';
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CollectionMetrics } from '../collection-metrics.ts';
import { THREAD_BUSY_SECONDS_MAX, THREAD_KEPT_MS } from '../limits.ts';

/** The log and the metrics for terminated threads. */
export interface ThreadContext {
  log: Logger;
  metrics: Pick<CollectionMetrics, 'threadsTerminated'>;
}

interface ThreadOptions {
  /** The input of the thread's function, sent as a message. */
  task: object;
  heap: ResourceLimits;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Whether the result is still needed. Checked every second. */
  isNeeded(): Promise<boolean>;
  /** The processor time that the task may use without waiting for anything. */
  busySecondsMax?: number;
  /** The processor time that the task may use in total. */
  cpuSecondsMax?: number;
}

/** A thread was terminated before it had finished its task. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: 'stopped' | 'unneeded' | 'over budget' | 'too slow' | 'too large';

  constructor(reason: ThreadEnded['reason']) {
    super(`a thread was terminated: ${reason}`);
    this.reason = reason;
  }
}

const CHECK_MS = 1000;

/** Threads without a task, kept because loading the code again would take longer than most tasks. */
const idle = new Set<{ href: string; take(): Worker }>();

/**
 * Runs a task in a thread of a module that calls `serveThread`, so that harmful input can neither exhaust the
 * memory of the process nor delay requests. The thread may be terminated at any point, for example if it uses
 * too much processor time, so the task must be resumable. Resolves with the task's result; rejects with its
 * error or a ThreadEnded.
 */
export async function runThread(
  context: ThreadContext,
  module: URL,
  options: ThreadOptions,
): Promise<unknown> {
  const { task, heap, signal, isNeeded } = options;
  if (signal.aborted) throw new ThreadEnded('stopped');
  const thread = takeIdle(module) ?? new Worker(module, { resourceLimits: heap });
  let ended: ThreadEnded | undefined;
  const end = (reason: ThreadEnded['reason']) => {
    ended ??= new ThreadEnded(reason);
    void thread.terminate();
  };
  const stop = () => end('stopped');
  signal.addEventListener('abort', stop, { once: true });
  const measure = watchProcessorTime(thread, options, end);
  const checks = setInterval(() => {
    void measure();
    isNeeded().then(
      (needed) => needed || end('unneeded'),
      // The database is unavailable; the next check may succeed.
      () => undefined,
    );
  }, CHECK_MS);
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
  } catch (error) {
    if (error instanceof ThreadEnded) report(context, module, error);
    throw error;
  } finally {
    clearInterval(checks);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Returns a function that measures the processor time of a thread's task, and ends the thread if it exceeds a
 * limit. Elapsed time would not do: on a busy machine, a thread may hardly run.
 */
function watchProcessorTime(
  thread: Worker,
  { busySecondsMax = THREAD_BUSY_SECONDS_MAX, cpuSecondsMax = Infinity }: ThreadOptions,
  end: (reason: ThreadEnded['reason']) => void,
): () => Promise<void> {
  let idleMs = 0;
  let startSeconds: number | undefined;
  let busySinceSeconds = 0;
  let isMeasuring = false;
  return async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    const { idle: idleNow } = thread.performance.eventLoopUtilization();
    const seconds = await readCpuSeconds(thread);
    isMeasuring = false;
    if (seconds === undefined) return;
    startSeconds ??= seconds;
    if (idleNow > idleMs) busySinceSeconds = seconds;
    idleMs = idleNow;
    if (seconds - Math.max(startSeconds, busySinceSeconds) >= busySecondsMax) end('too slow');
    else if (seconds - startSeconds >= cpuSecondsMax) end('over budget');
  };
}

/** The processor time of a thread in seconds; undefined if it is not running. */
async function readCpuSeconds(thread: Worker): Promise<number | undefined> {
  // It rejects while the thread starts, and after its end.
  const usage = await thread.cpuUsage().catch(() => undefined);
  return usage && (usage.user + usage.system) / 1e6;
}

function report({ log, metrics }: ThreadContext, module: URL, { reason }: ThreadEnded): void {
  if (reason !== 'too slow' && reason !== 'too large') return;
  metrics.threadsTerminated.inc({ reason: reason === 'too slow' ? 'too_slow' : 'too_large' });
  log.warn({ thread: basename(module.pathname), reason }, 'terminated a thread');
}

function takeIdle({ href }: URL): Worker | undefined {
  for (const thread of idle) if (thread.href === href) return thread.take();
  return undefined;
}

function keepIdle({ href }: URL, thread: Worker, signal: AbortSignal): void {
  thread.removeAllListeners('error').removeAllListeners('exit').unref();
  const remove = () => {
    clearTimeout(timer);
    signal.removeEventListener('abort', drop);
    idle.delete(entry);
  };
  const drop = () => {
    remove();
    void thread.terminate();
  };
  const entry = {
    href,
    take() {
      remove();
      thread.removeListener('error', drop).ref();
      return thread;
    },
  };
  const timer = setTimeout(drop, THREAD_KEPT_MS).unref();
  signal.addEventListener('abort', drop, { once: true });
  thread.once('error', drop);
  idle.add(entry);
  if (signal.aborted) drop();
}

/**
 * Called by the module of a thread: performs each task that the thread receives. An error ends the thread.
 */
export function serveThread(perform: (task: never) => Promise<unknown>): void {
  parentPort?.on('message', (task: object) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    void perform(task as never).then((result) => parentPort?.postMessage(result));
  });
}
