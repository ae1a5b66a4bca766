import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import { bulkRoute, offerBulk, type BulkList } from '@kitroom/server/pages/bulk';
import { html } from '@kitroom/server/pages/html';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import type { PageRoute } from '@kitroom/server/pages/page-router';
import { time } from '@kitroom/server/pages/table';
import type { Column } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { USERS_PATH, ADMIN_ROOT } from '../paths.ts';
import { TOKEN_LIST, type AdminToken } from './admin-token-queries.ts';
import type { Database } from '@kitroom/server/database/database';
import { removeToken } from './change-account.ts';

const PATH = `${ADMIN_ROOT}/tokens`;

/** Tokens and their owners; a single one is deleted on the user's page. */
export function tokenRoutes({ db }: { db: Database }): Array<PageRoute<UserRow>> {
  const bulk = tokenBulk({ db });
  return [
    {
      method: 'GET',
      path: '/tokens',
      answer: ({ query, csrf }) =>
        listPage<AdminToken>({
          title: 'Tokens',
          note: 'Users with an API token. Tokens are never shown here; users obtain theirs with their password.',
          path: PATH,
          query,
          fields: [{ name: 'q', label: 'Username' }],
          columns: COLUMNS,
          sort: '-made',
          many: 'tokens',
          empty: 'There are no such tokens.',
          read: (request) => readList<AdminToken>(db, TOKEN_LIST, request),
          bulk: offerBulk(bulk, csrf, {
            keyOf: ({ user_id: id }) => String(id),
            nameOf: ({ username }) => `the token of ${username}`,
          }),
        }),
    },
    bulkRoute(bulk),
  ];
}

const COLUMNS: ReadonlyArray<Column<AdminToken>> = [
  {
    label: 'User',
    sort: 'username',
    cell: ({ user_id: id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
  },
  { label: 'Made', sort: 'made', cell: (row) => time(row.created_at) },
  {
    label: 'Delete',
    cell: ({ user_id: id, username }) =>
      html`<a href="${USERS_PATH}/${id}/delete-token"
        >Delete<span class="unseen"> the token of ${username}</span>…</a
      >`,
  },
];

function tokenBulk({ db }: { db: Database }): BulkList<UserRow> {
  return {
    path: '/tokens',
    title: 'Tokens',
    href: PATH,
    one: 'token',
    many: 'tokens',
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        text: 'Programs that use them are rejected at once. The next tokens will be different ones.',
        done: 'Deleted',
        act: (key, { visitor }) => removeToken({ db }, { actor: visitor, userId: Number(key) }),
      },
    ],
    ...bulkRows<AdminToken>(db, TOKEN_LIST, ({ user_id: id, username }) => ({
      key: String(id),
      label: `Token of ${username}`,
      href: `${USERS_PATH}/${id}`,
    })),
  };
}
