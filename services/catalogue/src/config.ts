import * as z from 'zod';
import {
  commonVariables,
  databaseUrlVariable,
  integerVariable,
  integerVariableOr,
  originsVariable,
  readConfig,
  switchVariable,
  urlVariable,
  withConditions,
} from '@kitroom/server/process/config';
import { OPERATOR_PASSWORD_MIN } from './limits.ts';

const PORT = 4000;
const ARCHIVE = 'https://www.footballkitarchive.com';
const POLITE_INTERVAL_MS = 2000;
const MAX_INTERVAL_MS = 3_600_000;
const INTERVAL_ALLOWED =
  `an integer from ${POLITE_INTERVAL_MS} to ${MAX_INTERVAL_MS}, ` +
  'and less only if the archive is on a loopback address';
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

const plainVariables = z.object({
  ...commonVariables,
  PORT: integerVariableOr(0, 65_535, PORT).describe('where to listen'),
  DATABASE_URL: databaseUrlVariable,
  CORS_ORIGINS: originsVariable('*'),
  // The only variable without invalid values: anything else means off.
  API_ENABLE_AUTH: z
    .string()
    .default('')
    .transform((text) => /^(true|1|yes)$/i.test(text))
    .meta({
      allowed: 'true, 1 or yes; anything else means off',
      description: 'everything but health requires `X-API-Key`',
    }),
  API_PUBLIC_DOCS: switchVariable(false).describe(
    'keeps the documentation public when API keys are required',
  ),
  RATE_LIMIT_REQUESTS: integerVariableOr(1, 1_000_000_000, 100).describe('requests per client and window'),
  RATE_LIMIT_WINDOW_SECONDS: integerVariableOr(1, 86_400 * 24, 3600).describe('the window'),
  SUGGEST_LIMIT_REQUESTS: integerVariableOr(1, 1_000_000_000, 1000).describe(
    'requests for suggestions per client and window, counted separately',
  ),
  BULK_DATA_ROOT: z
    .string()
    .refine((text) => !text.includes('\0'))
    .default('.data/bulk')
    .meta({ allowed: 'a folder' })
    .describe(
      'for the files of `/api/bulk-data`, shared by all replicas and workers; some 60 bytes a kit, twice; `/data/bulk` in the image',
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(OPERATOR_PASSWORD_MIN)
    .optional()
    .meta({ allowed: `at least ${OPERATOR_PASSWORD_MIN} characters`, secret: true })
    .meta({
      description:
        'enables `/admin/` for an operator named `admin`; create others with `catalogue operators create`',
      fallback: 'none: `/admin/` is enabled once an operator exists',
    }),
  ARCHIVE_BASE_URL: urlVariable()
    .default(ARCHIVE)
    .meta({ allowed: 'the address of the kit archive' })
    .describe('the external archive'),
  ARCHIVE_USER_AGENT: z
    .string()
    .regex(/^[\x20-\x7E]{1,200}$/)
    .default('Kitroom (a football kit catalogue; set ARCHIVE_USER_AGENT to name its operator)')
    .meta({ allowed: 'up to 200 printable ASCII characters' })
    .describe('the user agent for requests to it: your name and how to reach you'),
  ARCHIVE_MIN_INTERVAL_MS: integerVariable(0, MAX_INTERVAL_MS)
    .default(POLITE_INTERVAL_MS)
    .meta({ allowed: INTERVAL_ALLOWED })
    .describe('minimum pause between two requests to it, across all processes'),
});

/** The variables that the service reads. */
export const variables = withConditions(plainVariables, [
  {
    on: ['ARCHIVE_BASE_URL', 'ARCHIVE_MIN_INTERVAL_MS'],
    listErrors({ ARCHIVE_BASE_URL, ARCHIVE_MIN_INTERVAL_MS: interval }) {
      if (interval >= POLITE_INTERVAL_MS || LOOPBACK.test(new URL(ARCHIVE_BASE_URL).hostname)) return [];
      return [`ARCHIVE_MIN_INTERVAL_MS is "${interval}": expected ${INTERVAL_ALLOWED}`];
    },
  },
]);

export type Config = z.output<typeof variables>;

/** Parses the environment; throws a ConfigError with a message for the operator. */
export function readCatalogueConfig(env: NodeJS.ProcessEnv): Config {
  return readConfig(variables, env);
}

/** The prefix of all cache keys in Redis. */
export const CACHE_PREFIX = 'kitroom:catalogue';
