import type { RequestListener } from 'node:http';
import { Router } from 'express';
import { createApp } from '@kitroom/server/http/app';
import { serveDocuments } from '@kitroom/server/http/documents';
import type { Endpoint } from '@kitroom/server/http/endpoint';
import { ServiceError } from '@kitroom/server/http/errors';
import { mountEndpoints, type MountOptions } from '@kitroom/server/http/mount';
import { listUnknownNames, type UnknownName } from '@kitroom/server/http/unknown-names';
import { frontPageRoutes, serveFrontPage } from '@kitroom/server/pages/front-page';
import { acceptOldIds } from './accept-old-ids.ts';
import { createAdminRouter } from './admin/admin-router.ts';
import { createGuards } from './api-keys/guards.ts';
import type { ApiKeys } from './api-keys/identify-key.ts';
import { createBulkFileRouter } from './bulk-data/bulk-routes.ts';
import { crestRoutes } from './clubs/club-routes.ts';
import type { Context } from './context.ts';
import { frontPage } from './front-page.ts';
import { kitPictureRoutes } from './kits/kit-routes.ts';
import { CATALOGUE_TITLE, catalogueDocument, DOCS_PATH, SCHEMA_PATH } from './openapi.ts';
import { openOperators } from './operators/operator-credentials.ts';
import { catalogueRoutes, healthRoutes } from './routes.ts';

export function createCatalogueApp(context: Context, keys: ApiKeys, ready: Endpoint): RequestListener {
  const { config, log, metrics, cache } = context;
  const operators = openOperators(context);
  const welcome = frontPage(context, operators);
  const mounting: MountOptions = { cache, metrics, publicUrl: config.PUBLIC_URL, toInvalidInput };
  return createApp({
    log,
    metrics,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    debug: config.DEBUG,
    pages: createAdminRouter(context, keys, operators),
    uncounted: Router().use(
      serveFrontPage(welcome),
      mountEndpoints(
        [
          ...frontPageRoutes(welcome),
          ...healthRoutes(context),
          ready,
          ...acceptOldIds([...kitPictureRoutes(context), ...crestRoutes(context)], context.index),
        ],
        mounting,
      ),
    ),
    guards: createGuards(context, keys, config.API_PUBLIC_DOCS ? [SCHEMA_PATH, DOCS_PATH] : []),
    documents: serveDocuments({
      title: CATALOGUE_TITLE,
      document: catalogueDocument,
      schemaPath: SCHEMA_PATH,
      docsPath: DOCS_PATH,
      ...mounting,
    }),
    endpoints: Router().use(
      createBulkFileRouter(context, mounting),
      mountEndpoints(catalogueRoutes(context), mounting),
    ),
  });
}

/**
 * Returns a single message, as the API's error format requires: the first one that the contract defines for
 * the input, or a general one.
 */
const toInvalidInput: MountOptions['toInvalidInput'] = (issues) => {
  const unknown = listUnknownNames(issues);
  if (unknown.length > 0)
    return new ServiceError('invalid', `Unknown names: ${unknown.map(toShown).join(', ')}.`);
  const details = issues.map((issue) => (issue.code === 'custom' ? issue.params?.['detail'] : undefined));
  const detail = details.find((text) => typeof text === 'string');
  return new ServiceError('invalid', detail ?? 'Invalid request parameters');
};

function toShown({ name, nearest }: UnknownName): string {
  return nearest === undefined ? `"${name}"` : `"${name}" (did you mean "${nearest}"?)`;
}
