import { createPageRouter, type PageRoute } from '@kitroom/server/pages/page-router';
import type { Router } from 'express';
import type { ApiKeys } from '../api-keys/identify-key.ts';
import type { Context } from '../context.ts';
import { adminFrame } from './admin-frame.ts';
import { apiKeyRoutes } from './api-key-pages.ts';
import { auditRoutes } from './audit-pages.ts';
import { cacheRoutes } from './cache-pages.ts';
import { mergeRoutes } from './merge-pages.ts';
import { ADMIN_ROOT, findOperator, operatorSessions, type Operator } from './operator-session.ts';
import { overviewRoutes } from './overview-page.ts';
import { recordRoutes } from './records/record-pages.ts';
import { scrapeRoutes } from './scrape-pages.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, signInRoutes } from './sign-in-pages.ts';

/** The admin interface; undefined where no password is set, and then there is none. */
export function createAdminRouter(context: Context, keys: ApiKeys): Router | undefined {
  const { config } = context;
  const password = config.ADMIN_PASSWORD;
  if (password === undefined) return undefined;
  return createPageRouter<Operator>({
    root: ADMIN_ROOT,
    frame: adminFrame,
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    session: operatorSessions(context, password),
    findVisitor: findOperator,
    nameVisitor: ({ name }) => name,
    signInPath: SIGN_IN_PATH,
    signOutPath: SIGN_OUT_PATH,
    routes: [...signInRoutes(context, password), ...adminRoutes(context, keys)],
  });
}

/** The table of pages. Of two paths that match, the one that stands first answers. */
function adminRoutes(context: Context, keys: ApiKeys): Array<PageRoute<Operator>> {
  return [
    ...overviewRoutes(context),
    ...mergeRoutes(context),
    ...recordRoutes(context),
    ...apiKeyRoutes(context, keys),
    ...scrapeRoutes(context),
    ...cacheRoutes(context),
    ...auditRoutes(context),
  ];
}
