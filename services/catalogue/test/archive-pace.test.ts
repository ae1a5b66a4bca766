import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { openDatabase, type Database } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import type { Requester } from '../src/archive/pace-queries.ts';
import { openPace, type Pace } from '../src/archive/pace.ts';
import { createCatalogueDatabase } from './test-catalogue.ts';

const INTERVAL_MS = 60;
const NEVER = new AbortController().signal;
const ANN = { client: 'ann', collector: 1 };

let database: TestDatabase;
let pools: [Database, Database];

beforeAll(async () => {
  database = await createCatalogueDatabase();
  // Two pools simulate two processes, which are connected only by the database.
  pools = [openPool(), openPool()];
});

beforeEach(async () => {
  await pools[0].raw('delete from archive_turns');
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

/** Queues all callers before any gets a turn; returns the order of their turns. */
async function orderOfTurns(waits: ReadonlyArray<[Pace, Requester]>): Promise<Requester[]> {
  const order: Requester[] = [];
  const holding = Promise.withResolvers<void>();
  const everybody = Promise.withResolvers<void>();
  const held = openPaces()[0].take(
    { client: 'holder', collector: 0 },
    async () => {
      holding.resolve();
      await everybody.promise;
    },
    NEVER,
  );
  await holding.promise;
  const turns = waits.map(([pace, requester]) =>
    pace.take(
      requester,
      async (sent) => {
        order.push(requester);
        sent();
      },
      NEVER,
    ),
  );
  await untilWaiting(waits.length);
  everybody.resolve();
  await Promise.all([held, ...turns]);
  return order;
}

async function untilWaiting(count: number): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pools[0].raw(
      'select 1 from archive_turns where waiting_until > clock_timestamp()',
    );
    expect(rowCount).toBe(count);
  });
}

describe('the pace of requests to the archive', () => {
  it('waits for the first turn while another process holds it', async () => {
    await pools[0].raw(
      `update archive_pace
       set asked_at = default, wait_until = default, claim = gen_random_uuid(),
         claimed_until = clock_timestamp() + interval '300 ms'`,
    );
    const turns = openPaces().map((pace, collector) =>
      pace.take({ ...ANN, collector }, async (sent) => sent(), NEVER),
    );
    expect(await Promise.all(turns)).toHaveLength(2);
  });

  it('keeps the interval between any two requests of all processes', async () => {
    const times: number[] = [];
    const request = async (sent: () => void) => {
      times.push(performance.now());
      sent();
    };
    const paces = openPaces();
    await Promise.all(
      Array.from({ length: 5 }).flatMap(() => paces.map((pace) => pace.take(ANN, request, NEVER))),
    );
    const gaps = times
      .toSorted((a, b) => a - b)
      .map((time, index, all) => time - (all[index - 1] ?? -Infinity));
    expect(gaps).toHaveLength(10);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('measures the interval from when a request was sent, even if connecting takes long', async () => {
    const [first, second] = openPaces();
    const connecting = Promise.withResolvers<void>();
    let left = 0;
    let next = 0;
    const slow = first.take(
      ANN,
      async (sent) => {
        connecting.resolve();
        await sleep(5 * INTERVAL_MS);
        left = performance.now();
        sent();
      },
      NEVER,
    );
    await connecting.promise;
    await second.take(
      ANN,
      async (sent) => {
        next = performance.now();
        sent();
      },
      NEVER,
    );
    await slow;
    expect(next - left).toBeGreaterThanOrEqual(INTERVAL_MS);
  });

  it('grants turns in the order in which they were requested', async () => {
    const [pace] = openPaces();
    const order: number[] = [];
    await Promise.all(
      [1, 2, 3, 4].map((number) =>
        pace.take(
          ANN,
          async (sent) => {
            order.push(number);
            sent();
          },
          NEVER,
        ),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('drops aborted requests without reordering the others', async () => {
    const [pace] = openPaces();
    const order: string[] = [];
    const giveUp = new AbortController();
    const note = (name: string) => async (sent: () => void) => {
      order.push(name);
      sent();
    };
    const first = pace.take(ANN, note('first'), NEVER);
    const second = pace.take(ANN, note('second'), giveUp.signal);
    const third = pace.take(ANN, note('third'), NEVER);
    giveUp.abort();
    await expect(second).rejects.toThrow('aborted');
    await Promise.all([first, third]);
    expect(order).toEqual(['first', 'third']);
  });

  it('postpones all requests when the archive requests a pause', async () => {
    const [first, second] = openPaces();
    const start = performance.now();
    await first.postpone(400);
    await second.take(ANN, async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeGreaterThanOrEqual(390);
  });

  it('grants the turn of a dead process to another process after the claim expires', async () => {
    const [pace] = openPaces();
    await pools[0].raw(
      `update archive_pace set claim = gen_random_uuid(), claimed_until = clock_timestamp() + interval '300 ms'`,
    );
    const start = performance.now();
    await pace.take(ANN, async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeGreaterThanOrEqual(300 + INTERVAL_MS);
  });

  it('alternates between clients, however many collectors and processes they use', async () => {
    const [first, second] = openPaces();
    const order = await orderOfTurns([
      [first, { client: 'many', collector: 1 }],
      [first, { client: 'many', collector: 2 }],
      [second, { client: 'many', collector: 3 }],
      [second, { client: 'many', collector: 4 }],
      [first, { client: 'two', collector: 5 }],
      [second, { client: 'two', collector: 6 }],
      [second, { client: 'one', collector: 7 }],
    ]);
    const clients = order.map(({ client }) => client);
    expect(clients.slice(0, 3).toSorted()).toEqual(['many', 'one', 'two']);
    expect(clients.slice(3, 5).toSorted()).toEqual(['many', 'two']);
    expect(clients.slice(5)).toEqual(['many', 'many']);
  });

  it('alternates between the collectors of a client, the least recently served first', async () => {
    const [first, second] = openPaces();
    const ofAnn = (collector: number) => ({ ...ANN, collector });
    await orderOfTurns([[second, ofAnn(2)]]);
    await orderOfTurns([[first, ofAnn(1)]]);
    const order = await orderOfTurns([
      [first, ofAnn(1)],
      [first, ofAnn(2)],
      [second, ofAnn(3)],
    ]);
    expect(order.map(({ collector }) => collector)).toEqual([2, 1, 3]);
  });

  it('serves a new client after those that are waiting, and before their second turns', async () => {
    const [first, second] = openPaces();
    const requesters = ['a', 'b'].flatMap((client) => [1, 2].map((collector) => ({ client, collector })));
    const early = requesters.map((requester): [Pace, Requester] => [first, requester]);
    await orderOfTurns(early);
    const order = await orderOfTurns([[second, { client: '', collector: 9 }], ...early]);
    expect(order.map(({ client }) => client)).toEqual(['a', 'b', '', 'a', 'b']);
  });

  it('waits for the requests of a dead process only until they expire', async () => {
    const [pace] = openPaces();
    await pools[0].raw(
      `insert into archive_turns (client, collector, served_at, waiting_until)
       values ('dead', 1, '-infinity', clock_timestamp() + interval '300 ms')`,
    );
    const start = performance.now();
    await pace.take(ANN, async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeGreaterThanOrEqual(290);
  });

  it('skips requests that were aborted while they waited', async () => {
    const [first, second] = openPaces();
    const connecting = Promise.withResolvers<void>();
    const over = Promise.withResolvers<void>();
    const slow = first.take(
      ANN,
      async () => {
        connecting.resolve();
        await over.promise;
      },
      NEVER,
    );
    await connecting.promise;
    const giveUp = new AbortController();
    const left = first.take({ client: 'ben', collector: 2 }, async (sent) => sent(), giveUp.signal);
    await untilWaiting(1);
    giveUp.abort();
    await expect(left).rejects.toThrow('aborted');
    over.resolve();
    await slow;
    const start = performance.now();
    await second.take({ client: 'cleo', collector: 3 }, async (sent) => sent(), NEVER);
    expect(performance.now() - start).toBeLessThan(3000);
  });

  it('rejects without ending the process when the database fails during a request', async () => {
    const script = path.join(import.meta.dirname, 'lose-the-turn.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [script, database.url]);
    expect(stdout).toMatch(/^the call failed: .*statement timeout/);
  });
});
