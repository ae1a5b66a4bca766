import { describe, expect, test } from '@jest/globals';
import { orAborted, sleep } from './deadline.ts';

const reason = new Error('the user left');

describe('waiting', () => {
  test('gives what it waits for', async () => {
    expect(await orAborted(Promise.resolve(1), new AbortController().signal)).toBe(1);
  });

  test('passes on what goes wrong', async () => {
    const wrong = new Error('wrong');
    await expect(orAborted(Promise.reject(wrong), new AbortController().signal)).rejects.toBe(wrong);
  });

  test('does not begin once the signal has ended', async () => {
    const forever = new Promise(() => {});
    await expect(orAborted(forever, AbortSignal.abort(reason))).rejects.toBe(reason);
    await expect(sleep(60_000, AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  test('ends when the signal does', async () => {
    const abort = new AbortController();
    const waiting = sleep(60_000, abort.signal);
    abort.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});
