import { overviewPage } from '@kitroom/server/audit/audit-pages';
import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import { readGrowth } from '@kitroom/server/audit/growth-queries';
import { countJobs } from '@kitroom/server/jobs/admin-job-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT, listHref } from '@kitroom/server/pages/resource';
import { auditTable, type AuditRow } from './audit-log.ts';
import type { Operator } from './operator-session.ts';
import { DECLARED_KINDS } from './records/kinds.ts';
import type { CatalogueMetrics } from '../catalogue-metrics.ts';
import type { Database } from '@kitroom/server/database/database';
import { countRecords } from './records/record-queries.ts';

const NEWEST = 8;

const CHANGES = { table: 'changes', at: 'changes.at', amount: 'cardinality(changes.ids)' };

export function overviewRoutes({
  db,
  metrics,
}: {
  db: Database;
  metrics: CatalogueMetrics;
}): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/',
      answer: async () =>
        overviewPage({
          figures: await Promise.all(
            DECLARED_KINDS.map(async (kind) => ({
              href: listHref(kind),
              label: kind.title,
              count: await countRecords(db, kind.table),
            })),
          ),
          changes: await listAuditRows<AuditRow>(db, { except: 'session' }, { limit: NEWEST }),
          show: auditTable,
          auditPath: `${ADMIN_ROOT}/audit-log`,
          dashboard: {
            recent: metrics.recent,
            jobs: await countJobs(db),
            growth: [{ label: 'records changed', days: await readGrowth(db, CHANGES) }],
          },
        }),
    },
  ];
}
