import * as z from 'zod';
import {
  commonVariables,
  ConfigError,
  databaseUrlVariable,
  integerVariableOr,
  originsVariable,
  readBoth,
  readConfig,
  switchVariable,
  urlVariable,
  withConditions,
} from '@kitroom/server/process/config';
import { accountVariables } from './variables/account-variables.ts';
import { mailVariables } from './variables/mail-variables.ts';
import { readOidcSettings, type OidcSettings } from './variables/social-variables.ts';
import { requireRedis, standbyVariables } from './variables/standby-variables.ts';
import { listMissingS3, S3_VARIABLES, storageVariables } from './variables/storage-variables.ts';
import { userLimitVariables } from './variables/user-limit-variables.ts';

const PORT = 4001;
const SECRET_MIN = 32;

const plainVariables = z.object({
  ...commonVariables,
  PORT: integerVariableOr(0, 65_535, PORT).describe('where to listen'),
  DATABASE_URL: databaseUrlVariable,
  ...standbyVariables,
  CORS_ORIGINS: originsVariable('none'),
  CATALOGUE_URL: urlVariable()
    .default('http://127.0.0.1:4000')
    .meta({ allowed: 'the address of the catalogue, such as http://127.0.0.1:4000' })
    .describe(
      'the catalogue at a single address, also of [several replicas](installation.md#several-replicas)',
    ),
  CATALOGUE_API_KEY: z.string().optional().meta({ secret: true }).describe('the API key for it'),
  SECRET_KEY: z
    .string()
    .min(SECRET_MIN)
    .optional()
    .meta({ allowed: `a random string of at least ${SECRET_MIN} characters`, secret: true })
    .meta({
      description:
        'derives tokens, sessions and e-mail keys, and encrypts second factors; the same in all processes',
      fallback: 'required in production',
    }),
  SECRET_KEY_PREVIOUS: z
    .string()
    .min(SECRET_MIN)
    .optional()
    .meta({ allowed: `the SECRET_KEY before, at least ${SECRET_MIN} characters`, secret: true })
    .describe('the key before a [rotation](operations.md#rotate-the-secret-key), still accepted'),
  THROTTLE_ANON: throttleVariable({ limit: 20, seconds: 3600 }).describe(
    'requests per address without a token',
  ),
  THROTTLE_USER: throttleVariable({ limit: 100, seconds: 3600 }).describe('requests per user'),
  THROTTLE_LOGIN: throttleVariable({ limit: 5, seconds: 300 }).describe('failed sign-ins'),
  THROTTLE_ARCHIVE: throttleVariable({ limit: 100, seconds: 3600 }).describe('requests to `/archive/`'),
  THROTTLE_SHARED: throttleVariable({ limit: 300, seconds: 3600 }).describe(
    'requests to `/api/shared/`, per address',
  ),
  ...userLimitVariables,
  SHARE_URL: urlVariable()
    .optional()
    .meta({ allowed: "where a front end's shared collections begin, such as https://kits.example.org/s" })
    .meta({
      description: 'where share links lead in a front end: the token follows, `https://kits.example.org/s/…`',
      fallback: "the API's own, `/api/shared/`",
    }),
  ADMIN_REQUIRE_MFA: switchVariable(true).describe(
    'staff need a second factor for `/admin/`, and are guided through setting one up',
  ),
  ACCOUNT_PAGES: switchVariable(true).describe(
    'pages below `/accounts/` for signing in, and for managing sessions and ways to sign in',
  ),
  ACCOUNT_PAGES_URL: urlVariable()
    .optional()
    .meta({ allowed: "where a front end's account pages begin, such as https://kits.example.org/account" })
    .meta({
      description: 'the account pages of a front end, for links in e-mails',
      fallback: "the showcase's if `SHOWCASE_URL` is set, else the service's own",
    }),
  ...accountVariables,
  ...storageVariables,
  ...mailVariables,
});

/** The variables of the service, except those of sign-in providers. */
export const variables = withConditions(plainVariables, [
  { on: ['DATABASE_READ_URL', 'REDIS_URL'], listErrors: requireRedis },
  { on: ['NODE_ENV', 'SECRET_KEY'], listErrors: requireSecretKey },
  { on: ['SECRET_KEY', 'SECRET_KEY_PREVIOUS'], listErrors: comparePreviousKey },
  {
    on: ['STORAGE', ...S3_VARIABLES],
    listErrors: (config) => (config.STORAGE === 's3' ? listMissingS3(config) : []),
  },
]);

export type Config = z.output<typeof variables> & {
  /** The providers of social sign-in: `OIDC_<NAME>_…`. */
  oidc: readonly OidcSettings[];
};

/** Reads the environment; throws a ConfigError written for operators. */
export function readCollectionConfig(env: NodeJS.ProcessEnv): Config {
  const config = readBoth(
    () => readConfig(variables, env),
    () => ({ oidc: readOidcSettings(env) }),
  );
  const errors = [...findMissingSignIn(config), ...compareAutoRedirect(config)];
  if (errors.length > 0) throw new ConfigError(errors.join('; '));
  return config;
}

type Keys = Pick<z.output<typeof plainVariables>, 'NODE_ENV' | 'SECRET_KEY' | 'SECRET_KEY_PREVIOUS'>;

function requireSecretKey({ NODE_ENV, SECRET_KEY }: Keys): string[] {
  if (NODE_ENV !== 'production' || SECRET_KEY !== undefined) return [];
  return [`SECRET_KEY is required in production: a random string of at least ${SECRET_MIN} characters`];
}

function comparePreviousKey({ SECRET_KEY, SECRET_KEY_PREVIOUS }: Keys): string[] {
  if (SECRET_KEY_PREVIOUS === undefined) return [];
  if (SECRET_KEY === undefined) return ['SECRET_KEY_PREVIOUS is set, but SECRET_KEY is not'];
  if (SECRET_KEY !== SECRET_KEY_PREVIOUS) return [];
  return ['SECRET_KEY_PREVIOUS must differ from SECRET_KEY: set it to the previous key, or leave it unset'];
}

/** Without passwords or providers, nobody could sign in. */
function findMissingSignIn({ PASSWORD_SIGN_IN, oidc }: Config): string[] {
  if (PASSWORD_SIGN_IN !== 'off' || oidc.length > 0) return [];
  return [
    'PASSWORD_SIGN_IN is "off": expected on or staff, unless OIDC_<NAME>_ISSUER names a sign-in provider',
  ];
}

function compareAutoRedirect({ OIDC_AUTO_REDIRECT: name, oidc }: Config): string[] {
  const ids = oidc.map(({ id }) => id);
  if (name === undefined || ids.includes(name)) return [];
  const { allowed } = variables.shape.OIDC_AUTO_REDIRECT.meta() ?? {};
  const configured = ids.length === 0 ? 'none is configured' : ids.join(', ');
  return [`OIDC_AUTO_REDIRECT is ${JSON.stringify(name)}: expected ${allowed} (${configured})`];
}

/** The number of requests that a client may make in a period of seconds. */
export interface Throttle {
  limit: number;
  seconds: number;
}

const LIMIT_MAX = 1_000_000_000;
/** Node.js timers are limited to 24 days. */
const SECONDS_MAX = 86_400 * 24;

/** A throttle variable: `<number>/<seconds>`. */
function throttleVariable(fallback: Throttle) {
  return z
    .string()
    .regex(/^\d{1,10}\/\d{1,10}$/)
    .transform((text): Throttle => {
      const [limit = 0, seconds = 0] = text.split('/').map(Number);
      return { limit, seconds };
    })
    .refine(({ limit, seconds }) => isWithin(limit, LIMIT_MAX) && isWithin(seconds, SECONDS_MAX))
    .default(fallback)
    .meta({ allowed: `<number>/<seconds>, such as ${fallback.limit}/${fallback.seconds}` });
}

function isWithin(value: number, maximum: number): boolean {
  return value >= 1 && value <= maximum;
}
