import type { Frame } from '@kitroom/server/pages/layout';
import { ADMIN_ROOT } from './operator-session.ts';
import { KIND_PAGES } from './records/kind-pages.ts';

export const adminFrame: Frame = {
  name: 'Kitroom catalogue',
  home: `${ADMIN_ROOT}/`,
  navigation: [
    {
      label: 'Catalogue',
      items: [
        { href: `${ADMIN_ROOT}/`, label: 'Overview' },
        ...KIND_PAGES.map(({ path, heading }) => ({ href: path, label: heading })),
      ],
    },
    {
      label: 'Operation',
      items: [
        { href: `${ADMIN_ROOT}/api-keys`, label: 'API keys' },
        { href: `${ADMIN_ROOT}/scrapes`, label: 'Scrapes' },
        { href: `${ADMIN_ROOT}/imports`, label: 'Imports' },
        { href: `${ADMIN_ROOT}/cache`, label: 'Cache' },
        { href: `${ADMIN_ROOT}/audit-log`, label: 'Audit log' },
      ],
    },
  ],
};
