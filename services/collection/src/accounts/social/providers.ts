import * as client from 'openid-client';
import { SOCIAL_ERRORS, type SocialErrorCode } from '@kitroom/collection-client';
import { SOCIAL_DISCOVERY_SECONDS, SOCIAL_RESPONSE_SECONDS } from '../../limits.ts';
import type { OidcSettings } from '../../variables/social-variables.ts';

/** A provider of social sign-in. */
export interface SocialProvider extends Omit<OidcSettings, 'clientId' | 'clientSecret' | 'label'> {
  /** Display name. */
  name: string;
  /** Fetches the provider's metadata on first use, and caches it. Throws `provider_away`. */
  connect(): Promise<client.Configuration>;
}

export type SocialProviders = ReadonlyMap<string, SocialProvider>;

/** Opens the providers, whose metadata is fetched on first use. */
export function openSocialProviders(settings: readonly OidcSettings[]): SocialProviders {
  return new Map(settings.map((provider) => [provider.id, openProvider(provider)]));
}

function openProvider(settings: OidcSettings): SocialProvider {
  const { clientId: _id, clientSecret: _secret, label, ...shown } = settings;
  let cached: { configuration: Promise<client.Configuration>; until: number } | undefined;
  return {
    ...shown,
    name: label ?? toName(shown.id),
    connect() {
      if (cached && cached.until > Date.now()) return cached.configuration;
      const configuration = discover(settings);
      const entry = { configuration, until: Date.now() + SOCIAL_DISCOVERY_SECONDS * 1000 };
      cached = entry;
      // Failures are not cached.
      configuration.catch(() => {
        if (cached === entry) cached = undefined;
      });
      return configuration;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const execute = [
    // Verifies the ID token's signature instead of relying on TLS alone.
    client.enableNonRepudiationChecks,
    ...(issuer.startsWith('https:') ? [] : [client.allowInsecureRequests]),
  ];
  try {
    const options = { execute, timeout: SOCIAL_RESPONSE_SECONDS };
    return await client.discovery(new URL(issuer), clientId, undefined, authenticate(clientSecret), options);
  } catch (error) {
    throw new SocialRefusal('provider_away', error);
  }
}

/** Authenticates by POST if the provider supports it; HTTP Basic is the default of the specification. */
function authenticate(clientSecret: string): client.ClientAuth {
  return (server, ...rest) => {
    const supportsPost = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
    const method = supportsPost ? client.ClientSecretPost : client.ClientSecretBasic;
    method(clientSecret)(server, ...rest);
  };
}

function toName(id: string): string {
  return id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

/** A social sign-in or the linking of an account failed. */
export class SocialRefusal extends Error {
  override readonly name = 'SocialRefusal';
  readonly code: SocialErrorCode;

  constructor(code: SocialErrorCode, cause?: unknown) {
    super(SOCIAL_ERRORS[code], { cause });
    this.code = code;
  }
}
