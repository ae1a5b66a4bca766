import * as client from 'openid-client';
import { emailField } from '@kitroom/collection-client';
import type { IdentityKey } from './identity-queries.ts';
import { SocialRefusal, type SocialProvider } from './providers.ts';
import type { SocialFlow } from './social-flow.ts';

/** A provider's claims about a user. */
export interface SocialIdentity extends IdentityKey {
  /** Only if verified by the provider. */
  email: string | undefined;
  username: string | undefined;
  name: string | undefined;
  groups: readonly string[];
}

/**
 * Verifies the provider's response in the callback URL, and fetches the user's identity. Throws a
 * SocialRefusal if state, issuer, nonce, signature or anything else is invalid, or if the provider refuses or
 * is unavailable.
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
    const key = { provider: provider.id, issuer: provider.issuer, subject: claims.sub };
    // Many providers return the address and groups only from the userinfo endpoint.
    const requiredClaims = ['email', ...(usesGroups(provider) ? [provider.groupsClaim] : [])];
    const needsUserInfo =
      requiredClaims.some((claim) => claims[claim] === undefined) &&
      configuration.serverMetadata().userinfo_endpoint !== undefined;
    const userInfo =
      needsUserInfo && (await client.fetchUserInfo(configuration, tokens.access_token, claims.sub));
    const allClaims = { ...claims, ...userInfo };
    return { ...key, ...readClaims(allClaims), groups: readGroups(allClaims[provider.groupsClaim]) };
  } catch (error) {
    throw toRefusal(error);
  }
}

function usesGroups({ allowedGroups, staffGroup }: SocialProvider): boolean {
  return allowedGroups !== undefined || staffGroup !== undefined;
}

/** Reads a claim that is a list of groups or a single one. */
function readGroups(claim: unknown): string[] {
  return [claim].flat().filter((group) => typeof group === 'string');
}

function readClaims(
  claims: Readonly<Record<string, unknown>>,
): Omit<SocialIdentity, keyof IdentityKey | 'groups'> {
  // Some providers send booleans as strings.
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
  return new SocialRefusal(isUnavailable(error) ? 'provider_away' : 'invalid_answer', error);
}

/**
 * Whether the provider did not respond, timed out or had a server error; the library may wrap fetch's error.
 */
function isUnavailable(error: unknown): boolean {
  if (error instanceof Response) return error.status >= 500;
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, cause } = error as { code?: unknown; message?: unknown; cause?: unknown };
  return code === 'OAUTH_TIMEOUT' || message === 'fetch failed' || isUnavailable(cause);
}

/**
 * Starts a sign-in. Returns the URL to redirect the browser to, and the secrets that its session must store.
 */
export async function beginSignIn(
  provider: SocialProvider,
  redirectUri: string,
): Promise<{ address: string; secrets: Pick<SocialFlow, 'state' | 'nonce' | 'verifier'> }> {
  const configuration = await provider.connect();
  const secrets = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const address = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: provider.scopes,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, secrets };
}
