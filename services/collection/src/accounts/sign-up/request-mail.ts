import type { Database } from '@kitroom/server/database/database';
import { addMail, claimMailTurn } from '../mail/mail-queries.ts';

/**
 * Queues a mail to the owner of an address, if any. The owner is looked up when the mail is sent: neither the
 * response nor its timing reveals whether there is one. Limited to once a minute per address, known or not.
 */
export async function requestMail(
  { db }: { db: Database },
  kind: 'verify' | 'reset',
  email: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (await claimMailTurn(transaction, kind, email)) await addMail(transaction, { kind, email });
  });
}
