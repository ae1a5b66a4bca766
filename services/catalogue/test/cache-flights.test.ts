import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import { holdTable, type HeldTable } from '@kitroom/testing/hold-table';
import { describeWithRedis, startRedis, type TestRedis } from '@kitroom/testing/test-redis';
import { kitLines } from './fixture-catalogue.ts';
import { startTestCatalogue, type TestCatalogue, type TestResponse } from './test-catalogue.ts';

const CONNECTIONS = 32;
/** How long a request waits for the log of changes. */
const FOLLOW_WAIT_MS = 1000;
const LIMIT = 1_000_000;
const REQUESTED_BY_THE_WAY = '/api/openapi.json';

let catalogue: TestCatalogue;
let held: HeldTable | undefined;
let page = 0;

afterEach(async () => {
  await held?.release();
  held = undefined;
});

/** Returns a path that was not requested before. */
function freshPath(): string {
  page += 1;
  return `/api/kits?page_size=${page}`;
}

/** How many requests the service has taken: the limit counts each before its response. */
async function countTaken(): Promise<number> {
  const { headers } = await catalogue.request(REQUESTED_BY_THE_WAY);
  return LIMIT - Number(headers.get('X-RateLimit-Remaining'));
}

/** Sends concurrent requests on this many connections, and returns when each waits for the log of changes. */
async function requestAtOnce(path: string): Promise<Array<Promise<TestResponse>>> {
  catalogue.markStale();
  const before = await countTaken();
  const responses = Array.from({ length: CONNECTIONS }, () => catalogue.request(path));
  for (const response of responses) response.catch(() => undefined);
  await held?.waitForWaiters();
  for (let sent = 1; ; sent += 1) if ((await countTaken()) >= before + CONNECTIONS + sent) return responses;
}

/** Counts the statements on the log of changes. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  const statements: string[] = [];
  const note = ({ sql }: { sql: string }) => {
    if (/\bfrom "?changes\b/.test(sql)) statements.push(sql);
  };
  catalogue.db.on('query', note);
  try {
    await work();
  } finally {
    catalogue.db.off('query', note);
  }
  return statements.length;
}

/**
 * Sends concurrent requests while the log of changes is locked; returns their duration and number of
 * statements.
 */
async function requestHeld(): Promise<{ waitedMs: number; count: number }> {
  const path = freshPath();
  held = await holdTable(catalogue.databaseUrl, 'changes');
  let waitedMs = 0;
  const count = await countStatements(async () => {
    const startedAt = performance.now();
    const pending = await requestAtOnce(path);
    await held?.release();
    waitedMs = performance.now() - startedAt;
    const responses = await Promise.all(pending);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(responses[0]?.body).toHaveLength(page);
  });
  return { waitedMs, count };
}

function testFlights({ statements }: { statements: number }): void {
  it('share their SQL statements when they request the same uncached path', async () => {
    let attempt = await requestHeld();
    // Requests that wait longer get responses from memory: a busy machine may need another attempt.
    while (attempt.waitedMs >= FOLLOW_WAIT_MS) attempt = await requestHeld();
    expect(attempt.count).toBe(statements);
  });

  describe('concurrent requests', () => {
    it('receive a response when the first request was aborted', async () => {
      const path = freshPath();
      held = await holdTable(catalogue.databaseUrl, 'changes');
      const disconnected = new AbortController();
      catalogue.markStale();
      const first = fetch(`${catalogue.url}${path}`, { signal: disconnected.signal });
      await held.waitForWaiters();
      const pending = await requestAtOnce(path);
      disconnected.abort();
      await expect(first).rejects.toThrow('aborted');
      await held.release();
      const responses = await Promise.all(pending);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    });

    it('receive a response from memory when the query fails, and later requests query again', async () => {
      const path = freshPath();
      held = await holdTable(catalogue.databaseUrl, 'changes');
      const pending = await requestAtOnce(path);
      await catalogue.db.raw(
        `select pg_cancel_backend(pid) from pg_locks where relation = 'changes'::regclass and not granted`,
      );
      const responses = await Promise.all(pending);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      await held?.release();
      await catalogue.load(kitLines([{ club: 'Newest FC', name: 'Newest' }]));
      expect((await catalogue.request(path)).body[0].name).toBe('Newest');
    });
  });
}

describe('concurrent requests', () => {
  beforeAll(() => startWithKits({}));
  afterAll(() => catalogue.close());
  testFlights({ statements: 1 });
});

describeWithRedis('concurrent requests with Redis', () => {
  let redis: TestRedis;
  beforeAll(async () => {
    redis = await startRedis();
    await startWithKits({ REDIS_URL: redis.url });
    await waitForRedis();
  });
  afterAll(async () => {
    await catalogue.close();
    await redis.stop();
  });
  // One since the index is stale, and one for versions in Redis that this process has not seen.
  testFlights({ statements: 2 });
});

describe('a catalogue that reloads its index during a change', () => {
  beforeAll(() => startWithKits({}));
  afterAll(() => catalogue.close());

  it('responds with the changes that arrived while the index was loading', async () => {
    const [{ last: before } = { last: 0 }] = await query<{ last: number }>(
      catalogue.db,
      'select max(last_sequence) as last from changes',
    );
    // The index is built from this table too, and GET /api/changes does not read it.
    held = await holdTable(catalogue.databaseUrl, 'kit_types');
    await catalogue.db.raw(`select pg_notify('catalogue_changes', 'everything')`);
    await held.waitForWaiters();
    await catalogue.db.raw(`insert into brands (slug, name) values ('late', 'Late')`);
    await eventually(async () => {
      const { body } = await catalogue.request(`/api/changes?after=${before}`);
      expect(body.items).toHaveLength(1);
    });
    await held.release();
    const response = await catalogue.request('/api/brands');
    expect(response.body.map(({ name }: { name: string }) => name)).toContain('Late');
  });
});

async function startWithKits(env: Record<string, string>): Promise<void> {
  page = 0;
  catalogue = await startTestCatalogue({ env: { RATE_LIMIT_REQUESTS: String(LIMIT), ...env } });
  await catalogue.load(kitLines(Array.from({ length: 20 }, (_, index) => ({ club: `Club ${index}` }))));
}

async function waitForRedis(): Promise<void> {
  await eventually(async () => expect((await catalogue.request('/api/health')).body.cache).toBe('connected'));
}
