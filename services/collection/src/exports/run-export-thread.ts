import { Worker } from 'node:worker_threads';
import { EXPORT_HEAP } from '../limits.ts';
import type { ExportTask } from './export-thread.ts';

/**
 * Writes the file of an export in a thread: its memory is limited and given back, and requests are not kept waiting.
 * Rejects with the thread's error, also if it was ended by the signal.
 */
export async function runExportThread(task: ExportTask, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const thread = new Worker(new URL('./export-thread.ts', import.meta.url), {
    workerData: task,
    resourceLimits: EXPORT_HEAP,
  });
  const stop = () => void thread.terminate();
  signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      thread.once('error', reject);
      thread.once('exit', (code) => {
        if (code === 0) resolve();
        else reject(new Error(`the thread of an export ended with ${code}`));
      });
    });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
