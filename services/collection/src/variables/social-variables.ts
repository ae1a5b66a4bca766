import * as z from 'zod';
import { SIGN_UP_STATES } from '@kitroom/collection-client';
import { ConfigError, listFileVariables, readConfig } from '@kitroom/server/process/config';
import { readSecret } from '@kitroom/server/process/secret-files';

const LABEL_MAX = 50;
const TEXT_MAX = 200;
const GROUPS_MAX = 10_000;

/** RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5B\x5D-\x7E]+$/;

/** The settings of a sign-in provider. */
export type OidcSettings = ReturnType<typeof toSettings>;

/** The variables of a provider, without `OIDC_<NAME>_`. */
export const PROVIDER_VARIABLES = createVariables({ isProduction: false });

const PARTS = [
  ...Object.keys(PROVIDER_VARIABLES.shape),
  ...listFileVariables(PROVIDER_VARIABLES).map((part) => `${part}_FILE`),
];
const VARIABLE = new RegExp(`^OIDC_([A-Z0-9_]+)_(?:${PARTS.join('|')})$`);

/** The `<NAME>` of each provider that has a variable. */
export function listProviders(env: NodeJS.ProcessEnv): string[] {
  const names = Object.entries(env).flatMap(([variable, value]) =>
    value === '' ? [] : (VARIABLE.exec(variable)?.[1] ?? []),
  );
  return [...new Set(names)].toSorted();
}

/** Reads `OIDC_<NAME>_…`, by name; throws a ConfigError that names each invalid or missing variable. */
export function readOidcSettings(env: NodeJS.ProcessEnv, names = listProviders(env)): OidcSettings[] {
  const variables = createVariables({ isProduction: env['NODE_ENV'] === 'production' });
  const errors: string[] = [];
  const settings = names.flatMap((name) => {
    try {
      return toSettings(name, readConfig(variables, env, `OIDC_${name}_`));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      errors.push(error.message);
      return [];
    }
  });
  if (errors.length > 0) throw new ConfigError(errors.join('; '));
  return settings;
}

/** The client secret, or the file that contains it. */
export function readClientSecret(env: NodeJS.ProcessEnv, name: string) {
  return readSecret(env, `OIDC_${name}_CLIENT_SECRET`);
}

function toSettings(name: string, variables: z.output<ReturnType<typeof createVariables>>) {
  return {
    /** The provider's name in paths: the `<NAME>` of the variables in lower case. */
    id: name.toLowerCase(),
    issuer: variables.ISSUER,
    clientId: variables.CLIENT_ID,
    clientSecret: variables.CLIENT_SECRET,
    /** The label of the provider's button; undefined for the name. */
    label: variables.LABEL,
    scopes: variables.SCOPES,
    groupsClaim: variables.GROUPS_CLAIM,
    /** The groups that may sign in; undefined if everybody may. */
    allowedGroups: variables.ALLOWED_GROUPS,
    /** The group whose members are staff; undefined if the provider does not decide who is. */
    staffGroup: variables.STAFF_GROUP,
    /** Whether unknown users get an account; undefined for SIGN_UP. */
    signUp: variables.SIGN_UP,
  };
}

function createVariables({ isProduction }: { isProduction: boolean }) {
  return z.object({
    ISSUER: z
      .string()
      .refine((text) => isIssuer(text, isProduction))
      .meta({ allowed: 'the address of an OpenID Connect provider, such as https://accounts.example.org' })
      .meta({
        description: 'an OpenID Connect provider for [single sign-on](operations.md#closed-communities)',
        fallback: 'none',
      }),
    CLIENT_ID: z
      .string()
      .meta({ allowed: 'the client id issued by the provider' })
      .meta({ description: 'the client id there', fallback: 'none' }),
    CLIENT_SECRET: z
      .string()
      .meta({ allowed: 'the client secret issued by the provider', secret: true })
      .meta({ description: 'the client secret there', fallback: 'none' }),
    LABEL: lineVariable(LABEL_MAX)
      .optional()
      .meta({ allowed: `a string of at most ${LABEL_MAX} characters` })
      .meta({ description: 'what the provider is called on its button', fallback: 'the name' }),
    SCOPES: z
      .string()
      .transform((text) => text.trim().split(/\s+/))
      .refine((scopes) => scopes.includes('openid') && scopes.every((scope) => SCOPE.test(scope)))
      .transform((scopes) => scopes.join(' '))
      .default('openid profile email')
      .meta({ allowed: 'scopes separated by spaces, openid among them, such as openid profile email groups' })
      .describe('the scopes requested from the provider'),
    GROUPS_CLAIM: lineVariable(TEXT_MAX)
      .default('groups')
      .meta({ allowed: 'the name of a claim, such as groups' })
      .describe('the claim of the ID token or userinfo that contains groups: a list, or a single string'),
    ALLOWED_GROUPS: lineVariable(GROUPS_MAX)
      .transform((text) => text.split(',').map((group) => group.trim()))
      .refine((groups) => groups.every((group) => group !== ''))
      .optional()
      .meta({ allowed: 'names of groups separated by commas, such as members,curators' })
      .meta({ description: 'the groups that may sign in, spelled exactly', fallback: 'all' }),
    STAFF_GROUP: lineVariable(TEXT_MAX)
      .optional()
      .meta({ allowed: 'the name of a group, such as curators' })
      .describe(
        'the group whose members are staff: the status is set and removed at each sign-in with this provider',
      ),
    SIGN_UP: z.enum(SIGN_UP_STATES).optional().meta({ allowed: 'open or closed' }).meta({
      description: 'whether unknown users of the provider get an account',
      fallback: 'as `SIGN_UP`',
    }),
  });
}

/** A string on one line. */
function lineVariable(maximum: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maximum)
    .refine((text) => !/\p{Cc}/u.test(text));
}

/** HTTPS is required in production, except for a provider on this machine. */
function isIssuer(text: string, isProduction: boolean): boolean {
  if (!URL.canParse(text) || /[?#@\s]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && (!isProduction || isLoopback(hostname));
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d+){3}$/.test(hostname);
}
