import { MAIL_PAGE } from '../../limits.ts';
import { enqueueDueMails, forgetMailRequests } from '../mail/mail-queries.ts';
import { deleteUnverified } from '../users/account-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import type { Logger } from '@kitroom/server/telemetry/logger';
import { deleteExpiredKeys } from './key-queries.ts';

/** Requeues unsent mails, and removes expired keys and accounts that were not verified. */
export async function cleanUpAccounts({ db, log }: { db: Database; log: Logger }): Promise<void> {
  await enqueueDueMails(db, MAIL_PAGE);
  await forgetMailRequests(db);
  await deleteExpiredKeys(db);
  const removed = await deleteUnverified(db);
  if (removed > 0) log.info({ accounts: removed }, 'removed unverified accounts');
}
