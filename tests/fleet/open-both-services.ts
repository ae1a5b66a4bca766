import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollectionClient, type CollectionClient } from '@kitroom/collection-client';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { SMALL_CATALOGUE } from './small-catalogue.ts';

const PASSWORD = 'brass lantern 42';

/** A catalogue that requires API keys, and the configuration of a collection service that uses it. */
export interface BothServices {
  /** The current process, or the last one if none is running. */
  catalogue(): TestService;
  /** Restarts the catalogue at the same address. */
  startCatalogue(): Promise<void>;
  /** Environment variables for another replica of the catalogue. */
  catalogueEnv: Record<string, string>;
  collectionEnv: Record<string, string>;
  mediaRoot: string;
  close(): Promise<void>;
}

/** Where the databases are. Default: the tests' server, with direct connections. */
export interface DatabaseSource {
  createDatabase?: () => Promise<Pick<TestDatabase, 'url' | 'drop'>>;
  /** Environment variables for connecting to a database. */
  connect?: (databaseUrl: string) => Record<string, string>;
}

/**
 * Starts a catalogue, by default with three kits, and prepares the collection service: its database, key and
 * folder. `env` contains further variables of the catalogue.
 */
export async function openBothServices(
  env: Record<string, string> = {},
  records: string = SMALL_CATALOGUE,
  { createDatabase = createEmptyDatabase, connect = (url) => ({ DATABASE_URL: url }) }: DatabaseSource = {},
): Promise<BothServices> {
  const databases = [await createDatabase(), await createDatabase()] as const;
  const mediaRoot = mkdtempSync(join(tmpdir(), 'kitroom-media-'));
  const port = await reserveTestPort();
  const catalogueEnv = {
    ...connect(databases[0].url),
    API_ENABLE_AUTH: 'true',
    PORT: String(port),
    // Nothing listens there: a scrape in these tests must not reach the public site.
    ARCHIVE_BASE_URL: 'http://127.0.0.1:1',
    ...env,
  };
  await run('catalogue', ['migrate'], catalogueEnv);
  await run('catalogue', ['import', '-'], catalogueEnv, records);
  const keyOptions = ['--name', 'collection', '--rate-limit', 'none'];
  const key = await run('catalogue', ['keys', 'create', ...keyOptions], catalogueEnv);
  let catalogue = await startTestService('catalogue', catalogueEnv);
  const collectionEnv = {
    ...connect(databases[1].url),
    CATALOGUE_URL: catalogue.url,
    CATALOGUE_API_KEY: key.trim(),
    SECRET_KEY: 'a secret of the tests, of more than 32 characters',
    MEDIA_ROOT: mediaRoot,
    THROTTLE_ANON: '100000/60',
    THROTTLE_USER: '100000/60',
    THROTTLE_ARCHIVE: '100000/60',
    THROTTLE_SHARED: '100000/60',
  };
  await run('collection', ['migrate'], collectionEnv);
  return {
    catalogue: () => catalogue,
    startCatalogue: async () => {
      catalogue = await startTestService('catalogue', catalogueEnv);
    },
    catalogueEnv: { ...connect(databases[0].url), API_ENABLE_AUTH: 'true' },
    collectionEnv,
    mediaRoot,
    close: async () => {
      await catalogue.kill();
      for (const database of databases) await database.drop();
      rmSync(mediaRoot, { recursive: true, force: true });
    },
  };
}

async function run(
  service: 'catalogue' | 'collection',
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<string> {
  const { status, stdout, stderr } = await runServiceCommand(service, args, { env, input });
  if (status !== 0) throw new Error(`${service} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

let collectors = 0;

/** Creates a user with a verified address, and returns the credentials. */
export async function addCollector({ collectionEnv }: BothServices) {
  collectors += 1;
  const username = `collector-${collectors}`;
  const names = ['--username', username, '--email', `${username}@example.org`, '--verified'];
  await run('collection', ['users', 'create', ...names], collectionEnv, `${PASSWORD}\n`);
  return { username, password: PASSWORD };
}

/** Creates a collector, signs in over HTTP and returns the token. */
export async function issueToken(both: BothServices, collection: TestService): Promise<string> {
  const { tokens } = createCollectionClient({ baseUrl: collection.url });
  return (await tokens.create(await addCollector(both))).token;
}

/** Signs up a collector and returns a client with the token. */
export async function signUp(both: BothServices, collection: TestService): Promise<CollectionClient> {
  const token = await issueToken(both, collection);
  return createCollectionClient({ baseUrl: collection.url, token, retries: 0 });
}
