import { relative } from 'node:path';
import type { ServiceName } from './stack-settings.ts';

/** What somebody who has just started the stack wants to know. */
export interface StackReport {
  addresses: Record<ServiceName, string>;
  databaseUrls: Record<ServiceName, string>;
  logs: string[];
  /** The catalogue asks for API keys. */
  keysNeeded: boolean;
}

/** The text that is printed once everything runs. */
export function describeStack({ addresses, databaseUrls, logs, keysNeeded }: StackReport): string {
  const { catalogue, collection } = addresses;
  const shownLogs = logs.map((file) => relative(process.cwd(), file)).join(' and ');
  return `
Kitroom runs.

  Catalogue      ${catalogue}/api
  documentation  ${catalogue}/api/docs
  Collection     ${collection}/api

  Worth trying:
    curl '${catalogue}/api/clubs/search?keyword=bayren'
    curl '${catalogue}/api/kits/search?keyword=malaga%202003'
    curl '${catalogue}/api/kits?country=es&primary_color=White&page_size=5'
${keysNeeded ? keyAdvice(databaseUrls.catalogue) : ''}
  The databases, for the operator's commands (npm run -s catalogue -- --help):
    catalogue    DATABASE_URL=${databaseUrls.catalogue}
    collection   DATABASE_URL=${databaseUrls.collection}

  Logs: ${shownLogs}; warnings and errors are shown here too.
  Ctrl-C stops everything; the data stays.
`;
}

function keyAdvice(databaseUrl: string): string {
  return `
  API keys are on (API_ENABLE_AUTH). Create one and send it as -H 'X-API-Key: …':
    DATABASE_URL=${databaseUrl} npm run -s catalogue -- keys create --name me
`;
}
