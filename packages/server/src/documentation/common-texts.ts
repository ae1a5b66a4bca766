import type { DocumentTexts } from './describe-document.ts';

/** Texts of what both services answer. */
export const COMMON_TEXTS: DocumentTexts = {
  'tags.System': 'What the service is, how it is, and this documentation. Open to everyone.',
  Error: 'An error of any kind.',
  detail: 'What is wrong, in one English sentence.',
  ServiceInfo: 'What runs here, and where to go on.',
  'ServiceInfo.name': 'The name of the service.',
  version: 'The version of the API, `major.minor.patch`.',
  HealthReport: 'Whether the service and what it depends on are reachable.',
  'HealthReport.status': '`unhealthy` if the database is unreachable; nothing else makes it so.',
  timestamp: 'When the report was made, in UTC.',
  database: 'Whether PostgreSQL answers.',
  cache: '`disconnected` if Redis is configured and away: answers are right, but slower.',
  'HealthReport.error': 'Present if the database is unreachable.',
  ReadyReport: 'Whether this process can serve requests.',
  openapi: 'The version of the OpenAPI specification.',
};
