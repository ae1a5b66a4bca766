import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import { checkTaken, readText } from '../accounts/sign-up/validate-account.ts';
import { changeUser, getOwnUser, getVisibleUser } from '../accounts/users/change-user.ts';
import { getMe, getUser, listUsers, patchUser, putUser } from '@kitroom/collection-client';
import type { Database } from '@kitroom/server/database/database';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { toUser } from '../accounts/users/user-view.ts';

/** `/api/users/…` */
export function userRoutes({ db }: { db: Database }): Endpoint[] {
  const change = {
    permit: ({ username }: { username: string }, request: RequestContext) =>
      getOwnUser(db, username, getCaller(request)),
    stored: (user: UserRow) => user,
    // The name alone: an address that is sent as well changes nothing here.
    checkBody: (sent: unknown, request: RequestContext) =>
      checkTaken(db, { username: readText(sent, 'username') }, getCaller(request).id),
  };
  return [
    endpoint(listUsers, (_input, request) => [toUser(getCaller(request), request.baseUrl)]),
    endpoint(getMe, (_input, request) => toUser(getCaller(request), request.baseUrl)),
    endpoint(getUser, async ({ params }, request) =>
      toUser(await getVisibleUser(db, params.username, getCaller(request)), request.baseUrl),
    ),
    endpoint(
      putUser,
      async ({ body }, request) => toUser(await changeUser(db, getCaller(request).id, body), request.baseUrl),
      change,
    ),
    endpoint(
      patchUser,
      async ({ body }, request) => toUser(await changeUser(db, getCaller(request).id, body), request.baseUrl),
      change,
    ),
  ];
}
