import { query, type Database } from '@kitroom/server/database/database';
import { PHOTO_ATTEMPTS } from '../limits.ts';
import type { PhotoKeys } from './photo-files.ts';
import { AVIF_JOB, PHOTO_JOB } from './photo-job-names.ts';
import { PHOTO_KEYS } from './photo-queries.ts';

/** A photo whose renditions are being created. */
export interface PhotoAttempt extends PhotoKeys {
  id: number;
  /** The number of attempts with this picture since the last rendition was made, including this one. */
  attempts: number;
}

export type Rendition = 'avif' | 'card' | 'thumbnail';

/** That a rendition is missing; served by the partial index of these photos. */
export const UNFINISHED = isMissing(['avif', 'card', 'thumbnail']);

function isMissing(renditions: readonly Rendition[]): string {
  return `(${renditions.map((rendition) => `photos.${rendition}_key is null`).join(' or ')})`;
}

/** Records an attempt; undefined if none of the renditions is missing, or after too many attempts. */
export async function beginAttempt(
  db: Database,
  imageKey: string,
  renditions: readonly Rendition[],
): Promise<PhotoAttempt | undefined> {
  const [row] = await query<PhotoAttempt>(
    db,
    `update photos set attempts = attempts + 1
     where image_key = ? and ${isMissing(renditions)} and attempts < ?
     returning id, ${PHOTO_KEYS}, attempts`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row;
}

/** Takes back an attempt that did not fail because of the picture. */
export async function uncountAttempt(db: Database, imageKey: string): Promise<void> {
  await query(db, 'update photos set attempts = greatest(attempts - 1, 0) where image_key = ?', [imageKey]);
}

/** The id of the photo with this picture if these renditions were given up. */
export async function findFailedRendition(
  db: Database,
  imageKey: string,
  renditions: readonly Rendition[],
): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(
    db,
    `select id from photos where image_key = ? and ${isMissing(renditions)} and attempts >= ?`,
    [imageKey, PHOTO_ATTEMPTS],
  );
  return row?.id;
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
export async function listForgottenPictures(db: Database, limit: number): Promise<string[]> {
  const rows = await query<{ image_key: string }>(
    db,
    `
    select photos.image_key
    from photos
    where ${UNFINISHED} and photos.attempts < ? and not exists (
      select 1 from agenda_jobs
      where agenda_jobs.name = any (?) and agenda_jobs.data ->> 'key' = photos.image_key
        and (agenda_jobs.next_run_at is not null or agenda_jobs.locked_at is not null)
    )
    order by photos.id
    limit ?
    `,
    [PHOTO_ATTEMPTS, [PHOTO_JOB, AVIF_JOB], limit],
  );
  return rows.map((row) => row.image_key);
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
