import { endpoint, type Endpoint } from '@kitroom/server/http/endpoint';
import { getCaller } from '../accounts/sessions/caller.ts';
import type { Context } from '../context.ts';
import { changeUser, getVisibleUser, permitChange } from '../accounts/users/change-user.ts';
import { getMe, getUser, listUsers, patchUser, putUser } from '@kitroom/collection-client';
import { toUser } from '../accounts/users/user-view.ts';

/** `/api/users/…` */
export function userRoutes({ db }: Context): Endpoint[] {
  return [
    endpoint(listUsers, (_input, request) => [toUser(getCaller(request), request.baseUrl)]),
    endpoint(getMe, (_input, request) => toUser(getCaller(request), request.baseUrl)),
    endpoint(getUser, async ({ params }, request) =>
      toUser(await getVisibleUser(db, params.username, getCaller(request)), request.baseUrl),
    ),
    endpoint(
      putUser,
      async ({ body }, request) => toUser(await changeUser(db, getCaller(request).id, body), request.baseUrl),
      { permit: (params, request) => permitChange(db, params.username, getCaller(request)) },
    ),
    endpoint(
      patchUser,
      async ({ body }, request) => toUser(await changeUser(db, getCaller(request).id, body), request.baseUrl),
      { permit: (params, request) => permitChange(db, params.username, getCaller(request)) },
    ),
  ];
}
