import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { BreakerOpen, createBreaker, type Breaker } from './breaker.ts';

const away = new Error('away');
const refusal = new Error('refused');
const isFailure = (error: unknown) => error === away || error instanceof BreakerOpen;

let breaker: Breaker;
let asked: number;
let now: number;

beforeEach(() => {
  now = 1_000_000;
  asked = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => now);
  breaker = createBreaker({ failures: 5, pauseMs: 30_000 });
});

afterEach(() => {
  jest.restoreAllMocks();
});

/** Asks a question that ends so; answers how the asker fared. */
async function ask(end: 'well' | Error | Promise<unknown>): Promise<unknown> {
  const question = async () => {
    asked += 1;
    if (end instanceof Error) throw end;
    return end;
  };
  return breaker.ask(question, isFailure).catch((error: unknown) => error);
}

async function fail(times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await ask(away);
}

describe('a breaker', () => {
  it('lets everything through before the fifth failure in a row', async () => {
    await fail(4);
    expect(breaker.waitMs()).toBe(0);
    expect(await ask('well')).toBe('well');
    await fail(4);
    expect(await ask('well')).toBe('well');
    expect(asked).toBe(10);
  });

  it('asks nothing for the pause after it', async () => {
    await fail(5);
    expect(breaker.waitMs()).toBe(30_000);
    now += 29_999;
    expect(await ask('well')).toBeInstanceOf(BreakerOpen);
    expect([asked, breaker.waitMs()]).toEqual([5, 1]);
  });

  it('lets one probe through then, and all after a good one', async () => {
    await fail(5);
    now += 30_000;
    const { promise, resolve } = Promise.withResolvers<string>();
    const probe = ask(promise);
    expect(await ask('well')).toBeInstanceOf(BreakerOpen);
    resolve('back');
    expect(await probe).toBe('back');
    expect(await ask('well')).toBe('well');
    await fail(4);
    expect(await ask('well')).toBe('well');
  });

  it('pauses again after one failed probe', async () => {
    await fail(5);
    now += 30_000;
    expect(await ask(away)).toBe(away);
    expect(await ask('well')).toBeInstanceOf(BreakerOpen);
    expect(breaker.waitMs()).toBe(30_000);
  });

  it('takes an error that is no failure for an answer, of a probe too', async () => {
    await fail(4);
    expect(await ask(refusal)).toBe(refusal);
    await fail(5);
    now += 30_000;
    expect(await ask(refusal)).toBe(refusal);
    expect(await ask('well')).toBe('well');
  });

  it('does not pause longer for questions that were under way', async () => {
    const late = Promise.withResolvers<never>();
    const straggler = ask(late.promise);
    await fail(5);
    now += 10_000;
    late.reject(away);
    await straggler;
    expect(breaker.waitMs()).toBe(20_000);
  });

  it('closes when a question that was under way is answered well', async () => {
    const late = Promise.withResolvers<string>();
    const straggler = ask(late.promise);
    await fail(5);
    late.resolve('slow but well');
    await straggler;
    expect([breaker.waitMs(), await ask('well')]).toEqual([0, 'well']);
  });
});
