import { createApp } from '@kitroom/server/app';
import { serveDocuments } from '@kitroom/server/documents';
import { ServiceError } from '@kitroom/server/errors';
import { mountEndpoints, type MountOptions } from '@kitroom/server/mount';
import { buildOpenApi } from '@kitroom/server/openapi';
import type { Express } from 'express';
import type { OpenAPIV3 } from 'openapi-types';
import type { Context } from './context.ts';
import { getHealth } from './health/health-contract.ts';
import { healthRoutes } from './health/health-routes.ts';

const SCHEMA_PATH = '/api/schema';
const DOCS_PATH = '/api/docs';

/** The collection service's HTTP app. */
export function createCollectionApp(context: Context): Express {
  const { config, log, metrics, cache } = context;
  const mounting: MountOptions = {
    cache,
    metrics,
    publicUrl: config.PUBLIC_URL,
    toInvalidInput: () => new ServiceError('invalid', 'Invalid request parameters'),
  };
  return createApp({
    log,
    metrics,
    trustProxy: config.TRUST_PROXY,
    corsOrigins: config.CORS_ORIGINS,
    debug: config.DEBUG,
    health: mountEndpoints(healthRoutes(context), mounting),
    guards: [],
    documents: serveDocuments({
      document: collectionDocument(),
      schemaPath: SCHEMA_PATH,
      docsPath: config.DEBUG ? DOCS_PATH : undefined,
      publicUrl: config.PUBLIC_URL,
    }),
    endpoints: mountEndpoints([], mounting),
  });
}

/** The collection service's OpenAPI document. */
export function collectionDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: 'Kitroom collection',
      version: '1.0.0',
      description: 'What collectors own: accounts, items, photos and statistics.',
      security: {},
    },
    [getHealth],
  );
}
