import { networkInterfaces } from 'node:os';

/** Whether this host means every address of the machine. */
export function isWildcardHost(host: string): boolean {
  return host === '0.0.0.0' || host === '::';
}

/**
 * Addresses at which other machines may reach servers that listen on this host, IPv4 first. Empty for
 * loopback.
 */
export function listNetworkAddresses(host: string): string[] {
  if (!isWildcardHost(host)) return [];
  return Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => !internal && (family === 'IPv4' || host === '::'))
    .toSorted((left, right) => left.family.localeCompare(right.family))
    .map(({ address }) => address);
}
