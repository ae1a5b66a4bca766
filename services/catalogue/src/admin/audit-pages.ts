import { auditPage } from '@kitroom/server/audit/audit-pages';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { AUDIT_VIEW } from './audit-table.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import type { Database } from '@kitroom/server/database/database';
import { KIND_PAGES } from './records/kind-pages.ts';

const SUBJECTS = [
  ...KIND_PAGES.map(({ kind, one }) => ({ value: kind, label: one })),
  { value: 'api_key', label: 'API key' },
  { value: 'scrape', label: 'scrape' },
  { value: 'import', label: 'import' },
  { value: 'cache', label: 'cache' },
  { value: 'session', label: 'sign-in' },
];

export function auditRoutes({ db }: { db: Database }): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/audit-log',
      answer: ({ query }) =>
        auditPage({
          db,
          note: 'What was changed through these pages, and who signed in. What imports and commands change is not in it. Times are in UTC.',
          path: `${ADMIN_ROOT}/audit-log`,
          query,
          subjects: SUBJECTS,
          actorField: 'operator',
          view: AUDIT_VIEW,
        }),
    },
  ];
}
