import { overviewPage } from '@kitroom/server/audit/audit-pages';
import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import { readGrowth } from '@kitroom/server/audit/growth-queries';
import { countJobs } from '@kitroom/server/jobs/admin-job-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import { countAll } from './admin-user-queries.ts';
import type { CollectionMetrics } from '../collection-metrics.ts';
import type { Database } from '@kitroom/server/database/database';
import { auditTable } from './audit-log.ts';

const NEWEST = 8;

const GROWTH = [
  { label: 'new users', table: 'users', at: 'users.created_at' },
  { label: 'new items', table: 'items', at: 'items.created_at' },
  { label: 'new photos', table: 'photos', at: 'photos.uploaded_at' },
];

/** The start page: the number of records, and the latest changes. */
export function overviewRoutes({
  db,
  metrics,
}: {
  db: Database;
  metrics: CollectionMetrics;
}): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/',
      async answer() {
        const counts = await countAll(db);
        return overviewPage({
          figures: counts.map(({ table, rows }) => ({
            href: `${ADMIN_ROOT}/${table}`,
            label: table,
            count: rows,
          })),
          changes: await listAuditRows<AuditRow>(db, {}, { limit: NEWEST }),
          show: auditTable,
          auditPath: `${ADMIN_ROOT}/audit-log`,
          dashboard: {
            recent: metrics.recent,
            jobs: await countJobs(db),
            jobsPath: `${ADMIN_ROOT}/jobs`,
            growth: await Promise.all(
              GROWTH.map(async ({ label, ...source }) => ({ label, days: await readGrowth(db, source) })),
            ),
          },
        });
      },
    },
  ];
}
