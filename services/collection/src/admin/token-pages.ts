import { html } from '@kitroom/server/pages/html';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/show-time';
import { table } from '@kitroom/server/pages/table';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { ADMIN_ROOT } from '../paths.ts';
import { listPage } from '@kitroom/server/pages/list-page';
import { listTokens } from './admin-token-queries.ts';
import { USERS_PATH } from './user-pages.ts';

/** Tokens and their owners; deleted on the user's page. */
export function tokenRoutes({ db }: Pick<Context, 'db'>): Array<PageRoute<UserRow>> {
  return [
    {
      method: 'GET',
      path: '/tokens',
      answer: (request) =>
        listPage({
          title: 'Tokens',
          note: 'Users with an API token. Tokens are never shown here; users obtain theirs with their password.',
          path: `${ADMIN_ROOT}/tokens`,
          query: request.query,
          fields: [{ name: 'q', label: 'Username' }],
          list: ({ q }, part) => listTokens(db, q, part),
          show: (rows) =>
            table({
              caption: 'Tokens, newest first',
              rows,
              empty: 'There are no such tokens.',
              columns: [
                {
                  label: 'User',
                  cell: ({ user_id: id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
                },
                { label: 'Made', cell: (row) => time(row.created_at) },
                {
                  label: 'Delete',
                  cell: ({ user_id: id, username }) =>
                    html`<a href="${USERS_PATH}/${id}/delete-token"
                      >Delete<span class="unseen"> the token of ${username}</span>…</a
                    >`,
                },
              ],
            }),
        }),
    },
  ];
}
