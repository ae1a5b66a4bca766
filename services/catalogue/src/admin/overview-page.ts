import { query } from '@kitroom/server/database/database';
import { html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { Context } from '../context.ts';
import { auditTable } from './audit-table.ts';
import { listAuditEntries } from './audit-queries.ts';
import { ADMIN_ROOT, type Operator } from './operator-session.ts';
import { KIND_PAGES } from './records/kind-pages.ts';

const NEWEST = 8;

/** The first page: how much there is, and what was changed last. */
export function overviewRoutes({ db }: Context): Array<PageRoute<Operator>> {
  return [
    {
      method: 'GET',
      path: '/',
      async answer() {
        const counts = await Promise.all(
          KIND_PAGES.map(async ({ table }) => {
            const [row] = await query<{ rows: number }>(db, `select count(*) as rows from ${table}`);
            return row?.rows ?? 0;
          }),
        );
        const changes = await listAuditEntries(db, { changesOnly: true }, { limit: NEWEST, offset: 0 });
        return {
          title: 'Overview',
          body: html`<ul class="figures">
              ${KIND_PAGES.map(
                ({ path, heading }, index) =>
                  html`<li>
                    <a href="${path}"
                      ><strong>${(counts[index] ?? 0).toLocaleString('en')}</strong> ${heading}</a
                    >
                  </li>`,
              )}
            </ul>
            <h2>Latest changes</h2>
            ${auditTable(changes)}
            ${changes.length > 0 && html`<p><a href="${ADMIN_ROOT}/audit-log">All changes</a></p>`}`,
        };
      },
    },
  ];
}
