import { auditPage } from '@kitroom/server/audit/audit-pages';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import type { Database } from '@kitroom/server/database/database';
import { AUDIT_VIEW } from './audit-table.ts';

const SUBJECTS = ['user', 'token', 'item', 'photo', 'job', 'mail', 'sign-in'];

/** The audit log. */
export function auditRoutes({ db }: { db: Database }): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/audit-log',
      answer: ({ query }) =>
        auditPage({
          db,
          note: 'Changes made by staff on these pages, their sign-ins, and rejected sign-ins. Times are in UTC.',
          path: `${ADMIN_ROOT}/audit-log`,
          query,
          subjects: SUBJECTS.map((value) => ({ value, label: value })),
          actorField: 'actor',
          view: AUDIT_VIEW,
        }),
    },
  ];
}
