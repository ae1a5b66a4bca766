import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '@kitroom/server/database/database';
import type { BodyProgress } from '@kitroom/server/http/body-progress';
import { createResponseCheck } from '@kitroom/testing/check-response';
import { createTestDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { startTestService, type TestService } from '@kitroom/testing/test-processes';
import { useService, useStarter } from '@kitroom/testing/use-service';
import { readCollectionConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { migrateCollection } from '../src/database.ts';
import { collectionDocument } from '../src/openapi.ts';
import { serveCollection } from '../src/serve.ts';

/** The key that signs tokens in tests. */
export const TEST_SECRET_KEY = 'a secret key that only tests have';

/** A response of the collection service, already checked against its OpenAPI document. */
export interface ApiResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of any other type. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape is checked already
  body: any;
}

/** A collection service of one test file, over HTTP. */
export interface TestCollection extends AsyncDisposable {
  url: string;
  db: Database;
  /** The folder of local storage: a separate one for this service, unless the variables name another one. */
  mediaRoot: string;
  /** The folder of e-mails when there is no mail server. */
  mailRoot: string;
  /** Sends a request and checks the response against the OpenAPI document. */
  request(path: string, init?: RequestInit): Promise<ApiResponse>;
  close(): Promise<void>;
}

const checkResponse = createResponseCheck(collectionDocument());

/** Starts a collection service in this process on a free port; the caller drops the database. */
export async function startTestCollection(
  database: Pick<TestDatabase, 'url'>,
  env: Record<string, string> = {},
  bodyProgress: Partial<BodyProgress> = {},
): Promise<TestCollection> {
  const ownMediaRoot = await mkdtemp(join(tmpdir(), 'kitroom-media-'));
  const ownMailRoot = `${ownMediaRoot}-mail`;
  const config = readCollectionConfig({
    DATABASE_URL: database.url,
    PORT: '0',
    LOG_LEVEL: 'silent',
    SHUTDOWN_GRACE_SECONDS: '1',
    SECRET_KEY: TEST_SECRET_KEY,
    MEDIA_ROOT: ownMediaRoot,
    MAIL_ROOT: ownMailRoot,
    // Tests of the limits set them lower.
    THROTTLE_ANON: '10000/3600',
    THROTTLE_USER: '10000/3600',
    // Tests of the second factor turn it on.
    ADMIN_REQUIRE_MFA: 'false',
    // No server listens at this address.
    CATALOGUE_URL: 'http://127.0.0.1:1',
    ...env,
  });
  const context = openContext(config);
  const running = await serveCollection(context, bodyProgress);
  const url = `http://127.0.0.1:${running.port}`;
  // A stopping service behind a proxy keeps idle connections open for a second.
  const keepsAlive = env['TRUST_PROXY'] === undefined;

  async function close(): Promise<void> {
    await running.stop();
    for (const folder of [ownMediaRoot, ownMailRoot])
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }

  return {
    url,
    db: context.db,
    mediaRoot: config.MEDIA_ROOT,
    mailRoot: config.MAIL_ROOT,
    async request(path, init = {}) {
      const headers = new Headers(init.headers);
      if (!keepsAlive) headers.set('Connection', 'close');
      const response = await fetch(`${url}${path}`, { redirect: 'manual', ...init, headers });
      const { status, headers: received } = response;
      const contentType = received.get('Content-Type');
      const text = await response.text();
      const body: unknown = contentType?.startsWith('application/json') && text ? JSON.parse(text) : text;
      const { pathname: requested } = new URL(response.url);
      checkResponse({ method: init.method ?? 'GET', path: requested, status, headers: received, body });
      return { status, headers: received, body };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** A migrated collection database. */
export function createCollectionDatabase(): Promise<TestDatabase> {
  return createTestDatabase('collection', async (url) => {
    await migrateCollection(url);
  });
}

/** A service started by hooks, with the database and the variables that it shares with its replicas. */
export interface UsedCollection extends TestCollection {
  database: TestDatabase;
  env: Record<string, string>;
}

/**
 * A service and a database for all tests of a file, or for each test. Pass a function if the variables
 * depend on other services.
 */
export function useCollection(
  env: Record<string, string> | (() => Record<string, string>) = {},
  before: 'all' | 'each' = 'all',
): UsedCollection {
  return useService(async () => {
    const variables = typeof env === 'function' ? env() : env;
    const database = await createCollectionDatabase();
    const collection = await startTestCollection(database, variables);
    const close = async () => {
      await collection.close();
      await database.drop();
    };
    return { ...collection, database, env: variables, close };
  }, before);
}

/** A replica of a service, with the same database and variables, plus the given ones. */
export function useReplica(
  collection: UsedCollection,
  env: () => Record<string, string> = () => ({}),
): TestCollection {
  return useService(() => startTestCollection(collection.database, { ...collection.env, ...env() }));
}

/** A migrated database for tests that start their own services. */
export function useCollectionDatabase(
  before: 'all' | 'each' = 'all',
): TestDatabase & { close(): Promise<void> } {
  return useService(async () => {
    const database = await createCollectionDatabase();
    return { ...database, close: database.drop };
  }, before);
}

/** Starts worker processes for a service's jobs; they are killed after the test that started them. */
export function useWorkers(collection: UsedCollection): () => Promise<TestService> {
  return useStarter(
    () =>
      startTestService('collection', {
        DATABASE_URL: collection.database.url,
        MEDIA_ROOT: collection.mediaRoot,
        SECRET_KEY: TEST_SECRET_KEY,
        // For tests that measure memory: by default, garbage collection makes it vary by up to 64 MiB.
        NODE_OPTIONS: '--max-semi-space-size=8',
      }),
    (worker) => worker.kill('SIGKILL'),
  );
}

/** The argument of a job's run that is never aborted. */
export const JOB_RUN = { key: 'all', signal: new AbortController().signal };
