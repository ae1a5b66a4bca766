import { SOCIAL_FLOW_SECONDS, SOCIAL_FLOWS_MAX } from '../../limits.ts';
import type { BrowserSession } from '../sessions/browser-session.ts';

/** A sign-in that was begun in a browser, and that its provider is to answer. */
export interface SocialFlow {
  /** The provider that was asked: no other one's answer counts. */
  provider: string;
  /** Comes back in the address, and is found in no other browser's session. */
  state: string;
  /** Comes back in what the provider signs. */
  nonce: string;
  /** The secret of PKCE: a stolen code is worth nothing without it. */
  verifier: string;
  /** Where the browser goes in the end, if anybody has said so. */
  next: string | undefined;
  /** Who was signed in, and wants to link the provider. */
  userId: number | undefined;
  /** Until when an answer counts, in milliseconds. */
  until: number;
}

declare module 'express-session' {
  interface SessionData {
    socialFlows: SocialFlow[];
  }
}

/** Remembers a sign-in that begins; the oldest of too many is forgotten. */
export function rememberFlow(session: BrowserSession, flow: Omit<SocialFlow, 'until'>): void {
  // It begins nobody's session as a question for the token does: such a one is soon gone.
  session.csrfToken();
  const others = (session.data.socialFlows ?? []).filter(isCurrent).slice(1 - SOCIAL_FLOWS_MAX);
  const until = Date.now() + SOCIAL_FLOW_SECONDS * 1000;
  session.data.socialFlows = [...others, { ...flow, until }];
}

/** The sign-in that an answer belongs to, which is forgotten: an answer counts once. */
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
