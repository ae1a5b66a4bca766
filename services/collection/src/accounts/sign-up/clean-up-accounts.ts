import type { Context } from '../../context.ts';
import { MAIL_PAGE } from '../../limits.ts';
import { enqueueDueMails, forgetMailRequests } from '../mail/mail-queries.ts';
import { deleteUnverified } from '../users/account-queries.ts';
import { deleteExpiredKeys } from './key-queries.ts';

/** Requeues unsent mails, and removes expired keys and accounts that were not verified. */
export async function cleanUpAccounts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  await enqueueDueMails(db, MAIL_PAGE);
  await forgetMailRequests(db);
  await deleteExpiredKeys(db);
  const removed = await deleteUnverified(db);
  if (removed > 0) log.info({ accounts: removed }, 'removed unverified accounts');
}
