import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { MailKind } from '../accounts/mail/mail-queries.ts';
import { MAIL_JOB } from '../accounts/mail/mail-job-name.ts';
import { PHOTO_JOB } from '../photos/photo-job-names.ts';
import { PHOTO_ATTEMPTS } from '../limits.ts';

/** A job as staff see it. */
export interface OverseenJob {
  id: string;
  name: string;
  /** Which of that name; null for those that run again and again. */
  key: string | null;
  state: 'waiting' | 'planned' | 'running' | 'failed';
  next_run_at: Date | null;
  last_run_at: Date | null;
  fail_reason: string | null;
}

const JOBS = `
  select id::text as id, name, data ->> 'key' as key, next_run_at, last_run_at,
    case when locked_at is not null then 'running' when next_run_at is null then 'failed'
      when next_run_at > now() then 'planned' else 'waiting' end as state,
    case when next_run_at is null and locked_at is null then fail_reason end as fail_reason
  from agenda_jobs
`;

/** Jobs: those that failed first, then those that run, those that wait, and those of later. */
export function listJobs(
  db: Database,
  { limit, offset }: { limit: number; offset: number },
): Promise<OverseenJob[]> {
  return query<OverseenJob>(
    db,
    `${JOBS} order by next_run_at is not null or locked_at is not null, locked_at is null, next_run_at, id
     limit ? offset ?`,
    [limit, offset],
  );
}

/** A job that failed and was not put into the queue again; it is kept from others until the transaction ends. */
export async function lockFailedJob(db: Database, id: string): Promise<OverseenJob | undefined> {
  const [row] = await query<OverseenJob>(
    db,
    `${JOBS} where id = ?::uuid and next_run_at is null and locked_at is null for update`,
    [id],
  );
  return row;
}

/** Puts a failed job into the queue anew, unless the same one waits there already. */
export async function retryJob(db: Database, { id, name, key }: OverseenJob): Promise<void> {
  await query(db, 'delete from agenda_jobs where id = ?::uuid', [id]);
  if (key !== null) await enqueue(db, name, key);
}

/** Has a job that runs again and again run at the next look; answers its name, or undefined where it does not wait. */
export async function hurryJob(db: Database, id: string): Promise<string | undefined> {
  const [row] = await query<{ name: string }>(
    db,
    `update agenda_jobs set next_run_at = now()
     where id = ?::uuid and locked_at is null and next_run_at > now() and repeat_interval is not null
     returning name`,
    [id],
  );
  return row?.name;
}

/** A mail on its way. */
export interface OverseenMail {
  id: number;
  kind: MailKind;
  email: string;
  attempts: number;
  due_at: Date;
  created_at: Date;
  user_id: number | null;
}

/** Mails that were not sent yet, oldest first. */
export function listMails(db: Database, limit: number): Promise<OverseenMail[]> {
  return query<OverseenMail>(
    db,
    'select id, kind, email, attempts, due_at, created_at, user_id from mails order by id limit ?',
    [limit],
  );
}

/** Has a mail sent now; answers it, or undefined where it is on its way no more. */
export async function hurryMail(db: Database, id: number): Promise<OverseenMail | undefined> {
  const [row] = await query<OverseenMail>(
    db,
    `update mails set due_at = now() where id = ?
     returning id, kind, email, attempts, due_at, created_at, user_id`,
    [id],
  );
  if (row) await enqueue(db, MAIL_JOB, String(id));
  return row;
}

/** Gives a mail up; answers it, or undefined where it is on its way no more. */
export async function cancelMail(db: Database, id: number): Promise<OverseenMail | undefined> {
  const [row] = await query<OverseenMail>(
    db,
    'delete from mails where id = ? returning id, kind, email, attempts, due_at, created_at, user_id',
    [id],
  );
  return row;
}

/** A photo whose versions could not be made. */
export interface GivenUpPhoto {
  id: number;
  user_id: number;
  attempts: number;
}

const GIVEN_UP = '(avif_key is null or thumbnail_key is null) and attempts >= ?';

/** Photos whose versions are missing, and are tried no more; newest first. */
export function listGivenUpPhotos(db: Database, limit: number): Promise<GivenUpPhoto[]> {
  return query<GivenUpPhoto>(
    db,
    `select id, user_id, attempts from photos where ${GIVEN_UP} order by id desc limit ?`,
    [PHOTO_ATTEMPTS, limit],
  );
}

/** Has the versions of such a photo tried again; answers whose it is, or undefined where they are not given up. */
export async function retryPhoto(db: Database, id: number): Promise<{ user_id: number } | undefined> {
  const [row] = await query<{ user_id: number; image_key: string }>(
    db,
    `update photos set attempts = 0 where id = ? and ${GIVEN_UP} returning user_id, image_key`,
    [id, PHOTO_ATTEMPTS],
  );
  if (row) await enqueue(db, PHOTO_JOB, row.image_key);
  return row;
}
