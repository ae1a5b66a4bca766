import { rm, writeFile } from 'node:fs/promises';
import { afterEach, expect, it, jest } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { CATALOGUE_BREAKER_FAILURES, CATALOGUE_BREAKER_MS, MAIL_MEASURED_MS } from '../src/limits.ts';
import { startTestCollection, useCollectionDatabase, type TestCollection } from './test-collection.ts';

const database = useCollectionDatabase();

let collection: TestCollection;
let metricsUrl: string;

async function start(env: Record<string, string> = {}): Promise<void> {
  const port = await reserveTestPort();
  metricsUrl = `http://127.0.0.1:${port}/metrics`;
  collection = await startTestCollection(database, { ...env, METRICS_PORT: String(port) });
}

async function readMetric(name: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name} `));
  return Number(line?.split(' ').at(-1));
}

/** Advances this process's monotonic clock. */
function passTime(ms: number): void {
  const now = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
}

afterEach(async () => {
  jest.restoreAllMocks();
  await collection.close();
});

it('catalogue_breaker_open is 1 after failed requests, and 0 after the pause even without a new request', async () => {
  await start({ WORKER: 'false' });
  expect(await readMetric('catalogue_breaker_open')).toBe(0);
  const keywords = Array.from({ length: CATALOGUE_BREAKER_FAILURES }, (_, index) => `club${index}`);
  const responses = await Promise.all(
    keywords.map((keyword) => collection.request(`/archive/clubs/search/?keyword=${keyword}`)),
  );
  expect(responses.map(({ status }) => status)).toEqual(keywords.map(() => 503));
  expect(await readMetric('catalogue_breaker_open')).toBe(1);
  passTime(CATALOGUE_BREAKER_MS);
  expect(await readMetric('catalogue_breaker_open')).toBe(0);
});

it('mail_connected is 0 while MAIL_ROOT cannot be written', async () => {
  await start({ WORKER: 'false' });
  expect(await readMetric('mail_connected')).toBe(1);
  await rm(collection.mailRoot, { recursive: true });
  await writeFile(collection.mailRoot, 'a file where the folder should be');
  passTime(MAIL_MEASURED_MS);
  expect(await readMetric('mail_connected')).toBe(0);
  await rm(collection.mailRoot);
  expect(await readMetric('mail_connected')).toBe(1);
});

it('queue_job_starts_max counts the starts of unfinished jobs, and queue_jobs_failed only failed jobs', async () => {
  await start({ WORKER: 'false' });
  await query(
    collection.db,
    `insert into agenda_jobs (name, data, begun, locked_at, failed_at) values
       ('chore', '{"key":"running"}', 1, now(), null),
       ('chore', '{"key":"killed"}', 3, now() - interval '1 hour', null),
       ('chore', '{"key":"failed"}', 4, null, now())`,
  );
  const names = ['queue_job_starts_max', 'queue_jobs_running', 'queue_jobs_failed', 'queue_jobs_waiting'];
  const values = names.map((name) => readMetric(`${name}{kind="chore"}`));
  expect(await Promise.all(values)).toEqual([3, 1, 1, 0]);
});
