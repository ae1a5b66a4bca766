import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { holdCommits, runUntilBlocked } from '@kitroom/testing/hold-rows';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { closeDatabase, openDatabase, query, type Database } from '../database/database.ts';
import { JobRepository } from './job-repository.ts';
import { enqueue } from './jobs.ts';
import { createJobsTable } from './queue-schema.ts';

let database: TestDatabase;
let db: Database;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createEmptyDatabase();
  db = openDatabase({
    url: database.url,
    poolMax: 1,
    applicationName: 'test',
    statementTimeoutMs: null,
  });
  await createJobsTable(db);
  // The error of a server that is out of memory, for every run that ends.
  await db.raw(`
    create function fail() returns trigger language plpgsql as $$
    begin raise exception 'out of memory' using errcode = '53200'; end $$
  `);
  pool = new pg.Pool({ connectionString: database.url });
});

beforeEach(() => query(db, 'delete from agenda_jobs'));

afterAll(async () => {
  await pool.end();
  await closeDatabase(db);
  await database.drop();
});

function openRepository(worker: string, log = pino({ level: 'silent' })): JobRepository {
  return new JobRepository({ pool, log, worker, shares: {}, onRemoved: () => undefined });
}

/**
 * A repository with a job whose run ended while the database was unavailable, and the messages that it logs.
 */
async function openWithUnsavedJob() {
  const messages: string[] = [];
  const write = (line: string) => void messages.push((JSON.parse(line) as { msg: string }).msg);
  const repository = openRepository('this', pino({ level: 'warn' }, { write }));
  await enqueue(db, 'chore', 'key');
  const job = await repository.getNextJobToRun('chore');
  if (!job) throw new Error('the job was not found');
  await repository.saveJobState({ ...job, nextRunAt: null });
  await db.raw('create trigger fail before update on agenda_jobs execute function fail()');
  const { lockedAt: _locked, ...ended } = job;
  await expect(repository.saveJobState({ ...ended, nextRunAt: null })).rejects.toThrow('out of memory');
  return { repository, messages };
}

const recover = () => db.raw('drop trigger fail on agenda_jobs');
const listJobs = () => query(db, 'select name from agenda_jobs');

describe('a run that ended while the database was unavailable', () => {
  it('is stored later and its job removed, and the failure is logged once', async () => {
    const { repository, messages } = await openWithUnsavedJob();
    await repository.saveAgain();
    expect(messages).toEqual(['failed to store the end of a job; trying again']);
    await recover();
    await repository.saveAgain();
    expect(await listJobs()).toEqual([]);
    await repository.saveAgain();
    expect(messages).toHaveLength(1);
  });

  it('is dropped with a log line if another process has claimed the job', async () => {
    const { repository, messages } = await openWithUnsavedJob();
    await recover();
    await query(db, "update agenda_jobs set last_modified_by = 'other'");
    await repository.saveAgain();
    expect(messages).toEqual(['failed to store the end of a job']);
    expect(await listJobs()).toHaveLength(1);
    await repository.saveAgain();
    expect(messages).toHaveLength(1);
  });
});

describe('a job that two processes claim at the same time', () => {
  it('is claimed by only one of them', async () => {
    await enqueue(db, 'chore', 'key');
    const claims = ['one', 'other'].map((worker) => () => openRepository(worker).getNextJobToRun('chore'));
    const [claimed, missed] = await runUntilBlocked(
      database.url,
      () => holdCommits(database.url, 'agenda_jobs'),
      claims,
    );
    expect([claimed?.name, missed]).toEqual(['chore', undefined]);
  });
});
