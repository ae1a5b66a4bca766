import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@kitroom/devstack/testing/test-databases';
import { openDatabase, type Database } from '@kitroom/server/database';
import { openPace, type Pace } from '../src/archive/pace.ts';
import { createCatalogueDatabase } from './test-catalogue.ts';

const INTERVAL_MS = 60;
const NEVER = new AbortController().signal;

let database: TestDatabase;
let pools: [Database, Database];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  // Two processes as far as the pace can see: nothing but the database joins them.
  pools = [openPool(), openPool()];
});

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()));
  await database.drop();
});

function openPool(): Database {
  return openDatabase({ url: database.url, poolMax: 3, applicationName: 'test', statementTimeoutMs: 5000 });
}

function openPaces(): [Pace, Pace] {
  return [openPace(pools[0], INTERVAL_MS), openPace(pools[1], INTERVAL_MS)];
}

describe('the pace of requests to the archive', () => {
  it('keeps its pause between any two requests of any process', async () => {
    const times: number[] = [];
    const ask = async (sent: () => void) => {
      times.push(performance.now());
      sent();
    };
    const paces = openPaces();
    await Promise.all(Array.from({ length: 5 }).flatMap(() => paces.map((pace) => pace.take(ask, NEVER))));
    const gaps = times
      .toSorted((a, b) => a - b)
      .map((time, index, all) => time - (all[index - 1] ?? -Infinity));
    expect(gaps).toHaveLength(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('counts the pause from when a request has left, however long connecting takes', async () => {
    const [first, second] = openPaces();
    const connecting = Promise.withResolvers<void>();
    let left = 0;
    let next = 0;
    const slow = first.take(async (sent) => {
      connecting.resolve();
      await sleep(5 * INTERVAL_MS);
      left = performance.now();
      sent();
    }, NEVER);
    await connecting.promise;
    await second.take(async (sent) => {
      next = performance.now();
      sent();
    }, NEVER);
    await slow;
    expect(next - left).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('gives turns in the order in which they were asked for', async () => {
    const [pace] = openPaces();
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        pace.take(async (sent) => {
          order.push(number);
          sent();
        }, NEVER),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('lets go of whoever gives up, without letting others overtake', async () => {
    const [pace] = openPaces();
    const order: string[] = [];
    const giveUp = new AbortController();
    const note = (name: string) => async (sent: () => void) => {
      order.push(name);
      sent();
    };
    const first = pace.take(note('first'), NEVER);
    const second = pace.take(note('second'), giveUp.signal);
    const third = pace.take(note('third'), NEVER);
    giveUp.abort();
    await expect(second).rejects.toThrow('aborted');
    await Promise.all([first, third]);
    expect(order).toEqual(['first', 'third']);
  });

  it('waits for everybody when the archive asks for it', async () => {
    const [first, second] = openPaces();
    await first.postpone(400);
    const start = performance.now();
    await second.take(async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeGreaterThanOrEqual(390);
  });

  it('gives the turn of a process that died to others', async () => {
    const [pace] = openPaces();
    await pools[0].raw(
      `update archive_pace set claim = gen_random_uuid(), claimed_until = clock_timestamp() + interval '300 ms'`,
    );
    const start = performance.now();
    await pace.take(async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeGreaterThanOrEqual(300 + INTERVAL_MS);
  });

  it('tells its caller, and ends no process, when the database goes away while a request is under way', async () => {
    const script = path.join(import.meta.dirname, 'lose-the-turn.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, database.url]);
    expect(stdout).toMatch(/^the caller was told: .*statement timeout/);
  });
});
