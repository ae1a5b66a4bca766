import { buildOpenApi } from '@kitroom/server/http/openapi';
import type { OpenAPIV3 } from 'openapi-types';
import { COLLECTION_CONTRACTS, CONFIRMATION_MINUTES } from '@kitroom/collection-client';
import { SESSION_COOKIE } from './accounts/sessions/load-session.ts';

/** What the service is called in its document. */
export const COLLECTION_TITLE = 'Kitroom collection';

const FRESH =
  `Needs a session that signed in or confirmed (\`POST confirm/\`) within the last ${CONFIRMATION_MINUTES} minutes; an ` +
  'API token does not suffice.';

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
      access: {
        session: { security: ['session'], note: 'Needs a session; an API token does not suffice.' },
        'fresh-session': { security: ['session'], note: FRESH },
        'fresh-session-with-code': {
          security: ['session'],
          note: `${FRESH} If multi-factor sign-in is on, a code must have been part of that.`,
        },
      },
      needsCredentials: true,
    },
    COLLECTION_CONTRACTS,
  );
}
