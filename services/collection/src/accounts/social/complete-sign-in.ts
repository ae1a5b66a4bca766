import type { Database } from '@kitroom/server/database/database';
import type { Config } from '../../config.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import { hasSecondFactor } from '../second-factor/totp-queries.ts';
import { findConfirmation, type BrowserSession } from '../sessions/browser-session.ts';
import { setPendingSignIn } from '../sign-in/finish-login.ts';
import { withUserLocked, type UserRow } from '../users/user-queries.ts';
import { createSocialUser } from './create-social-user.ts';
import { findEmailOwner, findIdentityUser, linkIdentity } from './identity-queries.ts';
import { applyStaffGroup, refuseGroups, refuseNewUser } from './provider-rules.ts';
import type { SocialIdentity } from './provider-sign-in.ts';
import { SocialRefusal, type SocialProvider } from './providers.ts';
import { linkPendingIdentity, setPendingIdentity, type SocialFlow } from './social-flow.ts';

/** The context of a provider's response to a sign-in. */
interface CallbackContext {
  provider: SocialProvider;
  session: BrowserSession;
  flow: SocialFlow;
  /** The user signed in in this browser. */
  callerId: number | undefined;
}

type SignInContext = { db: Database; config: Config };

/**
 * Signs in the provider's user, or links the identity to the signed-in user. Throws a SocialRefusal if that
 * is not possible; the session then stores the remaining steps.
 */
export async function completeSignIn(
  context: SignInContext,
  callback: CallbackContext,
  identity: SocialIdentity,
): Promise<void> {
  const { db } = context;
  refuseGroups(callback.provider, identity.groups);
  const known = await findIdentityUser(db, identity);
  if (callback.flow.userId !== undefined) return linkOrConfirm(db, callback, identity, known);
  await signInUser(db, callback, identity, known ?? (await findOrCreateUser(context, callback, identity)));
}

/**
 * Links the provider to the account that was signed in at the start, and still is. If it is already linked,
 * the user is reauthenticated.
 */
async function linkOrConfirm(
  db: Database,
  callback: CallbackContext,
  identity: SocialIdentity,
  known: UserRow | undefined,
): Promise<void> {
  const { session, flow, callerId } = callback;
  if (callerId === undefined || callerId !== flow.userId) throw new SocialRefusal('session_changed');
  if (known?.id === callerId) return signInUser(db, callback, identity, known);
  if (known) throw new SocialRefusal('identity_taken');
  if (!findConfirmation(session.data)) throw new SocialRefusal('confirmation_required');
  await withUserLocked(db, callerId, async (transaction) => {
    const holderId = await linkIdentity(transaction, identity, callerId);
    if (holderId !== callerId) throw new SocialRefusal('identity_taken');
    await notifyOwner(transaction, callerId, 'link-notice');
  });
}

/** Creates an account; if the address already has one, its owner must sign in to it first. */
async function findOrCreateUser(
  { db, config }: SignInContext,
  { provider, session }: CallbackContext,
  identity: SocialIdentity,
): Promise<UserRow> {
  const { email } = identity;
  if (email === undefined) throw new SocialRefusal('email_unverified');
  const owner = await findEmailOwner(db, email);
  if (!owner) refuseNewUser(config, provider, email);
  const created = owner ? undefined : await createSocialUser(db, { ...identity, email });
  if (created) return created;
  // If the same user returned twice concurrently, the other request has created the account.
  const known = await findIdentityUser(db, identity);
  if (known) return known;
  const holder = owner ?? (await findEmailOwner(db, email));
  if (!holder?.is_active) throw new SocialRefusal('inactive');
  setPendingIdentity(session, identity, holder.id);
  throw new SocialRefusal('link_required');
}

/** Signs a user in, unless a code is required: the provider is only the first factor. */
async function signInUser(
  db: Database,
  { provider, session }: CallbackContext,
  { groups }: SocialIdentity,
  user: UserRow,
): Promise<void> {
  if (!user.is_active || user.email_verified_at === null) throw new SocialRefusal('inactive');
  await applyStaffGroup(db, provider, groups, user);
  if (await hasSecondFactor(db, user.id)) {
    setPendingSignIn(session, user, { withPassword: false });
    throw new SocialRefusal('mfa_required');
  }
  await linkPendingIdentity(db, session, user.id);
  await session.signIn(user.id, { epoch: user.session_epoch });
}
