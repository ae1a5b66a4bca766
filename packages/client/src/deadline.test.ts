import { describe, expect, test } from '@jest/globals';
import { orAborted, sleep } from './deadline.ts';

const reason = new Error('the user left');

describe('orAborted and sleep', () => {
  test('return the value of the promise', async () => {
    expect(await orAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
  });

  test('reject with the error of the promise', async () => {
    const wrong = new Error('wrong');
    await expect(orAborted(Promise.reject(wrong), new AbortController().signal)).rejects.toBe(wrong);
  });

  test('reject immediately if the signal is already aborted', async () => {
    const forever = new Promise(() => {});
    await expect(orAborted(forever, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('reject when the signal aborts', async () => {
    const abort = new AbortController();
    const waiting = sleep(60_000, abort.signal);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
