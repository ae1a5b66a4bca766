import { getMe, getUser, listUsers, patchUser, putUser } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import type { InputOf } from '@kitroom/shared';
import { getCaller, permissionDenied } from '../accounts/sessions/caller.ts';
import { checkTaken, readText, withTakenFields } from '../accounts/sign-up/validate-account.ts';
import { findUser, updateUser, type UserRow } from '../accounts/users/user-queries.ts';
import { toUser } from '../accounts/users/user-view.ts';

type UserChanges = InputOf<typeof patchUser>['body'];

/** `/api/users/…` */
export function userRoutes({ db }: { db: Database }): Endpoint[] {
  const change = {
    permit: ({ username }: { username: string }, request: RequestContext) =>
      getOwnUser(db, username, getCaller(request)),
    stored: (user: UserRow) => user,
    // Only the name is validated, as an address changes nothing here.
    checkBody: (sent: unknown, request: RequestContext) =>
      checkTaken(db, { username: readText(sent, 'username') }, getCaller(request).id),
  };
  const changeOwn = async ({ body }: { body: UserChanges }, request: RequestContext) =>
    toUser(await changeUser(db, getCaller(request).id, body), request.baseUrl);
  return [
    endpoint(listUsers, (_input, request) => [toUser(getCaller(request), request.baseUrl)]),
    endpoint(getMe, (_input, request) => toUser(getCaller(request), request.baseUrl)),
    endpoint(getUser, async ({ params }, request) =>
      toUser(await getVisibleUser(db, params.username, getCaller(request)), request.baseUrl),
    ),
    endpoint(putUser, changeOwn, change),
    endpoint(patchUser, changeOwn, change),
  ];
}

/** The user with that name. Throws a 404 if the caller may not see it. */
async function getVisibleUser(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  const user = await findUser(db, username);
  if (user?.id === caller.id) return caller;
  if (!user?.is_active || user.is_private) throw notFound('Not found.');
  return user;
}

/** The user with that name. Throws if it is not the caller. */
async function getOwnUser(db: Database, username: string, caller: UserRow): Promise<UserRow> {
  const user = await getVisibleUser(db, username, caller);
  if (user.id !== caller.id) throw permissionDenied();
  return user;
}

/** Changes a user. Throws a 400 if the username is taken. */
async function changeUser(db: Database, id: number, changes: UserChanges): Promise<UserRow> {
  const user = await withTakenFields(() => updateUser(db, id, changes));
  if (!user) throw notFound('Not found.');
  return user;
}
