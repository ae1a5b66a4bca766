import type { Worker } from 'node:worker_threads';
import type { JobEnd, JobRun } from '@kitroom/server/jobs/jobs';
import { IMPORT_HEAP, IMPORT_IN_PROCESS } from '../limits.ts';
import { runThread } from '../threads/run-thread.ts';
import type { ImportContext } from './import-context.ts';
import { isLargeImport } from './import-queries.ts';
import type { ImportTask } from './import-thread.ts';
import { runImport } from './run-import.ts';

const THREAD = new URL('./import-thread.ts', import.meta.url);

/** Works on an import: a large one in a thread whose memory is limited, as starting one takes about a second. */
export async function runImportJob(context: ImportContext, job: JobRun): Promise<JobEnd> {
  const { config, db } = context;
  const { key, signal } = job;
  if (!(await isLargeImport(db, Number(key.split(':')[0]), IMPORT_IN_PROCESS)))
    return runImport(context, job);
  const task: ImportTask = { config, key };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- not a window
  const stop = (thread: Worker) => thread.postMessage('stop');
  return (await runThread(THREAD, { task, heap: IMPORT_HEAP, signal, stop })) as JobEnd;
}
