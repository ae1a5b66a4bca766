import { stat } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { withDeadline } from './deadline.ts';

it('withDeadline rejects if there is no result in time', async () => {
  await expect(withDeadline(new Promise(() => undefined), 20)).rejects.toThrow('no response within 20 ms');
});

it('withDeadline accepts a result that arrived in time while the process was busy', async () => {
  // From a callback of input, which is followed by timers: the deadline would pass before the result is read.
  await stat(import.meta.dirname);
  const result = withDeadline(stat(import.meta.dirname), 20);
  block(200);
  expect((await result).isDirectory()).toBe(true);
});

function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
