import { query, type Database } from '@kitroom/server/database/database';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import type { PhotoKeys } from './photo-files.ts';
import { PHOTO_JOB } from './photo-job-names.ts';

/** A photo whose versions are being made. */
export interface PhotoAttempt extends PhotoKeys {
  id: number;
  /** How often it was begun with this picture, this time included. */
  attempts: number;
}

const UNFINISHED = '(avif_key is null or thumbnail_key is null)';

/** Counts a beginning; undefined where nothing is left to do, or it was begun too often already. */
export async function beginAttempt(db: Database, imageKey: string): Promise<PhotoAttempt | undefined> {
  const [row] = await query<PhotoAttempt>(
    db,
    `update photos set attempts = attempts + 1
     where image_key = ? and ${UNFINISHED} and attempts < ?
     returning id, image_key, avif_key, thumbnail_key, attempts`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row;
}

/** Takes back a beginning that has not failed by the picture's fault. */
export async function uncountAttempt(db: Database, imageKey: string): Promise<void> {
  await query(db, 'update photos set attempts = greatest(attempts - 1, 0) where image_key = ?', [imageKey]);
}

/** The photo with this picture if its versions are not made, and will not be; its id. */
export async function findFailedRendition(db: Database, imageKey: string): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    db,
    `select id from photos where image_key = ? and ${UNFINISHED} and attempts >= ?`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row?.id;
}

/** Tells where a version is; false where the photo has gone, has another picture or such a version already. */
export async function keepVersion(
  db: Database,
  imageKey: string,
  version: 'avif' | 'thumbnail',
  key: string,
): Promise<boolean> {
  const column = `${version}_key`;
  const rows = await query(
    db,
    `update photos set ${column} = ? where image_key = ? and ${column} is null returning id`,
    [key, imageKey],
  );
  return rows.length > 0;
}

/** Pictures whose versions are missing though no job will make them: the queue lost it, or an attempt failed. */
export async function listForgottenPictures(db: Database, limit: number): Promise<string[]> {
  const rows = await query<{ image_key: string }>(
    db,
    `
    select photos.image_key
    from photos
    where ${UNFINISHED} and photos.attempts < ? and not exists (
      select 1 from agenda_jobs
      where agenda_jobs.name = ? and agenda_jobs.data ->> 'key' = photos.image_key
        and (agenda_jobs.next_run_at is not null or agenda_jobs.locked_at is not null)
    )
    order by photos.id
    limit ?
    `,
    [PHOTO_ATTEMPTS, PHOTO_JOB, limit],
  );
  return rows.map((row) => row.image_key);
}

/** Photos without their versions; what was given up is shown without them for good. */
export interface PhotoBacklog {
  waiting: number;
  given_up: number;
  oldest_seconds: number;
}

/** Reads the `PhotoBacklog`; the partial index holds these photos alone. */
export const PHOTO_BACKLOG = {
  sql: `
    select count(*) filter (where attempts < ?) as waiting,
      count(*) filter (where attempts >= ?) as given_up,
      coalesce(extract(epoch from now() - min(uploaded_at) filter (where attempts < ?)), 0)::float8
        as oldest_seconds
    from photos
    where avif_key is null or thumbnail_key is null`,
  bindings: [PHOTO_ATTEMPTS, PHOTO_ATTEMPTS, PHOTO_ATTEMPTS],
};
