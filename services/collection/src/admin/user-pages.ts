import { listAuditRows } from '@kitroom/server/audit/audit-queries';
import { notFound } from '@kitroom/server/http/errors';
import { bulkRoute, offerBulk } from '@kitroom/server/pages/bulk';
import { buttonForm } from '@kitroom/server/pages/form';
import { html, type Html } from '@kitroom/server/pages/html';
import type { Page } from '@kitroom/server/pages/layout';
import type { PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import { time } from '@kitroom/server/pages/table';
import { facts, type Column } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { USERS_PATH, ADMIN_ROOT } from '../paths.ts';
import type { AuditRow } from '../audit/audit-queries.ts';
import { auditTable } from './audit-table.ts';
import { listPage } from '@kitroom/server/pages/list-page';
import { readList } from '@kitroom/server/pages/list-queries';
import { anyOf } from './filter-fields.ts';
import { userBulk } from './user-bulk.ts';
import type { Database } from '@kitroom/server/database/database';
import { findAdminUser, USER_LIST, USER_STATES, type AdminUser } from './admin-user-queries.ts';

const ENTRIES = 20;

export function userRoutes(context: { db: Database }): Array<PageRoute<UserRow>> {
  const { db } = context;
  const bulk = userBulk(context);
  return [
    {
      method: 'GET',
      path: '/users',
      answer: ({ query, csrf }) =>
        listPage<UserRow>({
          title: 'Users',
          actions: html`<a class="button primary" href="${USERS_PATH}/new">New user</a>`,
          path: USERS_PATH,
          query,
          fields: [
            { name: 'q', label: 'Username, name or e-mail address' },
            anyOf('state', 'State', USER_STATES),
          ],
          columns: COLUMNS,
          sort: '-since',
          many: 'users',
          empty: 'There are no such users.',
          read: (request) => readList<UserRow>(db, USER_LIST, request),
          bulk: offerBulk(bulk, csrf, { keyOf: ({ id }) => String(id), nameOf: ({ username }) => username }),
        }),
    },
    bulkRoute(bulk),
    { method: 'GET', path: '/users/:id', answer: (request) => userPage(context, request) },
  ];
}

const COLUMNS: ReadonlyArray<Column<UserRow>> = [
  {
    label: 'Username',
    sort: 'username',
    cell: ({ id, username }) => html`<a href="${USERS_PATH}/${id}">${username}</a>`,
  },
  { label: 'Name', sort: 'name', cell: ({ name }) => name },
  { label: 'E-mail address', sort: 'email', cell: ({ email }) => email },
  { label: 'State', cell: states },
  { label: 'Since', sort: 'since', cell: (row) => time(row.created_at) },
];

function states({ is_active, is_staff, is_private, email_verified_at: verifiedAt }: UserRow): Html {
  return html`${!is_active && html`<span class="tag bad">blocked</span> `}
  ${is_staff && html`<span class="tag">staff</span> `}
  ${verifiedAt === null && html`<span class="tag idle">unverified</span> `}
  ${is_private && html`<span class="tag idle">private</span>`}`;
}

async function userPage({ db }: { db: Database }, { params, csrf }: PageRequest<UserRow>): Promise<Page> {
  const user = await findAdminUser(db, readId(params['id']));
  if (!user) throw notFound('There is no such user.');
  const { id, username } = user;
  const entries = await listAuditRows<AuditRow>(db, { equal: { owner_id: id } }, { limit: ENTRIES });
  const owner = new URLSearchParams({ owner: username }).toString();
  return {
    title: username,
    trail: [{ href: USERS_PATH, label: 'Users' }],
    actions: userActions(user, csrf),
    body: html`
      <p>${states(user)}</p>
      ${facts([
        ['Number', String(id)],
        ['Name', user.name],
        ['E-mail address', html`${user.email}${user.pending_email && ` (to become ${user.pending_email})`}`],
        ['Verified', time(user.email_verified_at)],
        ['Since', time(user.created_at)],
        ['Items', html`<a href="${ADMIN_ROOT}/items?${owner}">${user.items}</a>`],
        ['Photos', html`<a href="${ADMIN_ROOT}/photos?${owner}">${user.photos}</a>`],
        ['Password', user.has_password ? 'yes' : 'none'],
        ['Multi-factor', user.has_second_factor ? 'on' : 'off'],
        ['Browsers', `${user.sessions} signed in`],
        ['Token', user.token_created_at ? html`made ${time(user.token_created_at)}` : 'none'],
        ['About', user.biography],
        ['Location', user.location],
      ])}
      <h2>Audit log</h2>
      ${auditTable(entries)}
    `,
  };
}

function userActions(user: AdminUser, csrf: Html): Html {
  const { id, is_active, is_staff, email_verified_at: verifiedAt, token_created_at: hasToken } = user;
  const button = (what: string, label: string) =>
    buttonForm({ action: `${USERS_PATH}/${id}/${what}`, csrf, label });
  return html`${is_active && verifiedAt === null && button('verify', 'Verify the e-mail address')}
  ${is_active && verifiedAt === null && button('mail-verification', 'Mail a verification link')}
  ${is_active && button('mail-reset', 'Mail a password link')}
  ${is_staff ? button('unmake-staff', 'No longer staff') : html`<a class="button" href="${USERS_PATH}/${id}/make-staff">Make staff</a>`}
  ${hasToken && html`<a class="button danger" href="${USERS_PATH}/${id}/delete-token">Delete the token</a>`}
  ${
    is_active
      ? html`<a class="button danger" href="${USERS_PATH}/${id}/block">Block</a>`
      : button('unblock', 'Unblock')
  }`;
}
