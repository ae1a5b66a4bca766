import { describe, expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { eventually } from '@kitroom/testing/eventually';
import {
  breakEachStatement,
  countStored,
  KEYED_ACTIONS,
  sendKeyed,
  type MakeAction,
} from './keyed-actions.ts';
import { neverResponding, startStandInCatalogue, useStandInCatalogue } from './stand-in-catalogue.ts';
import { openStatementWire, type Break } from './statement-wire.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { createUserClient, toForm } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { json } from './test-users.ts';

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ WORKER: 'false', CATALOGUE_URL: catalogue.url }));

describe.each(KEYED_ACTIONS)('%s with an Idempotency-Key', (_name, make: MakeAction) => {
  it.each<Break>(['before', 'after'])(
    'stores everything or nothing if the database connection breaks %s any statement',
    async (at) => {
      await using wire = await openStatementWire(collection.database.url);
      await using service = await startTestCollection({ url: wire.url }, collection.env);
      const user = await createUserClient(collection);
      const atCommit = await breakEachStatement(collection, user, make, async (action, isMeant) => {
        wire.breakAt(isMeant, at);
        await sendKeyed(service, user, action);
        return wire.mend();
      });
      // If the connection breaks after the commit, only the result is lost.
      expect(atCommit).toBe(at === 'after' ? 'everything' : 'nothing');
    },
  );
});

describe('a request with an Idempotency-Key', () => {
  /** The open transactions and advisory locks of other connections. */
  const listHeld = () =>
    query(
      collection.db,
      `select query from pg_stat_activity left join pg_locks using (pid)
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'
         and (xact_start is not null or locktype = 'advisory')`,
    );

  it('holds no transaction and no lock while the catalogue is called', async () => {
    catalogue.setBehaviour(neverResponding);
    const user = await createUserClient(collection);
    const body = { item_type: 'other', name: 'Waits', brand: 71 };
    const sent = sendKeyed(collection, user, { path: '/api/items/', init: json('POST', body), key: 'waits' });
    await eventually(async () => expect(catalogue.seen.length).toBeGreaterThan(0));
    expect(await listHeld()).toEqual([]);
    await catalogue.stop();
    expect((await sent).status).toBe(201);
  });

  it('holds no transaction and no lock while a picture is stored', async () => {
    const s3 = await startStandInCatalogue();
    s3.setBehaviour(neverResponding);
    await using service = await startTestCollection(collection.database, {
      ...collection.env,
      STORAGE: 's3',
      S3_BUCKET: 'kitroom',
      S3_REGION: 'us-east-1',
      S3_ENDPOINT: s3.url,
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    });
    const user = await createUserClient(collection);
    const init = { method: 'POST', body: toForm({}, await png()) };
    const sent = sendKeyed(service, user, { path: '/api/photos/', init, key: 'stored' });
    await eventually(async () => expect(s3.seen.length).toBeGreaterThan(0));
    expect(await listHeld()).toEqual([]);
    await s3.stop();
    expect((await sent).status).toBe(503);
    expect(await countStored(collection, user)).toEqual({ items: 0, photos: 0, keys: 0 });
  });
});
