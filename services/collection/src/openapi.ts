import type { OpenAPIV3 } from 'openapi-types';
import { RECORD_TEXTS } from '@kitroom/catalogue-client/documentation';
import { COLLECTION_CONTRACTS, CONFIRMATION_MINUTES, invalidInput } from '@kitroom/collection-client';
import {
  COLLECTION_ERROR_EXAMPLES,
  COLLECTION_EXAMPLES,
  COLLECTION_TEXTS,
  documentedItemContracts,
  ITEM_BASES,
} from '@kitroom/collection-client/documentation';
import { COMMON_ERROR_EXAMPLES } from '@kitroom/server/documentation/add-examples';
import { COMMON_TEXTS } from '@kitroom/server/documentation/describe-document';
import { buildOpenApi } from '@kitroom/server/http/openapi';
import { SESSION_COOKIE } from './accounts/sessions/load-session.ts';

/** The title of the OpenAPI document. */
export const COLLECTION_TITLE = 'Kitroom collection';
export const COLLECTION_VERSION = '1.0.0';
export const SCHEMA_PATH = '/api/schema';
export const DOCS_PATH = '/api/docs';

const GETTING_STARTED = `

### Getting started

1. Obtain a token: \`POST /api/auth-token/\` with your username and password.
2. Send it with each request as \`Authorization: Token …\`. On this page, enter it under **Authorize**.
3. Add a shirt: \`POST /api/items/\` with \`{"item_type": "jersey", "name": "My first shirt"}\`.
4. Read your collection: \`GET /api/collections/me/items/\`.`;

const FRESH =
  'Requires a session that signed in or confirmed (`POST confirm/`) within the last ' +
  `${CONFIRMATION_MINUTES} minutes; an API token is not sufficient.`;

export function collectionDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: COLLECTION_TITLE,
      version: COLLECTION_VERSION,
      description: `Collections of football shirts: accounts, items, photos and statistics.${GETTING_STARTED}`,
      texts: { ...COMMON_TEXTS, ...RECORD_TEXTS, ...COLLECTION_TEXTS },
      examples: COLLECTION_EXAMPLES,
      errorExamples: { ...COMMON_ERROR_EXAMPLES, ...COLLECTION_ERROR_EXAMPLES },
      security: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description:
            '`Token <token>` or `Bearer <token>`, with the token from `POST /api/auth-token/` or an app token. The ' +
            'documentation page takes the token alone.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: SESSION_COOKIE,
          description:
            'The cookie set by `POST /api/accounts/login/`; in production its name begins with `__Host-`, or with ' +
            '`__Secure-` if the URL of the service has a path. Write requests also require an `X-CSRF-Token` ' +
            'header with the token from `GET /api/accounts/csrf/`.',
        },
      },
      access: {
        token: { security: ['token'], note: 'Requires a token; a session is not sufficient.' },
        'token-or-fresh-session': {
          security: ['token', 'session'],
          note: `A session must have signed in or confirmed (\`POST confirm/\`) within the last ${CONFIRMATION_MINUTES} minutes.`,
        },
        session: { security: ['session'], note: 'Requires a session; an API token is not sufficient.' },
        'fresh-session': { security: ['session'], note: FRESH },
        'fresh-session-with-code': {
          security: ['session'],
          note: `${FRESH} If multi-factor sign-in is on, that must have included a code.`,
        },
      },
      bases: ITEM_BASES,
      limitStatus: 429,
      invalidInput,
      needsCredentials: true,
    },
    COLLECTION_CONTRACTS.map(
      (contract) => documentedItemContracts.find(({ id }) => id === contract.id) ?? contract,
    ),
  );
}
