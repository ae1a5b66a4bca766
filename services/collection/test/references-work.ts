import { expect } from '@jest/globals';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { BRAND, type StandInCatalogue } from './stand-in-catalogue.ts';
import { startTestCollection, type TestCollection } from './test-collection.ts';

/** Starts a collection service that works its queue, and whose regular job has run: it comes again after the test. */
export async function startWorking(
  database: TestDatabase,
  catalogue: StandInCatalogue,
): Promise<TestCollection> {
  const collection = await startTestCollection(database, { CATALOGUE_URL: catalogue.url, WORKER: 'true' });
  await eventually(async () => {
    const tended = "select from agenda_jobs where name = 'tend' and last_finished_at is not null";
    expect(await query(collection.db, tended)).toHaveLength(1);
  }, 20_000);
  return collection;
}

/** Runs the job that asks the catalogue, through the queue, and waits for its end. */
export async function runReferencesJob(db: Database): Promise<void> {
  await enqueue(db, 'references', 'all');
  await untilReferencesJobEnded(db);
}

/** Waits until the job that asks the catalogue neither waits nor runs. */
export async function untilReferencesJobEnded(db: Database): Promise<void> {
  await eventually(async () => {
    expect(await query(db, "select name from agenda_jobs where data ->> 'key' = 'all'")).toEqual([]);
  }, 30_000);
}

/** Brands as the catalogue has them, each at its path. */
export function brandsOf(ids: readonly number[]): Record<string, unknown> {
  return Object.fromEntries(ids.map((id) => [`/api/brands/${id}`, { ...BRAND, id, name: `Brand ${id}` }]));
}
