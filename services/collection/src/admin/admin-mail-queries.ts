import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { MailKind } from '../accounts/mail/mail-queries.ts';
import { MAIL_JOB } from '../accounts/mail/mail-queries.ts';

/** An unsent mail. */
export interface AdminMail {
  id: number;
  kind: MailKind;
  email: string;
  attempts: number;
  due_at: Date;
  created_at: Date;
  user_id: number | null;
}

/** Unsent mails, oldest first. */
export function listMails(db: Database, limit: number): Promise<AdminMail[]> {
  return query<AdminMail>(
    db,
    'select id, kind, email, attempts, due_at, created_at, user_id from mails order by id limit ?',
    [limit],
  );
}

/** Makes a mail due now; returns it, or undefined if it is no longer queued. */
export async function sendMailNow(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await query<AdminMail>(
    db,
    `update mails set due_at = now() where id = ?
     returning id, kind, email, attempts, due_at, created_at, user_id`,
    [id],
  );
  if (row) await enqueue(db, MAIL_JOB, String(id));
  return row;
}

/** Cancels a mail; returns it, or undefined if it is no longer queued. */
export async function cancelMail(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await query<AdminMail>(
    db,
    'delete from mails where id = ? returning id, kind, email, attempts, due_at, created_at, user_id',
    [id],
  );
  return row;
}
