import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCollectionClient } from '@kitroom/collection-client';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { queryOnce } from '@kitroom/devstack/query-once';
import { startStandInArchive } from '@kitroom/devstack/stand-in-archive/stand-in-archive';
import { json, openLocalServer, type LocalServer } from '@kitroom/testing/local-server';
import { createEmptyDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService, type TestService } from '@kitroom/testing/test-processes';
import { fillShelf } from './fill-users.ts';
import { learnCatalogue, type CommonPools } from './known-things.ts';
import { openMailbox, type Mailbox } from './mailbox.ts';
import type { ServiceName } from './operations.ts';
import { drawPictures, type Pictures } from './pictures.ts';
import type { User } from './users.ts';

/** Both services as processes, with something in them. */
export interface FuzzedServices {
  catalogue: TestService;
  collection: TestService;
  apiKey: string;
  /** Who stays to the end. */
  users: User[];
  mailbox: Mailbox;
  common: CommonPools;
  pictures: Pictures;
  readUsername(userId: number): Promise<string>;
  /** Bytes of memory that each service has, as its own metrics say. */
  readMemory(): Promise<Record<ServiceName, number>>;
  /** How many connections of each database are in a transaction that nobody goes on with. */
  countForgottenTransactions(): Promise<number>;
  close(): Promise<void>;
}

const PASSWORD = 'brass lantern 42';
const USERNAMES = ['ada', 'ben', 'cleo'];
/** So high that they never count. */
const NO_LIMIT = '1000000000/3600';
/** As in a container of 512 MB; on a large machine V8 would let garbage grow, and hide a leak. */
const HEAP_LIMIT = '--max-old-space-size=256';

/** Starts them; the archive and the sign-in provider are played by this process. */
export async function openFuzzedServices(): Promise<FuzzedServices> {
  const archive = await startStandInArchive();
  const provider = await openProvider();
  const databases = { catalogue: await createEmptyDatabase(), collection: await createEmptyDatabase() };
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-fuzz-'));
  const ports = { catalogue: await reserveTestPort(), collection: await reserveTestPort() };
  const catalogueEnv = {
    DATABASE_URL: databases.catalogue.url,
    API_ENABLE_AUTH: 'true',
    RATE_LIMIT_REQUESTS: '1000000000',
    ARCHIVE_BASE_URL: archive.url,
    ARCHIVE_MIN_INTERVAL_MS: '20',
    BULK_DATA_ROOT: join(folder, 'bulk'),
    METRICS_PORT: String(ports.catalogue),
    NODE_OPTIONS: HEAP_LIMIT,
  };
  await run('catalogue', ['migrate'], catalogueEnv);
  await run('catalogue', ['import', '-'], catalogueEnv, `${[...writeDemoCatalogue()].join('\n')}\n`);
  const keyArgs = ['keys', 'create', '--name', 'fuzz', '--rate-limit', 'none'];
  const apiKey = (await run('catalogue', keyArgs, catalogueEnv)).trim();
  const catalogue = await startTestService('catalogue', catalogueEnv);
  const mailRoot = join(folder, 'mail');
  const collectionEnv = {
    DATABASE_URL: databases.collection.url,
    CATALOGUE_URL: catalogue.url,
    CATALOGUE_API_KEY: apiKey,
    SECRET_KEY: 'a secret of the tests, of more than 32 characters',
    MEDIA_ROOT: join(folder, 'media'),
    MAIL_ROOT: mailRoot,
    THROTTLE_ANON: NO_LIMIT,
    THROTTLE_USER: NO_LIMIT,
    THROTTLE_ARCHIVE: NO_LIMIT,
    THROTTLE_SHARED: NO_LIMIT,
    THROTTLE_LOGIN: NO_LIMIT,
    OIDC_STUB_ISSUER: provider.baseUrl,
    OIDC_STUB_CLIENT_ID: 'kitroom',
    OIDC_STUB_CLIENT_SECRET: 'secret',
    METRICS_PORT: String(ports.collection),
    NODE_OPTIONS: HEAP_LIMIT,
  };
  await run('collection', ['migrate'], collectionEnv);
  const collection = await startTestService('collection', collectionEnv);
  const [common, pictures] = [await learnCatalogue(catalogue.url, apiKey), await drawPictures()];
  const users = await Promise.all(USERNAMES.map((username) => addUser(username, collectionEnv, collection)));
  for (const user of users) await fillShelf(user, collection.url, { common, pictures });
  return {
    catalogue,
    collection,
    apiKey,
    users,
    mailbox: openMailbox(mailRoot),
    common,
    pictures,
    async readUsername(userId) {
      const [user] = await queryOnce<{ username: string }>(
        databases.collection.url,
        'select username from users where id = $1',
        [userId],
      );
      if (!user) throw new Error(`there is no user ${userId}`);
      return user.username;
    },
    readMemory: async () => ({
      catalogue: await readMemory(ports.catalogue),
      collection: await readMemory(ports.collection),
    }),
    countForgottenTransactions: async () => {
      const rows = await queryOnce<{ count: string }>(
        databases.catalogue.url,
        `select count(*) from pg_stat_activity
         where datname = any($1) and state like 'idle in transaction%' and state_change < now() - interval '5 seconds'`,
        [[databases.catalogue.name, databases.collection.name]],
      );
      return Number(rows[0]?.count);
    },
    async close() {
      await Promise.all([collection.kill(), catalogue.kill()]);
      await Promise.all([archive.stop(), provider.close()]);
      for (const database of Object.values(databases)) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A provider that says where it is, and nothing else. */
function openProvider(): Promise<LocalServer> {
  return openLocalServer((response, request) => {
    const issuer = `http://${request.headers.host}`;
    json({
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    })(response, request);
  });
}

/** The third is private. */
async function addUser(username: string, env: Record<string, string>, { url }: TestService): Promise<User> {
  const email = `${username}@example.org`;
  const args = ['users', 'create', '--username', username, '--email', email, '--verified'];
  await run('collection', args, env, `${PASSWORD}\n`);
  const { token } = await createCollectionClient({ baseUrl: url }).tokens.create({
    username,
    password: PASSWORD,
  });
  const client = createCollectionClient({ baseUrl: url, token });
  const id = (await client.accounts.session()).user?.id ?? 0;
  if (username === USERNAMES.at(-1)) await client.accounts.patchProfile({ is_private: true });
  return {
    id,
    username,
    email,
    password: PASSWORD,
    isThrowaway: false,
    token,
    items: [],
    photos: [],
    shares: [],
  };
}

async function run(
  service: ServiceName,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<string> {
  const { status, stdout, stderr } = await runServiceCommand(service, args, { env, input });
  if (status !== 0) throw new Error(`${service} ${args.join(' ')} failed: ${stderr}`);
  return stdout;
}

async function readMemory(port: number): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]);
}
