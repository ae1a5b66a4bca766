import type { OpenAPIV3 } from 'openapi-types';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import {
  CATALOGUE_ERROR_EXAMPLES,
  CATALOGUE_EXAMPLES,
  CATALOGUE_TEXTS,
  documentedListChanges,
} from '@kitroom/catalogue-client/documentation';
import { COMMON_ERROR_EXAMPLES } from '@kitroom/server/documentation/add-examples';
import { COMMON_TEXTS } from '@kitroom/server/documentation/describe-document';
import { buildOpenApi } from '@kitroom/server/http/openapi';
import { errorResponse } from '@kitroom/shared';

export const CATALOGUE_TITLE = 'Kitroom catalogue';
/**
 * The version of the API, as the requirements prescribe. It is independent of the version of the package,
 * which starts at 1.0.0.
 */
export const CATALOGUE_VERSION = '1.0.2';
export const SCHEMA_PATH = '/api/openapi.json';
export const DOCS_PATH = '/api/docs';

const GETTING_STARTED = `

### Getting started

1. Find a club: \`GET /api/clubs/search?keyword=bayern\`.
2. List its kits by its id: \`GET /api/clubs/{club_id}/kits\`.
3. Read everything about one of them: \`GET /api/kits/{kit_id}\`.

To send a request from this page, open an endpoint, choose **Try it out**, then **Execute**. If the deployment requires
API keys, enter yours under **Authorize** first.`;

export function catalogueDocument(): OpenAPIV3.Document {
  return buildOpenApi(
    {
      title: CATALOGUE_TITLE,
      version: CATALOGUE_VERSION,
      limitStatus: 403,
      invalidInput: errorResponse,
      description:
        'Football kits with their clubs, seasons, brands and competitions: typo-tolerant search, filtered ' +
        'lists and bulk lookups. Every error body is `{detail}`. Responses carry an `ETag`; cacheable ones also carry `X-Cache`.' +
        GETTING_STARTED,
      texts: { ...COMMON_TEXTS, ...CATALOGUE_TEXTS },
      examples: CATALOGUE_EXAMPLES,
      errorExamples: { ...COMMON_ERROR_EXAMPLES, ...CATALOGUE_ERROR_EXAMPLES },
      security: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-Key',
          description: 'Required only if the deployment requires API keys.',
        },
      },
    },
    CATALOGUE_CONTRACTS.map((contract) =>
      contract.id === documentedListChanges.id ? documentedListChanges : contract,
    ),
  );
}
