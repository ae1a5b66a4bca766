import { notifyOwner } from '../mail/notify-owner.ts';
import type { Database } from '@kitroom/server/database/database';
import { notFound } from '@kitroom/server/http/errors';
import { invalidAsWhole } from '../../invalid-input.ts';
import { deleteIdentities, listIdentities, lockPassword } from './identity-queries.ts';
import type { SocialProviders } from './providers.ts';

/** Unlinks a provider from a user; throws 404 if it is not linked, 400 if it is the only way to sign in. */
export function unlinkProvider(
  db: Database,
  providers: SocialProviders,
  { userId, provider }: { userId: number; provider: string },
): Promise<void> {
  return db.transaction(async (transaction) => {
    // Serializes concurrent unlinking of two providers.
    const hasPassword = await lockPassword(transaction, userId);
    const linked = await listIdentities(transaction, userId);
    if (!linked.some((one) => one.provider === provider)) throw notFound('The provider is not linked.');
    const hasOther = linked.some(
      (one) => one.provider !== provider && providers.get(one.provider)?.issuer === one.issuer,
    );
    if (!hasPassword && !hasOther) {
      throw invalidAsWhole('This is the only way to sign in: set a password first.');
    }
    await deleteIdentities(transaction, userId, provider);
    await notifyOwner(transaction, userId, 'unlink-notice');
  });
}
