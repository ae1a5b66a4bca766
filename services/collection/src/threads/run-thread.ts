import { basename } from 'node:path';
import { parentPort, Worker, type ResourceLimits } from 'node:worker_threads';
import type { Logger } from '@kitroom/server/telemetry/logger';
import type { CollectionMetrics } from '../collection-metrics.ts';
import { THREAD_BUSY_SECONDS_MAX, THREAD_KEPT_MS } from '../limits.ts';

/** Where threads that were terminated are logged and counted. */
export interface ThreadContext {
  log: Logger;
  metrics: Pick<CollectionMetrics, 'threadsTerminated'>;
}

interface ThreadOptions {
  /** What the thread is to do. */
  task: object;
  heap: ResourceLimits;
  /** Aborted when the process stops. */
  signal: AbortSignal;
  /** Whether anybody still needs what the thread does. Checked every second. */
  isNeeded(): Promise<boolean>;
  /** How much processor time the task may use without waiting for anything, and in all. */
  busySecondsMax?: number;
  cpuSecondsMax?: number;
}

/** A thread was terminated before it had done its task. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
  readonly reason: 'stopped' | 'unneeded' | 'over budget' | 'too slow' | 'too large';

  constructor(reason: ThreadEnded['reason']) {
    super(`a thread was terminated: ${reason}`);
    this.reason = reason;
  }
}

const LOOK_MS = 1000;

/** Threads without a task: to load the code again would take longer than most tasks. */
const idle = new Set<{ href: string; take(): Worker }>();

/**
 * Has a module that calls `serveThread` do a task in a thread: its memory is limited and given back, and
 * requests are not kept waiting, whatever the input does to it. The thread may be terminated at any point, so
 * the task must be resumable; and is, if it uses too much processor time. Resolves with the task's result;
 * rejects with its error or a ThreadEnded.
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
  const look = setInterval(() => {
    void measure();
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
  } catch (error) {
    if (error instanceof ThreadEnded) report(context, module, error);
    throw error;
  } finally {
    clearInterval(look);
    signal.removeEventListener('abort', stop);
  }
}

/**
 * Returns a function that measures the processor time of a thread's task, and ends the thread if that is too
 * much. The time that passes says little: on a busy machine, a thread may hardly run.
 */
function watchProcessorTime(
  thread: Worker,
  { busySecondsMax = THREAD_BUSY_SECONDS_MAX, cpuSecondsMax = Infinity }: ThreadOptions,
  end: (reason: ThreadEnded['reason']) => void,
): () => Promise<void> {
  let idleMs = 0;
  let begun: number | undefined;
  let busyFrom = 0;
  let isMeasuring = false;
  return async () => {
    if (isMeasuring) return;
    isMeasuring = true;
    const { idle: idleNow } = thread.performance.eventLoopUtilization();
    const seconds = await readCpuSeconds(thread);
    isMeasuring = false;
    if (seconds === undefined) return;
    begun ??= seconds;
    if (idleNow > idleMs) busyFrom = seconds;
    idleMs = idleNow;
    if (seconds - Math.max(begun, busyFrom) >= busySecondsMax) end('too slow');
    else if (seconds - begun >= cpuSecondsMax) end('over budget');
  };
}

/** The processor time of a thread; undefined while it starts, or when it has ended. */
async function readCpuSeconds(thread: Worker): Promise<number | undefined> {
  // It is starting or has ended.
  const usage = await thread.cpuUsage().catch(() => undefined);
  return usage && (usage.user + usage.system) / 1e6;
}

function report({ log, metrics }: ThreadContext, module: URL, { reason }: ThreadEnded): void {
  if (reason !== 'too slow' && reason !== 'too large') return;
  metrics.threadsTerminated.inc({ reason: reason === 'too slow' ? 'too_slow' : 'too_large' });
  log.warn({ thread: basename(module.pathname), reason }, 'terminated a thread');
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

/**
 * For the module of a thread: does the tasks that it is sent, one after another. An error ends the thread.
 */
export function serveThread(perform: (task: never) => Promise<unknown>): void {
  parentPort?.on('message', (task: object) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
    void perform(task as never).then((result) => parentPort?.postMessage(result));
  });
}
