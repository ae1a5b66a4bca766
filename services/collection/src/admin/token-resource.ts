import type { Database } from '@kitroom/server/database/database';
import type { Resource } from '@kitroom/server/pages/resource';
import { time } from '@kitroom/server/pages/table';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { TOKEN_LIST, type AdminToken } from './admin-user-queries.ts';
import { removeToken } from './change-account.ts';
import { ownerLink } from './owner-link.ts';

/** Tokens and their owners. */
export function tokenResource({ db }: { db: Database }): Resource<AdminToken, UserRow> {
  return {
    path: '/tokens',
    title: 'Tokens',
    singular: 'token',
    plural: 'tokens',
    source: TOKEN_LIST,
    nameOf: ({ username }) => `the token of ${username}`,
    note: () =>
      'Users with an API token. Tokens are never shown here; users obtain theirs with their password.',
    filters: [{ name: 'q', label: 'Username' }],
    columns: () => [
      { label: 'User', sort: 'username', cell: ownerLink },
      { label: 'Created', sort: 'made', cell: (row) => time(row.created_at) },
    ],
    sort: '-made',
    actions: [
      {
        name: 'delete',
        label: 'Delete',
        tone: 'danger',
        confirm: () => ({
          text: 'Programs that use it are rejected immediately. The next token will be a different one.',
        }),
        bulk: {
          text: 'Programs that use them are rejected immediately. The next tokens will be different ones.',
          done: 'Deleted',
        },
        async act({ user_id: userId }, { visitor }) {
          const { username } = await removeToken({ db }, { actor: visitor, userId });
          return `The token of ${username} is deleted.`;
        },
      },
    ],
  };
}
