import { enqueue, hasJob } from '@kitroom/server/jobs/jobs';
import { query, type Database } from '@kitroom/server/database/database';
import { randomBytes } from 'node:crypto';
import { toEmailKey } from '@kitroom/collection-client';
import { MAIL_FIRST_PAUSE_SECONDS, MAIL_PAUSE_MAX_SECONDS, MAIL_REQUEST_SECONDS } from '../../limits.ts';

/** Sends a mail; the job's key is the mail's id. */
export const MAIL_JOB = 'mail';

/** Mails without a key: a notice of a change of credentials, made or pending. */
export type NoticeKind =
  | 'change-notice'
  | 'changed-notice'
  | 'password-notice'
  | 'reset-notice'
  | 'factor-on-notice'
  | 'factor-off-notice'
  | 'codes-notice'
  | 'link-notice'
  | 'unlink-notice'
  | 'sessions-notice'
  | 'token-notice'
  | 'wrong-codes-notice'
  | 'deletion-notice';

/** Why a mail is sent; its text is written when it is sent. */
export type MailKind = 'verify' | 'change' | 'reset' | NoticeKind;

/** A mail to be sent. */
export interface MailRow {
  id: number;
  kind: MailKind;
  email: string;
  /** Null if the user is to be looked up by address. */
  user_id: number | null;
  /** The key in the mail is derived from it. */
  nonce: Buffer;
  attempts: number;
  /** Whether it has waited for a day, after which it is given up. */
  is_a_day_old: boolean;
}

const NONCE_BYTES = 32;

/** Queues a mail, to be sent after the transaction commits. */
export async function addMail(
  db: Database,
  mail: { kind: MailKind; email: string; userId?: number },
): Promise<void> {
  const [row] = await query<{ id: number }>(
    db,
    'insert into mails (kind, email, user_id, nonce) values (?, ?, ?, ?) returning id',
    [mail.kind, mail.email, mail.userId ?? null, randomBytes(NONCE_BYTES)],
  );
  if (row) await enqueue(db, MAIL_JOB, String(row.id));
}

/** Whether a mail of this kind may be requested now, and records the request: once a minute per address. */
export async function claimMailTurn(db: Database, kind: MailKind, email: string): Promise<boolean> {
  const rows = await query(
    db,
    `insert into mail_requests (kind, email_key) values (?, ?)
     on conflict (kind, email_key) do update set asked_at = now()
     where mail_requests.asked_at <= now() - make_interval(secs => ?)
     returning kind`,
    [kind, toEmailKey(email), MAIL_REQUEST_SECONDS],
  );
  return rows.length > 0;
}

/** Claims a due mail: it is due again after a pause that grows with each attempt. */
export async function claimMail(db: Database, id: number): Promise<MailRow | undefined> {
  const [row] = await query<MailRow>(
    db,
    `update mails set attempts = attempts + 1,
       due_at = now() + make_interval(secs => least(? * power(2, least(attempts, 20)), ?))
     where id = ? and due_at <= now()
     returning id, kind, email, user_id, nonce, attempts, created_at <= now() - interval '1 day' as is_a_day_old`,
    [MAIL_FIRST_PAUSE_SECONDS, MAIL_PAUSE_MAX_SECONDS, id],
  );
  return row;
}

/** Whether a mail is still to be sent. */
export async function hasMail(db: Database, id: number): Promise<boolean> {
  return (await query(db, 'select from mails where id = ?', [id])).length > 0;
}

/** Deletes a mail that was sent or given up. */
export async function deleteMail(db: Database, id: number): Promise<void> {
  await query(db, 'delete from mails where id = ?', [id]);
}

/** Deletes unsent mails of a kind to a user, however they were requested. */
export async function deleteMailsTo(
  db: Database,
  kind: MailKind,
  { userId, email }: { userId: number; email: string },
): Promise<void> {
  await query(db, 'delete from mails where kind = ? and (user_id = ? or lower(email) = ?)', [
    kind,
    userId,
    toEmailKey(email),
  ]);
}

/** Requeues due mails without a job: one that is running would run twice. Returns how many. */
export async function enqueueDueMails(db: Database, limit: number): Promise<number> {
  const rows = await query<{ id: number }>(
    db,
    `select id from mails where due_at <= now() and not ${hasJob('mails.id::text')} order by due_at limit ?`,
    [[MAIL_JOB], limit],
  );
  for (const { id } of rows) await enqueue(db, MAIL_JOB, String(id));
  return rows.length;
}

/** Deletes expired records of mail requests. */
export async function forgetMailRequests(db: Database): Promise<void> {
  await query(db, 'delete from mail_requests where asked_at < now() - make_interval(secs => ?)', [
    MAIL_REQUEST_SECONDS,
  ]);
}

/** Unsent mails. */
export interface MailBacklog {
  waiting: number;
  oldest_seconds: number;
}

export const MAIL_BACKLOG = `
  select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
  from mails`;
