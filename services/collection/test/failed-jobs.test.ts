import { expect, it } from '@jest/globals';
import { query } from '@kitroom/server/database/database';
import { NO_PROGRESS } from '@kitroom/server/jobs/jobs';
import { eventually } from '@kitroom/testing/eventually';
import { post } from './test-accounts.ts';
import { startTestCollection, useCollection } from './test-collection.ts';
import { createImporter } from './test-imports.ts';
import { createUserClient } from './test-photos.ts';
import { png } from './test-pictures.ts';

/** Processes no jobs. */
const collection = useCollection({ WORKER: 'false' });

it('jobs fail permanently after three starts without progress, and other jobs complete', async () => {
  const { db } = collection;
  const user = await createUserClient(collection);
  const importer = createImporter(collection, user.token);
  const photo = await user.upload(await png());
  const { body: started } = await user.sendJson('POST', '/api/exports/', {});
  const { body: read } = await importer.send('club\nArsenal\n');
  const [account] = await query<{ email: string }>(db, 'select email from users where id = ?', [user.id]);
  await post(collection, 'password/reset/', { email: account?.email });
  const hopeless = await query<{ name: string }>(
    db,
    "update agenda_jobs set begun = 3 where data ->> 'key' is not null returning name",
  );
  expect(hopeless.map(({ name }) => name).toSorted()).toEqual(['export', 'import', 'mail', 'photo']);
  const otherPhoto = await user.upload(await png());

  const worker = await startTestCollection(collection.database, { MEDIA_ROOT: collection.mediaRoot });
  try {
    const failed = { status: 'failed', error: NO_PROGRESS };
    await eventually(async () => {
      expect((await user.get(`/api/exports/${started.id}/`)).body).toMatchObject({ ...failed, file: null });
      expect((await importer.request(`/api/imports/${read.id}/`)).body).toMatchObject(failed);
      expect(await query(db, 'select id from mails')).toEqual([]);
      expect(await query(db, 'select attempts from photos where id = ?', [photo.id])).toEqual([
        { attempts: 3 },
      ]);
      expect((await user.get(`/api/photos/${otherPhoto.id}/`)).body.thumbnail).toEqual(expect.any(String));
    });
    expect((await user.get(`/api/photos/${photo.id}/`)).body.thumbnail).toBeNull();
  } finally {
    await worker.close();
  }
});
