/**
 * Whether an origin is one of CORS_ORIGINS: equal, or for an entry that ends in `:*` the same scheme and host on any
 * port. The wildcard suits development, where ports are chosen at each start.
 */
export function isOneOfOrigins(origin: string, allowed: readonly string[]): boolean {
  return allowed.some((entry) => (entry.endsWith(ANY_PORT) ? isOnAnyPort(origin, entry) : entry === origin));
}

/** Whether an entry of CORS_ORIGINS is an origin, possibly with `*` as its port. */
export function isOriginEntry(entry: string): boolean {
  const origin = entry.endsWith(ANY_PORT) ? entry.slice(0, -ANY_PORT.length) : entry;
  return /^https?:/.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

const ANY_PORT = ':*';

function isOnAnyPort(origin: string, entry: string): boolean {
  if (!URL.canParse(origin)) return false;
  const { protocol, hostname, origin: normalized } = new URL(origin);
  return normalized === origin && `${protocol}//${hostname}${ANY_PORT}` === entry;
}
