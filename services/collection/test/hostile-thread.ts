import { setTimeout as delay } from 'node:timers/promises';
import { serveThread } from '../src/threads/run-thread.ts';

/** Work that exhausts a thread, fails or ends. */
const HOSTILE_WORK = {
  spins: () => {
    for (;;);
  },
  backtracks: () => /^(?:a+)+$/.test(`${'a'.repeat(40)}b`),
  grows: () => {
    for (let list: object = {}; ;) list = { list };
  },
  works: async () => {
    for (;;) {
      for (const until = performance.now() + 50; performance.now() < until;);
      await delay(1);
    }
  },
  waits: () => new Promise(() => undefined),
  fails: () => Promise.reject(new Error('it failed')),
  ends: () => 'ended',
};

export type HostileWork = keyof typeof HOSTILE_WORK;

let count = 0;

serveThread(async ({ work }: { work: HostileWork }) => {
  count += 1;
  return { count, end: await HOSTILE_WORK[work]() };
});
