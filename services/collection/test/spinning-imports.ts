import { parentPort } from 'node:worker_threads';

/** Preloaded into a service: import threads loop forever, as certain input once made them do. */
parentPort?.on('message', (task: unknown) => {
  if (task !== null && typeof task === 'object' && 'claim' in task) for (;;);
});
