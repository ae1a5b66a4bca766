import { query, type Database } from '@kitroom/server/database/database';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import type { PhotoKeys } from './photo-files.ts';
import { PHOTO_JOB } from './photo-job-names.ts';

/** A photo whose renditions are being created. */
export interface PhotoAttempt extends PhotoKeys {
  id: number;
  /** The number of attempts with this picture, including this one. */
  attempts: number;
}

const UNFINISHED = '(avif_key is null or thumbnail_key is null)';

/** Records an attempt; undefined if nothing remains to be done, or after too many attempts. */
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

/** Takes back an attempt that did not fail because of the picture. */
export async function uncountAttempt(db: Database, imageKey: string): Promise<void> {
  await query(db, 'update photos set attempts = greatest(attempts - 1, 0) where image_key = ?', [imageKey]);
}

/** The id of the photo with this picture if its renditions were given up. */
export async function findFailedRendition(db: Database, imageKey: string): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    db,
    `select id from photos where image_key = ? and ${UNFINISHED} and attempts >= ?`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row?.id;
}

/** Records a rendition; returns false if the photo is deleted, has another picture or this rendition already. */
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

/** Pictures whose renditions are missing and have no job: the queue lost it, or an attempt failed. */
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

/** Photos without renditions; those given up are shown without them permanently. */
export interface PhotoBacklog {
  waiting: number;
  given_up: number;
  oldest_seconds: number;
}

/** Served by the partial index that holds only these photos. */
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
