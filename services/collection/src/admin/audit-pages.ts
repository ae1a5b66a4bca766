import { auditPage } from '@kitroom/server/audit/audit-pages';
import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import { auditTable } from './audit-table.ts';

const SUBJECTS = ['user', 'token', 'item', 'photo', 'job', 'mail', 'sign-in'];

/** The audit log. */
export function auditRoutes({ db }: Pick<Context, 'db'>): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/audit-log',
      answer: ({ query }) =>
        auditPage({
          note: 'Changes made by staff on these pages, their sign-ins, and rejected sign-ins. Times are in UTC.',
          path: `${ADMIN_ROOT}/audit-log`,
          query,
          subjects: SUBJECTS.map((value) => ({ value, label: value })),
          actorField: 'actor',
          list: ({ subject, id, actor }, part) =>
            listAuditRows<AuditRow>(
              db,
              { equal: { subject, subject_id: id }, contains: { column: 'actor', text: actor } },
              part,
            ),
          show: auditTable,
        }),
    },
  ];
}
