import { buildOpenApi } from '@kitroom/server/openapi';
import type { OpenAPIV3 } from 'openapi-types';
import { getHealth } from './health/health-contract.ts';

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
