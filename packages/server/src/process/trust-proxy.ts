import { compile } from 'proxy-addr';

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
    return undefined;
  }
}
