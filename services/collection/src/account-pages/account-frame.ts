import type { Frame } from '@kitroom/server/pages/layout';

export const ACCOUNTS_ROOT = '/accounts';

/** The layout of the account pages. */
export const accountFrame: Frame = {
  name: 'Kitroom',
  home: `${ACCOUNTS_ROOT}/`,
  navigation: [
    {
      label: 'Your account',
      items: [
        { href: `${ACCOUNTS_ROOT}/`, label: 'Overview' },
        { href: `${ACCOUNTS_ROOT}/profile`, label: 'Profile' },
        { href: `${ACCOUNTS_ROOT}/email`, label: 'E-mail address' },
        { href: `${ACCOUNTS_ROOT}/password/change`, label: 'Password' },
        { href: `${ACCOUNTS_ROOT}/mfa`, label: 'Multi-factor' },
        { href: `${ACCOUNTS_ROOT}/social`, label: 'Linked sign-ins' },
        { href: `${ACCOUNTS_ROOT}/sessions`, label: 'Sessions' },
        { href: `${ACCOUNTS_ROOT}/data`, label: 'Your data' },
      ],
    },
  ],
};
