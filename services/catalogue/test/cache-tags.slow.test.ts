import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  additionTo,
  CHANGED_TABLES,
  CHANGES,
  compareAfter,
  expectResponses,
  listRequests,
  listTagged,
  PUBLIC_URL,
  readAll,
  RECORDS,
  UNSHOWN_COLUMNS,
  updateOf,
  type CachedRequest,
  type Responses,
} from './cache-tags.ts';
import { startTestCatalogue, useCatalogue } from './test-catalogue.ts';

const catalogue = useCatalogue({ env: { PUBLIC_URL } });
let requests: CachedRequest[];
let before: Responses;

beforeAll(async () => {
  await catalogue.load(RECORDS);
  requests = listRequests(catalogue.endpoints, 'all');
  before = await readFresh();
  await expectResponses(catalogue, requests, before);
});

/** The responses of a process that has just started. */
async function readFresh(): Promise<Responses> {
  await using fresh = await startTestCatalogue({
    database: { url: catalogue.databaseUrl },
    env: { PUBLIC_URL },
  });
  // Awaited before the process ends.
  const responses = await readAll(fresh, requests);
  return responses;
}

describe.each(CHANGED_TABLES)('cached responses after a change of %s', (table) => {
  it.each(Object.keys(CHANGES[table]))('show a new value of %s', async (column) => {
    const change = updateOf(table, [column]);
    const showing = await compareAfter(change, { catalogue, requests, before }, readFresh);
    expect(showing.length > 0).toBe(!UNSHOWN_COLUMNS.includes(`${table}.${column}`));
    expect(listTagged(catalogue.endpoints, table)).toEqual(expect.arrayContaining(showing));
  });

  it('show an added record, and no longer show it after its deletion', async () => {
    const showing = await compareAfter(additionTo(table), { catalogue, requests, before }, readFresh);
    expect(showing).not.toEqual([]);
    expect(listTagged(catalogue.endpoints, table)).toEqual(expect.arrayContaining(showing));
  });
});
