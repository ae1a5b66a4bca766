import { compile } from 'proxy-addr';
import * as z from 'zod';
import { EVERY_ORIGIN, isOriginEntry } from '../http/cross-origin.ts';
import { LOG_LEVELS } from '../telemetry/logger.ts';
import { tracingVariables } from '../telemetry/tracing-variables.ts';
import { readSecret } from './secret-files.ts';

/** Describes a variable's valid values, whether it is secret, and its effect if missing. */
declare module 'zod' {
  interface GlobalMeta {
    allowed?: string;
    secret?: boolean;
    fallback?: string;
  }
}

/** An invalid environment; the message is a single line for the operator. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * Parses the environment with a schema, whose names follow the `prefix` in the environment. Empty variables
 * count as missing; a secret may be in a file named by `<NAME>_FILE`. Throws a ConfigError that names each
 * invalid variable, its value (unless secret) and what is allowed.
 */
export function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv,
  prefix = '',
): z.output<S> {
  const values = new Map<string, string | null | undefined>(
    Object.keys(schema.shape).map((name) => [name, env[`${prefix}${name}`]]),
  );
  const fileErrors = new Map<string, string>();
  for (const name of listFileVariables(schema)) {
    const { value, error } = readSecret(env, `${prefix}${name}`);
    // Null is invalid, while a missing value may be allowed.
    values.set(name, error === undefined ? value : null);
    if (error !== undefined) fileErrors.set(name, error);
  }
  const result = schema.safeParse(
    Object.fromEntries([...values].filter(([, value]) => value !== '' && value !== undefined)),
  );
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path: [key], message }) => {
    // A condition on several variables has no path.
    if (key === undefined) return message;
    const name = String(key);
    return fileErrors.get(name) ?? `${prefix}${describeInvalid(schema, name, values.get(name))}`;
  });
  throw new ConfigError([...new Set(problems)].join('; '));
}

/** The secret variables, and the URLs that may contain a secret: each may be given as `<NAME>_FILE`. */
export function listFileVariables({ shape }: z.ZodObject): string[] {
  // OpenTelemetry's variables are those of its specification.
  return Object.keys(shape).filter((name) => findMeta(shape[name])?.secret && !(name in tracingVariables));
}

/** A condition on several variables. */
interface Condition<Config> {
  /** The variables; the condition is not checked while one of them is invalid by itself. */
  on: ReadonlyArray<string & keyof Config>;
  /** The errors, each a string that starts with the variable. */
  listErrors(this: void, config: Config): string[];
}

/** Adds conditions to a schema. */
export function withConditions<S extends z.ZodObject>(
  schema: S,
  conditions: ReadonlyArray<Condition<z.output<S>>>,
): S {
  return conditions.reduce(
    (result, { on, listErrors }) =>
      result.refine((config) => listErrors(config).length === 0, {
        error: ({ input }) => listErrors(input as z.output<S>).join('; '),
        when: ({ issues }) => !issues.some(({ path }) => on.some((name) => name === path?.[0])),
      }),
    schema,
  );
}

/** Reads two parts of the environment; throws one ConfigError with the errors of both. */
export function readBoth<A extends object, B extends object>(readFirst: () => A, readSecond: () => B): A & B {
  const errors: string[] = [];
  const [first, second] = [tryToRead(readFirst, errors), tryToRead(readSecond, errors)];
  if (!first || !second) throw new ConfigError(errors.join('; '));
  return { ...first, ...second };
}

function tryToRead<T>(read: () => T, errors: string[]): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    errors.push(error.message);
    return undefined;
  }
}

function describeInvalid(schema: z.ZodObject, name: string, value: string | null | undefined): string {
  const meta = findMeta(schema.shape[name]);
  const allowed = meta?.allowed ?? 'another value';
  if (!value) return `${name} is required: ${allowed}`;
  return `${name} is ${meta?.secret ? 'set to a wrong value' : JSON.stringify(value)}: expected ${allowed}`;
}

/** A variable's metadata, even if it was wrapped as optional or with a default. */
export function findMeta(type: unknown): z.GlobalMeta | undefined {
  if (type instanceof z.ZodOptional || type instanceof z.ZodDefault)
    return type.meta() ?? findMeta(type.unwrap());
  return type instanceof z.ZodType ? type.meta() : undefined;
}

/** An integer from `minimum` to `maximum`. */
export function integerVariable(minimum: number, maximum: number) {
  return z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .pipe(z.number().min(minimum).max(maximum))
    .meta({ allowed: `an integer from ${minimum} to ${maximum}` });
}

/** An integer with a default. */
export function integerVariableOr(minimum: number, maximum: number, fallback: number) {
  return integerVariable(minimum, maximum)
    .default(fallback)
    .meta({ allowed: `an integer from ${minimum} to ${maximum}` });
}

/** A boolean: true, 1, yes, on, or false, 0, no, off, ignoring case. */
export function switchVariable(fallback: boolean) {
  return z
    .stringbool({ truthy: ['true', '1', 'yes', 'on'], falsy: ['false', '0', 'no', 'off'] })
    .default(fallback)
    .meta({ allowed: 'true, 1, yes, on, false, 0, no or off' });
}

/** The HTTP or HTTPS URL of a service, without a trailing slash. */
export function urlVariable() {
  return z
    .string()
    .refine((text) => isUrl(text, ['http:', 'https:']))
    .transform((text) => text.replace(/(?<!\/)\/+$/, ''))
    .meta({ allowed: 'an address such as https://kits.example.org' });
}

const POSTGRES = ['postgres:', 'postgresql:'];
const POSTGRES_URL = 'an address such as postgres://user:password@host:5432/database';

/** The URL of a PostgreSQL database; secret, because it may contain a password. */
export const databaseUrlVariable = z
  .string()
  .refine((text) => isUrl(text, POSTGRES))
  .meta({
    allowed: POSTGRES_URL,
    secret: true,
    description:
      'PostgreSQL 15 or newer with ICU, UTF-8; one database per service; `pg_trgm` for fuzzy search',
    fallback: 'required',
  });

/** The URL of PostgreSQL itself; secret as well. */
export const directUrlVariable = z
  .string()
  .refine((text) => isUrl(text, POSTGRES))
  .optional()
  .meta({ allowed: POSTGRES_URL, secret: true })
  .meta({
    description:
      'PostgreSQL itself, for notifications, migrations and imports, if `DATABASE_URL` is a [pooler in transaction mode](operations.md#a-pooler-in-transaction-mode)',
    fallback: 'none',
  });

/** The variables of a service's database. */
export interface DatabaseConfig {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_POOL_MAX: number;
}

/** The URL of PostgreSQL itself, whether a pooler is in front of it or not. */
export function directUrlOf(config: Omit<DatabaseConfig, 'DATABASE_POOL_MAX'>): string {
  return config.DATABASE_DIRECT_URL ?? config.DATABASE_URL;
}

/** `CORS_ORIGINS`: a list of origins, `['*']` for every origin, or an empty list for none. */
export function originsVariable(fallback: '*' | 'none') {
  return z
    .string()
    .transform((text) => (text.trim() === 'none' ? [] : text.split(',').map(toOrigin)))
    .refine((origins) => origins.join() === EVERY_ORIGIN || origins.every(isOriginEntry))
    .default(fallback === '*' ? [EVERY_ORIGIN] : [])
    .meta({
      allowed:
        'origins such as https://app.example.org or http://localhost:*, separated by commas; or * or none',
      description:
        'front-end apps on other sites, which may send credentials; `http://localhost:*` is every port; `*` allows every origin, without credentials',
      fallback: '`*` for the catalogue, `none` for the collection service',
    });
}

function toOrigin(text: string): string {
  return text.trim().replace(/\/$/, '');
}

/** Variables of both services. */
export const commonVariables = {
  NODE_ENV: z
    .string()
    .optional()
    .describe('`production`: secure cookies, HTTPS-only providers, `SECRET_KEY` required; set in the images'),
  HOST: z
    .string()
    .default('127.0.0.1')
    .meta({ allowed: 'an address to listen on' })
    .describe('where to listen; `0.0.0.0` in the images'),
  DATABASE_DIRECT_URL: directUrlVariable,
  DATABASE_POOL_MAX: integerVariableOr(1, 1000, 10).describe(
    'maximum number of connections per process, including those of its worker and listener, but not one for each of up to two exports that the collection service makes',
  ),
  REDIS_URL: z
    .string()
    .refine((text) => isUrl(text, ['redis:', 'rediss:']))
    .optional()
    .meta({ allowed: 'an address such as redis://host:6379', secret: true })
    .meta({
      description: 'cache and rate limits shared by all replicas',
      fallback: "none: kept in each process's memory",
    }),
  PUBLIC_URL: urlVariable()
    .optional()
    .meta({ allowed: 'the address that clients see, such as https://kits.example.org' })
    .meta({
      description: 'the URL that clients see, for links; it may have a path, which the proxy strips',
      fallback: 'from the request',
    }),
  SHOWCASE_URL: urlVariable()
    .optional()
    .meta({ allowed: 'the address of the showcase, such as https://kits.example.org' })
    .describe(
      'the front end that the root pages, the administration, the account pages and e-mails link to, if any',
    ),
  TRUST_PROXY: z
    .string()
    .transform((text, context): TrustProxy => {
      const trust = parseTrustProxy(text);
      if (trust === undefined) context.issues.push({ code: 'custom', input: text });
      return trust ?? false;
    })
    .default(false)
    .meta({
      allowed: 'a number of proxies, or their addresses separated by commas',
      description: 'which proxies to trust; if the number is too high, clients can forge their address',
      fallback: 'none',
    }),
  DEBUG: switchVariable(false).describe(
    "error details in 500 responses, the collection's `/api/docs/`; not for production",
  ),
  LOG_LEVEL: z
    .enum(LOG_LEVELS)
    .default('info')
    .meta({ allowed: LOG_LEVELS.join(', ') })
    .describe('what is logged'),
  WORKER: switchVariable(true).describe('off: `serve` does not process jobs; run `worker` for that'),
  SHUTDOWN_GRACE_SECONDS: integerVariableOr(0, 3600, 25).describe(
    'how long a stopping process may take to finish requests and jobs',
  ),
  METRICS_PORT: integerVariable(1, 65_535).optional().meta({ allowed: 'a port from 1 to 65535' }).meta({
    description: 'serves Prometheus metrics at `/metrics` on a separate port; keep it private',
    fallback: 'off',
  }),
  ...tracingVariables,
};

function isUrl(text: string, protocols: string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol);
}

/** Express's `trust proxy`: the number of proxies, their addresses, or none. */
export type TrustProxy = number | string[] | false;

/** Parses `TRUST_PROXY`: a number, or addresses and ranges separated by commas. Undefined if invalid. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  // The library parses a plain number as an address: 100 would be 0.0.0.100.
  if (addresses.some((address) => /^\d*$/.test(address))) return undefined;
  try {
    compile(addresses);
    return addresses;
  } catch {
    // The caller reports what is allowed.
    return undefined;
  }
}
