import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createRandom, pickFrom } from '@kitroom/demo/catalogue/seeded-random';
import { query } from '@kitroom/server/database/database';
import { listChangesAfter } from '../src/changes/change-queries.ts';
import { kitLines } from './fixture-catalogue.ts';
import { useCatalogue } from './test-catalogue.ts';

const WRITERS = 4;
const TRANSACTIONS = 30;

const catalogue = useCatalogue();

/** Opens a separate connection for a writer. */
async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: catalogue.databaseUrl });
  await client.connect();
  return client;
}

interface Followed {
  sequence: number;
  ids: Map<string, number>;
}

/** Applies new changes as a follower does: the last operation on each record. */
async function follow(followed: Followed): Promise<void> {
  for (const { type, op, ids, last_sequence: last } of await listChangesAfter(
    catalogue.db,
    followed.sequence,
  )) {
    expect(last - ids.length).toBeGreaterThanOrEqual(followed.sequence);
    for (const id of ids) {
      if (op === 'delete') followed.ids.delete(`${type} ${id}`);
      else followed.ids.set(`${type} ${id}`, last);
    }
    followed.sequence = last;
  }
}

describe('the change log', () => {
  it('stays without gaps while four writers commit overlapping transactions', async () => {
    const followed: Followed = { sequence: 0, ids: new Map() };
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      const random = createRandom(`writer ${writer}`);
      const client = await connect();
      for (let at = 0; at < TRANSACTIONS; at += 1) {
        await client.query('begin');
        const slug = `brand-${writer}-${at}`;
        await client.query('insert into brands (slug, name) values ($1, $1), ($2, $2)', [slug, `${slug}-b`]);
        // Transactions overlap for different times.
        await client.query('select pg_sleep($1)', [pickFrom(random, [0, 0, 0.002, 0.03])]);
        if (random() < 0.5) await client.query('delete from brands where slug = $1', [slug]);
        await client.query(random() < 0.2 ? 'rollback' : 'commit');
      }
      await client.end();
    });
    const writing = new AbortController();
    const written = Promise.all(writers).finally(() => writing.abort());
    while (!writing.signal.aborted) await follow(followed);
    await written;
    await follow(followed);
    const rows = await query<{ id: number }>(catalogue.db, 'select id from brands');
    expect([...followed.ids.keys()].toSorted()).toEqual(rows.map(({ id }) => `brand ${id}`).toSorted());
  });

  it('contains a change only after it is committed, in commit order', async () => {
    const [early, late] = [await connect(), await connect()];
    await early.query('begin');
    await early.query("insert into seasons (year) values ('1901')");
    await late.query("insert into seasons (year) values ('1902')");
    const before = await listChangesAfter(catalogue.db, 0);
    await early.query('commit');
    const after = await listChangesAfter(catalogue.db, 0);
    const [{ id } = { id: 0 }] = await query<{ id: number }>(
      catalogue.db,
      "select id from seasons where year = '1901'",
    );
    expect(after.slice(0, -1)).toEqual(before);
    expect(after.at(-1)).toMatchObject({ type: 'season', op: 'upsert', ids: [id] });
    await Promise.all([early.end(), late.end()]);
  });

  it('contains kits whose club changes its country or whose competition is deleted', async () => {
    await catalogue.load([
      { kind: 'competition', slug: 'cup-kits', name: 'Cup' },
      ...kitLines([{ club: 'One FC', competitions: ['cup-kits'] }]),
    ]);
    const followed: Followed = { sequence: 0, ids: new Map() };
    await follow(followed);
    const [{ id } = { id: 0 }] = await query<{ id: number }>(catalogue.db, 'select id from kits');
    for (const change of ["update clubs set country = 'ZZ'", 'delete from competitions']) {
      const before = followed.ids.get(`kit ${id}`) ?? 0;
      await catalogue.db.raw(change);
      await follow(followed);
      expect(followed.ids.get(`kit ${id}`)).toBeGreaterThan(before);
    }
  });

  it('contains all records of a truncated table', async () => {
    await catalogue.load(kitLines([{ club: 'Two FC' }, { club: 'Three FC' }]));
    const kits = await query<{ id: number }>(catalogue.db, 'select id from kits order by id');
    await catalogue.db.raw('truncate kits');
    const changes = await listChangesAfter(catalogue.db, 0);
    expect(changes.at(-1)).toMatchObject({ type: 'kit', op: 'delete', ids: kits.map(({ id }) => id) });
  });
});
