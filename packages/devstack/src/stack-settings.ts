import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DevstackError } from './devstack-error.ts';
import { writeSecret } from './postgres-cluster.ts';

export const serviceNames = ['catalogue', 'collection'] as const;
export type ServiceName = (typeof serviceNames)[number];
/**
 * The processes of the stack: the services, the stand-in archive and, temporarily, a collection service that fills the
 * demo collection.
 */
export type StackProcessName = ServiceName | 'archive' | 'demo-collection';

/** The files of the stack. */
export interface StackFiles {
  lock: string;
  /** The ids of running services, for the run after a killed one. */
  services: string;
  postgres: string;
  secretKey: string;
  demoPassword: string;
  /** Exists until the demo collection is complete. */
  demoUnfinished: string;
  /** The API key with which the collection service calls the catalogue. */
  catalogueKey: string;
  /** The catalogue's files for mirrors. */
  bulk: string;
  /** Photos in local storage. */
  media: string;
  /** E-mails, if no mail server is configured. */
  mail: string;
  log: (name: StackProcessName) => string;
}

/** The data folder: `.data` in the checkout, unless DATA_DIR is set. */
export function dataFolder(root: string, env: NodeJS.ProcessEnv): string {
  return resolve(root, env.DATA_DIR || '.data');
}

/** The paths in the data folder. */
export function stackFiles(dataDir: string): StackFiles {
  return {
    lock: join(dataDir, 'start.lock'),
    services: join(dataDir, 'services.json'),
    postgres: join(dataDir, 'postgres'),
    secretKey: join(dataDir, 'secret-key'),
    demoPassword: join(dataDir, 'demo-password'),
    demoUnfinished: join(dataDir, 'demo-collection.unfinished'),
    catalogueKey: join(dataDir, 'catalogue-key'),
    bulk: join(dataDir, 'bulk'),
    media: join(dataDir, 'media'),
    mail: join(dataDir, 'mail'),
    log: (name) => join(dataDir, 'logs', `${name}.log`),
  };
}

/**
 * Removes other users' access to the data folder and its files, which earlier versions left open. New files are
 * protected by the umask of `npm start`.
 */
export function restrictPermissions(dataDir: string, { log, ...files }: StackFiles): void {
  for (const path of [...Object.values(files), dirname(log('catalogue'))]) closeAll(path);
  // PostgreSQL's account, if it is another one, needs access; on Linux it has a capability instead.
  const mode = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;
  for (const folder of [dataDir, files.postgres]) {
    if (existsSync(folder) && (statSync(folder).mode & 0o777) !== mode) chmodSync(folder, mode);
  }
}

/** Symbolic links were created by the user, so they and their targets are left unchanged. */
function closeAll(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry || entry.isSymbolicLink()) return;
  if (entry.mode & 0o077) chmodSync(path, entry.mode & 0o700);
  if (entry.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
}

/** Whether to run the stand-in archive: ARCHIVE_BASE_URL is not set to another one. */
export function needsStandInArchive(env: NodeJS.ProcessEnv): boolean {
  return !env.ARCHIVE_BASE_URL;
}

/**
 * The local URL of a service that listens on this host. Browsers share cookies between ports of the same name only, so
 * all of them are on `localhost`, if it leads there.
 */
export function toAddress(host: string, port: number): string {
  const anywhere = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${anywhere.includes(':') ? `[${anywhere}]` : anywhere}:${port}`;
}

/**
 * What `npm start` sets unless the environment does. Everything runs on one machine, where a front end under development
 * or a walk through the demo would soon reach the limits of a public deployment.
 */
export const DEMO_LIMITS = {
  RATE_LIMIT_REQUESTS: '100000',
  SUGGEST_LIMIT_REQUESTS: '100000',
  THROTTLE_ANON: '100000/3600',
  THROTTLE_USER: '100000/3600',
  THROTTLE_ARCHIVE: '100000/3600',
  THROTTLE_SHARED: '100000/3600',
} as const;

/** The variables with which the stack differs from a deployment. */
export function demoEnvironment(env: NodeJS.ProcessEnv): Record<string, string> {
  const defaults = { ...DEMO_LIMITS, ADMIN_REQUIRE_MFA: 'false', DEBUG: 'true' };
  return Object.fromEntries(Object.entries(defaults).map(([name, value]) => [name, env[name] || value]));
}

/** How long a service may take to stop: its own grace period plus some time for closing. */
export function graceMs(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env.SHUTDOWN_GRACE_SECONDS ?? '');
  return ((env.SHUTDOWN_GRACE_SECONDS ? seconds : 25) || 0) * 1000 + 5000;
}

/** Origins that may use the services from a browser: the showcase, and those configured, or else any local one. */
export function corsOrigins({ CORS_ORIGINS }: NodeJS.ProcessEnv, showcase: string): string {
  return `${CORS_ORIGINS || 'http://localhost:*'},${showcase}`;
}

/** The key that signs tokens: the environment's, else the one generated on the first run. */
export function ensureSecretKey(env: NodeJS.ProcessEnv, file: string): string {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const key = ensureSecret(file);
  if (key.length < 32)
    throw new DevstackError(`${file} holds no key of 32 characters: remove it to have one made`);
  return key;
}

/** A random secret, generated on the first run and stored in a private file. */
export function ensureSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeSecret(file, randomBytes(32).toString('hex'));
  }
  return readFileSync(file, 'utf8').trim();
}
