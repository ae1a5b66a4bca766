import { randomBytes } from 'node:crypto';
import { toEmailKey } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { ago, hasRows } from '@kitroom/server/database/query-parts';
import { enqueue, hasJob } from '@kitroom/server/jobs/jobs';
import type { ListSource } from '@kitroom/server/pages/list-queries';
import {
  MAIL_FIRST_PAUSE_SECONDS,
  MAIL_PAGE,
  MAIL_PAUSE_MAX_SECONDS,
  MAIL_REQUEST_SECONDS,
} from '../../limits.ts';
import { findEmail } from '../users/user-queries.ts';
import type { NoticeKind } from './notice-texts.ts';

/** Sends a mail; the job's key is the mail's id. */
export const MAIL_JOB = 'mail';

/** The reason for a mail, whose text is written when it is sent. */
type MailKind = 'verify' | 'change' | 'reset' | NoticeKind;

/** The table `mails`. */
interface MailTable {
  id: number;
  kind: MailKind;
  email: string;
  /** Null if the user is to be looked up by address. */
  user_id: number | null;
  /** The key in the mail is derived from it. */
  nonce: Buffer;
  attempts: number;
  /** When the next attempt is due. */
  due_at: Date;
  created_at: Date;
}

/** A mail to be sent. */
export interface MailRow extends Omit<MailTable, 'due_at' | 'created_at'> {
  /** Whether it has waited for a day, after which it is abandoned. */
  is_a_day_old: boolean;
}

/** An unsent mail, for operators. */
export type AdminMail = Omit<MailTable, 'nonce'>;

const mails = (db: Database) => db<MailTable>('mails');
const mailRequests = (db: Database) =>
  db<{ kind: MailKind; email_key: string; asked_at: Date }>('mail_requests');

const NONCE_BYTES = 32;

/** Queues a mail, to be sent after the transaction commits. */
export async function addMail(
  db: Database,
  mail: { kind: MailKind; email: string; userId?: number },
): Promise<void> {
  const [row] = await mails(db)
    .insert({
      kind: mail.kind,
      email: mail.email,
      user_id: mail.userId ?? null,
      nonce: randomBytes(NONCE_BYTES),
    })
    .returning('id');
  if (row) await enqueue(db, MAIL_JOB, String(row.id));
}

/** Whether a mail of this kind may be requested now, and records the request: once a minute per address. */
export async function claimMailRequest(db: Database, kind: MailKind, email: string): Promise<boolean> {
  const claimed = await mailRequests(db)
    .insert({ kind, email_key: toEmailKey(email) })
    .onConflict(['kind', 'email_key'])
    .merge({ asked_at: db.fn.now() })
    .where('mail_requests.asked_at', '<=', ago(db, { seconds: MAIL_REQUEST_SECONDS }))
    .returning('kind');
  return claimed.length > 0;
}

/** Claims a due mail, which becomes due again after a pause that grows with each attempt. */
export async function claimMail(db: Database, id: number): Promise<MailRow | undefined> {
  const [row] = await mails(db)
    .where({ id })
    .where('due_at', '<=', db.fn.now())
    .update({
      attempts: db.raw('attempts + 1'),
      due_at: db.raw('now() + make_interval(secs => least(? * power(2, least(attempts, 20)), ?))', [
        MAIL_FIRST_PAUSE_SECONDS,
        MAIL_PAUSE_MAX_SECONDS,
      ]),
    })
    .returning<MailRow[]>([
      'id',
      'kind',
      'email',
      'user_id',
      'nonce',
      'attempts',
      db.raw("created_at <= now() - interval '1 day' as is_a_day_old"),
    ]);
  return row;
}

/** Whether a mail is still to be sent. */
export async function hasMail(db: Database, id: number): Promise<boolean> {
  return hasRows(mails(db).where({ id }));
}

/** Deletes unsent mails with links for a new password to a user, however they were requested. */
export async function deleteResetMails(db: Database, userId: number, email: string): Promise<void> {
  await mails(db)
    .where({ kind: 'reset' })
    .whereRaw('(user_id = ? or lower(email) = ?)', [userId, toEmailKey(email)])
    .delete();
}

/** Requeues due mails that have no job. Those with a running job would be sent twice. */
export async function enqueueDueMails(db: Database): Promise<void> {
  const rows = await mails(db)
    .where('due_at', '<=', db.fn.now())
    .whereRaw(`not ${hasJob('mails.id::text')}`, [[MAIL_JOB]])
    .orderBy('due_at')
    .limit(MAIL_PAGE)
    .select('id');
  for (const { id } of rows) await enqueue(db, MAIL_JOB, String(id));
}

/** Deletes expired records of mail requests. */
export async function deleteOldMailRequests(db: Database): Promise<void> {
  await mailRequests(db)
    .where('asked_at', '<', ago(db, { seconds: MAIL_REQUEST_SECONDS }))
    .delete();
}

/** The query for the number of unsent mails and the age of the oldest one. */
export const MAIL_BACKLOG = `
  select count(*) as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest_seconds
  from mails`;

/**
 * Notifies an account's owner by mail of a change of credentials, in case someone else made it. Pass the
 * transaction of the change, so that both commit together.
 */
export async function notifyOwner(db: Database, userId: number, kind: NoticeKind): Promise<void> {
  const email = await findEmail(db, userId);
  if (email !== undefined) await addMail(db, { kind, email, userId });
}

/** The list of unsent mails, for operators. */
export const MAIL_LIST: ListSource = {
  table: 'mails',
  columns: 'kind, email, attempts, due_at, created_at, user_id',
  filters: {},
  orders: {},
};

/** Makes a mail due now; returns it, or undefined if it is no longer queued. */
export async function sendMailNow(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await mails(db).where({ id }).update({ due_at: db.fn.now() }).returning('*');
  if (row) await enqueue(db, MAIL_JOB, String(id));
  return row;
}

/** Deletes a mail that was sent or abandoned; returns it, or undefined if it is no longer queued. */
export async function deleteMail(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await mails(db).where({ id }).delete('*');
  return row;
}
