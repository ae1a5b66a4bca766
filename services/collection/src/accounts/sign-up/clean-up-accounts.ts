import type { Context } from '../../context.ts';
import { MAIL_PAGE } from '../../limits.ts';
import { enqueueDueMails, forgetMailRequests } from '../mail/mail-queries.ts';
import { deleteUnverified } from '../users/account-queries.ts';
import { deleteExpiredKeys } from './key-queries.ts';

/** Sends again what could not be sent, and removes what has expired: keys, and accounts that nobody has verified. */
export async function cleanUpAccounts({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  await enqueueDueMails(db, MAIL_PAGE);
  await forgetMailRequests(db);
  await deleteExpiredKeys(db);
  const removed = await deleteUnverified(db);
  if (removed > 0) log.info({ accounts: removed }, 'removed accounts whose e-mail was not verified in time');
}
