import { networkInterfaces } from 'node:os';

/** Whether a server that listens on this host does so at every address of the machine. */
export function isAnywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * The addresses at which other machines may reach servers that listen on this host, IPv4 first; none on
 * loopback.
 */
export function listNetworkAddresses(host: string): string[] {
  if (!isAnywhere(host)) return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => !internal && (family === 'IPv4' || host === '::'))
    .toSorted((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address);
}
