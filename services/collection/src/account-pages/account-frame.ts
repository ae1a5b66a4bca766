import type { Frame } from '@kitroom/server/pages/layout';
import type { Config } from '../config.ts';

export const ACCOUNTS_ROOT = '/accounts';

/** Where an account begins: the showcase's screen for it, or the start page here. */
export function homeOf({ SHOWCASE_URL: showcase }: Pick<Config, 'SHOWCASE_URL'>): string {
  return showcase === undefined ? `${ACCOUNTS_ROOT}/` : `${showcase}/account`;
}

/** The pages of an account, by their paths. */
export const ACCOUNT_SECTIONS: Readonly<Record<string, string>> = {
  [`${ACCOUNTS_ROOT}/email`]: 'E-mail address',
  [`${ACCOUNTS_ROOT}/password/change`]: 'Password',
  [`${ACCOUNTS_ROOT}/mfa`]: 'Multi-factor sign-in',
  [`${ACCOUNTS_ROOT}/social`]: 'Sign-in providers',
  [`${ACCOUNTS_ROOT}/sessions`]: 'Sessions and API token',
  [`${ACCOUNTS_ROOT}/delete`]: 'Delete your account',
};

/** The layout of the account pages. */
export function accountFrame(config: Pick<Config, 'SHOWCASE_URL'>): Frame {
  const home = homeOf(config);
  const start = { href: home, label: config.SHOWCASE_URL === undefined ? 'Overview' : 'Back to Kitroom' };
  const sections = Object.entries(ACCOUNT_SECTIONS).map(([href, label]) => ({ href, label }));
  return { name: 'Kitroom', home, navigation: [{ label: 'Your account', items: [start, ...sections] }] };
}
