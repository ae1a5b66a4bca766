import type { Context } from '../../context.ts';
import { addMail, claimMailTurn } from '../mail/mail-queries.ts';

/**
 * Has a mail sent to whoever has an address. Whether anyone does is found out when it is sent: neither the answer nor
 * the time that it takes tells. Once a minute for each address, whatever stands behind it.
 */
export async function requestMail(
  { db }: Pick<Context, 'db'>,
  kind: 'verify' | 'reset',
  email: string,
): Promise<void> {
  await db.transaction(async (transaction) => {
    if (await claimMailTurn(transaction, kind, email)) await addMail(transaction, { kind, email });
  });
}
