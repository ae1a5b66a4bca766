import { listNetworkAddresses } from './network-addresses.ts';
import type { StackPorts } from './ports.ts';
import type { ServiceName, StackFiles } from './stack-settings.ts';

/** The URLs of all servers. */
export interface StackAddresses extends Record<ServiceName, string> {
  showcase: string;
  /** Set if the stand-in archive runs. */
  archive?: string;
  /** URLs for other machines, one entry per address of this one. Empty unless HOST is every address. */
  network: Array<Record<'catalogue' | 'showcase', string>>;
}

/** Lists the URLs of all servers that listen on this host. */
export function listAddresses(host: string, ports: StackPorts): StackAddresses {
  return {
    catalogue: toAddress(host, ports.catalogue),
    collection: toAddress(host, ports.collection),
    showcase: toAddress(host, ports.showcase),
    network: listNetworkAddresses(host).map((address) => ({
      catalogue: toAddress(address, ports.catalogue),
      showcase: toAddress(address, ports.showcase),
    })),
    ...(ports.archive === undefined ? {} : { archive: toAddress(host, ports.archive) }),
  };
}

/**
 * The local URL of a service that listens on this host. Browsers share cookies between ports only of the same
 * host name, so all URLs have `localhost` where it resolves to this host.
 */
export function toAddress(host: string, port: number): string {
  const anywhere = ['0.0.0.0', '127.0.0.1', '::', '::1'].includes(host) ? 'localhost' : host;
  return `http://${anywhere.includes(':') ? `[${anywhere}]` : anywhere}:${port}`;
}

/** Limits that users of the showcase do not reach. The environment takes precedence. */
export const SHOWCASE_LIMITS = {
  RATE_LIMIT_REQUESTS: '3000',
  THROTTLE_USER: '3000/3600',
  THROTTLE_ANON: '600/3600',
  THROTTLE_ARCHIVE: '600/3600',
  THROTTLE_SHARED: '3000/3600',
} as const;

const DEFAULTS = { ...SHOWCASE_LIMITS, ADMIN_REQUIRE_MFA: 'false', DEBUG: 'true' };

/** The environment variables of a service. */
export function serviceEnvironment(
  service: ServiceName,
  env: NodeJS.ProcessEnv,
  files: StackFiles,
  deployment: {
    host: string;
    ports: StackPorts;
    addresses: StackAddresses;
    databaseUrl: string;
    secretKey: string | undefined;
  },
): NodeJS.ProcessEnv {
  const { host, ports, addresses, databaseUrl, secretKey } = deployment;
  const { archive, network } = addresses;
  // Stored and e-mailed links must also work on other machines.
  const { catalogue, showcase } = network[0] ?? addresses;
  const origins = [addresses, ...network].map((reached) => reached.showcase);
  return {
    ...env,
    CORS_ORIGINS: listOrigins(env.CORS_ORIGINS || DEFAULT_ORIGINS[service], origins),
    SHOWCASE_URL: env.SHOWCASE_URL || showcase,
    SHARE_URL: env.SHARE_URL || `${showcase}/s`,
    ...(archive === undefined ? {} : { ARCHIVE_BASE_URL: archive }),
    HOST: host,
    PORT: String(ports[service]),
    METRICS_PORT: ports[`${service}Metrics`]?.toString(),
    DATABASE_URL: databaseUrl,
    DATABASE_URL_FILE: undefined,
    SECRET_KEY: secretKey,
    ...Object.fromEntries(Object.entries(DEFAULTS).map(([name, value]) => [name, env[name] || value])),
    CATALOGUE_URL: catalogue,
    BULK_DATA_ROOT: env.BULK_DATA_ROOT || files.bulk,
    MEDIA_ROOT: env.MEDIA_ROOT || files.media,
    MAIL_ROOT: env.MAIL_ROOT || files.mail,
  };
}

const DEFAULT_ORIGINS: Readonly<Record<ServiceName, string>> = {
  catalogue: '*',
  collection: 'http://localhost:*',
};

/** Adds the origins of the showcase to CORS_ORIGINS, unless it is `*`. */
function listOrigins(configured: string, ofShowcase: readonly string[]): string {
  if (configured.trim() === '*') return '*';
  return (configured.trim() === 'none' ? ofShowcase : [configured, ...ofShowcase]).join();
}

/** How long a service may take to stop, in milliseconds: its own grace period plus some time for closing. */
export function graceMs(env: NodeJS.ProcessEnv): number {
  return (Number(env.SHUTDOWN_GRACE_SECONDS || '25') || 0) * 1000 + 5000;
}
