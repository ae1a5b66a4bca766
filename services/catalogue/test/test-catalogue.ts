import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { expect } from '@jest/globals';
import { toCachedResponse, type Cache } from '@kitroom/server/cache/cache';
import type { Database } from '@kitroom/server/database/database';
import type { Endpoint } from '@kitroom/server/http/endpoint';
import { runCommandLine } from '@kitroom/server/process/command-line';
import { captureOutput, type CommandInput, type CommandOutput } from '@kitroom/testing/captured-output';
import { createResponseCheck } from '@kitroom/testing/check-response';
import { eventually } from '@kitroom/testing/eventually';
import { bulkFolderOf, createTestDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { useService } from '@kitroom/testing/use-service';
import { databaseOptions, migrateCatalogue } from '../src/catalogue-database.ts';
import { createCatalogueCommands } from '../src/commands.ts';
import { readCatalogueConfig } from '../src/config.ts';
import { openContext } from '../src/context.ts';
import { importCatalogue, type ImportResult } from '../src/interchange/import-catalogue.ts';
import { catalogueDocument } from '../src/openapi.ts';
import { catalogueRoutes } from '../src/routes.ts';
import { serveCatalogue } from '../src/serve.ts';

/** A response of the catalogue that was checked against its OpenAPI document. */
export interface TestResponse {
  status: number;
  headers: Headers;
  /** The parsed JSON, or the text of any other type. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape is checked already
  body: any;
}

/** Options of a request, which is a plain GET by default. */
export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

/** A catalogue of one test file, over HTTP, with its own database. */
export interface TestCatalogue extends AsyncDisposable {
  url: string;
  databaseUrl: string;
  /** The service's connection pool, to read and change rows directly. */
  db: Database;
  endpoints: readonly Endpoint[];
  /** Sends a request, and checks the response against the OpenAPI document. */
  request(path: string, options?: RequestOptions): Promise<TestResponse>;
  /** Builds an index that is held. */
  completeIndex(): Promise<void>;
  /** Makes the next request read changes from the database, as if a second had passed. */
  markStale(): void;
  /** Resolves when the search index has all committed changes, and is built unless it is held. */
  followChanges(): Promise<void>;
  /** Imports lines of the import format. */
  load(lines: readonly object[]): Promise<ImportResult>;
  close(): Promise<void>;
}

/** Options of a test catalogue. */
export interface TestCatalogueOptions {
  /**
   * Variables that override the defaults of tests, which are silent and have limits that tests do not reach.
   */
  env?: Record<string, string>;
  /** A database to share with another replica; the caller drops it. */
  database?: Pick<TestDatabase, 'url'>;
  /** Does not build the index until `completeIndex` is called, as if building took that long. */
  isIndexHeld?: boolean;
  /** Disables the response cache. */
  isCacheOff?: boolean;
}

const checkResponse = createResponseCheck(catalogueDocument());

/** Starts a catalogue in this process on a free port. */
export async function startTestCatalogue(options: TestCatalogueOptions = {}): Promise<TestCatalogue> {
  const ownDatabase = options.database ? undefined : await createCatalogueDatabase();
  const databaseUrl = options.database?.url ?? ownDatabase?.url ?? '';
  const config = readCatalogueConfig({
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'silent',
    RATE_LIMIT_REQUESTS: '1000000',
    SUGGEST_LIMIT_REQUESTS: '1000000',
    WORKER: 'false',
    SHUTDOWN_GRACE_SECONDS: '1',
    BULK_DATA_ROOT: bulkFolderOf(databaseUrl),
    ...options.env,
  });
  const context = openContext(config);
  const completeIndex = context.index.start;
  if (options.isIndexHeld) context.index.start = async () => {};
  if (options.isCacheOff) context.cache.read = readUncached;
  const running = await serveCatalogue(context);
  const url = `http://127.0.0.1:${running.port}`;
  // A service behind a proxy keeps idle connections open for a second when it stops.
  const keepsAlive = options.env?.['TRUST_PROXY'] === undefined;

  async function followChanges(): Promise<void> {
    await context.index.follow();
    if (options.isIndexHeld) return;
    await eventually(async () => expect(context.index.isBuilt()).toBe(true));
  }

  async function close(): Promise<void> {
    await running.stop();
    if (ownDatabase) await rm(bulkFolderOf(databaseUrl), { recursive: true, force: true });
    await ownDatabase?.drop();
  }

  return {
    url,
    databaseUrl,
    db: context.db,
    endpoints: catalogueRoutes(context),
    completeIndex,
    markStale: context.index.markStale,
    followChanges,
    async request(path, { method = 'GET', headers = {}, body } = {}) {
      const response = await fetch(`${url}${path}`, {
        method,
        headers: keepsAlive ? headers : { Connection: 'close', ...headers },
        redirect: 'manual',
        ...(body && { body }),
      });
      const contentType = response.headers.get('Content-Type');
      const text = await response.text();
      const parsed: unknown = contentType?.startsWith('application/json') && text ? JSON.parse(text) : text;
      const result = { status: response.status, headers: response.headers, body: parsed };
      checkResponse({ method, path: new URL(response.url).pathname, ...result });
      return result;
    },
    async load(lines) {
      const result = await importCatalogue(
        databaseOptions(config),
        Readable.from(lines.map((line) => Buffer.from(`${JSON.stringify(line)}\n`))),
        { skipInvalid: false },
      );
      await followChanges();
      return result;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

const readUncached: Cache['read'] = async (_lookup, produce) => {
  const { value, headers } = await produce();
  return { response: toCachedResponse(value, headers), result: 'MISS' };
};

/** Creates a migrated catalogue database. */
export function createCatalogueDatabase(): Promise<TestDatabase> {
  return createTestDatabase('catalogue', async (url) => {
    await migrateCatalogue(url);
  });
}

/** Creates a migrated database for the tests of a file. */
export function useCatalogueDatabase(): TestDatabase & { close(): Promise<void> } {
  return useService(async () => {
    const database = await createCatalogueDatabase();
    return { ...database, close: database.drop };
  });
}

/** Starts a catalogue before the tests of a file, and stops it after them. */
export function useCatalogue(options: TestCatalogueOptions = {}): TestCatalogue {
  return useService(() => startTestCatalogue(options));
}

/** Runs `catalogue <args>` in this process, one command at a time. */
export function runCommand(args: readonly string[], input: CommandInput = {}): Promise<CommandOutput> {
  return captureOutput(() => runCommandLine(createCatalogueCommands(), args), input);
}
