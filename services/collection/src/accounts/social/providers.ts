import * as client from 'openid-client';
import { SOCIAL_ANSWER_SECONDS, SOCIAL_DISCOVERY_SECONDS } from '../../limits.ts';
import { SocialRefusal } from './social-refusal.ts';
import type { OidcSettings } from '../../variables/social-variables.ts';

/** A provider with which one can sign in. */
export interface SocialProvider {
  /** Its name in paths. */
  id: string;
  /** Its name for people. */
  name: string;
  /** Who it says it is, and who its answers must come from. */
  issuer: string;
  /** What it says of itself, asked for when it is needed and kept for a while; throws `provider_away`. */
  connect(): Promise<client.Configuration>;
}

/** The providers by their names in paths. */
export type SocialProviders = ReadonlyMap<string, SocialProvider>;

/** Opens the providers; none is asked anything before somebody wants to sign in with it. */
export function openSocialProviders(settings: readonly OidcSettings[]): SocialProviders {
  return new Map(settings.map((each) => [each.id, openProvider(each)]));
}

function openProvider(settings: OidcSettings): SocialProvider {
  const { id, issuer } = settings;
  let kept: { answer: Promise<client.Configuration>; until: number } | undefined;
  return {
    id,
    name: toName(id),
    issuer,
    connect() {
      if (kept && kept.until > Date.now()) return kept.answer;
      const answer = discover(settings);
      const mine = { answer, until: Date.now() + SOCIAL_DISCOVERY_SECONDS * 1000 };
      kept = mine;
      // Whoever comes next asks again.
      answer.catch(() => {
        if (kept === mine) kept = undefined;
      });
      return answer;
    },
  };
}

async function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<client.Configuration> {
  const execute = [
    // The signature of who somebody is counts, not only the connection that it came through.
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

/** As the provider wants it; HTTP's own way is what all know that say nothing. */
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
