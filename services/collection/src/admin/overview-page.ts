import { overviewPage } from '@kitroom/server/audit/audit-pages';
import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import { countAll } from './admin-count-queries.ts';
import { auditTable } from './audit-table.ts';

const NEWEST = 8;

/** The start page: the number of records, and the latest changes. */
export function overviewRoutes({ db }: Pick<Context, 'db'>): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/',
      async answer() {
        const counts = await countAll(db);
        return overviewPage({
          figures: Object.entries(counts).map(([label, count]) => ({
            href: `${ADMIN_ROOT}/${label}`,
            label,
            count,
          })),
          changes: await listAuditRows<AuditRow>(db, {}, { limit: NEWEST }),
          show: auditTable,
          auditPath: `${ADMIN_ROOT}/audit-log`,
        });
      },
    },
  ];
}
