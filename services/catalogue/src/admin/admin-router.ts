import { receiveForm, refuseTooLong } from '@kitroom/server/http/receive-form';
import { createPageRouter, type PageRoute } from '@kitroom/server/pages/page-router';
import { Router, type RequestHandler } from 'express';
import type { ApiKeys } from '../api-keys/identify-key.ts';
import type { Context } from '../context.ts';
import { UPLOADED_IMPORT_BYTES_MAX } from '../limits.ts';
import type { Operators } from '../operators/operator-credentials.ts';
import { adminFrame } from './admin-frame.ts';
import { apiKeyRoutes } from './api-key-pages.ts';
import { auditRoutes } from './audit-pages.ts';
import { cacheRoutes } from './cache-pages.ts';
import { importRoutes } from './imports/import-pages.ts';
import { uploadRoot } from './imports/run-upload.ts';
import { mergeRoutes } from './merge-pages.ts';
import { ADMIN_ROOT, findOperator, operatorSessions, type Operator } from './operator-session.ts';
import { overviewRoutes } from './overview-page.ts';
import { recordBulkRoutes } from './records/record-bulk.ts';
import { recordRoutes } from './records/record-pages.ts';
import { scrapeRoutes } from './scrape-pages.ts';
import { suggestRoutes } from './suggest-routes.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, signInRoutes } from './sign-in-pages.ts';

/** The admin interface. Its paths answer 404 while no operator exists. */
export function createAdminRouter(context: Context, keys: ApiKeys, operators: Operators): Router {
  const { config } = context;
  const site = createPageRouter<Operator>({
    root: ADMIN_ROOT,
    frame: adminFrame,
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    hasScript: true,
    receiveForm: (form, use) => {
      const sized = { ...form, bytesMax: UPLOADED_IMPORT_BYTES_MAX };
      refuseTooLong(sized);
      return receiveForm(uploadRoot(), sized, use);
    },
    // The pictures of kits and logos may be anywhere.
    imageOrigins: ['https:'],
    session: operatorSessions(context, operators),
    findVisitor: (_request, response) => findOperator(response),
    nameVisitor: ({ name }) => name,
    signInPath: SIGN_IN_PATH,
    signOutPath: SIGN_OUT_PATH,
    routes: [...signInRoutes(context, operators), ...adminRoutes(context, keys)],
  });
  return Router({ caseSensitive: true }).use(ADMIN_ROOT, skipWithoutOperators(operators)).use(site);
}

/** Checked per request: a command may create or delete operators at any time. */
function skipWithoutOperators(operators: Operators): RequestHandler {
  return async (_request, _response, next) => {
    next((await operators.exist()) ? undefined : 'router');
  };
}

/** The first matching path wins. */
function adminRoutes(context: Context, keys: ApiKeys): Array<PageRoute<Operator>> {
  return [
    ...overviewRoutes(context),
    ...mergeRoutes(context),
    ...suggestRoutes(context),
    ...recordBulkRoutes(context),
    ...recordRoutes(context),
    ...apiKeyRoutes(context, keys),
    ...scrapeRoutes(context),
    ...cacheRoutes(context),
    ...importRoutes(context),
    ...auditRoutes(context),
  ];
}
