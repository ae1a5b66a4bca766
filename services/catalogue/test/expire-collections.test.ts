import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { openLogger } from '@kitroom/server/telemetry/logger';
import { expireCollections } from '../src/jobs.ts';
import { useCatalogue } from './test-catalogue.ts';

const log = openLogger({ service: 'test', level: 'silent' });

const catalogue = useCatalogue();

describe('expireCollections', () => {
  it('removes expired collections with their entries, and no others', async () => {
    await catalogue.db.raw(`
      insert into user_collections (userid, pages_scraped, expires_at) values
        (1, 1, now() - interval '1 second'), (2, 1, now() + interval '1 hour');
      insert into user_collection_entries (userid, place, entry) values (1, 1, '{}'), (2, 1, '{}')
    `);
    await expireCollections({ db: catalogue.db, log });
    const left = await query<{ userid: number }>(catalogue.db, 'select userid from user_collections');
    expect(left).toEqual([{ userid: 2 }]);
    const entries = await query<{ userid: number }>(
      catalogue.db,
      'select userid from user_collection_entries',
    );
    expect(entries).toEqual([{ userid: 2 }]);
  });

  it('removes scrapes that ended two weeks ago, and keeps newer scrapes', async () => {
    await catalogue.db.raw(`
      insert into scrapes (userid, status, finished_at) values
        (3, 'failed', now() - interval '15 days'), (3, 'failed', now() - interval '1 day'), (4, 'processing', null)
    `);
    await expireCollections({ db: catalogue.db, log });
    const left = await query(catalogue.db, 'select userid, status from scrapes order by userid');
    expect(left).toEqual([
      { userid: 3, status: 'failed' },
      { userid: 4, status: 'processing' },
    ]);
  });

  it('removes clients that no longer wait for the archive', async () => {
    await catalogue.db.raw(`
      insert into archive_turns (client, collector, served_at, waiting_until) values
        ('gone', 1, now() - interval '1 hour', now() - interval '11 minutes'),
        ('here', 2, now() - interval '1 hour', now() - interval '9 minutes')
    `);
    await expireCollections({ db: catalogue.db, log });
    expect(await query(catalogue.db, 'select client from archive_turns')).toEqual([{ client: 'here' }]);
  });

  it('keeps failed jobs for seven days, and requeues scrapes that have no other job', async () => {
    await catalogue.db.raw(`
      delete from scrapes;
      delete from agenda_jobs;
      insert into scrapes (userid) values (5);
      insert into agenda_jobs (name, data, failed_at) values
        ('scrape-collection', '{"key":"5"}', now() - interval '6 days'),
        ('scrape-collection', '{"key":"6"}', now() - interval '8 days')
    `);
    await expireCollections({ db: catalogue.db, log });
    await expireCollections({ db: catalogue.db, log });
    const jobs = await query(
      catalogue.db,
      `select data ->> 'key' as key, failed_at is not null as failed, next_run_at is not null as waits
       from agenda_jobs order by failed`,
    );
    expect(jobs).toEqual([
      { key: '5', failed: false, waits: true },
      { key: '5', failed: true, waits: false },
    ]);
  });

  it('removes old scrapes even if other clean-ups fail, and reports the failed clean-ups', async () => {
    const tables = ['user_collections', 'changes', 'archive_turns', 'agenda_jobs'];
    const rename = async (from: string, to: string) => {
      for (const table of tables)
        await catalogue.db.raw(`alter table ${table}${from} rename to ${table}${to}`);
    };
    await catalogue.db.raw(`
      delete from scrapes;
      insert into scrapes (userid, status, finished_at) values (7, 'failed', now() - interval '15 days')
    `);
    await rename('', '_elsewhere');
    try {
      await expect(expireCollections({ db: catalogue.db, log })).rejects.toThrow(
        'clean-ups failed: collections, changes, archive_turns, jobs, lost_scrapes',
      );
    } finally {
      await rename('_elsewhere', '');
    }
    expect(await query(catalogue.db, 'select userid from scrapes')).toEqual([]);
  });
});
