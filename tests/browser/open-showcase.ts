import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeDemoCatalogue } from '@kitroom/demo/catalogue/demo-catalogue';
import { buildShowcase } from '@kitroom/devstack/showcase-build';
import { serveShowcase } from '@kitroom/devstack/showcase-server';
import { createTestDatabase, withTestLock } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { runServiceCommand, startTestService } from '@kitroom/testing/test-processes';

const root = resolve(import.meta.dirname, '../..');

/** The showcase and both services, each with its own origin. */
export interface OpenShowcase {
  url: string;
  /** The newest link with a key that was mailed, and its key; undefined if none has arrived yet. */
  readMail(): { link: string; key: string } | undefined;
  /** Creates a user with a verified address, who can sign in at once. */
  addCollector(account: { username: string; password: string }): Promise<void>;
  close(): Promise<void>;
}

/**
 * Builds the showcase if necessary, and serves it with a catalogue of the demo data and an empty collection.
 * Both services get the `variables`, such as other limits; the catalogue also has the `records`, as an import
 * takes them.
 */
export async function openShowcase(
  variables: Record<string, string> = {},
  records: readonly object[] = [],
): Promise<OpenShowcase> {
  const databases = [
    await createTestDatabase('showcase_catalogue', importDemo),
    await createTestDatabase('showcase_collection', (url) =>
      run('collection', ['migrate'], { DATABASE_URL: url }),
    ),
  ] as const;
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-showcase-'));
  const [port, cataloguePort] = [await reserveTestPort(), await reserveTestPort()];
  const shared = {
    ...variables,
    CORS_ORIGINS: 'http://localhost:*,http://127.0.0.1:*',
    SECRET_KEY: 'a secret of the tests, of more than 32 characters',
  };
  const catalogueEnv = {
    ...shared,
    DATABASE_URL: databases[0].url,
    ARCHIVE_BASE_URL: 'http://127.0.0.1:1',
    PORT: String(cataloguePort),
  };
  const collectionEnv = {
    ...shared,
    SHOWCASE_URL: toLocalhost({ port }),
    DATABASE_URL: databases[1].url,
    CATALOGUE_URL: toLocalhost({ port: cataloguePort }),
    MEDIA_ROOT: join(folder, 'media'),
    MAIL_ROOT: join(folder, 'mail'),
  };
  if (records.length > 0)
    await importRecords(
      databases[0].url,
      records.map((record) => JSON.stringify(record)),
    );
  const [catalogue, collection] = await Promise.all([
    startTestService('catalogue', catalogueEnv),
    startTestService('collection', collectionEnv),
  ]);
  const server = await serveShowcase(
    {
      folder: await withTestLock('showcase build', () =>
        buildShowcase(root, new AbortController().signal, () => {}),
      ),
      services: { catalogue: toLocalhost(catalogue), collection: toLocalhost(collection) },
    },
    { host: '127.0.0.1', port },
  );
  return {
    url: toLocalhost({ port }),
    readMail: () => readNewestMail(join(folder, 'mail')),
    addCollector: ({ username, password }) => {
      const named = ['--username', username, '--email', `${username}@example.org`, '--password', password];
      return run('collection', ['users', 'create', ...named, '--verified'], collectionEnv);
    },
    async close() {
      await server.close();
      await Promise.all([catalogue.kill(), collection.kill()]);
      for (const database of databases) await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function importDemo(url: string): Promise<void> {
  await run('catalogue', ['migrate'], { DATABASE_URL: url });
  await importRecords(url, writeDemoCatalogue());
}

function importRecords(url: string, lines: Iterable<string>): Promise<void> {
  return run(
    'catalogue',
    ['import', '-'],
    { DATABASE_URL: url },
    [...lines].map((line) => `${line}\n`).join(''),
  );
}

/** Cookies are shared between ports of the same name. */
function toLocalhost({ port }: { port: number }): string {
  return `http://localhost:${port}`;
}

async function run(
  service: 'catalogue' | 'collection',
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<void> {
  const { status, stderr } = await runServiceCommand(service, args, { env, input });
  if (status !== 0) throw new Error(`${service} ${args.join(' ')} failed: ${stderr}`);
}

function readNewestMail(folder: string): { link: string; key: string } | undefined {
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
    .toReversed();
  for (const file of files) {
    const mail = readFileSync(join(folder, file), 'utf8');
    const [link, key] = /https?:\/\/\S+[?&]key=([\w-]+)/.exec(mail) ?? [];
    if (link !== undefined && key !== undefined) return { link, key };
  }
  return undefined;
}
