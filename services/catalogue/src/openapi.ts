import { buildOpenApi } from '@kitroom/server/http/openapi';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import type { OpenAPIV3 } from 'openapi-types';

/** What the service is called in its document. */
export const CATALOGUE_TITLE = 'Kitroom catalogue';

/** The catalogue's OpenAPI document. */
export function catalogueDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: CATALOGUE_TITLE,
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
