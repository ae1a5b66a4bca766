import { buildOpenApi } from '@kitroom/server/openapi';
import type { OpenAPIV3 } from 'openapi-types';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';

/** The collection service's OpenAPI document. */
export function collectionDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: 'Kitroom collection',
      version: '1.0.0',
      description: 'What collectors own: accounts, items, photos and statistics.',
      security: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <token>`, with the token that `POST /api/auth-token/` answers.',
        },
      },
      needsCredentials: true,
    },
    COLLECTION_CONTRACTS,
  );
}
