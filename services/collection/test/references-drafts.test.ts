import { beforeEach, describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import {
  BRAND,
  RECORDS,
  respondingWithError,
  servingRecords,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { useCollection } from './test-collection.ts';
import { addUser, json, tokenOf } from './test-users.ts';

const DRAFT = {
  item_type: 'jersey',
  size: 4,
  name: 'A shirt',
  brand: 999,
  club: 7,
  season: 5,
  is_draft: true,
};
const NO_SUCH_BRAND = { brand: ['Invalid pk "999" - object does not exist.'] };

const catalogue = useStandInCatalogue();
// A new database for each test, so that no test finds records copied by another one.
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url, WORKER: 'false' }), 'each');
let token: string;

beforeEach(async () => {
  token = await tokenOf(collection, await addUser(collection, 'owner'));
});

function change(id: number, changes: object) {
  return collection.request(`/api/items/${id}/`, json('PATCH', changes, token));
}

describe('a draft that was saved while the catalogue was unavailable', () => {
  const publish = (id: number) => change(id, { is_draft: false });

  async function createDraft(): Promise<number> {
    catalogue.setBehaviour(respondingWithError(500, 'Away.'));
    const { status, body } = await collection.request('/api/items/', json('POST', DRAFT, token));
    expect(status).toBe(201);
    return body.id as number;
  }

  it('is checked against the catalogue when it is published', async () => {
    const id = await createDraft();
    catalogue.setBehaviour(servingRecords(RECORDS));
    expect(await publish(id)).toMatchObject({ status: 400, body: NO_SUCH_BRAND });
    catalogue.setBehaviour(servingRecords({ ...RECORDS, '/api/brands/999': { ...BRAND, id: 999 } }));
    expect(await publish(id)).toMatchObject({ status: 200, body: { ...DRAFT, is_draft: false } });
    expect(await query(collection.db, 'select name from clubs')).toEqual([{ name: 'Málaga CF' }]);
  });

  it('can be published while the catalogue is still unavailable, and leaves a job', async () => {
    const id = await createDraft();
    expect((await publish(id)).status).toBe(200);
    expect(await query(collection.db, 'select name from agenda_jobs')).toEqual([{ name: 'references' }]);
  });

  it('causes no request to the catalogue when it is changed after publication', async () => {
    const id = await createDraft();
    await publish(id);
    catalogue.setBehaviour(servingRecords(RECORDS));
    catalogue.seen.length = 0;
    expect((await change(id, { name: 'Another name' })).status).toBe(200);
    expect(catalogue.seen).toEqual([]);
  });
});
