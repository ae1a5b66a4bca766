import { SOCIAL_FLOW_SECONDS, SOCIAL_FLOWS_MAX } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';

/** A sign-in begun in a browser, awaiting the provider's answer. */
export interface SocialFlow {
  /** Only this provider's answer is accepted. */
  provider: string;
  /** Returned in the URL, and stored in this browser's session only. */
  state: string;
  /** Returned in the signed ID token. */
  nonce: string;
  /** The PKCE verifier: without it a stolen code is useless. */
  verifier: string;
  /** The final destination, if given. */
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

/** Remembers a sign-in that begins; the oldest of too many is dropped. */
export function rememberFlow(session: BrowserSession, flow: Omit<SocialFlow, 'until'>): void {
  // Begins an anonymous session, as a request for the token does; it expires soon.
  session.csrfToken();
  const others = (session.data.socialFlows ?? []).filter(isCurrent).slice(1 - SOCIAL_FLOWS_MAX);
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  session.data.socialFlows = [...others, { ...flow, until }];
}

/** Removes and returns the sign-in that an answer belongs to: an answer is accepted once. */
export function consumeFlow(session: BrowserSession, state: string | undefined): SocialFlow | undefined {
  const flows = session.data.socialFlows ?? [];
  const found = flows.find((flow) => flow.state === state);
  if (!found) return undefined;
  session.data.socialFlows = flows.filter((flow) => flow !== found);
  return isCurrent(found) ? found : undefined;
}

function isCurrent({ until }: SocialFlow): boolean {
  return until > Date.now();
}
