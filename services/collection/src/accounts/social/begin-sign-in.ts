import * as client from 'openid-client';
import type { SocialProvider } from './providers.ts';
import type { SocialFlow } from './social-flow.ts';

const SCOPE = 'openid email profile';

/** Where to redirect the browser, and the state that its session must keep. */
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
    scope: SCOPE,
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: 'S256',
  });
  return { address: address.href, secrets };
}
