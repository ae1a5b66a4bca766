import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createCollectionClient } from '@kitroom/collection-client';
import { validate, ValidationSeverity } from 'dockerfile-utils';
import { createEmptyDatabase, type TestDatabase } from '@kitroom/testing/test-databases';
import { eventually } from '@kitroom/testing/eventually';
import { reserveTestPort } from '@kitroom/testing/test-ports';
import { buildImage, repository, type Image } from './build-image.ts';
import { takePicture } from '../take-picture.ts';
import { readDockerfile } from './read-dockerfile.ts';
import { runInImage, startContainer, type Container } from './run-image.ts';

const MINUTE = 60_000;
const SECRET_KEY = 'only-for-the-tests-of-the-images-0123456789';
const PASSWORD = 'not the best of shirts';
const WORKSPACE = {
  catalogue: ['catalogue-client', 'client', 'server', 'shared'],
  collection: ['catalogue-client', 'client', 'collection-client', 'server', 'shared', 'tabular'],
} as const;
/** Every rule of the linter, as an error; what an engine would refuse is one without being asked for. */
const RULES = {
  deprecatedMaintainer: ValidationSeverity.ERROR,
  directiveCasing: ValidationSeverity.ERROR,
  emptyContinuationLine: ValidationSeverity.ERROR,
  instructionCasing: ValidationSeverity.ERROR,
  instructionCmdMultiple: ValidationSeverity.ERROR,
  instructionEntrypointMultiple: ValidationSeverity.ERROR,
  instructionHealthcheckMultiple: ValidationSeverity.ERROR,
  instructionJSONInSingleQuotes: ValidationSeverity.ERROR,
  instructionWorkdirRelative: ValidationSeverity.ERROR,
};

describe.each(['catalogue', 'collection'] as const)('the Dockerfile of the %s', (service) => {
  const path = join(repository, `infra/images/${service}.Dockerfile`);
  const text = readFileSync(path, 'utf8');
  const stages = readDockerfile(path);
  const last = stages.at(-1)?.steps ?? [];

  function find(keyword: string) {
    return last.filter((step) => step.keyword === keyword);
  }

  it('breaks none of the linter’s rules', () => {
    expect(validate(text, RULES)).toEqual([]);
    expect(validate(text.replace('STOPSIGNAL', 'stopsignal'), RULES)).toHaveLength(1);
  });

  it('stands on the Node.js that the scripts fetch, by its full version', () => {
    const scripts = readFileSync(join(repository, 'scripts/bootstrap.mjs'), 'utf8');
    const version = /^const fetchedNode = '(\d+\.\d+\.\d+)'/m.exec(scripts)?.[1];
    const own = new Set(stages.map(({ name }) => name));
    const bases = stages.map(({ base }) => base).filter((base) => !own.has(base));
    expect(new Set(bases)).toEqual(new Set([`node:${version}-trixie-slim`]));
  });

  it('runs as a user who is a number, and not root', () => {
    expect(find('USER').map(({ args }) => args)).toEqual([['10001:10001']]);
  });

  it('checks whether it is ready, with options that buildah and Podman know', () => {
    const [check] = find('HEALTHCHECK');
    expect(check?.command?.join(' ')).toContain('/api/ready');
    expect(Object.keys(check?.flags ?? {})).toEqual(['interval', 'timeout', 'start-period', 'retries']);
  });

  it('starts the service itself, not through a shell, so that signals arrive', () => {
    expect(find('ENTRYPOINT').map(({ command }) => command)).toEqual([[service]]);
    expect(find('CMD').map(({ command }) => command)).toEqual([['serve']]);
    expect(find('STOPSIGNAL').map(({ args }) => args)).toEqual([['SIGTERM']]);
  });

  it('copies what it names, downloads nothing, names no registry and holds no secret', () => {
    const steps = stages.flatMap((stage) => stage.steps);
    expect(steps.filter(({ keyword }) => keyword === 'ADD')).toEqual([]);
    expect(steps.filter(({ keyword, text: said }) => keyword === 'RUN' && said.includes('://'))).toEqual([]);
    expect(last.filter(({ keyword }) => keyword === 'RUN')).toEqual([]);
    expect(text).not.toMatch(/registry\.|(?:SECRET|PASSWORD|TOKEN|_KEY|DATABASE_URL)\b/i);
  });

  it('says what it is', () => {
    expect(find('LABEL')[0]?.properties).toEqual({
      'org.opencontainers.image.title': expect.stringContaining(service),
      'org.opencontainers.image.description': expect.stringMatching(/\w/),
      'org.opencontainers.image.licenses': 'MIT',
    });
  });
});

describe.each(['catalogue', 'collection'] as const)('the image of the %s', (service) => {
  let image: Image;
  let database: TestDatabase;
  let before: string[];
  const containers: Container[] = [];

  beforeAll(async () => {
    image = await buildImage(join(repository, `infra/images/${service}.Dockerfile`));
    database = await createEmptyDatabase();
    before = listAll(image);
  }, 3 * MINUTE);

  afterEach(async () => {
    await Promise.all(containers.splice(0).map((container) => container.kill()));
  });

  afterAll(async () => {
    await database?.drop();
    image?.remove();
  }, MINUTE);

  async function environment(): Promise<Record<string, string>> {
    // The image listens on every address; a test on its own machine alone.
    expect(image.env['HOST']).toBe('0.0.0.0');
    const env = { DATABASE_URL: database.url, HOST: '127.0.0.1', PORT: String(await reserveTestPort()) };
    return service === 'collection' ? { ...env, SECRET_KEY } : env;
  }

  function ask({ PORT }: Record<string, string>): Promise<Response> {
    return fetch(`http://127.0.0.1:${PORT}/api/health`);
  }

  function checkHealth(env: Record<string, string>) {
    return runInImage(image, image.healthcheck, env);
  }

  /** Starts the service and waits until it answers, then asks as an engine does. */
  async function start(env: Record<string, string>, health = 0): Promise<Container> {
    const container = startContainer(image, env);
    containers.push(container);
    let end: unknown;
    void container.ended.then((result) => (end = result));
    await eventually(async () => {
      expect(end).toBeUndefined();
      expect((await ask(env)).ok).toBeDefined();
    }, MINUTE);
    expect(await checkHealth(env)).toMatchObject({ status: health });
    return container;
  }

  it('holds the service, the packages that it needs, and its dependencies for production alone', () => {
    const app = join(image.root, 'app');
    const files = readdirSync(app, { recursive: true }).map(String);
    const own = files.filter((name) => !name.includes('node_modules'));
    const shops = readdirSync(join(app, 'node_modules/.pnpm')).map((name) => name.replace(/(?!^)@.*/, ''));
    expect(readdirSync(join(app, 'services'))).toEqual([service]);
    expect(readdirSync(join(app, 'packages'))).toEqual(WORKSPACE[service]);
    expect(own.filter((name) => /\.test\.ts$|\/testing\b|\/test\b|demo|devstack/.test(name))).toEqual([]);
    expect(readdirSync(app)).toEqual(['bin', 'node_modules', 'package.json', 'packages', 'services']);
    expect(readdirSync(join(app, `services/${service}`)).toSorted()).toEqual(
      ['migrations', 'node_modules', 'package.json', 'src'].toSorted(),
    );
    expect(shops).toContain('express');
    const shipped = new Set(shops);
    expect(listDevelopment().filter((name) => shipped.has(name.replace('/', '+')))).toEqual([]);
  });

  it('has the operator’s commands on the PATH', async () => {
    const help = await runInImage(image, [service, '--help']);
    expect(help).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('migrate') });
    expect(await runInImage(image, [service, 'dance'])).toMatchObject({ status: 2 });
    const env = await environment();
    const migrated = await runInImage(image, [service, 'migrate'], env);
    expect(migrated).toMatchObject({ status: 0, stderr: expect.stringContaining('Ran ') });
  });

  it('loads what was compiled when it was built', async () => {
    const env = { ...(await environment()), NODE_DEBUG_NATIVE: 'COMPILE_CACHE' };
    const container = await start(env);
    const { stderr } = await container.stop();
    const own = stderr.split('\n').filter((line) => line.includes(`/app/services/${service}/src/`));
    expect(own.filter((line) => line.includes('was accepted')).length).toBeGreaterThan(100);
    expect(own.filter((line) => line.includes('not initialized') || line.includes('rejected'))).toEqual([]);
  });

  it(
    'is alive once it responds, and ends with 0 on a signal',
    async () => {
      const env = await environment();
      expect((await checkHealth(env)).status).toBe(1);
      const container = await start(env);
      expect((await ask(env)).status).toBe(200);
      expect(await container.stop()).toMatchObject({ status: 0, signal: null });
    },
    2 * MINUTE,
  );

  it(
    'is unhealthy while its database is unavailable, and goes on responding',
    async () => {
      const away = new URL(database.url);
      away.port = String(await reserveTestPort());
      const env = { ...(await environment()), DATABASE_URL: away.href };
      const container = await start(env, 1);
      expect((await ask(env)).status).toBe(503);
      expect(await container.stop()).toMatchObject({ status: 0, signal: null });
    },
    2 * MINUTE,
  );

  if (service === 'collection') {
    it(
      'takes a photo and makes its versions, where only the folder of its data can be written to',
      async () => {
        const env: Record<string, string> = { ...(await environment()), THROTTLE_USER: '100000/3600' };
        const serving = await start({ ...env, WORKER: 'false' });
        const working = startContainer(image, env, ['worker']);
        containers.push(working);
        const names = ['--username', 'vera', '--email', 'vera@example.org', '--verified'];
        const made = await runInImage(
          image,
          ['collection', 'users', 'create', ...names],
          env,
          `${PASSWORD}\n`,
        );
        expect(made).toMatchObject({ status: 0 });
        const shown = await runInImage(image, ['collection', 'tokens', 'show', 'vera'], env);
        const baseUrl = `http://127.0.0.1:${env['PORT']}`;
        const client = createCollectionClient({ baseUrl, token: shown.stdout.trim() });
        const { id } = await client.items.create({ item_type: 'jersey', is_draft: true });
        const picture = await takePicture();
        const photo = await client.photos.upload({ image: picture, content_type: 1, object_id: id });
        await eventually(async () => {
          const { image_avif: avif } = await client.photos.get({ id: photo.id });
          expect((await fetch(String(avif))).headers.get('content-type')).toBe('image/avif');
        }, MINUTE);
        for (const container of [serving, working]) {
          expect(await container.stop()).toMatchObject({ status: 0, signal: null });
        }
        expect(statSync(join(image.root, 'data')).uid).toBe(
          process.getuid?.() === 0 ? 10_001 : process.getuid?.(),
        );
        expect(readdirSync(join(image.root, 'data')).toSorted()).toEqual(['mail', 'media']);
      },
      3 * MINUTE,
    );
  }

  it('wrote nowhere but in the folder of its data', () => {
    expect(listAll(image).filter((line) => !line.startsWith('data/'))).toEqual(before);
  });
});

/** Every file but those of the dependencies, with its size. */
function listAll({ root }: Image): string[] {
  const isKept = (path: string) => !path.includes('node_modules') && statSync(join(root, path)).isFile();
  const paths = readdirSync(root, { recursive: true }).map(String).filter(isKept);
  return paths.map((path) => `${path} ${statSync(join(root, path)).size}`).toSorted();
}

/** What is needed for development and for nothing else; `@types/node` comes along as a peer of sharp's. */
function listDevelopment(): string[] {
  const manifests = ['packages', 'services'].flatMap((folder) =>
    readdirSync(join(repository, folder)).map((name) => join(folder, name, 'package.json')),
  );
  const all = ['package.json', 'tests/package.json', ...manifests].map(
    (path) =>
      JSON.parse(readFileSync(join(repository, path), 'utf8')) as Record<string, Record<string, string>>,
  );
  const needed = new Set([
    '@types/node',
    ...all.flatMap(({ dependencies = {} }) => Object.keys(dependencies)),
  ]);
  const names = all.flatMap(({ devDependencies = {}, optionalDependencies = {} }) => [
    ...Object.keys(devDependencies),
    ...Object.keys(optionalDependencies),
  ]);
  return [...new Set(names)].filter((name) => !needed.has(name));
}
