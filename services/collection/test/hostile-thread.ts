import { serveThread } from '../src/threads/run-thread.ts';

/** What a thread's code does to it. */
const HOSTILE_WORK = {
  spins: () => {
    for (;;);
  },
  backtracks: () => /^(?:a+)+$/.test(`${'a'.repeat(40)}b`),
  grows: () => {
    for (let list: object = {}; ;) list = { list };
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
