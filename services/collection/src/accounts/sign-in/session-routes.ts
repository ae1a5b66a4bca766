import * as contracts from '@kitroom/collection-client';
import { endpoint, type Endpoint, type RequestContext } from '@kitroom/server/http/endpoint';
import type { Context } from '../../context.ts';
import { isCodeRequired, signIn } from '../passwords/verify-credentials.ts';
import { requireSecondFactor } from '../second-factor/check-code.ts';
import { findSession, getSession } from '../sessions/browser-session.ts';
import { findSignedIn, refuseToken } from '../sessions/caller.ts';
import { signOut } from '../sessions/load-session.ts';
import { linkPendingIdentity } from '../social/social-flow.ts';
import { setPendingSignIn } from './finish-login.ts';
import { toSession } from './session-view.ts';

/** `/api/accounts/csrf/`, `session/`, `login/` and `logout/` */
export function sessionRoutes(context: Context): Endpoint[] {
  const { storage } = context;
  return [
    endpoint(contracts.getCsrfToken, async (_input, request) => ({
      csrf_token: await getSession(request).csrfToken(),
    })),
    endpoint(contracts.getSession, (_input, request) =>
      toSession(findSignedIn(request), { storage, baseUrl: request.baseUrl }),
    ),
    loginEndpoint(context),
    endpoint(contracts.logout, async (_input, request) => {
      refuseToken(request);
      await findSession(request)?.end();
      return signOut(context, request);
    }),
  ];
}

/**
 * `/api/accounts/login/`, also for a page that prompts for the code by itself: if a code is required, the
 * browser's session stores the pending sign-in, which `mfa/login/` completes. `isForAdmin` says whether the
 * page leads to the admin pages.
 */
export function loginEndpoint(
  context: Context,
  page?: { isForAdmin: (request: RequestContext) => boolean },
): Endpoint {
  return endpoint(contracts.login, async ({ body: { code, ...credentials } }, request) => {
    const { address, baseUrl, log } = request;
    const session = getSession(request);
    const attempt = { ...credentials, address, log, isForAdmin: page?.isForAdmin(request) ?? false };
    let withCode = false;
    const user = await signIn(context.credentials, attempt, async (row) => {
      withCode = await requireSecondFactor(context, row, code).catch((error: unknown) => {
        if (page && isCodeRequired(error)) setPendingSignIn(session, row, { withPassword: true });
        throw error;
      });
    });
    await linkPendingIdentity(context.db, session, user.id);
    await session.signIn(user.id, { epoch: user.session_epoch, withCode });
    return toSession(user, { storage: context.storage, baseUrl });
  });
}
