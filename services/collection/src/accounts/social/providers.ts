import * as client from 'openid-client';
import { SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';
import { SOCIAL_ANSWER_SECONDS, SOCIAL_DISCOVERY_SECONDS } from '../../limits.ts';
import type { OidcSettings } from '../../variables/social-variables.ts';

/** A provider of social sign-in. */
export interface SocialProvider extends Omit<OidcSettings, 'clientId' | 'clientSecret' | 'label'> {
  /** Display name. */
  name: string;
  /** The provider's metadata, fetched on demand and cached; throws `provider_away`. */
  connect(): Promise<client.Configuration>;
}

export type SocialProviders = ReadonlyMap<string, SocialProvider>;

/** Opens the providers; their metadata is fetched on first use. */
export function openSocialProviders(settings: readonly OidcSettings[]): SocialProviders {
  return new Map(settings.map((each) => [each.id, openProvider(each)]));
}

function openProvider(settings: OidcSettings): SocialProvider {
  const { clientId: _id, clientSecret: _secret, label, ...shown } = settings;
  let kept: { answer: Promise<client.Configuration>; until: number } | undefined;
  return {
    ...shown,
    name: label ?? toName(shown.id),
    connect() {
      if (kept && kept.until > Date.now()) return kept.answer;
      const answer = discover(settings);
      const mine = { answer, until: Date.now() + SOCIAL_DISCOVERY_SECONDS * 1000 };
      kept = mine;
      // Failures are not cached.
      answer.catch(() => {
        if (kept === mine) kept = undefined;
      });
      return answer;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const execute = [
    // Verify the ID token's signature, rather than rely on TLS alone.
    client.enableNonRepudiationChecks,
    ...(issuer.startsWith('https:') ? [] : [client.allowInsecureRequests]),
  ];
  try {
    const options = { execute, timeout: SOCIAL_ANSWER_SECONDS };
    return await client.discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), options);
  } catch (error) {
    throw new SocialRefusal('provider_away', error);
  }
}

/** The provider's preferred method; HTTP Basic is the default of the specification. */
function authenticate(clientSecret: string): client.ClientAuth {
  return (server, ...rest) => {
    const takesPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const way = takesPost ? client.ClientSecretPost : client.ClientSecretBasic;
    way(clientSecret)(server, ...rest);
  };
}

function toName(id: string): string {
  return id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** Why a social sign-in or the linking of an account failed. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal';
  readonly code: SocialErrorCode;

  constructor(code: SocialErrorCode, cause?: unknown) {
    super(SOCIAL_ERRORS[code], { cause });
    this.code = code;
  }
}
