import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { idOf, kitLines, recordLine, toSlug } from './fixture-catalogue.ts';
import { createCatalogueDatabase, startTestCatalogue, type TestCatalogue } from './test-catalogue.ts';

const LOGO = 'https://example.org/logo.png';
const KITS = 2300;

let catalogue: TestCatalogue;
let replica: TestCatalogue;
let drop: () => Promise<void>;

beforeAll(async () => {
  const database = await createCatalogueDatabase();
  drop = database.drop;
  [catalogue, replica] = await Promise.all([
    startTestCatalogue({ database }),
    startTestCatalogue({ database }),
  ]);
  // The first records to be loaded are drawn immediately.
  await catalogue.load([
    ...kitLines(Array.from({ length: KITS }, (_, index) => ({ club: 'Many FC', name: `Kit ${index}` }))),
    ...Array.from({ length: 45 }, (_, index) => recordLine('club', `Club ${index}`, { logo: LOGO })),
  ]);
});

afterAll(async () => {
  await Promise.all([catalogue.close(), replica.close()]);
  await drop();
});

type List = 'kits' | 'clubs';

async function readPage(list: List, page: number, size: number, from = catalogue) {
  const { status, body } = await from.request(`/api/random-${list}/?page=${page}&page_size=${size}`);
  expect(status).toBe(200);
  return (body[list] as Array<{ id: number }>).map(({ id }) => id);
}

/** The ids of a list's pages, page by page. */
async function readPages(list: List, size: number, from = catalogue): Promise<number[][]> {
  const { body } = await from.request(`/api/random-${list}/?page_size=${size}`);
  const pages = Array.from({ length: body.pagination.total_pages }, (_, index) => index + 1);
  return Promise.all(pages.map((page) => readPage(list, page, size, from)));
}

const numerically = (ids: readonly number[]) => ids.toSorted((a, b) => a - b);

async function listIds(sql: string): Promise<number[]> {
  return (await query<{ id: number }>(catalogue.db, sql)).map(({ id }) => id);
}

const halfHour = () => listIds('select floor(extract(epoch from now()) / 1800)::bigint as id');

/** Runs `work`, which compares pages of one draw; repeats it if a new half hour started in the meantime. */
async function withinOneDraw(work: () => Promise<void>): Promise<void> {
  for (;;) {
    const [before] = await halfHour();
    try {
      return await work();
    } catch (error) {
      const [after] = await halfHour();
      if (before === after) throw error;
    }
  }
}

/** Makes all changes look as if they were of the half hour before. */
async function letHalfAnHourPass(): Promise<void> {
  await catalogue.db.raw("update changes set at = at - interval '30 minutes'");
  await Promise.all([catalogue.completeIndex(), replica.completeIndex()]);
}

/** Starts a replica for which the database's clock shows the next half hour. */
async function startInTheNextHalfHour(): Promise<TestCatalogue> {
  await catalogue.db.raw(`
    create schema if not exists later;
    create or replace function later.clock_timestamp() returns timestamptz language sql
      return pg_catalog.clock_timestamp() + interval '30 minutes';
  `);
  const url = new URL(catalogue.databaseUrl);
  url.searchParams.set('options', '-c search_path=public,later,pg_catalog');
  return startTestCatalogue({ database: { url: url.href } });
}

/** Sets the clock of this machine, on which the services run, to the next half hour. */
async function withWrongClock<T>(work: () => Promise<T>): Promise<T> {
  const now = Date.now;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 1_800_000);
  try {
    return await work();
  } finally {
    clock.mockRestore();
  }
}

async function expectSameTotal(list: List, compared: TestCatalogue): Promise<void> {
  const [left, right] = await Promise.all(
    [catalogue, compared].map((from) => from.request(`/api/random-${list}/`)),
  );
  expect(right?.body.pagination).toEqual(left?.body.pagination);
}

describe.each(['kits', 'clubs'] as const)('GET /api/random-%s/', (list) => {
  const MEMBERS = { kits: 'select id from kits', clubs: 'select id from clubs where logo is not null' }[list];
  const SIZE = { kits: 70, clubs: 7 }[list];

  it('returns each record exactly once across all pages', async () => {
    await letHalfAnHourPass();
    await withinOneDraw(async () => {
      const pages = await readPages(list, SIZE);
      expect(numerically(pages.flat())).toEqual(numerically(await listIds(MEMBERS)));
      expect(pages.slice(0, -1).every((ids) => ids.length === SIZE)).toBe(true);
    });
  });

  it('keeps its order for any page size', async () => {
    await withinOneDraw(async () => {
      expect((await readPages(list, 100)).flat()).toEqual((await readPages(list, SIZE)).flat());
    });
  });

  it('has the same order on every replica', async () => {
    await withinOneDraw(async () => {
      const responses = await Promise.all(
        Array.from({ length: 12 }, (_, index) => readPage(list, 1, 100, index % 2 ? catalogue : replica)),
      );
      for (const ids of responses) expect(ids).toEqual(responses[0]);
      expect(await readPages(list, SIZE, replica)).toEqual(await readPages(list, SIZE));
    });
  });

  it('is shuffled, and reshuffled after half an hour', async () => {
    await letHalfAnHourPass();
    const first = (await readPages(list, 100)).flat();
    expect(first).not.toEqual(numerically(first));
    await using later = await startInTheNextHalfHour();
    const second = (await readPages(list, 100, later)).flat();
    expect(second).not.toEqual(first);
    expect(numerically(second)).toEqual(numerically(first));
  });

  it("keeps its order and omits new records when the service's clock is wrong", async () => {
    await withinOneDraw(async () => {
      const before = await readPages(list, SIZE);
      await withWrongClock(async () => {
        const name = `Early ${Date.now()}`;
        await catalogue.load([
          ...kitLines([{ club: 'Many FC', name, slug: toSlug(name) }]),
          recordLine('club', name, { logo: LOGO, slug: toSlug(name) }),
        ]);
        expect(await readPages(list, SIZE)).toEqual(before);
      });
    });
  });

  it('has the same order in a process that started after records were added and deleted', async () => {
    await letHalfAnHourPass();
    await withinOneDraw(async () => {
      const before = await readPages(list, SIZE);
      const leaving = before.flat().slice(SIZE, SIZE + 3);
      await catalogue.db.raw(`delete from ${list} where id = any(?)`, [leaving]);
      await catalogue.followChanges();
      await catalogue.load([
        ...kitLines([{ club: 'Many FC', name: `Since ${Date.now()}` }]),
        recordLine('club', `Since ${Date.now()}`, { logo: LOGO }),
      ]);
      await using late = await startTestCatalogue({ database: { url: catalogue.databaseUrl } });
      const expected = before.map((ids) => ids.filter((id) => !leaving.includes(id)));
      expect(await readPages(list, SIZE, late)).toEqual(expected);
      expect(await readPages(list, SIZE)).toEqual(expected);
      await expectSameTotal(list, late);
    });
  });

  it('omits deleted records immediately, while all other records keep their pages', async () => {
    await catalogue.load([
      ...kitLines([{ club: 'Passing FC', slug: 'passing' }]),
      recordLine('club', 'Fleeting', { logo: LOGO }),
    ]);
    await letHalfAnHourPass();
    await withinOneDraw(async () => {
      const before = await readPages(list, SIZE);
      // More than a page, so that fewer pages would do. The clubs of the list have no kits: each can go.
      const leaving = before.flat().slice(3, SIZE + 4);
      const { body } = await catalogue.request(`/api/random-${list}/`);
      await catalogue.db.raw(`delete from ${list} where id = any(?)`, [leaving]);
      await catalogue.followChanges();
      expect(await readPages(list, SIZE)).toEqual(
        before.map((ids) => ids.filter((id) => !leaving.includes(id))),
      );
      const after = await catalogue.request(`/api/random-${list}/`);
      expect(after.body.pagination.total_count).toBe(body.pagination.total_count - leaving.length);
    });
  });

  it('includes new records only after the next shuffle', async () => {
    await withinOneDraw(async () => {
      const before = await readPages(list, SIZE);
      const name = `Late ${Date.now()}`;
      await catalogue.load([
        ...kitLines([{ club: 'Many FC', name, slug: toSlug(name) }]),
        recordLine('club', name, { logo: LOGO, slug: toSlug(name) }),
      ]);
      const added = await idOf(catalogue.db, list, toSlug(name));
      expect(await readPages(list, SIZE)).toEqual(before);
      await letHalfAnHourPass();
      expect((await readPages(list, SIZE)).flat()).toContain(added);
    });
  });

  it("includes a record that reuses a deleted record's id only after the next shuffle", async () => {
    await withinOneDraw(async () => {
      const name = `Again ${Date.now()}`;
      const [id = 0] = await readPage(list, 1, 1);
      await catalogue.db.raw(`delete from ${list} where id = ?`, [id]);
      await catalogue.followChanges();
      const before = await readPages(list, SIZE);
      await catalogue.load([
        ...kitLines([{ club: 'Many FC', name, slug: toSlug(name), ...(list === 'kits' ? { id } : {}) }]),
        recordLine('club', name, { logo: LOGO, slug: toSlug(name), ...(list === 'clubs' ? { id } : {}) }),
      ]);
      expect(await idOf(catalogue.db, list, toSlug(name))).toBe(id);
      expect(await readPages(list, SIZE)).toEqual(before);
      await letHalfAnHourPass();
      expect((await readPages(list, SIZE)).flat()).toContain(id);
    });
  });

  it('returns the pagination of the requested page', async () => {
    await withinOneDraw(async () => {
      const { body } = await catalogue.request(`/api/random-${list}/?page=2&page_size=${SIZE}`);
      const { total_count: count, total_pages: pages } = body.pagination;
      expect(count).toBe((await readPages(list, SIZE)).flat().length);
      expect(pages).toBeGreaterThan(3);
      expect(body.pagination).toEqual({
        current_page: 2,
        total_pages: pages,
        total_count: count,
        has_next: true,
        has_previous: true,
        next_page: 3,
        previous_page: 1,
      });
      const first = await catalogue.request(`/api/random-${list}/?page_size=${SIZE}`);
      expect(first.body.pagination).toMatchObject({ has_previous: false, previous_page: null, next_page: 2 });
      const last = await catalogue.request(`/api/random-${list}/?page=${pages}&page_size=${SIZE}`);
      expect(last.body.pagination).toMatchObject({
        has_next: false,
        next_page: null,
        previous_page: pages - 1,
      });
    });
  });

  it.each([1000, 2_147_483_647])(
    'returns an empty page %s past the end, with the number of the last page',
    async (page) => {
      const { status, body } = await catalogue.request(`/api/random-${list}/?page=${page}`);
      expect(status).toBe(200);
      expect(body[list]).toEqual([]);
      const { total_count: count, total_pages: pages } = body.pagination;
      expect(body.pagination).toEqual({
        current_page: page,
        total_pages: pages,
        total_count: count,
        has_next: false,
        has_previous: true,
        next_page: null,
        previous_page: pages,
      });
      expect(await readPage(list, pages, 20)).not.toEqual([]);
    },
  );

  it('has 20 records per page by default, and at most 100', async () => {
    await letHalfAnHourPass();
    const { body } = await catalogue.request(`/api/random-${list}/`);
    expect(body[list]).toHaveLength(20);
    expect(await readPage(list, 1, 1000)).toEqual(await readPage(list, 1, 100));
  });
});
