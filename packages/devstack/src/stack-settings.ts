import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DevstackError } from './devstack-error.ts';
import type { PortWish } from './ports.ts';
import { writeSecret } from './postgres-cluster.ts';

export const serviceNames = ['catalogue', 'collection'] as const;
export type ServiceName = (typeof serviceNames)[number];

/** Where the stack keeps its files. */
export interface StackFiles {
  lock: string;
  /** The services that run, for a run after a killed one. */
  services: string;
  postgres: string;
  secretKey: string;
  log: (service: ServiceName) => string;
}

/** The places under `.data`. */
export function stackFiles(dataDir: string): StackFiles {
  return {
    lock: join(dataDir, 'start.lock'),
    services: join(dataDir, 'services.json'),
    postgres: join(dataDir, 'postgres'),
    secretKey: join(dataDir, 'secret-key'),
    log: (service) => join(dataDir, 'logs', `${service}.log`),
  };
}

/** The ports the stack would like, in the order PostgreSQL, catalogue, collection. */
export function portWishes(env: NodeJS.ProcessEnv): [PortWish, PortWish, PortWish] {
  return [
    { for: 'PostgreSQL', variable: 'POSTGRES_PORT', defaultPort: 54_320, chosen: env.POSTGRES_PORT },
    { for: 'the catalogue', variable: 'CATALOGUE_PORT', defaultPort: 4000, chosen: env.CATALOGUE_PORT },
    { for: 'the collection', variable: 'COLLECTION_PORT', defaultPort: 4001, chosen: env.COLLECTION_PORT },
  ];
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
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    writeSecret(file, randomBytes(32).toString('hex'));
  }
  const key = readFileSync(file, 'utf8').trim();
  if (key.length < 32)
    throw new DevstackError(`${file} holds no key of 32 characters: remove it to have one made`);
  return key;
}
