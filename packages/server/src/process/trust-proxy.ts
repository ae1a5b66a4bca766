import { isIP } from 'node:net';

/** Express's `trust proxy`: how many proxies stand in front, which addresses they have, or none. */
export type TrustProxy = number | string[] | false;

const NAMED_RANGES = new Set(['loopback', 'linklocal', 'uniquelocal']);

/** Reads `TRUST_PROXY`: a number, or addresses and ranges separated by commas. Undefined when it is neither. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text) === 0 ? false : Number(text);
  const addresses = text.split(',').map((address) => address.trim());
  return addresses.every(isAddressRange) ? addresses : undefined;
}

function isAddressRange(text: string): boolean {
  if (NAMED_RANGES.has(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
