import { beforeEach, describe, expect, it } from '@jest/globals';
import { chartValues } from '@kitroom/testing/chart-values';
import { createDatabaseClock, type SetDatabaseClock } from '@kitroom/testing/database-clock';
import { useService } from '@kitroom/testing/use-service';
import { toValueSeries } from '../src/collections/collection-view.ts';
import { openPageBrowser } from './test-browser.ts';
import { createCollectionDatabase, startTestCollection } from './test-collection.ts';
import { addItem, addPhoto } from './test-items.ts';
import { addCollector, addUser, type Collector } from './test-users.ts';

let setClock: SetDatabaseClock;
const collection = useService(async () => {
  const database = await createCollectionDatabase();
  setClock = await createDatabaseClock(database);
  const running = await startTestCollection(database);
  const close = async () => {
    await running.close();
    await database.drop();
  };
  return { ...running, close };
});

const YEAR = new Date().getUTCFullYear();
const [DECEMBER, JANUARY] = [`${YEAR - 1}-12`, `${YEAR}-01`];
/**
 * Half an hour before and after the end of a UTC day, month and year. Both are on the same day in the time
 * zones of the tests.
 */
const BEFORE = new Date(Date.UTC(YEAR, 0, 1, 0, -30));
const AFTER = new Date(Date.UTC(YEAR, 0, 1, 0, 30));
const EUR = (amount: string) => ({ amount, currency: 'EUR' });

let ada: Collector;

beforeEach(async () => {
  ada = await addCollector(collection);
});

describe('collection statistics', () => {
  const readMonths = async () => {
    const { body } = await ada.request('/api/collections/me/');
    const months: Array<{ id: string; count: number }> = body.statistics.by_month;
    return months.slice(-2).map(({ id, count }) => [id, count]);
  };

  it('count an item in the UTC month in which it was added', async () => {
    for (const created_at of [BEFORE, AFTER, AFTER]) await addItem(collection, ada, { created_at });
    await setClock(AFTER);
    expect(await readMonths()).toEqual([
      [DECEMBER, 1],
      [JANUARY, 2],
    ]);
  });

  it('end with the current UTC month', async () => {
    await setClock(BEFORE);
    expect((await readMonths()).at(-1)).toEqual([DECEMBER, 0]);
    await setClock(AFTER);
    expect((await readMonths()).at(-1)).toEqual([JANUARY, 0]);
  });
});

describe('GET /api/collections/me/items/?added_in={month}', () => {
  it('returns the items that were added in this UTC month', async () => {
    const before = await addItem(collection, ada, { created_at: BEFORE });
    const after = await addItem(collection, ada, { created_at: AFTER });
    const select = async (month: string) => {
      const { body } = await ada.request(`/api/collections/me/items/?added_in=${month}`);
      return body.results.map(({ id }: { id: number }) => id);
    };
    expect(await select(DECEMBER)).toEqual([before]);
    expect(await select(JANUARY)).toEqual([after]);
  });
});

describe('GET /api/collections/me/value/', () => {
  const readSeries = async () => {
    const { body } = await ada.request('/api/collections/me/value/');
    const series: Array<{ month: string; price: string; estimated_value: string }> = body.series;
    return [DECEMBER, JANUARY].map((name) => {
      const { price, estimated_value } = series.find(({ month }) => month === name) ?? {};
      return [name, price, estimated_value];
    });
  };

  it('adds the price of an item in the UTC month in which the item was added', async () => {
    await addItem(collection, ada, { created_at: BEFORE, price: EUR('1.00') });
    await addItem(collection, ada, { created_at: AFTER, price: EUR('10.00') });
    expect(await readSeries()).toEqual([
      [DECEMBER, '1.00', '0.00'],
      [JANUARY, '11.00', '0.00'],
    ]);
  });

  it('adds an estimated value in the UTC month in which the value was changed', async () => {
    const item_id = await addItem(collection, ada, {
      price: EUR('100.00'),
      acquired_on: `${YEAR - 1}-12-01`,
    });
    await collection.db('item_values').insert([
      { item_id, changed_at: BEFORE, estimated_value: EUR('1.00') },
      { item_id, changed_at: AFTER, estimated_value: EUR('5.00') },
    ]);
    expect(await readSeries()).toEqual([
      [DECEMBER, '100.00', '1.00'],
      [JANUARY, '100.00', '5.00'],
    ]);
  });

  it('ends with the current UTC month', () => {
    const added = [{ month: DECEMBER, currency: 'EUR', price: '1.00', estimated_value: '0.00' }];
    expect(toValueSeries(added, BEFORE).map(({ month }) => month)).toEqual([DECEMBER]);
    expect(toValueSeries(added, AFTER).map(({ month }) => month)).toEqual([DECEMBER, JANUARY]);
  });
});

describe('the start page of the admin interface', () => {
  // A session ends two weeks after its last use, and the other tests add users today.
  const now = new Date();
  const [EVENING, MORNING] = [-30, 30].map(
    (minutes) =>
      new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() - 1, 0, minutes)),
  ) as [Date, Date];

  it('counts new users, items and photos per UTC day', async () => {
    await setClock(new Date());
    const staff = await addUser(collection, 'staff', { isStaff: true });
    const browser = openPageBrowser(collection);
    await browser.signIn(staff.username);
    const item = await addItem(collection, staff);
    for (const at of [EVENING, EVENING, MORNING]) {
      const { id } = await addCollector(collection);
      await collection.db('users').where({ id }).update({ created_at: at });
      await addItem(collection, staff, { created_at: at });
      await addPhoto(collection, staff, item, { uploaded_at: at });
    }
    const readCharts = async () => {
      const { text } = await browser.open('/admin/');
      return ['new users', 'new items', 'new photos'].map((title) => chartValues(text, title).slice(-2));
    };
    await setClock(EVENING);
    expect(await readCharts()).toEqual([
      [0, 2],
      [0, 2],
      [0, 2],
    ]);
    await setClock(MORNING);
    expect(await readCharts()).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
  });
});
