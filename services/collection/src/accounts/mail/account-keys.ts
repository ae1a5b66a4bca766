import { createHash, createHmac } from 'node:crypto';
import type { Config } from '../../config.ts';

export type KeyPurpose = 'verify' | 'reset';

/**
 * Derives the key sent in a mail: 256 bits from the secret and the mail's random nonce, so that the database
 * alone does not reveal it, and a resent mail contains the same key.
 */
export function deriveKey(secretKey: string, purpose: KeyPurpose, nonce: Buffer): string {
  return createHmac('sha256', secretKey)
    .update(`kitroom mail key\0${purpose}\0`)
    .update(nonce)
    .digest('base64url');
}

/** The stored hash of a key. Keys cannot be guessed, so a slow hash would have no benefit. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

const OWN_PAGES = '/accounts';

/** The pages that links in mails lead to, below the root of the account pages. */
const PAGES: Readonly<Record<KeyPurpose, string>> = {
  verify: '/verify-email/',
  reset: '/password/reset/confirm/',
};

type AddressConfig = Pick<Config, 'PUBLIC_URL' | 'NODE_ENV' | 'HOST' | 'PORT'>;
type PagesConfig = AddressConfig & Pick<Config, 'ACCOUNT_PAGES' | 'ACCOUNT_PAGES_URL' | 'SHOWCASE_URL'>;

/** The link of a mail; undefined if there are no pages, or no trusted address is configured. */
export function accountLink(config: PagesConfig, purpose: KeyPurpose, key: string): string | undefined {
  const pages = findAccountPages(config);
  return pages && `${pages}${PAGES[purpose]}?key=${encodeURIComponent(key)}`;
}

/** The root of the account pages: a front end's, the showcase's, or the service's own if enabled. */
export function findAccountPages(config: PagesConfig): string | undefined {
  const { ACCOUNT_PAGES, ACCOUNT_PAGES_URL, SHOWCASE_URL } = config;
  if (ACCOUNT_PAGES_URL !== undefined) return ACCOUNT_PAGES_URL;
  if (SHOWCASE_URL !== undefined) return `${SHOWCASE_URL}/account`;
  const address = ACCOUNT_PAGES ? findOwnAddress(config) : undefined;
  return address && `${address}${OWN_PAGES}`;
}

/**
 * The service's URL for mails. It is not taken from the Host header, which clients control: it is PUBLIC_URL
 * or, outside production, by default the address that the service listens on.
 */
function findOwnAddress({ PUBLIC_URL, NODE_ENV, HOST, PORT }: AddressConfig): string | undefined {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  if (NODE_ENV === 'production' || PORT === 0) return undefined;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
