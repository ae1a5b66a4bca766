import { Router, type RequestHandler } from 'express';
import { overviewRoute } from '@kitroom/server/audit/overview';
import { receiveForm, refuseTooLong } from '@kitroom/server/http/receive-form';
import type { Frame } from '@kitroom/server/pages/layout';
import { createPageRouter, type PageRoute } from '@kitroom/server/pages/page-router';
import { ADMIN_ROOT, listHref } from '@kitroom/server/pages/resource';
import { resourceRoutes, suggestRoute } from '@kitroom/server/pages/resource-routes';
import type { ApiKeys } from '../api-keys/identify-key.ts';
import type { Context } from '../context.ts';
import { UPLOADED_IMPORT_BYTES_MAX } from '../limits.ts';
import type { Operators } from '../operators/operator-credentials.ts';
import { REFERENCE_KINDS } from '../records/record-form-fields.ts';
import { apiKeyResource } from './api-key-resource.ts';
import { AUDIT_LOG, AUDIT_VIEW } from './audit-log.ts';
import { cacheRoutes } from './cache-pages.ts';
import { importResource } from './imports/import-resource.ts';
import { uploadRoot } from './imports/run-upload.ts';
import { mergeRoutes } from './merge-pages.ts';
import { findOperator, operatorSessions, type Operator } from './operator-session.ts';
import { DECLARED_KINDS } from './records/kinds.ts';
import { recordResources } from './records/record-resource.ts';
import { suggestReferences } from './records/references.ts';
import { scrapeResource } from './scrape-resource.ts';
import { SIGN_IN_PATH, SIGN_OUT_PATH, signInRoutes } from './sign-in-pages.ts';

const FRAME: Frame = {
  name: 'Kitroom catalogue',
  home: `${ADMIN_ROOT}/`,
  navigation: [
    {
      label: 'Catalogue',
      items: [
        { href: `${ADMIN_ROOT}/`, label: 'Overview' },
        ...DECLARED_KINDS.map((kind) => ({ href: listHref(kind), label: kind.title })),
      ],
    },
    {
      label: 'Operation',
      items: [
        { href: `${ADMIN_ROOT}/api-keys`, label: 'API keys' },
        { href: `${ADMIN_ROOT}/scrapes`, label: 'Scrapes' },
        { href: `${ADMIN_ROOT}/imports`, label: 'Imports' },
        { href: `${ADMIN_ROOT}/cache`, label: 'Cache' },
        { href: `${ADMIN_ROOT}/audit-log`, label: 'Audit log' },
      ],
    },
  ],
};

/** The admin interface. Its paths respond with 404 while no operator exists. */
export function createAdminRouter(context: Context, keys: ApiKeys, operators: Operators): Router {
  const { config } = context;
  const site = createPageRouter<Operator>({
    root: ADMIN_ROOT,
    frame: FRAME,
    publicUrl: config.PUBLIC_URL,
    debug: config.DEBUG,
    hasScript: true,
    receiveForm: (form, use) => {
      const sized = { ...form, bytesMax: UPLOADED_IMPORT_BYTES_MAX };
      refuseTooLong(sized);
      return receiveForm(uploadRoot(), sized, use);
    },
    // Images of kits and logos may be on any host.
    imageOrigins: ['https:'],
    session: operatorSessions(context, operators),
    findVisitor: (_request, response) => findOperator(response),
    nameVisitor: ({ name }) => name,
    signInPath: SIGN_IN_PATH,
    signOutPath: SIGN_OUT_PATH,
    routes: adminRoutes(context, keys, operators),
  });
  return Router({ caseSensitive: true }).use(ADMIN_ROOT, skipWithoutOperators(operators)).use(site);
}

/** Checks each request, because a command may create or delete operators at any time. */
function skipWithoutOperators(operators: Operators): RequestHandler {
  return async (_request, _response, next) => {
    next((await operators.exist()) ? undefined : 'router');
  };
}

/** All routes below `/admin`. */
export function adminRoutes(
  context: Context,
  keys: ApiKeys,
  operators: Operators,
): Array<PageRoute<Operator>> {
  const { db, index, metrics } = context;
  return [
    ...signInRoutes(context, operators),
    overviewRoute(db, {
      recent: metrics.recent,
      figures: DECLARED_KINDS,
      growth: [
        {
          singular: 'record changed, also by imports',
          plural: 'records changed, also by imports',
          table: 'changes',
          at: 'changes.at',
          amount: 'cardinality(changes.ids)',
        },
      ],
      view: AUDIT_VIEW,
      except: 'session',
    }),
    ...recordResources(context).flatMap((records) => resourceRoutes(db, records)),
    ...mergeRoutes(context),
    suggestRoute(REFERENCE_KINDS, async (kind, typed) => suggestReferences(await index.read(), kind, typed)),
    ...resourceRoutes(db, apiKeyResource(context, keys)),
    ...resourceRoutes(db, scrapeResource(context)),
    ...resourceRoutes(db, importResource(context)),
    ...cacheRoutes(context),
    ...resourceRoutes(db, AUDIT_LOG),
  ];
}
