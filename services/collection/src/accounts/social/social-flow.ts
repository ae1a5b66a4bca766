import type { Database } from '@kitroom/server/database/database';
import { SOCIAL_FLOW_SECONDS, SOCIAL_FLOWS_MAX } from '../../limits.ts';
import { notifyOwner } from '../mail/mail-queries.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';
import { withUserLocked } from '../users/user-queries.ts';
import { linkIdentity, type IdentityKey } from './identity-queries.ts';

/** A sign-in that was started in a browser and awaits the provider's response. */
export interface SocialFlow {
  /** Only this provider's response is accepted. */
  provider: string;
  /** Returned in the URL, and stored in this browser's session only. */
  state: string;
  /** Returned in the signed ID token. */
  nonce: string;
  /** The PKCE verifier, without which a stolen code is useless. */
  verifier: string;
  /** The URL to return to, if requested. */
  next: string | undefined;
  /** The signed-in user who wants to link the provider. */
  userId: number | undefined;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    socialFlows: SocialFlow[];
  }
}

/** Stores a started sign-in in the session. If there are too many, the oldest is dropped. */
export async function rememberFlow(session: BrowserSession, flow: Omit<SocialFlow, 'until'>): Promise<void> {
  const keptFlows = (session.data.socialFlows ?? []).filter(isCurrent).slice(1 - SOCIAL_FLOWS_MAX);
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  session.data.socialFlows = [...keptFlows, { ...flow, until }];
  // Requesting a token starts an anonymous session, which expires soon.
  await session.csrfToken();
}

/** Removes and returns the sign-in that a response belongs to, so that a response is accepted only once. */
export function consumeFlow(session: BrowserSession, state: string | undefined): SocialFlow | undefined {
  const flows = session.data.socialFlows ?? [];
  const match = flows.find((flow) => flow.state === state);
  if (!match) return undefined;
  session.data.socialFlows = flows.filter((flow) => flow !== match);
  return isCurrent(match) ? match : undefined;
}

function isCurrent({ until }: SocialFlow): boolean {
  return until > Date.now();
}

/** An identity whose verified address has an account, to be linked when that account signs in. */
interface PendingIdentity extends IdentityKey {
  /** The account with that address. Signing in to another account links nothing. */
  userId: number;
  /** Expiry, in milliseconds since 1970. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    pendingIdentity: PendingIdentity;
  }
}

/** Stores an identity in the browser's session, to be linked once the account signs in. */
export function setPendingIdentity({ data }: BrowserSession, identity: IdentityKey, userId: number): void {
  const { provider, issuer, subject } = identity;
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  data.pendingIdentity = { provider, issuer, subject, userId, until };
}

/** Links the pending identity to a user who is signing in; call it before the session gets its new id. */
export async function linkPendingIdentity(
  db: Database,
  { data }: BrowserSession,
  userId: number,
): Promise<void> {
  const { pendingIdentity: pending } = data;
  if (pending?.userId !== userId || pending.until <= Date.now()) return;
  await withUserLocked(db, userId, async (transaction) => {
    const holderId = await linkIdentity(transaction, pending, userId);
    if (holderId === userId) await notifyOwner(transaction, userId, 'link-notice');
  });
}
