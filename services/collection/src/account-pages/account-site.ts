import { isDatabaseAway } from '@kitroom/server/database/database-errors';
import { createPageRouter, type PageRoute } from '@kitroom/server/pages/page-router';
import type { FormReceiver } from '@kitroom/server/http/request-body';
import type { RequestHandler, Response, Router } from 'express';
import { findCaller, findRefusal } from '../accounts/sessions/caller.ts';
import { identifyBrowser } from '../accounts/access/identify.ts';
import { translateUserDeleted } from '../accounts/access/user-deleted.ts';
import type { Context } from '../context.ts';
import type { UserRow } from '../accounts/users/user-queries.ts';
import { accountFrame, ACCOUNTS_ROOT } from './account-frame.ts';
import { confirmRoutes } from './confirm-pages.ts';
import { leaveRoutes } from './account-deletion-pages.ts';
import { overviewRoutes } from './overview-page.ts';
import { passwordRoutes } from './password-pages.ts';
import { pictureRoutes } from './picture-pages.ts';
import { pictureOrigins } from './picture-origins.ts';
import { profileRoutes } from './profile-pages.ts';
import { secondFactorRoutes } from './second-factor-pages.ts';
import { sessionRoutes } from './session-pages.ts';
import { signInRoutes } from './sign-in-pages.ts';
import { signUpRoutes } from './sign-up-pages.ts';
import { socialRoutes } from './social-pages.ts';

/** Middleware shared with the endpoints. */
export interface PageParts {
  /** Load the browser's session. */
  sessions: readonly RequestHandler[];
  /** Apply rate limits. */
  limits: readonly RequestHandler[];
  receiveForm: FormReceiver;
}

/** The account pages, `/accounts/…`; undefined if disabled. */
export function createAccountPages(context: Context, parts: PageParts): Router | undefined {
  const { config } = context;
  if (!config.ACCOUNT_PAGES) return undefined;
  return createPageRouter<UserRow>({
    root: ACCOUNTS_ROOT,
    frame: accountFrame,
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    translateError: translateUserDeleted(context),
    session: [...parts.sessions, identifyBrowser(context), ...parts.limits],
    findVisitor: (_request, response) => findSignedIn(response),
    nameVisitor: ({ username }) => username,
    signInPath: `${ACCOUNTS_ROOT}/login`,
    signOutPath: `${ACCOUNTS_ROOT}/logout`,
    receiveForm: parts.receiveForm,
    imageOrigins: pictureOrigins(context),
    routes: accountRoutes(context),
  });
}

/** The user signed in in a browser; throws if the session cannot be read. */
export function findSignedIn(response: Response): UserRow | undefined {
  const refusal = findRefusal(response);
  if (isDatabaseAway(refusal)) throw refusal;
  return findCaller(response);
}

/** The table of pages. The first match answers. */
function accountRoutes(context: Context): Array<PageRoute<UserRow>> {
  return [
    ...signInRoutes(context, { root: ACCOUNTS_ROOT, home: `${ACCOUNTS_ROOT}/`, hasSignUp: true }),
    ...confirmRoutes(context, { home: `${ACCOUNTS_ROOT}/`, reset: `${ACCOUNTS_ROOT}/password/reset` }),
    ...signUpRoutes(context),
    ...passwordRoutes(context),
    ...overviewRoutes(context),
    ...profileRoutes(context),
    ...pictureRoutes(context),
    ...secondFactorRoutes(context),
    ...socialRoutes(context),
    ...sessionRoutes(context),
    ...leaveRoutes(context),
  ];
}
