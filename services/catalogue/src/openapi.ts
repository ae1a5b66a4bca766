import { buildOpenApi } from '@kitroom/server/openapi';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import type { OpenAPIV3 } from 'openapi-types';

/** The catalogue's OpenAPI document. */
export function catalogueDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: 'Kitroom catalogue',
      version: '1.0.2',
      description:
        'Football kits with their clubs, seasons, brands and competitions: search that forgives typing mistakes ' +
        'and missing accents, lists with filters, and many kits at once. Every error body is `{detail}`. ' +
        'Answers carry `ETag`; those that the service caches carry `X-Cache`.',
      security: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Needed only where the deployment has API keys on.',
        },
      },
    },
    CATALOGUE_CONTRACTS,
  );
}
