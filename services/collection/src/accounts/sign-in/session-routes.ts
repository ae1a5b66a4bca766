import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import { findCaller, findRefusal } from '../sessions/caller.ts';
import { signIn } from '../passwords/verify-credentials.ts';
import type { Context } from '../../context.ts';
import { requireSecondFactor } from '../second-factor/require-second-factor.ts';
import { findSession, getSession } from '../sessions/browser-session.ts';
import { linkPendingIdentity } from '../social/pending-identity.ts';
import type { UserRow } from '../users/user-queries.ts';
import { toSession } from './session-view.ts';
import { signOut } from '../sessions/sign-out.ts';

/** `/api/accounts/csrf/`, `session/`, `login/` and `logout/` */
export function sessionRoutes(context: Context): Endpoint[] {
  const { credentials, storage } = context;
  const show = (user: UserRow | undefined, { baseUrl }: RequestContext) =>
    toSession(user, { storage, baseUrl });

  return [
    endpoint(contracts.getCsrfToken, (_input, request) => ({
      csrf_token: getSession(request).csrfToken(),
    })),
    endpoint(contracts.getSession, (_input, request) => {
      const refusal = findRefusal(request);
      // Without the database the user is unknown.
      if (isDatabaseAway(refusal)) throw refusal;
      return show(findCaller(request), request);
    }),
    endpoint(contracts.login, async ({ body: { code, ...named } }, request) => {
      const session = getSession(request);
      const attempt = { ...named, address: request.address, log: request.log };
      let withCode = false;
      const user = await signIn(credentials, attempt, async (found) => {
        withCode = await requireSecondFactor(context, found, code);
      });
      await linkPendingIdentity(context.db, session, user.id);
      await session.signIn(user.id, { epoch: user.session_epoch, withCode });
      return show(user, request);
    }),
    endpoint(contracts.logout, async (_input, request) => {
      await findSession(request)?.end();
      return signOut(context);
    }),
  ];
}
