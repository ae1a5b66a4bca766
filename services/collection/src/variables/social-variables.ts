import { ConfigError } from '@kitroom/server/process/config';
import { readSecret } from '@kitroom/server/process/secret-files';

export interface OidcSettings {
  /** Its name in paths: the `<NAME>` of the variables in lower case. */
  id: string;
  issuer: string;
  clientId: string;
  clientSecret: string;
}

const VARIABLE = /^OIDC_([A-Z0-9_]+)_(ISSUER|CLIENT_ID|CLIENT_SECRET(?:_FILE)?)$/;
/** The variables of a provider, without `OIDC_<NAME>_`, and what is allowed. */
export const PROVIDER_VARIABLES = {
  ISSUER: 'the address of an OpenID Connect provider, such as https://accounts.example.org',
  CLIENT_ID: 'the client id issued by the provider',
  CLIENT_SECRET: 'the client secret issued by the provider',
} as const;

/** The `<NAME>` of each provider that has a variable. */
export function listProviders(env: NodeJS.ProcessEnv): string[] {
  const names = Object.entries(env).flatMap(([variable, value]) =>
    value === '' ? [] : (VARIABLE.exec(variable)?.[1] ?? []),
  );
  return [...new Set(names)].toSorted();
}

/** Reads `OIDC_<NAME>_…`, by name; throws a ConfigError that names each invalid or missing variable. */
export function readOidcSettings(env: NodeJS.ProcessEnv, names = listProviders(env)): OidcSettings[] {
  const errors = names.flatMap((name) => listErrors(env, name));
  if (errors.length > 0) throw new ConfigError(errors.join('; '));
  return names.map((name) => ({
    id: name.toLowerCase(),
    issuer: env[`OIDC_${name}_ISSUER`] ?? '',
    clientId: env[`OIDC_${name}_CLIENT_ID`] ?? '',
    clientSecret: readClientSecret(env, name).value ?? '',
  }));
}

/** The client secret, or the file that contains it. */
export function readClientSecret(env: NodeJS.ProcessEnv, name: string) {
  return readSecret(env, `OIDC_${name}_CLIENT_SECRET`);
}

function listErrors(env: NodeJS.ProcessEnv, name: string): string[] {
  const { value: clientSecret, error } = readClientSecret(env, name);
  const given = { ...env, [`OIDC_${name}_CLIENT_SECRET`]: clientSecret };
  const missing = Object.entries(PROVIDER_VARIABLES)
    .filter(([part]) => !given[`OIDC_${name}_${part}`])
    .map(([part, what]) =>
      part === 'CLIENT_SECRET' && error ? error : `OIDC_${name}_${part} is required: ${what}`,
    );
  const issuer = env[`OIDC_${name}_ISSUER`];
  if (!issuer || isIssuer(issuer, env['NODE_ENV'] === 'production')) return missing;
  return [
    `OIDC_${name}_ISSUER is ${JSON.stringify(issuer)}: allowed is ${PROVIDER_VARIABLES.ISSUER}`,
    ...missing,
  ];
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
