import { buildOpenApi } from '@kitroom/server/openapi';
import type { OpenAPIV3 } from 'openapi-types';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { SESSION_COOKIE } from './sessions/load-session.ts';

/** What the service is called in its document. */
export const COLLECTION_TITLE = 'Kitroom collection';

/** The collection service's OpenAPI document. */
export function collectionDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: COLLECTION_TITLE,
      version: '1.0.0',
      description: 'What collectors own: accounts, items, photos and statistics.',
      security: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <token>`, with the token that `POST /api/auth-token/` answers.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'The cookie that `POST /api/accounts/login/` sets; in production its name begins with `__Host-`. ' +
            'Changes need the header `X-CSRF-Token` too, with the ' +
            'token that `GET /api/accounts/csrf/` answers.',
        },
      },
      needsCredentials: true,
    },
    COLLECTION_CONTRACTS,
  );
}
