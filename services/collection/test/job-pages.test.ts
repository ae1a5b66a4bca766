import { beforeEach, describe, expect, it } from '@jest/globals';
import { MATCH_TEXTS_MAX } from '@kitroom/catalogue-client';
import { countRows } from '@kitroom/server/database/query-parts';
import { recognizeAllTexts } from '../src/items/recognize-texts.ts';
import { BATCH_TEXTS, SWEEP_PAGE } from '../src/limits.ts';
import { sweepPhotos } from '../src/photos/sweep-photos.ts';
import { MERGED_ITEMS_AT_ONCE } from '../src/reference/copy-queries.ts';
import { createRefreshReferences } from '../src/reference/refresh-references.ts';
import { completeSearchTexts } from '../src/search/complete-search-texts.ts';
import { copyRow } from './copy-rows.ts';
import {
  BRAND,
  MALAGA,
  RECORDS,
  responding,
  servingRecords,
  useStandInCatalogue,
} from './stand-in-catalogue.ts';
import { withContext } from './test-accounts.ts';
import { JOB_RUN, useCollection } from './test-collection.ts';
import { createUserClient } from './test-photos.ts';
import { png } from './test-pictures.ts';
import { addCollector, json } from './test-users.ts';

const catalogue = useStandInCatalogue();
const collection = useCollection(() => ({ CATALOGUE_URL: catalogue.url, WORKER: 'false' }));

const items = () => collection.db('items');

async function addCopies(
  fields: object,
  copies: number,
  different: Record<string, string> = {},
): Promise<void> {
  const { token } = await addCollector(collection);
  const sent = { item_type: 'jersey', name: 'A shirt', ...fields };
  const { status, body } = await collection.request('/api/items/', json('POST', sent, token));
  expect(status).toBe(201);
  await copyRow(collection.db, { table: 'items', id: body.id, copies, different });
}

beforeEach(async () => {
  await items().delete();
  catalogue.setBehaviour(servingRecords(RECORDS));
});

describe.each([
  ['two full pages', 0],
  ['two full pages and a row', 1],
])('a job that processes %s', (_pages, more) => {
  it('deletes all photos that have been unattached for a day', async () => {
    const { id } = await (await createUserClient(collection)).upload(await png());
    await copyRow(collection.db, {
      table: 'photos',
      id,
      copies: 2 * SWEEP_PAGE + more,
      different: {
        image_key: `'originals/copy-' || at || '.png'`,
        uploaded_at: `now() - interval '25 hours'`,
      },
    });
    await withContext(settings(), (context) => sweepPhotos(context, JOB_RUN.signal));
    expect(await collection.db('photos').pluck('id')).toEqual([id]);
    await collection.db('photos').delete();
  });

  it('replaces the id of a merged club in all items', async () => {
    const old = 808;
    catalogue.setBehaviour(servingRecords({ ...RECORDS, [`/api/clubs/${old}`]: { ...MALAGA, id: old } }));
    await addCopies({ club: old }, 2 * MERGED_ITEMS_AT_ONCE - 1 + more);
    const moved = responding({ detail: 'merged' }, 301, { Location: `/api/clubs/${MALAGA.id}` });
    catalogue.setBehaviour((response, url) =>
      (url.pathname === `/api/clubs/${old}` ? moved : servingRecords(RECORDS))(response, url),
    );
    await collection.db('clubs').update({ taken_at: collection.db.raw("now() - interval '25 hours'") });
    await withContext(settings(), (context) => createRefreshReferences(context)(JOB_RUN.signal));
    expect(await items().distinct('club_id').pluck('club_id')).toEqual([MALAGA.id]);
    await collection.db('clubs').where({ id: old }).delete();
  });

  it('replaces all matching text fields of items with ids', async () => {
    await addCopies({ brand_text: 'Oma 0' }, 2 * MATCH_TEXTS_MAX - 1 + more, { brand_text: `'Oma ' || at` });
    const brands = Array.from({ length: MATCH_TEXTS_MAX }, () => [{ ...BRAND, score: 1 }]);
    catalogue.setBehaviour(responding({ brands, clubs: [], seasons: [], kits: [] }));
    await withContext(settings(), (context) => recognizeAllTexts(context, JOB_RUN.signal));
    expect(await items().distinct('brand_id').pluck('brand_id')).toEqual([BRAND.id]);
  });

  it('completes the search texts of all items', async () => {
    await addCopies({}, 2 * BATCH_TEXTS - 1 + more);
    await items().update({ search_texts_at: null });
    await completeSearchTexts(collection.db, JOB_RUN.signal);
    expect(await countRows(items().whereNull('search_texts_at'))).toBe(0);
  });
});

function settings(): Record<string, string> {
  return {
    DATABASE_URL: collection.database.url,
    CATALOGUE_URL: catalogue.url,
    MEDIA_ROOT: collection.mediaRoot,
  };
}
