import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OpenAPIV3 } from 'openapi-types';
import { CATALOGUE_CONTRACTS } from '@kitroom/catalogue-client';
import { COLLECTION_CONTRACTS } from '@kitroom/collection-client';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { queryOnce } from '@kitroom/devstack/query-once';
import { startStandInArchive } from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import type { Contract } from '@kitroom/shared';
import { json, openLocalServer } from '@kitroom/testing/local-server';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { buildDocuments } from '../../scripts/write-openapi.ts';
import { addCollector, openBothServices } from '../fleet/open-both-services.ts';
import { listOperations, type Operation } from './operations.ts';

/** Both services in separate processes, with the demo catalogue. */
export type FuzzedServices = Awaited<ReturnType<typeof openFuzzedServices>>;

export const DOCUMENTS = buildDocuments();

/** The operations of both services. */
export const OPERATIONS: readonly Operation[] = [
  ...listOperations('catalogue', DOCUMENTS.catalogue),
  ...listOperations('collection', DOCUMENTS.collection),
];

const THROTTLES = ['ANON', 'USER', 'ARCHIVE', 'SHARED', 'LOGIN'];
/** A small heap reveals leaks: on a large machine V8 would postpone garbage collection. */
const NODE_OPTIONS = '--max-old-space-size=256';

/** Starts both services, with stand-ins for the archive and for a sign-in provider in this process. */
export async function openFuzzedServices() {
  const archive = await startStandInArchive();
  const provider = await openProvider();
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-fuzz-'));
  const metricsPorts = [await reserveTestPort(), await reserveTestPort()] as const;
  const both = await openBothServices(
    {
      RATE_LIMIT_REQUESTS: '1000000000',
      ARCHIVE_BASE_URL: archive.url,
      ARCHIVE_MIN_INTERVAL_MS: '20',
      METRICS_PORT: String(metricsPorts[0]),
      NODE_OPTIONS,
    },
    `${[...writeDemoCatalogue()].join('\n')}\n`,
  );
  const env: Record<string, string> = {
    ...both.collectionEnv,
    ...Object.fromEntries(THROTTLES.map((name) => [`THROTTLE_${name}`, '1000000000/3600'])),
    MAIL_ROOT: folder,
    OIDC_STUB_ISSUER: provider.baseUrl,
    OIDC_STUB_CLIENT_ID: 'kitroom',
    OIDC_STUB_CLIENT_SECRET: 'secret',
    METRICS_PORT: String(metricsPorts[1]),
    NODE_OPTIONS,
  };
  const [catalogue, collection] = [both.catalogue(), await startTestService('collection', env)];
  return {
    catalogue: toRecorded(catalogue, CATALOGUE_CONTRACTS, DOCUMENTS.catalogue),
    collection: toRecorded(collection, COLLECTION_CONTRACTS, DOCUMENTS.collection),
    apiKey: env['CATALOGUE_API_KEY'] ?? '',
    mailRoot: folder,
    addUser: () => addCollector(both),
    /** The resident memory of each service in bytes, from its metrics. */
    readMemory: () => Promise.all(metricsPorts.map(readMemory)),
    /** Counts connections whose transaction has been idle for more than five seconds. */
    async countIdleTransactions(): Promise<number> {
      const idle = [both.catalogueEnv, env].map(({ DATABASE_URL = '' }) =>
        queryOnce(
          DATABASE_URL,
          `select 1 from pg_stat_activity where datname = current_database()
             and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'`,
        ),
      );
      return (await Promise.all(idle)).flat().length;
    },
    async close(): Promise<void> {
      await collection.kill();
      await Promise.all([both.close(), archive.stop(), provider.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds the properties that a recorder needs. */
function toRecorded(service: TestService, contracts: readonly Contract[], document: OpenAPIV3.Document) {
  return { ...service, contracts, document, baseUrl: service.url };
}

/** Starts a sign-in provider that only publishes its configuration. */
function openProvider() {
  return openLocalServer((response, request) => {
    const url = (path: string) => `http://${request.headers.host}${path}`;
    json({
      issuer: url(''),
      authorization_endpoint: url('/authorize'),
      token_endpoint: url('/token'),
      jwks_uri: url('/keys'),
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })(response, request);
  });
}

async function readMemory(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
