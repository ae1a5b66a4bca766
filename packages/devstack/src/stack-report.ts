import { relative } from 'node:path';
import type { DemoCollector } from './demo-collector.ts';
import type { ServiceName } from './stack-settings.ts';

/** What somebody who has just started the stack wants to know. */
export interface StackReport {
  /** The archive's where a stand-in runs. */
  addresses: Record<ServiceName, string> & { archive?: string };
  demoCollector: DemoCollector | undefined;
  /** An item of the demo collector's that has photos. */
  showpiece: number | undefined;
  databaseUrls: Record<ServiceName, string>;
  /** Where the services serve metrics, if they do. */
  metrics: string[];
  /** The collection's SECRET_KEY, if the stack has made it. */
  secretKey: string | undefined;
  logs: string[];
  /** The catalogue asks for API keys. */
  keysNeeded: boolean;
}

/** The text that is printed once everything runs. */
export function describeStack(report: StackReport): string {
  const { addresses, demoCollector, showpiece, databaseUrls, secretKey, metrics, logs, keysNeeded } = report;
  const { catalogue, collection, archive } = addresses;
  const shownLogs = logs.map((file) => relative(process.cwd(), file)).join(', ');
  return `
Kitroom runs.

  Catalogue      ${catalogue}/api
  documentation  ${catalogue}/api/docs
  Collection     ${collection}/api
${archive ? `  Archive        ${archive} (a stand-in)\n` : ''}${metrics.length > 0 ? `  Metrics        ${metrics.map((address) => `${address}/metrics`).join(', ')}\n` : ''}
  Worth trying:
    curl '${catalogue}/api/clubs/search?keyword=bayren'
    curl '${catalogue}/api/kits/search?keyword=malaga%202003'
    curl '${catalogue}/api/kits?country=es&primary_color=White&page_size=5'
${demoCollector ? introduce(demoCollector) + collectionTour(collection, demoCollector, showpiece) : ''}${archive ? archiveTour(catalogue) : ''}${keysNeeded ? keyAdvice(databaseUrls.catalogue) : ''}
  The databases, for the operator's commands (npm run -s catalogue -- --help):
    catalogue    DATABASE_URL=${databaseUrls.catalogue}
    collection   DATABASE_URL=${databaseUrls.collection}${secretKey ? ` SECRET_KEY=${secretKey}` : ''}

  Logs: ${shownLogs}; warnings and errors are shown here too.
  Ctrl-C stops everything; the data stays.
`;
}

function introduce({ username, password, token }: DemoCollector): string {
  return `
  The demo collector, for the collection service (-H 'Authorization: Token …'):
    username     ${username}
    password     ${password}
    token        ${token}
`;
}

function collectionTour(collection: string, { token }: DemoCollector, showpiece: number | undefined): string {
  const ask = `curl -H 'Authorization: Token ${token}'`;
  const items = `${collection}/api/collections/me/items/`;
  return `
  Its collection: statistics, signed shirts, a search, ${showpiece ? 'an item with its photos, ' : ''}other collectors, and the
  catalogue through the collection service:
    ${ask} '${collection}/api/collections/me/'
    ${ask} '${items}?item_type=jersey&is_signed=true&ordering=-season'
    ${ask} '${items}?search=boca&condition_min=7'
${showpiece ? `    ${ask} '${collection}/api/items/${showpiece}/'\n` : ''}    ${ask} '${collection}/api/collections/'
    curl '${collection}/archive/kits/search/?keyword=malaga%202003'
`;
}

function archiveTour(catalogue: string): string {
  const address = `${catalogue}/api/user-collection/1057`;
  return `
  A collector's kits, read page by page in some 10 seconds. A stand-in archive is read; ARCHIVE_BASE_URL
  chooses the real site:
    curl -X POST '${address}/scrape'
    curl '${address}/scrape'
    curl '${address}?page_size=5'
`;
}

function keyAdvice(databaseUrl: string): string {
  return `
  API keys are on (API_ENABLE_AUTH). Create one and send it as -H 'X-API-Key: …':
    DATABASE_URL=${databaseUrl} npm run -s catalogue -- keys create --name me
`;
}
