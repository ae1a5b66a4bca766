import type { Database } from '@kitroom/server/database/database';
import { suggestPath, textColumn, type Resource } from '@kitroom/server/pages/resource';
import { time } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { APP_TOKEN_LIST, type AdminAppToken } from './admin-user-queries.ts';
import { removeAppToken } from './change-account.ts';
import { ownerLink } from './owner-link.ts';

/** App tokens and their owners. */
export function appTokenResource({ db }: { db: Database }): Resource<AdminAppToken, UserRow> {
  return {
    path: '/app-tokens',
    title: 'App tokens',
    singular: 'app token',
    plural: 'app tokens',
    source: APP_TOKEN_LIST,
    nameOf: ({ name, username }) => `the app token ${name} of ${username}`,
    note: () =>
      'Tokens that users created for their apps, expired ones included. The tokens themselves are not stored.',
    filters: [{ name: 'owner', label: 'Username of the owner', suggestFrom: suggestPath('user') }],
    columns: () => [
      { label: 'User', sort: 'username', cell: ownerLink },
      textColumn('App', 'name'),
      textColumn('Scope', 'scope'),
      { label: 'Created', sort: 'made', cell: (row) => time(row.created_at) },
      { label: 'Last used', cell: (row) => time(row.last_used_at) },
      { label: 'Expires', cell: (row) => time(row.expires_at) },
    ],
    sort: '-made',
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        confirm: () => ({
          text: 'The app that uses it is rejected immediately. Its user can create another one.',
        }),
        bulk: {
          text: 'The apps that use them are rejected immediately. Their users can create others.',
          done: 'Deleted',
        },
        async act({ id, name, user_id: userId }, { visitor }) {
          const { username } = await removeAppToken({ db }, { actor: visitor, userId }, id);
          return `The app token ${name} of ${username} is deleted.`;
        },
      },
    ],
  };
}
