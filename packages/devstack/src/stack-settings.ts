import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DevstackError } from './devstack-error.ts';
import { writeSecret } from './postgres-cluster.ts';

export const serviceNames = ['catalogue', 'collection'] as const;
export type ServiceName = (typeof serviceNames)[number];
/**
 * What runs as a process of its own: the services, the archive that the catalogue reads, and, for a moment, a
 * collection service through which the demo collection is filled.
 */
export type StackProcessName = ServiceName | 'archive' | 'demo-collection';

/** Where the stack keeps its files. */
export interface StackFiles {
  lock: string;
  /** The services that run, for a run after a killed one. */
  services: string;
  postgres: string;
  secretKey: string;
  demoPassword: string;
  /** Is there as long as the demo collection is not complete. */
  demoUnfinished: string;
  /** The API key with which the collection service calls the catalogue. */
  catalogueKey: string;
  /** The photos' files, where local storage keeps them. */
  media: string;
  /** The mails, where no server sends them. */
  mail: string;
  log: (name: StackProcessName) => string;
}

/** Where everything is kept: `.data` in the checkout, unless DATA_DIR names another folder. */
export function dataFolder(root: string, env: NodeJS.ProcessEnv): string {
  return resolve(root, env.DATA_DIR || '.data');
}

/** The places under the data folder. */
export function stackFiles(dataDir: string): StackFiles {
  return {
    lock: join(dataDir, 'start.lock'),
    services: join(dataDir, 'services.json'),
    postgres: join(dataDir, 'postgres'),
    secretKey: join(dataDir, 'secret-key'),
    demoPassword: join(dataDir, 'demo-password'),
    demoUnfinished: join(dataDir, 'demo-collection.unfinished'),
    catalogueKey: join(dataDir, 'catalogue-key'),
    media: join(dataDir, 'media'),
    mail: join(dataDir, 'mail'),
    log: (name) => join(dataDir, 'logs', `${name}.log`),
  };
}

/**
 * Closes the data folder, and what the stack keeps there, to other users of the machine: earlier versions left it
 * open. New files are closed by the umask of `npm start`.
 */
export function restrictPermissions(dataDir: string, { log, ...files }: StackFiles): void {
  for (const path of [...Object.values(files), dirname(log('catalogue'))]) closeAll(path);
  // PostgreSQL's account, when that is not ours, must pass here; on Linux it can in spite of the mode.
  const mode = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;
  for (const folder of [dataDir, files.postgres]) {
    if (existsSync(folder) && (statSync(folder).mode & 0o777) !== mode) chmodSync(folder, mode);
  }
}

/** A link is left alone, with what it leads to: somebody has put it there. */
function closeAll(path: string): void {
  const entry = lstatSync(path, { throwIfNoEntry: false });
  if (!entry || entry.isSymbolicLink()) return;
  if (entry.mode & 0o077) chmodSync(path, entry.mode & 0o700);
  if (entry.isDirectory()) for (const name of readdirSync(path)) closeAll(join(path, name));
}

/** Whether the catalogue is to read a stand-in of the archive: ARCHIVE_BASE_URL names no other. */
export function needsStandInArchive(env: NodeJS.ProcessEnv): boolean {
  return !env.ARCHIVE_BASE_URL;
}

/** The address a service can be called at from this machine, when it listens on a host. */
export function toAddress(host: string, port: number): string {
  const anywhere = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `http://${anywhere.includes(':') ? `[${anywhere}]` : anywhere}:${port}`;
}

/** How long a service may take to end: its own grace, and a little for closing. */
export function graceMs(env: NodeJS.ProcessEnv): number {
  const seconds = Number(env.SHUTDOWN_GRACE_SECONDS ?? '');
  return ((env.SHUTDOWN_GRACE_SECONDS ? seconds : 25) || 0) * 1000 + 5000;
}

/** The key that signs tokens: the environment's, else the one made on the first run. */
export function ensureSecretKey(env: NodeJS.ProcessEnv, file: string): string {
  if (env.SECRET_KEY) return env.SECRET_KEY;
  const key = ensureSecret(file);
  if (key.length < 32)
    throw new DevstackError(`${file} holds no key of 32 characters: remove it to have one made`);
  return key;
}

/** A random text that is made on the first run and kept in a file of its owner's. */
export function ensureSecret(file: string): string {
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeSecret(file, randomBytes(32).toString('hex'));
  }
  return readFileSync(file, 'utf8').trim();
}
