import { bulkRows } from '@kitroom/server/pages/bulk-rows';
import type { BulkList } from '@kitroom/server/pages/bulk';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { USER_LIST } from './admin-user-queries.ts';
import { blockUser, unblockUser, verifyInPlace } from './change-account.ts';
import type { Database } from '@kitroom/server/database/database';
import { USERS_PATH } from '../paths.ts';

/** What staff can do with several users. */
export function userBulk(context: { db: Database }): BulkList<UserRow> {
  return {
    path: '/users',
    title: 'Users',
    href: USERS_PATH,
    one: 'user',
    many: 'users',
    actions: [
      {
        name: 'verify',
        label: 'Verify',
        text: 'Their e-mail addresses count as verified from then on.',
        done: 'Verified the addresses of',
        act: (key, { visitor }) => verifyInPlace(context, { actor: visitor, userId: Number(key) }),
      },
      {
        name: 'unblock',
        label: 'Unblock',
        text: 'They can sign in again.',
        done: 'Unblocked',
        act: (key, { visitor }) => unblockUser(context, { actor: visitor, userId: Number(key) }),
      },
      {
        name: 'block',
        label: 'Block',
        tone: 'danger',
        text: 'They are signed out everywhere at once and cannot sign in. Others no longer see their collections, and their tokens end for good.',
        done: 'Blocked',
        act: (key, { visitor }) => blockUser(context, { actor: visitor, userId: Number(key) }),
      },
    ],
    ...bulkRows<UserRow>(context.db, USER_LIST, ({ id, username, email }) => ({
      key: String(id),
      label: `${username} (${email})`,
      href: `${USERS_PATH}/${id}`,
    })),
  };
}
