import type { RequestListener } from 'node:http';
import { Router } from 'express';
import { createApp } from '@kitroom/server/http/app';
import { serveDocuments } from '@kitroom/server/http/documents';
import type { Endpoint } from '@kitroom/server/http/endpoint';
import { notFound } from '@kitroom/server/http/errors';
import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { frontPageRoutes, serveFrontPage } from '@kitroom/server/pages/front-page';
import { createAccountPages, type PageParts } from './account-pages/account-site.ts';
import { createGuards, createLimits, guardEndpoint } from './accounts/access/guards.ts';
import { translateUserDeleted } from './accounts/access/user-deleted.ts';
import { provideSession } from './accounts/sessions/browser-session.ts';
import { limitNewSessions, loadSession } from './accounts/sessions/load-session.ts';
import { sendRejectionPage } from './accounts/social/rejection-page.ts';
import { createAdminPages } from './admin/admin-site.ts';
import { createArchiveRouter } from './archive/archive-routes.ts';
import type { Context } from './context.ts';
import { frontPage } from './front-page.ts';
import { healthRoutes } from './health/health-routes.ts';
import { openReplies } from './idempotency/open-replies.ts';
import { toInvalidInput } from './invalid-input.ts';
import { COLLECTION_TITLE, collectionDocument, DOCS_PATH, SCHEMA_PATH } from './openapi.ts';
import { workRoot } from './paths.ts';
import { collectionRoutes } from './routes.ts';
import { createSharedRouter } from './shares/shared-routes.ts';
import { createMediaRouter } from './storage/media-router.ts';
import { createFormReceiver } from './uploads/receive-form.ts';

export function createCollectionApp(context: Context, ready: Endpoint): RequestListener {
  const { config, log, metrics } = context;
  const sessions = [loadSession(context), limitNewSessions(context), provideSession(context)];
  const limits = createLimits(context);
  const endpoints = collectionRoutes(context);
  const welcome = frontPage(config);
  const receiveForm = createFormReceiver(workRoot(config), metrics);
  const mounting: MountOptions = {
    metrics,
    publicUrl: config.PUBLIC_URL,
    toInvalidInput,
    // Invalid ids are reported as not found.
    toInvalidParams: () => notFound('Not found.'),
    guard: guardEndpoint(context),
    receiveForm,
    replies: openReplies(context.db),
    reads: context.standby,
  };
  return createApp({
    log,
    metrics,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    debug: config.DEBUG,
    translateError: translateUserDeleted(context),
    pages: createPages(context, { sessions, limits, endpoints }),
    files: createMediaRouter(context),
    uncounted: Router().use(
      serveFrontPage(welcome),
      // Health and readiness are about the primary, so these requests never use the standby.
      mountEndpoints([...frontPageRoutes(welcome), ...healthRoutes(context), ready], {
        ...mounting,
        reads: undefined,
      }),
    ),
    guards: createGuards(context, { sessions, limits }),
    documents: serveDocuments({
      title: COLLECTION_TITLE,
      document: collectionDocument,
      schemaPath: SCHEMA_PATH,
      docsPath: config.DEBUG ? DOCS_PATH : undefined,
      ...mounting,
    }),
    endpoints: Router().use(
      createArchiveRouter(context, mounting),
      createSharedRouter(context, mounting),
      mountEndpoints(endpoints, mounting),
      sendRejectionPage(config),
    ),
  });
}

function createPages(context: Context, parts: PageParts): Router {
  const pages = Router();
  const account = createAccountPages(context, parts);
  if (account) pages.use(account);
  return pages.use(createAdminPages(context, parts));
}
