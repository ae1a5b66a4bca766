import { query } from '@kitroom/server/database/database';
import { html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { listAuditEntries } from '../audit/audit-queries.ts';
import { auditTable } from './audit-table.ts';

const NEWEST = 8;

const COUNTED = ['users', 'items', 'photos', 'tokens'] as const;

/** The first page: how much there is, and what was changed last. */
export function overviewRoutes({ db }: Context): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/',
      async answer() {
        const [counts] = await query<Record<(typeof COUNTED)[number], number>>(
          db,
          `select ${COUNTED.map((table) => `(select count(*) from ${table}) as ${table}`).join(', ')}`,
        );
        const changes = await listAuditEntries(db, {}, { limit: NEWEST });
        return {
          title: 'Overview',
          body: html`<ul class="figures">
              ${COUNTED.map(
                (name) =>
                  html`<li>
                    <a href="${ADMIN_ROOT}/${name}"
                      ><strong>${(counts?.[name] ?? 0).toLocaleString('en')}</strong> ${name}</a
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
