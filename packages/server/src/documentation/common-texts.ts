import type { DocumentTexts } from './describe-document.ts';

/** Texts of what both services answer. */
export const COMMON_TEXTS: DocumentTexts = {
  'tags.System': 'Service information, health and API documentation. Public.',
  Error: 'An error.',
  detail: 'What went wrong, as an English sentence.',
  ServiceInfo: 'The service’s name, version and links.',
  'ServiceInfo.name': 'The name of the service.',
  version: 'The version of the API, `major.minor.patch`.',
  HealthReport: 'The health of the service and its dependencies.',
  'HealthReport.status': '`unhealthy` if, and only if, the database is unreachable.',
  timestamp: 'The time of the report, in UTC.',
  database: 'Whether PostgreSQL is reachable.',
  cache: '`disconnected` if Redis is configured but unreachable: responses are correct, but slower.',
  'HealthReport.error': 'Present if the database is unreachable.',
  ReadyReport: 'Whether this process can serve requests.',
  openapi: 'The version of the OpenAPI specification.',

  200: 'The request succeeded.',
  201: 'The record was created.',
  202: 'The work continues in the background.',
  204: 'The request succeeded; there is no body.',
  206: 'The requested part of the file.',
  404: 'There is no such record, or page of its list, that the caller may see.',
  408: 'The request body arrived too slowly: at least 16 KiB are required every 10 seconds. The connection is closed.',
  413: 'The request body is larger than 1 MiB, or its file larger than the endpoint accepts.',
  415: 'The request body is not of a type that the endpoint accepts: JSON in UTF-8, or a form.',
  416: 'The file does not have the requested part.',
  500: 'An internal error.',
  503: 'The database, or another service that is required, is unavailable; see `Retry-After`.',

  getRoot:
    'Browsers, whose `Accept` header names `text/html`, get a page instead. Requires no credentials and is ' +
    'not rate-limited.',

  getService: 'Requires no credentials and is not rate-limited.',

  getReady: 'For reverse proxies and orchestrators. Requires no credentials and is not rate-limited.',

  'getHealth.503': 'The database is unreachable.',

  'ServiceInfo.links': 'URLs by name: `documentation`, `health`, …',
  'HealthReport.index':
    'Present while the process loads the catalogue; what needs it responds with 503 until then.',
  'ReadyReport.status':
    '`starting` until the process is ready for the first time, then `ready` or `unavailable`.',
};
