import { parentPort } from 'node:worker_threads';

/** Loaded into a service before its own code: its imports spin, as input once made them do. */
parentPort?.on('message', (task: unknown) => {
  if (task !== null && typeof task === 'object' && 'claim' in task) for (;;);
});
