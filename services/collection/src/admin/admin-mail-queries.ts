import type { Database } from '@kitroom/server/database/database';
import { enqueue } from '@kitroom/server/jobs/jobs';
import type { ListSource } from '@kitroom/server/pages/list-queries';
import { MAIL_JOB, type MailKind } from '../accounts/mail/mail-queries.ts';

/** An unsent e-mail. */
export interface AdminMail {
  id: number;
  kind: MailKind;
  email: string;
  attempts: number;
  due_at: Date;
  created_at: Date;
  user_id: number | null;
}

const COLUMNS = ['id', 'kind', 'email', 'attempts', 'due_at', 'created_at', 'user_id'] as const;

/** The list of unsent e-mails. */
export const MAIL_LIST: ListSource = {
  table: 'mails',
  columns: 'kind, email, attempts, due_at, created_at, user_id',
  filters: {},
  orders: {},
};

/** Makes an e-mail due now; returns it, or undefined if it is no longer queued. */
export async function sendMailNow(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await db('mails')
    .where({ id })
    .update({ due_at: db.fn.now() })
    .returning<AdminMail[]>([...COLUMNS]);
  if (row) await enqueue(db, MAIL_JOB, String(id));
  return row;
}

/** Deletes an unsent e-mail; returns it, or undefined if it is no longer queued. */
export async function discardMail(db: Database, id: number): Promise<AdminMail | undefined> {
  const [row] = await db('mails')
    .where({ id })
    .delete()
    .returning<AdminMail[]>([...COLUMNS]);
  return row;
}
