import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DevstackError } from './devstack-error.ts';
import { writeSecret } from './postgres-cluster.ts';

export const serviceNames = ['catalogue', 'collection'] as const;
export type ServiceName = (typeof serviceNames)[number];
/**
 * The processes of the stack: the services, the stand-in archive and, temporarily, a collection service that
 * fills the demo collection.
 */
export type StackProcessName = ServiceName | 'archive' | 'demo-collection';

/** The data folder: `.data` in the checkout, unless DATA_DIR is set. */
export function dataFolder(root: string, env: NodeJS.ProcessEnv): string {
  return resolve(root, env.DATA_DIR || '.data');
}

/** The files of the stack. */
export type StackFiles = ReturnType<typeof stackFiles>;

/** The paths in the data folder. */
export function stackFiles(dataDir: string) {
  return {
    lock: join(dataDir, 'start.lock'),
    /** The process ids of running services: after a killed run, the next one ends them. */
    services: join(dataDir, 'services.json'),
    postgres: join(dataDir, 'postgres'),
    secretKey: join(dataDir, 'secret-key'),
    demoPassword: join(dataDir, 'demo-password'),
    /** Exists until the demo collection is complete. */
    demoUnfinished: join(dataDir, 'demo-collection.unfinished'),
    /** The API key with which the collection service calls the catalogue. */
    catalogueKey: join(dataDir, 'catalogue-key'),
    /** The catalogue's files for mirrors. */
    bulk: join(dataDir, 'bulk'),
    /** Photos in local storage. */
    media: join(dataDir, 'media'),
    /** E-mails, if no mail server is configured. */
    mail: join(dataDir, 'mail'),
    log: (name: StackProcessName) => join(dataDir, 'logs', `${name}.log`),
  };
}

/** Removes other users' access to the data folder. New files are protected by the umask of `npm start`. */
export function restrictPermissions(dataDir: string, { postgres }: StackFiles): void {
  // PostgreSQL may run as another user, which needs access; on Linux it has a capability instead.
  const mode = process.getuid?.() === 0 && process.platform !== 'linux' ? 0o711 : 0o700;
  for (const folder of [dataDir, postgres]) if (existsSync(folder)) chmodSync(folder, mode);
}

/**
 * Returns the key that signs tokens: SECRET_KEY, else the key generated on the first run. Undefined if
 * SECRET_KEY_FILE is set. Errors: DevstackError if the stored key is too short.
 */
export function ensureSecretKey(env: NodeJS.ProcessEnv, file: string): string | undefined {
  if (env.SECRET_KEY || env.SECRET_KEY_FILE) return env.SECRET_KEY;
  const key = ensureSecret(file);
  if (key.length < 32)
    throw new DevstackError(
      `${file} does not contain a key of at least 32 characters: remove it to generate one`,
    );
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
