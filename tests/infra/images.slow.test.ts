import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionClient } from '@kitroom/collection-client';
import { describeWhere } from '@kitroom/testing/describe-where';
import { eventually } from '@kitroom/testing/eventually';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { takePicture } from '../take-picture.ts';
import {
  buildImages,
  canRunImages,
  IMAGES,
  NEEDED_FOR_IMAGES,
  type Image,
  type ImageName,
} from './images.ts';
import { repository } from './repository.ts';
import {
  checkHealth,
  runInImage,
  startContainer,
  type Container,
  type ContainerOptions,
} from './run-image.ts';
import { runProgram } from './run-program.ts';

const MINUTE = 60_000;
/** A user id that neither the image nor this machine has. */
const ANY_USER = 54_321;
const SECRET_KEY = 'only-for-the-tests-of-the-images-0123456789';
const PASSWORD = 'not the best of shirts';
const SERVICES = ['catalogue', 'collection'] as const;
const WORKSPACE = {
  catalogue: ['catalogue-client', 'client', 'server', 'shared'],
  collection: ['catalogue-client', 'client', 'collection-client', 'server', 'shared', 'tabular'],
};
const CATALOGUE = [
  { kind: 'brand', slug: 'adidas-kits', name: 'adidas' },
  { kind: 'club', slug: 'malaga-cf-kits', name: 'Málaga CF', country: 'ES' },
  {
    kind: 'kit',
    slug: 'malaga-cf-2024-25-home-kit',
    name: 'Málaga CF 2024-25 Home',
    club: 'malaga-cf-kits',
    season: '2024-25',
    brand: 'adidas-kits',
    type: 'Home',
  },
];

describeWhere(canRunImages, { title: 'the images', missing: NEEDED_FOR_IMAGES }, () => {
  let images: Record<ImageName, Image>;
  let databases: Record<'catalogue' | 'collection', TestDatabase>;
  let before: Record<ImageName, string[]>;
  const containers: Container[] = [];
  const folders: string[] = [];

  beforeAll(async () => {
    images = await buildImages();
    before = await listAll();
    databases = { catalogue: await createEmptyDatabase(), collection: await createEmptyDatabase() };
  }, 15 * MINUTE);

  afterAll(async () => {
    await Promise.all(containers.map((container) => container.kill()));
    await Promise.all(Object.values(databases ?? {}).map((database) => database.drop()));
    for (const folder of folders) rmSync(folder, { recursive: true });
  }, MINUTE);

  /** Prepares the options of a service: variables, a user, and a volume that belongs to the user. */
  async function prepare(
    service: 'catalogue' | 'collection',
    user: number,
  ): Promise<Required<ContainerOptions>> {
    const data = mkdtempSync(join(tmpdir(), 'kitroom-data-'));
    folders.push(data);
    chownSync(data, user, user);
    const env = {
      DATABASE_URL: databases[service].url,
      HOST: '127.0.0.1',
      PORT: String(await reserveTestPort()),
      ...(service === 'collection' && { SECRET_KEY }),
    };
    return { env, data, user };
  }

  /** Starts a container, waits for its first response, and compares the result of its health check. */
  async function start(image: Image, options: ContainerOptions, health = 0): Promise<Container> {
    const container = startContainer(image, options);
    containers.push(container);
    const ended = container.ended.then((end) => {
      throw new Error(`the container has ended: ${JSON.stringify(end)}`);
    });
    await Promise.race([eventually(() => request(options, '/'), MINUTE), ended]);
    ended.catch(() => {});
    expect(await checkHealth(image, options)).toMatchObject({ status: health });
    return container;
  }

  describe.each(IMAGES)('the %s image', (name) => {
    it('has a numeric user, an exec entry point, labels, a stop signal and no secret variables', () => {
      const { config } = images[name];
      expect(config).toMatchObject({
        User: '10001:10001',
        Entrypoint: [name],
        Cmd: name === 'showcase' ? [] : ['serve'],
        StopSignal: name === 'showcase' ? 'SIGQUIT' : 'SIGTERM',
        Labels: {
          'org.opencontainers.image.title': `Kitroom ${name}`,
          'org.opencontainers.image.description': expect.stringMatching(/\w/),
          'org.opencontainers.image.licenses': 'MIT',
        },
      });
      expect(config.Env.filter((line) => /SECRET|PASSWORD|TOKEN|_KEY|_URL/.test(line))).toEqual([]);
    });

    it('contains no compiler, no package manager and no tests', () => {
      const programs = 'cc|c\\+\\+|gcc|g\\+\\+|clang|make|as|ld|npm|npx|pnpm|yarn|corepack';
      const isForbidden = new RegExp(`/s?bin/(?:${programs})$|/node_modules/(?:npm|pnpm|yarn|corepack)$`);
      expect(before[name].filter((path) => isForbidden.test(path))).toEqual([]);
      expect(before[name].filter((path) => path.endsWith(`/bin/${name}`))).toHaveLength(1);
      const ownFiles = before[name].filter(
        (path) => /^\/(?:app|srv)\//.test(path) && !path.includes('/node_modules/'),
      );
      expect(ownFiles.length).toBeGreaterThan(5);
      expect(
        ownFiles.filter((path) => /\.test\.|\/testing?\b|\/demo\b|\/devstack\b|\.map$/.test(path)),
      ).toEqual([]);
    });

    it('runs any user without capabilities, who can write only to /tmp', async () => {
      const script =
        'id -u; grep CapEff /proc/self/status; for f in / /app /etc /srv /usr; do touch $f/new && echo $f; done; touch /tmp/new && echo /tmp';
      const { stdout } = await runInImage(images[name], ['sh', '-c', script], { user: ANY_USER });
      expect(stdout.split(/\s+/)).toEqual([`${ANY_USER}`, 'CapEff:', '0000000000000000', '/tmp', '']);
    });
  });

  describe.each(SERVICES)('the %s image', (service) => {
    it('contains only the service, the workspace packages it needs, and production dependencies', () => {
      const app = join(images[service].root, 'app');
      const shipped = new Set(
        readdirSync(join(app, 'node_modules/.pnpm')).map((name) => name.replace(/(?!^)@.*/, '')),
      );
      expect(readdirSync(app)).toEqual(['bin', 'node_modules', 'package.json', 'packages', 'services']);
      expect(readdirSync(join(app, 'services'))).toEqual([service]);
      expect(readdirSync(join(app, 'packages'))).toEqual(WORKSPACE[service]);
      expect(readdirSync(join(app, 'services', service))).toEqual([
        'migrations',
        'node_modules',
        'package.json',
        'src',
      ]);
      expect(shipped).toContain('express');
      expect(listDevelopment().filter((name) => shipped.has(name.replace('/', '+')))).toEqual([]);
    });

    it('contains the Node.js version that the scripts download', async () => {
      const scripts = readFileSync(join(repository, 'scripts/bootstrap.mjs'), 'utf8');
      const version = /^const fetchedNode = '(.*)'/m.exec(scripts)?.[1];
      const { stdout } = await runInImage(images[service], ['node', '--version']);
      expect(stdout).toBe(`v${version}\n`);
    });
  });

  describe('the catalogue image', () => {
    it('loads code that was compiled during the build', async () => {
      const options = await prepare('catalogue', 10_001);
      await migrate('catalogue', options);
      const env = { ...options.env, NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
      const container = await start(images.catalogue, { ...options, env });
      const { stderr } = await container.stop();
      const sourceLines = stderr.split('\n').filter((line) => line.includes('/app/services/catalogue/src/'));
      expect(sourceLines.filter((line) => line.includes('was accepted')).length).toBeGreaterThan(100);
      expect(
        sourceLines.filter((line) => line.includes('not initialized') || line.includes('rejected')),
      ).toEqual([]);
    });

    it('fails its health check while the database is unavailable, but responds', async () => {
      const options = await prepare('catalogue', ANY_USER);
      const unavailable = Object.assign(new URL(databases.catalogue.url), {
        port: await reserveTestPort(),
      }).href;
      const unreachable = { ...options, env: { ...options.env, DATABASE_URL: unavailable } };
      const container = await start(images.catalogue, unreachable, 1);
      expect((await request(unreachable, '/api/health')).status).toBe(503);
      expect(await container.stop()).toMatchObject({ status: 0, signal: null });
    });
  });

  describe('both service images', () => {
    it(
      'run as any user, import kits, process a photo and stop with status 0',
      async () => {
        const catalogue = await prepare('catalogue', ANY_USER);
        await migrate('catalogue', catalogue);
        const lines = CATALOGUE.map((record) => JSON.stringify(record)).join('\n');
        await run('catalogue', catalogue, ['import', '-'], lines);
        const key = await run('catalogue', catalogue, ['keys', 'create', '--name', 'collection']);
        const catalogueContainer = await start(images.catalogue, {
          ...catalogue,
          env: { ...catalogue.env, API_ENABLE_AUTH: 'true' },
        });

        const prepared = await prepare('collection', ANY_USER);
        const collection = {
          ...prepared,
          env: {
            ...prepared.env,
            CATALOGUE_URL: urlOf(catalogue),
            CATALOGUE_API_KEY: key,
            THROTTLE_USER: '10000/60',
          },
        };
        await migrate('collection', collection);
        const serving = { ...collection, env: { ...collection.env, WORKER: 'false' } };
        const serviceContainer = await start(images.collection, serving);
        const worker = startContainer(images.collection, collection, ['worker']);
        containers.push(worker);
        const user = ['--username', 'vera', '--email', 'vera@example.org', '--verified'];
        await run('collection', collection, ['users', 'create', ...user], `${PASSWORD}\n`);
        const token = await run('collection', collection, ['tokens', 'show', 'vera']);

        const client = createCollectionClient({ baseUrl: urlOf(collection), token });
        const { id } = await client.items.create({ item_type: 'jersey', is_draft: true });
        const photo = await client.photos.upload({
          image: await takePicture(),
          content_type: 1,
          object_id: id,
        });
        await eventually(async () => {
          const { image_avif: avif } = await client.photos.get({ id: photo.id });
          expect((await fetch(String(avif))).headers.get('content-type')).toBe('image/avif');
        }, MINUTE);
        for (const container of [serviceContainer, worker, catalogueContainer]) {
          expect(await container.stop('SIGTERM')).toMatchObject({ status: 0, signal: null });
        }
        expect(readdirSync(collection.data)).toEqual(['media']);
        expect(readdirSync(catalogue.data).filter((name) => name !== 'bulk')).toEqual([]);
      },
      5 * MINUTE,
    );
  });

  describe('the showcase image', () => {
    const addresses = {
      CATALOGUE_URL: 'http://catalogue.localhost:81',
      COLLECTION_URL: 'https://example.org/kits/',
    };

    it('serves the page with the service addresses of its variables, and logs no share token', async () => {
      const options = { user: ANY_USER, env: { ...addresses, PORT: String(await reserveTestPort()) } };
      const container = await start(images.showcase, options);
      const page = await request(options, '/clubs/7');
      const text = await page.text();
      expect(text).toContain('<title>Kitroom</title>');
      const policy = page.headers.get('content-security-policy');
      expect(policy).toContain("connect-src 'self' http://catalogue.localhost:81 https://example.org;");
      const [, source = ''] = /src="([^"]+)"/.exec(text) ?? [];
      const script = await request(options, new URL(source, 'http://localhost/clubs/7').pathname);
      expect(Object.fromEntries(script.headers)).toMatchObject({
        'content-type': expect.stringContaining('javascript'),
        'cache-control': 'public, max-age=31536000, immutable',
      });
      expect(await (await request(options, '/config.json')).json()).toEqual({
        catalogue: 'http://catalogue.localhost:81',
        collection: 'https://example.org/kits',
      });
      expect(await (await request(options, '/s/token')).text()).toContain(`${urlOf(options)}/preview.jpg`);
      const end = await container.stop('SIGTERM');
      expect(end).toMatchObject({ status: 0, signal: null });
      expect(end.stdout).toContain('"GET /index.html" 200');
      expect(end.stdout + end.stderr).not.toContain('token');
    });

    it('stops with status 0 on its stop signal', async () => {
      const options = { env: { ...addresses, PORT: String(await reserveTestPort()) } };
      const container = await start(images.showcase, options);
      expect(await container.stop()).toMatchObject({ status: 0, signal: null, stderr: '' });
    });

    it.each([
      ['CATALOGUE_URL', ''],
      ['CATALOGUE_URL', 'catalogue.example.org'],
      ['COLLECTION_URL', 'https://example.org/"; root /etc; #'],
      ['COLLECTION_URL', 'https://example.org\nhttps://example.com'],
      ['PORT', '70000'],
      ['PORT', '80; root /etc'],
    ])('does not start with a wrong %s: %j', async (name, value) => {
      const { status, stderr } = await startContainer(images.showcase, {
        env: { ...addresses, [name]: value },
      }).ended;
      expect(status).toBe(1);
      expect(stderr).toMatch(new RegExp(`^${name} must be .*, not ".*"\\n$`));
      expect(stderr).toContain(value.replaceAll('\n', ' '));
    });
  });

  describe('the images', () => {
    it('contain the same files after all tests as before', async () => {
      expect(await listAll()).toEqual(before);
    });
  });

  async function listAll(): Promise<Record<ImageName, string[]>> {
    const { catalogue, collection, showcase } = images;
    return {
      catalogue: await listFiles(catalogue),
      collection: await listFiles(collection),
      showcase: await listFiles(showcase),
    };
  }

  async function migrate(service: 'catalogue' | 'collection', options: ContainerOptions): Promise<void> {
    const { status, stderr } = await runInImage(images[service], [service, 'migrate'], options);
    expect([status, stderr]).toEqual([0, expect.any(String)]);
  }

  /** Runs one of the operator's commands, and returns its output. */
  async function run(
    service: 'catalogue' | 'collection',
    options: ContainerOptions,
    command: string[],
    input?: string,
  ): Promise<string> {
    const result = await runInImage(images[service], [service, ...command], options, input);
    expect(result).toMatchObject({ status: 0 });
    return result.stdout.trim();
  }
});

function urlOf({ env }: ContainerOptions): string {
  return `http://127.0.0.1:${env?.['PORT']}`;
}

function request(options: ContainerOptions, path: string): Promise<Response> {
  return fetch(`${urlOf(options)}${path}`);
}

/** The paths of all files of an image. Links may lead out of it, and are not followed. */
async function listFiles({ root }: Image): Promise<string[]> {
  return (await runProgram('find', [root, '-printf', '/%P\n'])).trimEnd().split('\n').toSorted();
}

/** Lists development-only packages, except `@types/node`, a peer dependency of sharp. */
function listDevelopment(): string[] {
  const folders = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => join(repository, folder, name)),
  );
  const manifests = [repository, join(repository, 'tests'), ...folders]
    .map((folder) => join(folder, 'package.json'))
    .filter((path) => existsSync(path))
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, Record<string, string>>);
  const namesIn = (field: string) => manifests.flatMap((manifest) => Object.keys(manifest[field] ?? {}));
  const needed = new Set(['@types/node', ...namesIn('dependencies')]);
  const names = new Set([...namesIn('devDependencies'), ...namesIn('optionalDependencies')]);
  return [...names].filter((name) => !needed.has(name));
}
