import { query, type Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { MailKind } from '../accounts/mail/mail-queries.ts';
import { MAIL_JOB } from '../accounts/mail/mail-job-name.ts';

/** A mail on its way. */
export interface AdminMail {
  id: number;
  kind: MailKind;
  email: string;
  attempts: number;
  due_at: Date;
  created_at: Date;
  user_id: number | null;
}

/** Mails that were not sent yet, oldest first. */
export function listMails(db: Database, limit: number): Promise<AdminMail[]> {
  return query<AdminMail>(
    db,
    'select id, kind, email, attempts, due_at, created_at, user_id from mails order by id limit ?',
    [limit],
  );
}

/** Has a mail sent now; answers it, or undefined where it is on its way no more. */
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

/** Gives a mail up; answers it, or undefined where it is on its way no more. */
export async function cancelMail(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await query<AdminMail>(
    db,
    'delete from mails where id = ? returning id, kind, email, attempts, due_at, created_at, user_id',
    [id],
  );
  return row;
}
