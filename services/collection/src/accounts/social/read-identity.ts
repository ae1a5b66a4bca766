import { emailField } from '@kitroom/collection-client';
import * as client from 'openid-client';
import type { IdentityKey } from './identity-queries.ts';
import type { SocialProvider } from './providers.ts';
import type { SocialFlow } from './social-flow.ts';
import { SocialRefusal } from './social-refusal.ts';

/** What a provider says of somebody. */
export interface SocialIdentity extends IdentityKey {
  /** Only where the provider has verified it. */
  email: string | undefined;
  username: string | undefined;
  name: string | undefined;
}

/**
 * Takes the answer that a browser has brought, and asks the provider who it is. Throws a SocialRefusal where state,
 * issuer, nonce, signature or anything else is not as it must be, and where the provider refuses or is away.
 */
export async function readIdentity(
  provider: SocialProvider,
  callback: URL,
  flow: SocialFlow,
): Promise<SocialIdentity> {
  const configuration = await provider.connect();
  try {
    const tokens = await client.authorizationCodeGrant(configuration, callback, {
      expectedState: flow.state,
      expectedNonce: flow.nonce,
      pkceCodeVerifier: flow.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new SocialRefusal('invalid_answer');
    const known = { provider: provider.id, issuer: provider.issuer, subject: claims.sub };
    // Many tell the address only to whoever asks for it.
    if (claims['email'] !== undefined) return { ...known, ...readClaims(claims) };
    if (configuration.serverMetadata().userinfo_endpoint === undefined)
      return { ...known, ...readClaims(claims) };
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...known, ...readClaims({ ...claims, ...more }) };
  } catch (error) {
    throw toRefusal(error);
  }
}

function readClaims(claims: Readonly<Record<string, unknown>>): Omit<SocialIdentity, keyof IdentityKey> {
  // Some providers write their booleans as texts.
  const isVerified = claims['email_verified'] === true || claims['email_verified'] === 'true';
  return {
    email: isVerified ? emailField.safeParse(claims['email']).data : undefined,
    username: readText(claims['preferred_username']),
    name: readText(claims['name']),
  };
}

function readText(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' ? claim : undefined;
}

function toRefusal(error: unknown): SocialRefusal {
  if (error instanceof SocialRefusal) return error;
  if (error instanceof client.AuthorizationResponseError) {
    return new SocialRefusal(error.error === 'access_denied' ? 'access_denied' : 'provider_error', error);
  }
  return new SocialRefusal(isAway(error) ? 'provider_away' : 'invalid_answer', error);
}

/** Nothing came back, too late, or an error that is the provider's own; the library may have wrapped what fetch says. */
function isAway(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return code === 'OAUTH_TIMEOUT' || message === 'fetch failed' || isAway(cause);
}
