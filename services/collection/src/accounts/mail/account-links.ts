import type { Config } from '../../config.ts';
import type { KeyPurpose } from './account-keys.ts';

/** The service's own pages. */
const OWN_PAGES = '/accounts';

/** The pages to which the links in mails lead, below where account pages begin. */
const PAGES: Readonly<Record<KeyPurpose, string>> = {
  verify: '/verify-email/',
  reset: '/password/reset/confirm/',
};

type AddressConfig = Pick<Config, 'PUBLIC_URL' | 'NODE_ENV' | 'HOST' | 'PORT'>;
type PagesConfig = AddressConfig & Pick<Config, 'ACCOUNT_PAGES' | 'ACCOUNT_PAGES_URL'>;

/**
 * The link of a mail; undefined where there are no pages, or nobody knows an address that clients can be trusted to
 * reach.
 */
export function accountLink(config: PagesConfig, purpose: KeyPurpose, key: string): string | undefined {
  const pages = findAccountPages(config);
  return pages && `${pages}${PAGES[purpose]}?key=${encodeURIComponent(key)}`;
}

/** Where account pages begin: a front end's, or the service's own where it has them. */
export function findAccountPages(config: PagesConfig): string | undefined {
  const { ACCOUNT_PAGES, ACCOUNT_PAGES_URL } = config;
  if (ACCOUNT_PAGES_URL !== undefined) return ACCOUNT_PAGES_URL;
  const address = ACCOUNT_PAGES ? findOwnAddress(config) : undefined;
  return address && `${address}${OWN_PAGES}`;
}

/**
 * Where the service is reached, for mails: what a request calls its host is whatever its sender likes. In production
 * PUBLIC_URL alone tells; elsewhere the service is where it listens.
 */
export function findOwnAddress({ PUBLIC_URL, NODE_ENV, HOST, PORT }: AddressConfig): string | undefined {
  if (PUBLIC_URL !== undefined) return PUBLIC_URL;
  if (NODE_ENV === 'production' || PORT === 0) return undefined;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[HOST] ?? HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}
