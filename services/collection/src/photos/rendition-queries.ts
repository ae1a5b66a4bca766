import type { Database } from '@kitroom/server/database/database';
import { hasJob } from '@kitroom/server/jobs/jobs';
import { PHOTO_ATTEMPTS, SWEEP_PAGE } from '../limits.ts';
import { PHOTO_KEYS, type PhotoKeys } from './photo-files.ts';
import { AVIF_JOB, PHOTO_JOB, photos, type PhotoTable } from './photo-queries.ts';

/** A photo whose renditions are being created. */
export type UnfinishedPhoto = PhotoKeys & Pick<PhotoTable, 'id' | 'user_id' | 'width' | 'height'>;

export type Rendition = 'avif' | 'card' | 'thumbnail';

/** The SQL condition that a rendition is missing, which the partial index of these photos serves. */
export const UNFINISHED =
  '(photos.avif_key is null or photos.card_key is null or photos.thumbnail_key is null)';

/** The photo of a picture; undefined if it was deleted or its renditions were abandoned. */
export async function findUnfinished(db: Database, imageKey: string): Promise<UnfinishedPhoto | undefined> {
  return photos(db)
    .where({ image_key: imageKey })
    .where('attempts', '<', PHOTO_ATTEMPTS)
    .first('id', 'user_id', 'width', 'height', ...PHOTO_KEYS);
}

/** Counts failed attempts with a picture; returns their number since the last rendition was created. */
export async function countFailedAttempts(db: Database, imageKey: string, count: number): Promise<number> {
  const [row] = await photos(db)
    .where({ image_key: imageKey })
    .update({ attempts: db.raw('least(attempts + ?, ?)', [count, PHOTO_ATTEMPTS]) })
    .returning('attempts');
  return row?.attempts ?? 0;
}

/**
 * Records a rendition; returns false if the photo is deleted, has another picture or this rendition already.
 */
export async function keepRendition(
  db: Database,
  imageKey: string,
  rendition: Rendition,
  { key, bytes }: { key: string; bytes: number },
): Promise<boolean> {
  const column = `${rendition}_key` as const;
  const updated = await photos(db)
    .where({ image_key: imageKey, [column]: null })
    .update({ [column]: key, attempts: 0, bytes: db.raw('bytes + ?', [bytes]) });
  return updated > 0;
}

/** Lists pictures with missing renditions but no job: the queue lost it, or an attempt failed. */
export async function listPicturesWithoutJob(
  db: Database,
): Promise<Array<Pick<UnfinishedPhoto, 'image_key' | 'user_id'>>> {
  return photos(db)
    .whereRaw(UNFINISHED)
    .where('attempts', '<', PHOTO_ATTEMPTS)
    .whereRaw(`not ${hasJob('photos.image_key')}`, [[PHOTO_JOB, AVIF_JOB]])
    .orderBy('id')
    .limit(SWEEP_PAGE)
    .select('image_key', 'user_id');
}

/**
 * The query for the number of photos without renditions and the age of the oldest pending one. Abandoned
 * photos are shown without renditions permanently.
 */
export const PHOTO_BACKLOG = {
  sql: `
    select count(*) filter (where attempts < ?) as waiting,
      count(*) filter (where attempts >= ?) as abandoned,
      coalesce(extract(epoch from now() - min(uploaded_at) filter (where attempts < ?)), 0)::float8
        as oldest_seconds
    from photos
    where ${UNFINISHED}`,
  bindings: [PHOTO_ATTEMPTS, PHOTO_ATTEMPTS, PHOTO_ATTEMPTS],
};
