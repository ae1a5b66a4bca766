import { notifyOwner } from '../mail/notify-owner.ts';
import { hasSecondFactor } from '../second-factor/has-second-factor.ts';
import { setPendingSignIn } from '../second-factor/pending-sign-in.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { findConfirmation } from '../sessions/confirmation.ts';
import { withUserLocked } from '../users/with-user-locked.ts';
import type { UserRow } from '../users/user-queries.ts';
import { createSocialUser } from './create-social-user.ts';
import { findEmailOwner, findIdentityUser, linkIdentity } from './identity-queries.ts';
import { linkPendingIdentity, setPendingIdentity } from './pending-identity.ts';
import type { SocialIdentity } from './read-identity.ts';
import type { SocialFlow } from './social-flow.ts';
import { SocialRefusal } from './social-refusal.ts';
import type { Database } from '@kitroom/server/database/database';

/** Where a sign-in came back to. */
export interface Return {
  session: BrowserSession;
  flow: SocialFlow;
  /** Who is signed in in this browser. */
  callerId: number | undefined;
}

/**
 * Signs in whom the provider has named, or links them to whoever is signed in. Throws a SocialRefusal where that cannot
 * be; the session remembers what is to be done then.
 */
export async function settleSignIn(db: Database, back: Return, identity: SocialIdentity): Promise<void> {
  const known = await findIdentityUser(db, identity);
  if (back.flow.userId !== undefined) return linkOrConfirm(db, back, identity, known);
  await enter(db, back.session, known ?? (await join(db, back.session, identity)));
}

/**
 * Links the provider to the account that was signed in when this began, and still is. If it is linked already, the user
 * has signed in again, and has so confirmed that it is them.
 */
async function linkOrConfirm(
  db: Database,
  { session, flow, callerId }: Return,
  identity: SocialIdentity,
  known: UserRow | undefined,
): Promise<void> {
  if (callerId === undefined || callerId !== flow.userId) throw new SocialRefusal('session_changed');
  if (known?.id === callerId) return enter(db, session, known);
  if (known) throw new SocialRefusal('identity_taken');
  if (!findConfirmation(session.data)) throw new SocialRefusal('confirmation_required');
  await withUserLocked(db, callerId, async (transaction) => {
    const holderId = await linkIdentity(transaction, identity, callerId);
    if (holderId !== callerId) throw new SocialRefusal('identity_taken');
    await notifyOwner(transaction, callerId, 'link-notice');
  });
}

/** A new account; an address that has one already must prove that it is the same person's. */
async function join(db: Database, session: BrowserSession, identity: SocialIdentity): Promise<UserRow> {
  const { email } = identity;
  if (email === undefined) throw new SocialRefusal('email_unverified');
  const owner = await findEmailOwner(db, email);
  const created = owner ? undefined : await createSocialUser(db, { ...identity, email });
  if (created) return created;
  // Where the same person has come twice at once, one of the two has made the account.
  const known = await findIdentityUser(db, identity);
  if (known) return known;
  const holder = owner ?? (await findEmailOwner(db, email));
  if (!holder?.is_active) throw new SocialRefusal('inactive');
  setPendingIdentity(session, identity, holder.id);
  throw new SocialRefusal('link_required');
}

/** Signs a user in as far as no code is asked of them: the provider was the first factor only. */
async function enter(db: Database, session: BrowserSession, user: UserRow): Promise<void> {
  if (!user.is_active || user.email_verified_at === null) throw new SocialRefusal('inactive');
  if (await hasSecondFactor(db, user.id)) {
    setPendingSignIn(session, user);
    throw new SocialRefusal('mfa_required');
  }
  await linkPendingIdentity(db, session, user.id);
  await session.signIn(user.id, { epoch: user.session_epoch });
}
