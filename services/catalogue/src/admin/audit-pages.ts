import { html } from '@kitroom/server/pages/html';
import { searchForm } from '@kitroom/server/pages/form';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { pager } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import { ADMIN_PAGE_ROWS } from '../limits.ts';
import { listAuditEntries } from './audit-queries.ts';
import { auditTable } from './audit-table.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import { readPage } from '@kitroom/server/pages/read-number';
import { KIND_PAGES } from './records/kind-pages.ts';

const PATH = `${ADMIN_ROOT}/audit-log`;

const SUBJECTS = [
  { value: '', label: 'everything' },
  ...KIND_PAGES.map(({ kind, one }) => ({ value: kind, label: one })),
  { value: 'api_key', label: 'API key' },
  { value: 'scrape', label: 'scrape' },
  { value: 'cache', label: 'cache' },
  { value: 'session', label: 'sign-in' },
];

/** The log of changes and sign-ins. */
export function auditRoutes({ db }: Context): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/audit-log',
      async answer({ query }) {
        const page = readPage(query['page']);
        const given = {
          subject: clean(query['subject']),
          id: clean(query['id']),
          operator: clean(query['operator']),
        };
        const filter = { subject: given.subject, subjectId: given.id, operator: given.operator };
        const offset = (page - 1) * ADMIN_PAGE_ROWS;
        const rows = await listAuditEntries(db, filter, { limit: ADMIN_PAGE_ROWS + 1, offset });
        const values = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value ?? '']));
        return {
          title: 'Audit log',
          body: html`
            <p class="quiet">
              What was changed through these pages, and who signed in. Imports and commands are not in it.
              Times are in UTC.
            </p>
            ${searchForm({
              action: PATH,
              fields: [
                { name: 'subject', label: 'Kind', type: 'choice', choices: SUBJECTS },
                { name: 'id', label: 'Number' },
                { name: 'operator', label: 'Who' },
              ],
              values,
            })}
            ${auditTable(rows.slice(0, ADMIN_PAGE_ROWS))}
            ${pager({
              page,
              hasNext: rows.length > ADMIN_PAGE_ROWS,
              href: (to) => `${PATH}?${new URLSearchParams({ ...values, page: String(to) })}`,
            })}
          `,
        };
      },
    },
  ];
}

function clean(text = ''): string | undefined {
  return text.replaceAll('\0', '').trim() || undefined;
}
