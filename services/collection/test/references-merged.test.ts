import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { holdRow, runUntilBlocked } from '@kitroom/testing/hold-rows';
import type { TestDatabase } from '@kitroom/testing/test-databases';
import {
  MALAGA,
  RECORDS,
  responding,
  runReferencesJob,
  servingRecords,
  startProcessingCollection,
  useStandInCatalogue,
  type Behaviour,
} from './stand-in-catalogue.ts';
import { createCollectionDatabase, type TestCollection } from './test-collection.ts';
import { addCollector, json, type Collector } from './test-users.ts';

const CURRENT = MALAGA.id;
const OLD = 808;
const SHIRT = { item_type: 'jersey', name: 'A shirt' };

const catalogue = useStandInCatalogue();
let database: TestDatabase;
let collection: TestCollection;
let owner: Collector;

beforeEach(async () => {
  database = await createCollectionDatabase();
  collection = await startProcessingCollection(database, catalogue);
  owner = await addCollector(collection);
});

afterEach(async () => {
  await collection.close();
  await database.drop();
});

/** Redirects the old club, as a catalogue with another public address does. */
const merging: Behaviour = (response, url) => {
  const location = `https://kits.example.org/api/catalogue/api/clubs/${CURRENT}`;
  const isOld = url.pathname === `/api/clubs/${OLD}`;
  const behaviour = isOld
    ? responding({ detail: 'merged' }, 301, { Location: location })
    : servingRecords(RECORDS);
  behaviour(response, url);
};

async function create(club: number) {
  const { status, body } = await collection.request(
    '/api/items/',
    json('POST', { ...SHIRT, club }, owner.token),
  );
  expect(status).toBe(201);
  return body as { id: number; club: number; updated_at: string };
}

const read = async (path: string) => (await owner.request(path)).body;

describe('the old id of a club that the catalogue has merged', () => {
  it('is replaced when an item is created or changed', async () => {
    catalogue.setBehaviour(merging);
    const { id, club } = await create(OLD);
    expect(club).toBe(CURRENT);
    const change = json('PATCH', { club: OLD, notes: 'changed' }, owner.token);
    expect((await collection.request(`/api/items/${id}/`, change)).body).toMatchObject({
      club: CURRENT,
      labels: { club: MALAGA.name },
    });
    expect((await read(`/api/items/?club=${CURRENT}`)).length).toBe(1);
  });

  it('is replaced if the catalogue has a path that its proxy strips', async () => {
    const path = '/some/api/catalogue';
    catalogue.setBehaviour((response, url) => {
      const isBelow = url.pathname.startsWith(`${path}/`);
      const stripped = new URL(isBelow ? url.href.replace(path, '') : '/outside', url);
      merging(response, stripped);
    });
    await using below = await startProcessingCollection(database, { url: `${catalogue.url}${path}/` });
    const sent = json('POST', { ...SHIRT, club: OLD }, owner.token);
    const { status, body } = await below.request('/api/items/', sent);
    expect([status, body.club]).toEqual([201, CURRENT]);
  });

  it('is replaced in stored items after a day, and then without a request to the catalogue', async () => {
    const former = { ...MALAGA, id: OLD, name: 'CD Málaga' };
    catalogue.setBehaviour(servingRecords({ ...RECORDS, [`/api/clubs/${OLD}`]: former }));
    const item = await create(OLD);
    expect(item.club).toBe(OLD);
    const { next } = (await read('/api/items/changes/?after=0')) as { next: string };
    catalogue.setBehaviour(merging);
    await query(collection.db, "update clubs set taken_at = now() - interval '25 hours'");
    await runReferencesJob(collection.db);
    expect(await read(`/api/items/${item.id}/`)).toMatchObject({
      club: CURRENT,
      labels: { club: MALAGA.name },
      updated_at: item.updated_at,
    });
    expect((await read(`/api/items/changes/?after=${next}`)).items).toMatchObject([
      { op: 'upsert', id: item.id, record: { club: CURRENT } },
    ]);
    catalogue.seen.length = 0;
    expect((await create(OLD)).club).toBe(CURRENT);
    expect(catalogue.seen).toEqual([]);
  });

  it('is not replaced in an item that its owner is changing at the same time', async () => {
    catalogue.setBehaviour(servingRecords({ ...RECORDS, [`/api/clubs/${OLD}`]: { ...MALAGA, id: OLD } }));
    const { id } = await create(OLD);
    catalogue.setBehaviour(merging);
    await query(collection.db, "update clubs set taken_at = now() - interval '25 hours'");
    const { url } = database;
    const change = () =>
      collection.request(`/api/items/${id}/`, json('PATCH', { club: null, club_text: 'Mine' }, owner.token));
    const job = () => runReferencesJob(collection.db);
    await runUntilBlocked<unknown>(url, () => holdRow(url, 'items', id), [change, job]);
    expect(await read(`/api/items/${id}/`)).toMatchObject({ club: null, club_text: 'Mine' });
  });

  it('is replaced by the final id after several merges', async () => {
    const middle = 809;
    catalogue.setBehaviour(
      servingRecords({ ...RECORDS, [`/api/clubs/${middle}`]: { ...MALAGA, id: middle } }),
    );
    await create(middle);
    await query(collection.db, 'insert into clubs (id, merged_into, taken_at) values (?, ?, now())', [
      OLD,
      middle,
    ]);
    expect((await create(OLD)).club).toBe(middle);
    catalogue.setBehaviour((response, url) => {
      const isMiddle = url.pathname === `/api/clubs/${middle}`;
      merging(response, isMiddle ? new URL(`/api/clubs/${OLD}`, url) : url);
    });
    await query(collection.db, "update clubs set taken_at = now() - interval '25 hours' where id = ?", [
      middle,
    ]);
    await runReferencesJob(collection.db);
    expect((await create(OLD)).club).toBe(CURRENT);
    expect(((await read('/api/items/')) as Array<{ club: number }>).map(({ club }) => club)).toEqual([
      CURRENT,
      CURRENT,
      CURRENT,
    ]);
  });
});
