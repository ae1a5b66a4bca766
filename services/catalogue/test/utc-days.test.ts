import { describe, expect, it } from '@jest/globals';
import { chartValues } from '@kitroom/testing/chart-values';
import { createDatabaseClock } from '@kitroom/testing/database-clock';
import { useService } from '@kitroom/testing/use-service';
import { openSignedIn, startWithAdmin } from './admin-browser.ts';
import { createCatalogueDatabase } from './test-catalogue.ts';

/** Half an hour before and after the end of a day by UTC, on the same day in the tests' time zones. */
const EVENING = new Date(Date.UTC(2025, 5, 15, 0, -30));
const MORNING = new Date(Date.UTC(2025, 5, 15, 0, 30));

const catalogue = useService(async () => {
  const database = await createCatalogueDatabase();
  const setClock = await createDatabaseClock(database);
  const running = await startWithAdmin({ database });
  const close = async () => {
    await running.close();
    await database.drop();
  };
  return { ...running, setClock, close };
});

describe('the overview of the admin interface', () => {
  it('counts changes by UTC day', async () => {
    const browser = await openSignedIn(catalogue);
    for (const at of [EVENING, EVENING, MORNING]) {
      const [{ id }] = await catalogue
        .db('changes')
        .insert({ type: 'brands', op: 'upsert', ids: [1, 2] })
        .returning('id');
      await catalogue.db('changes').where({ id }).update({ at });
    }
    const readChart = async () =>
      chartValues((await browser.open('/admin/')).text, 'records changed').slice(-2);
    await catalogue.setClock(EVENING);
    expect(await readChart()).toEqual([0, 4]);
    await catalogue.setClock(MORNING);
    expect(await readChart()).toEqual([4, 2]);
  });
});
