import { notFound } from '@kitroom/server/http/errors';
import type { Page } from '@kitroom/server/pages/layout';
import type { Redirect, PageRequest, PageRoute } from '@kitroom/server/pages/page-router';
import { readId } from '@kitroom/server/pages/read-number';
import type { UserRow } from '../accounts/users/user-queries.ts';
import {
  blockUser,
  removeToken,
  setStaff,
  unblockUser,
  verifyInPlace,
  type AccountChange,
} from './change-account.ts';
import { mailUser } from './create-user.ts';
import { confirmPage } from '@kitroom/server/pages/confirm-page';
import { findAdminUser, type AdminUser } from './admin-user-queries.ts';
import { flashRefusal } from '@kitroom/server/pages/flash-refusal';
import type { Database } from '@kitroom/server/database/database';
import { USERS_PATH } from '../paths.ts';

type UserRequest = PageRequest<UserRow>;

/** An action on a user. */
interface Action {
  name: string;
  act(change: AccountChange): Promise<UserRow>;
  done(username: string): string;
  /** The confirmation prompt, if the consequences are severe. */
  ask?: (user: AdminUser) => { title: string; text: string; submit: string };
}

/** The actions of staff on users. */
export function userActionRoutes(context: { db: Database }): Array<PageRoute<UserRow>> {
  const actions: Action[] = [
    {
      name: 'verify',
      act: (change) => verifyInPlace(context, change),
      done: (username) => `The e-mail address of ${username} is verified.`,
    },
    {
      name: 'mail-verification',
      act: (change) => mailUser(context, change, 'verify'),
      done: (username) => `A mail for verifying the address of ${username} is on its way.`,
    },
    {
      name: 'mail-reset',
      act: (change) => mailUser(context, change, 'reset'),
      done: (username) => `A mail for setting a new password is on its way to ${username}.`,
    },
    {
      name: 'make-staff',
      act: (change) => setStaff(context, change, true),
      done: (username) => `${username} is staff.`,
      ask: ({ username }) => ({
        title: `Make ${username} staff`,
        text: `${username} can then use these pages: see every user, item and photo, private ones too, block users, and make others staff.`,
        submit: 'Make staff',
      }),
    },
    {
      name: 'unmake-staff',
      act: (change) => setStaff(context, change, false),
      done: (username) => `${username} is no longer staff.`,
    },
    {
      name: 'unblock',
      act: (change) => unblockUser(context, change),
      done: (username) => `${username} can sign in again.`,
    },
    {
      name: 'block',
      act: (change) => blockUser(context, change),
      done: (username) => `${username} is blocked.`,
      ask: ({ username }) => ({
        title: `Block ${username}`,
        text: `${username} is signed out everywhere at once and cannot sign in. Others no longer see their collection, and their token ends for good.`,
        submit: 'Block',
      }),
    },
    {
      name: 'delete-token',
      act: (change) => removeToken(context, change),
      done: (username) => `The token of ${username} is deleted.`,
      ask: ({ username }) => ({
        title: `Delete the token of ${username}`,
        text: 'Programs that use it are rejected at once. The next token will be a different one.',
        submit: 'Delete the token',
      }),
    },
  ];
  return actions.flatMap((action) => actionRoutes(context, action));
}

function actionRoutes(
  context: { db: Database },
  { name, act, done, ask }: Action,
): Array<PageRoute<UserRow>> {
  const path = `/users/:id/${name}`;
  const answer = async ({ params, visitor }: UserRequest): Promise<Redirect> => {
    const userId = readId(params['id']);
    const to = `${USERS_PATH}/${userId}`;
    return flashRefusal(to, async () => {
      const { username } = await act({ actor: visitor, userId });
      return { to, flash: { kind: 'done', text: done(username) } };
    });
  };
  const change: PageRoute<UserRow> = { method: 'POST', path, answer };
  if (!ask) return [change];
  const confirm = async ({ params, csrf }: UserRequest): Promise<Page> => {
    const user = await findAdminUser(context.db, readId(params['id']));
    if (!user) throw notFound('There is no such user.');
    const own = `${USERS_PATH}/${user.id}`;
    return confirmPage({
      ...ask(user),
      trail: [
        { href: USERS_PATH, label: 'Users' },
        { href: own, label: user.username },
      ],
      action: `${own}/${name}`,
      csrf,
      cancel: own,
    });
  };
  return [{ method: 'GET', path, answer: confirm }, change];
}
