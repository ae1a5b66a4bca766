import { randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { createRandom } from '@kitroom/demo/catalogue/seeded-random';
import { query } from '@kitroom/server/database/database';
import { removeOldChanges } from '../src/changes/change-queries.ts';
import { exportCatalogue } from '../src/interchange/export-catalogue.ts';
import { openSignedIn, useAdmin } from './admin-browser.ts';
import { idOf, kitLines, recordLine } from './fixture-catalogue.ts';
import { writeRandomly } from './random-writes.ts';
import { startOfCompression } from './watch-compressions.ts';

const WRITERS = 4;
const TRANSACTIONS = 25;

interface Change {
  sequence: number;
  type: string;
  op: string;
  id: number;
  into?: number;
  record?: { kind: string; id: number };
}

const MIB = 1024 * 1024;

const catalogue = useAdmin();

/** The address of a picture of the largest size that is accepted, which hardly compresses. */
const largePicture = () => `data:image/png;base64,${randomBytes(49_000).toString('base64')}`;

async function read(after: number, limit = 1000) {
  const { status, body } = await catalogue.request(`/api/changes?after=${after}&limit=${limit}`);
  expect(status).toBe(200);
  return body as { items: Change[]; next: number; has_more: boolean };
}

/**
 * Applies pages from the beginning until `isDone` and the last page, as a client does that keeps records by
 * their ids.
 */
async function follow(limit: number, isDone: () => boolean): Promise<Map<string, object>> {
  const records = new Map<string, object>();
  for (let after = 0; ;) {
    const willEnd = isDone();
    const { items, next, has_more: hasMore } = await read(after, limit);
    for (const { sequence, type, op, id, record } of items) {
      expect(sequence).toBe((after += 1));
      if (op === 'upsert' && record) records.set(`${type} ${id}`, record);
      else records.delete(`${type} ${id}`);
    }
    expect(next).toBe(after);
    if (willEnd && !hasMore) return records;
  }
}

async function currentRecords(): Promise<Map<string, object>> {
  let text = '';
  for await (const lines of exportCatalogue(catalogue.db)) text += lines;
  const lines = text.trimEnd().split('\n');
  const records = lines.map((line) => JSON.parse(line) as { kind: string; id: number });
  return new Map(records.map((record) => [`${record.kind} ${record.id}`, record]));
}

/** Reads the position after the last change, where nothing follows. */
async function readLast() {
  const rows = await query<{ last: number }>(
    catalogue.db,
    'select coalesce(max(last_sequence), 0) as last from changes',
  );
  return read(Number(rows[0]?.last));
}

describe('GET /api/changes', () => {
  it('contains each change exactly once while four writers write concurrently', async () => {
    await catalogue.load(kitLines([{ club: 'One FC' }, { club: 'Two FC' }]));
    const ended = new AbortController();
    const writing = Promise.all(
      Array.from({ length: WRITERS }, (_, writer) =>
        writeRandomly(catalogue.db, createRandom(`writer ${writer}`), TRANSACTIONS),
      ),
    ).finally(() => ended.abort());
    const records = await follow(17, () => ended.signal.aborted);
    await writing;
    expect(records).toEqual(await currentRecords());
  });

  it('contains merges of clubs with moved kits and former slugs, and old ids redirect with 301', async () => {
    await catalogue.load([
      ...kitLines([{ club: 'Málaga CF' }, { club: 'Malaga' }, { club: 'Malaga CD' }]),
      recordLine('club', 'Malaga', { former_slugs: ['mlg'] }),
    ]);
    const ids = [
      await idOf(catalogue.db, 'clubs', 'malaga-cf-kits'),
      await idOf(catalogue.db, 'clubs', 'malaga-kits'),
      await idOf(catalogue.db, 'clubs', 'malaga-cd-kits'),
    ] as const;
    const [cf, malaga, cd] = ids;
    const { next: before } = await readLast();
    const browser = await openSignedIn(catalogue);
    for (const [target, source] of [
      [cd, malaga],
      [cf, cd],
    ]) {
      const preview = await browser.open(`/admin/clubs/${target}/merge?other=${source}`);
      await browser.send(preview, 'Merge the clubs');
    }
    const { items } = await read(before);
    const merges = items.filter(({ op }) => op !== 'upsert');
    expect(merges).toMatchObject([
      { type: 'club', op: 'merge', id: malaga, into: cd },
      { type: 'club', op: 'merge', id: cd, into: cf },
    ]);
    expect(items.findLast(({ type, id }) => type === 'club' && id === cf)?.record).toMatchObject({
      former_slugs: ['mlg', 'malaga-kits', 'malaga-cd-kits'],
    });
    expect(items.filter(({ type }) => type === 'kit').at(-1)?.record).toMatchObject({
      club: 'malaga-cf-kits',
    });

    const moved = await catalogue.request(`/api/clubs/${malaga}`);
    expect([moved.status, moved.headers.get('Location')]).toEqual([301, `${catalogue.url}/api/clubs/${cf}`]);
    expect(moved.body).toEqual({ detail: `Club with ID ${malaga} was merged into ${cf}` });
    const kits = await catalogue.request(`/api/clubs/${cd}/kits?page_size=2`);
    expect(kits.headers.get('Location')).toBe(`${catalogue.url}/api/clubs/${cf}/kits?page_size=2`);
    const seasons = await catalogue.request(`/api/seasons?id=${cd}`);
    expect(seasons.headers.get('Location')).toBe(`${catalogue.url}/api/seasons?id=${cf}`);
    const followed = await fetch(`${catalogue.url}/api/clubs/${cd}/kits?page_size=2`);
    expect(await followed.json()).toHaveLength(2);
  });

  it('contains former slugs that an import changes', async () => {
    await catalogue.load([recordLine('club', 'Former', { former_slugs: ['a'] })]);
    const { next: before } = await readLast();
    await catalogue.load([recordLine('club', 'Former', { former_slugs: ['b'] })]);
    const { items } = await read(before);
    expect(items.at(-1)).toMatchObject({ type: 'club', op: 'upsert', record: { former_slugs: ['b'] } });
  });

  it('contains no record for a change whose record was deleted later, and contains the deletion', async () => {
    const { next: before } = await readLast();
    await catalogue.load([recordLine('brand', 'Passing')]);
    await catalogue.db.raw("delete from brands where slug = 'passing-kits'");
    const { items } = await read(before);
    expect(items.map(({ op, record }) => [op, record])).toEqual([
      ['upsert', undefined],
      ['delete', undefined],
    ]);
  });

  it('ends a page at 8 MiB, and compresses the page without blocking other requests', async () => {
    const { next: before } = await readLast();
    const clubs = Array.from({ length: 100 }, (_, at) =>
      recordLine('club', `Large ${at}`, { logo: largePicture(), logo_dark: largePicture() }),
    );
    await catalogue.load(clubs);
    const first = await fetch(`${catalogue.url}/api/changes?after=${before}`, {
      headers: { 'Accept-Encoding': 'identity' },
    });
    const text = await first.text();
    expect(text.length).toBeGreaterThan(8 * MIB - 2 * largePicture().length);
    expect(text.length).toBeLessThanOrEqual(8 * MIB);
    const { items, next, has_more: hasMore } = JSON.parse(text) as Awaited<ReturnType<typeof read>>;
    expect([items.at(-1)?.sequence, hasMore]).toEqual([next, true]);
    const lastPage = await read(next);
    expect(lastPage.has_more).toBe(false);
    const sequences = [...items, ...lastPage.items].map(({ sequence }) => sequence);
    expect(sequences).toEqual(clubs.map((_club, at) => before + 1 + at));

    const finished: string[] = [];
    const compressing = startOfCompression();
    const large = fetch(`${catalogue.url}/api/changes?after=${before}`).then(() => finished.push('large'));
    await compressing;
    await fetch(`${catalogue.url}/api/ready`).then(() => finished.push('small'));
    await large;
    expect(finished).toEqual(['small', 'large']);
  });

  it('starts at 0, and returns at most as many changes as the limit', async () => {
    const { body } = await catalogue.request('/api/changes');
    expect(body.items[0].sequence).toBe(1);
    expect((await catalogue.request('/api/changes?limit=5000')).body).toEqual(body);
    const { items, next, has_more: hasMore } = await read(3, 2);
    expect([items.map(({ sequence }) => sequence), next, hasMore]).toEqual([[4, 5], 5, true]);
  });

  it.each(['after=-1', 'after=', 'after=x', 'after=1&after=2', 'after=1.5', 'limit=0', 'limit=', 'limit=x'])(
    'returns 400 for %s',
    async (search) => {
      expect(await catalogue.request(`/api/changes?${search}`)).toMatchObject({
        status: 400,
        body: { detail: 'Invalid request parameters' },
      });
    },
  );

  it('returns 410 with the URL of the bulk data for changes that are no longer kept', async () => {
    const { next: last } = await readLast();
    const rows = await query<{ last_sequence: number }>(
      catalogue.db,
      'select last_sequence from changes order by last_sequence desc limit 3',
    );
    const [, kept = 0, old = 0] = rows.map((row) => row.last_sequence);
    // A long transaction commits after changes that started later.
    await query(catalogue.db, `update changes set at = at - interval '91 days' where last_sequence <> ?`, [
      kept,
    ]);
    await removeOldChanges(catalogue.db);
    expect(await catalogue.request(`/api/changes?after=${old - 1}`)).toMatchObject({
      status: 410,
      body: {
        detail: expect.stringContaining('no longer kept'),
        bulk_data: `${catalogue.url}/api/bulk-data`,
      },
    });
    expect(await read(old)).toMatchObject({ next: last, has_more: false });

    await query(catalogue.db, `update changes set at = at - interval '91 days'`);
    await removeOldChanges(catalogue.db);
    expect(await read(last)).toEqual({ items: [], next: last, has_more: false });
    expect((await catalogue.request(`/api/changes?after=${last + 1}`)).status).toBe(410);
    expect((await catalogue.request(`/api/changes?after=${last - 1}`)).status).toBe(200);
  });
});
