import { Worker, type ResourceLimits } from 'node:worker_threads';

export interface ThreadOptions {
  /** The `workerData` of the thread. */
  task: object;
  heap: ResourceLimits;
  signal: AbortSignal;
  /** Ends the thread when the signal is aborted. */
  stop(thread: Worker): void;
}

/**
 * Runs a module in a thread: its memory is limited and given back, and requests are not kept waiting. Resolves with the
 * last message that it sent; rejects with its error, also if it was ended before its time.
 */
export async function runThread(module: URL, { task, heap, signal, stop }: ThreadOptions): Promise<unknown> {
  signal.throwIfAborted();
  const thread = new Worker(module, { workerData: task, resourceLimits: heap });
  const end = () => stop(thread);
  signal.addEventListener('abort', end, { once: true });
  try {
    return await new Promise<unknown>((resolve, reject) => {
      let last: unknown;
      thread.on('message', (message) => (last = message));
      thread.once('error', reject);
      thread.once('exit', (code) => {
        if (code === 0) resolve(last);
        else reject(new Error(`the thread of ${module.pathname} ended with ${code}`));
      });
    });
  } finally {
    signal.removeEventListener('abort', end);
  }
}
