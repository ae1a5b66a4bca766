import { query, type Database } from '@kitroom/server/database/database';
import { hasJob } from '@kitroom/server/jobs/jobs';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import type { PhotoKeys } from './photo-files.ts';
import { AVIF_JOB, PHOTO_JOB } from './photo-job-names.ts';
import { PHOTO_KEYS } from './photo-queries.ts';

/** A photo whose renditions are being created. */
export interface UnfinishedPhoto extends PhotoKeys {
  id: number;
  user_id: number;
  width: number;
  height: number;
}

export type Rendition = 'avif' | 'card' | 'thumbnail';

/** That a rendition is missing; served by the partial index of these photos. */
export const UNFINISHED = isMissing(['avif', 'card', 'thumbnail']);

function isMissing(renditions: readonly Rendition[]): string {
  return `(${renditions.map((rendition) => `photos.${rendition}_key is null`).join(' or ')})`;
}

/** The photo of a picture; undefined if it is gone, or its renditions were given up. */
export async function findUnfinished(db: Database, imageKey: string): Promise<UnfinishedPhoto | undefined> {
  const [row] = await query<UnfinishedPhoto>(
    db,
    `select id, user_id, width, height, ${PHOTO_KEYS} from photos where image_key = ? and attempts < ?`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row;
}

/** Counts failed attempts with a picture; returns how many there were since the last rendition was made. */
export async function countFailedAttempts(db: Database, imageKey: string, count: number): Promise<number> {
  const [row] = await query<{ attempts: number }>(
    db,
    'update photos set attempts = least(attempts + ?, ?) where image_key = ? returning attempts',
    [count, PHOTO_ATTEMPTS, imageKey],
  );
  return row?.attempts ?? 0;
}

/** Records a rendition; returns false if the photo is deleted, has another picture or this rendition already. */
export async function keepRendition(
  db: Database,
  imageKey: string,
  rendition: Rendition,
  key: string,
): Promise<boolean> {
  const column = `${rendition}_key`;
  const rows = await query(
    db,
    `update photos set ${column} = ?, attempts = 0 where image_key = ? and ${column} is null returning id`,
    [key, imageKey],
  );
  return rows.length > 0;
}

/** Pictures whose renditions are missing and have no job: the queue lost it, or an attempt failed. */
export function listForgottenPictures(
  db: Database,
  limit: number,
): Promise<Array<Pick<UnfinishedPhoto, 'image_key' | 'user_id'>>> {
  return query(
    db,
    `
    select photos.image_key, photos.user_id
    from photos
    where ${UNFINISHED} and photos.attempts < ? and not ${hasJob('photos.image_key')}
    order by photos.id
    limit ?
    `,
    [PHOTO_ATTEMPTS, [PHOTO_JOB, AVIF_JOB], limit],
  );
}

/** Photos without renditions; those given up are shown without them permanently. */
export interface PhotoBacklog {
  waiting: number;
  given_up: number;
  oldest_seconds: number;
}

export const PHOTO_BACKLOG = {
  sql: `
    select count(*) filter (where attempts < ?) as waiting,
      count(*) filter (where attempts >= ?) as given_up,
      coalesce(extract(epoch from now() - min(uploaded_at) filter (where attempts < ?)), 0)::float8
        as oldest_seconds
    from photos
    where ${UNFINISHED}`,
  bindings: [PHOTO_ATTEMPTS, PHOTO_ATTEMPTS, PHOTO_ATTEMPTS],
};
