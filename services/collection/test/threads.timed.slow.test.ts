import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { createCollectionMetrics } from '../src/collection-metrics.ts';
import { runThread } from '../src/threads/run-thread.ts';
import type { HostileWork } from './hostile-thread.ts';

const metrics = createCollectionMetrics();
const CONTEXT = { log: openLogger({ service: 'collection', level: 'silent' }), metrics };

/** Number of terminated threads by reason. */
async function countTerminated(): Promise<Record<string, number>> {
  const lines = (await metrics.registry.metrics()).matchAll(
    /^threads_terminated_total\{reason="(.+)"\} (\d+)$/gm,
  );
  return Object.fromEntries(Array.from(lines, ([, reason = '', count]) => [reason, Number(count)]));
}

const MODULE = new URL('./hostile-thread.ts', import.meta.url);

interface RunOptions {
  signal?: AbortSignal;
  isNeeded?: () => Promise<boolean>;
  busySecondsMax?: number;
  cpuSecondsMax?: number;
}

/** Runs work in a thread while the event loop must stay responsive; returns the outcome. */
async function run(work: HostileWork, options: RunOptions = {}) {
  let longestMs = 0;
  let last = performance.now();
  const ticks = setInterval(() => {
    const now = performance.now();
    longestMs = Math.max(longestMs, now - last);
    last = now;
  }, 5);
  const end = await runThread(CONTEXT, MODULE, {
    task: { work },
    heap: { maxYoungGenerationSizeMb: 4, maxOldGenerationSizeMb: 32 },
    signal: new AbortController().signal,
    isNeeded: () => Promise.resolve(true),
    ...options,
  }).catch((error: unknown) => error);
  clearInterval(ticks);
  return { end, longestMs };
}

describe('a thread', () => {
  it.each<HostileWork>(['spins', 'backtracks'])(
    'is terminated after its time limit, and does not block the event loop, if its code %s',
    async (work) => {
      const started = performance.now();
      const { end, longestMs } = await run(work, { busySecondsMax: 2 });
      expect(end).toMatchObject({ name: 'ThreadEnded', reason: 'too slow' });
      expect(performance.now() - started).toBeGreaterThan(2000);
      expect(longestMs).toBeLessThan(1000);
    },
  );

  it('is counted in metrics by reason if it was terminated', async () => {
    const before = await countTerminated();
    await run('spins', { busySecondsMax: 1 });
    await run('grows');
    await run('spins', { isNeeded: () => Promise.resolve(false) });
    await run('works', { cpuSecondsMax: 1 });
    const after = await countTerminated();
    const added = Object.keys(after).map((reason) => [reason, (after[reason] ?? 0) - (before[reason] ?? 0)]);
    expect(Object.fromEntries(added)).toEqual({ too_slow: 1, too_large: 1 });
  });

  it('has the same processor time as alone if it shares its core with others', async () => {
    const spinners = Array.from({ length: 4 * availableParallelism() }, () =>
      spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
    );
    try {
      const started = performance.now();
      const { end } = await run('spins', { busySecondsMax: 1.5 });
      expect(end).toMatchObject({ reason: 'too slow' });
      // It gets a fifth of the processor time.
      expect(performance.now() - started).toBeGreaterThan(3000);
    } finally {
      for (const child of spinners) child.kill('SIGKILL');
    }
  }, 60_000);

  it('is terminated when it has used its budget, even with pauses between pieces of work', async () => {
    expect((await run('works', { cpuSecondsMax: 2 })).end).toMatchObject({ reason: 'over budget' });
  }, 30_000);

  it.each<HostileWork>(['spins', 'backtracks', 'waits'])(
    'is terminated within two seconds when the process stops, if its code %s',
    async (work) => {
      const stopping = new AbortController();
      setTimeout(() => stopping.abort(), 1500);
      const started = performance.now();
      expect((await run(work, { signal: stopping.signal })).end).toMatchObject({ reason: 'stopped' });
      expect(performance.now() - started).toBeLessThan(3500);
    },
  );

  it('does not run its task if it is terminated while it starts', async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 1);
    expect((await run('ends', { signal: stopping.signal })).end).toMatchObject({ reason: 'stopped' });
  });

  it('is terminated when its result is not needed any more', async () => {
    let calls = 0;
    const isNeeded = () => {
      calls += 1;
      return calls === 1
        ? Promise.reject(new Error('the database is unavailable'))
        : Promise.resolve(calls < 3);
    };
    expect((await run('spins', { isNeeded })).end).toMatchObject({ reason: 'unneeded' });
    expect(calls).toBe(3);
  });

  it('is terminated without affecting the process if it exceeds its memory limit', async () => {
    expect((await run('grows')).end).toMatchObject({ reason: 'too large' });
  });

  it('is not terminated by its time limit if it waits without using the processor', async () => {
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 3500);
    expect((await run('waits', { signal: stopping.signal, busySecondsMax: 2 })).end).toMatchObject({
      reason: 'stopped',
    });
  });

  it('returns its error if it fails', async () => {
    expect((await run('fails')).end).toMatchObject({ message: 'it failed' });
  });

  it('runs several tasks in sequence, and is not reused after it was terminated', async () => {
    const stopping = new AbortController();
    const ends = async () => (await run('ends', { signal: stopping.signal })).end;
    expect(await ends()).toEqual({ count: 1, end: 'ended' });
    for (let count = 2; count < 20; count += 1) expect(await ends()).toEqual({ count, end: 'ended' });
    // One thread has one task at a time.
    const together = await Promise.all([ends(), ends()]);
    expect(together).toContainEqual({ count: 20, end: 'ended' });
    expect(together).toContainEqual({ count: 1, end: 'ended' });
    stopping.abort();
    expect((await run('ends')).end).toEqual({ count: 1, end: 'ended' });
  });
});
