import { expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { collectionJobs } from '../src/jobs.ts';
import { withContext } from './test-accounts.ts';
import { JOB_RUN, useCollectionDatabase } from './test-collection.ts';

const database = useCollectionDatabase();

/** A table of each clean-up, except for that of unverified accounts. */
const TABLES = ['agenda_jobs', 'brands', 'imports', 'photos', 'exports', 'shares', 'idempotency_keys'];

it('maintenance deletes unverified accounts even if all other clean-ups fail, and names those clean-ups', () =>
  withContext({ DATABASE_URL: database.url }, async (context) => {
    const { db } = context;
    await query(
      db,
      `insert into users (username, username_key, email, email_key, unverified_until)
       values ('anna', 'anna', 'anna@example.org', 'anna@example.org', now() - interval '1 day')`,
    );
    for (const table of TABLES) await query(db, `alter table ${table} rename to ${table}_elsewhere`);
    const run = collectionJobs(context).maintenance.run(JOB_RUN);
    await expect(run).rejects.toThrow(
      'clean-ups failed: jobs, references, imports, photos, exports, shares, replies',
    );
    expect(await query(db, 'select id from users')).toEqual([]);
  }));
