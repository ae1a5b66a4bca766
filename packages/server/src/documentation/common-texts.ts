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
};
