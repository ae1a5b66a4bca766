import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakerOpen, createBreaker, type Breaker } from './breaker.ts';

const outage = new Error('unavailable');
const refusal = new Error('refused');
const isFailure = (error: unknown) => error === outage || error instanceof BreakerOpen;

let breaker: Breaker;
let calls: number;
let now: number;

beforeEach(() => {
  now = 1_000_000;
  calls = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  breaker = createBreaker({ failures: 5, pauseMs: 30_000 });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Makes a call with this outcome; returns the caller's result or error. */
async function call(end: 'well' | Error | Promise<unknown>): Promise<unknown> {
  const work = async () => {
    calls += 1;
    if (end instanceof Error) throw end;
    return end;
  };
  return breaker.call(work, isFailure).catch((error: unknown) => error);
}

async function fail(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await call(outage);
}

describe('a circuit breaker', () => {
  it('allows all calls before the fifth failure in a row', async () => {
    await fail(4);
    expect(breaker.waitMs()).toBe(0);
    expect(await call('well')).toBe('well');
    await fail(4);
    expect(await call('well')).toBe('well');
    expect(calls).toBe(10);
  });

  it('rejects all calls during the pause after the fifth failure', async () => {
    await fail(5);
    expect(breaker.waitMs()).toBe(30_000);
    now += 29_999;
    expect(await call('well')).toBeInstanceOf(BreakerOpen);
    expect([calls, breaker.waitMs()]).toEqual([5, 1]);
  });

  it('allows one probe after the pause, and all calls after a successful probe', async () => {
    await fail(5);
    now += 30_000;
    const { promise, resolve } = Promise.withResolvers<string>();
    const probe = call(promise);
    expect(await call('well')).toBeInstanceOf(BreakerOpen);
    resolve('back');
    expect(await probe).toBe('back');
    expect(await call('well')).toBe('well');
    await fail(4);
    expect(await call('well')).toBe('well');
  });

  it('is open during the pause and while a probe is running, but not in between', async () => {
    await fail(4);
    expect(breaker.isOpen()).toBe(false);
    await fail(1);
    expect(breaker.isOpen()).toBe(true);
    now += 30_000;
    expect(breaker.isOpen()).toBe(false);
    const { promise, resolve } = Promise.withResolvers<string>();
    const probe = call(promise);
    expect(breaker.isOpen()).toBe(true);
    resolve('back');
    await probe;
    expect(breaker.isOpen()).toBe(false);
  });

  it('pauses again after a failed probe', async () => {
    await fail(5);
    now += 30_000;
    expect(await call(outage)).toBe(outage);
    expect(await call('well')).toBeInstanceOf(BreakerOpen);
    expect(breaker.waitMs()).toBe(30_000);
  });

  it('counts an error that is not a failure as a success, also for a probe', async () => {
    await fail(4);
    expect(await call(refusal)).toBe(refusal);
    await fail(5);
    now += 30_000;
    expect(await call(refusal)).toBe(refusal);
    expect(await call('well')).toBe('well');
  });

  it('does not extend the pause when a call fails that started before the pause', async () => {
    const late = Promise.withResolvers<never>();
    const straggler = call(late.promise);
    await fail(5);
    now += 10_000;
    late.reject(outage);
    await straggler;
    expect(breaker.waitMs()).toBe(20_000);
  });

  it('closes when a call succeeds that started before the pause', async () => {
    const late = Promise.withResolvers<string>();
    const straggler = call(late.promise);
    await fail(5);
    late.resolve('slow but well');
    await straggler;
    expect([breaker.waitMs(), await call('well')]).toEqual([0, 'well']);
  });
});
