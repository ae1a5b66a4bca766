import type { Frame } from '@kitroom/server/pages/layout';
import { ADMIN_ROOT } from '../paths.ts';

/** The layout of the admin pages. */
export const adminFrame: Frame = {
  name: 'Kitroom collection',
  home: `${ADMIN_ROOT}/`,
  navigation: [
    {
      label: 'Collectors',
      items: [
        { href: `${ADMIN_ROOT}/`, label: 'Overview' },
        { href: `${ADMIN_ROOT}/users`, label: 'Users' },
        { href: `${ADMIN_ROOT}/tokens`, label: 'Tokens' },
        { href: `${ADMIN_ROOT}/items`, label: 'Items' },
        { href: `${ADMIN_ROOT}/photos`, label: 'Photos' },
      ],
    },
    {
      label: 'Operation',
      items: [
        { href: `${ADMIN_ROOT}/jobs`, label: 'Jobs' },
        { href: `${ADMIN_ROOT}/audit-log`, label: 'Audit log' },
      ],
    },
  ],
};
