import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { Ajv } from 'ajv';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { readCatalogueConfig } from '../../services/catalogue/src/config.ts';
import { readCollectionConfig } from '../../services/collection/src/config.ts';
import {
  environmentOf,
  INFRA,
  listFiles,
  listSources,
  listVariables,
  mergeCompose,
  readCompose,
  type ComposeFile,
  type ComposeService,
} from './compose/read-compose.ts';

/** The last file is merged into the first. */
const FILES = ['compose.yaml', 'compose.small.yaml', 'compose.standby.yaml'] as const;
const SECRETS = {
  POSTGRES_PASSWORD: 'a'.repeat(64),
  CATALOGUE_DATABASE_PASSWORD: 'b'.repeat(64),
  COLLECTION_DATABASE_PASSWORD: 'c'.repeat(64),
  SECRET_KEY: 'd'.repeat(64),
  REPLICATION_PASSWORD: 'e'.repeat(64),
};
/** Containers that exit when their task is complete. */
const ENDS = /-migrate$|^replication-role$/;
/** Variables that the language runtime or the C library reads. */
const READ_BY_THE_RUNTIME = /^(MALLOC_|NODE_COMPILE_CACHE$|NODE_OPTIONS$|PATH$)/;
const example = readFileSync(join(INFRA, 'compose.env.example'), 'utf8');
const readers = { catalogue: readCatalogueConfig, collection: readCollectionConfig };
type Kind = keyof typeof readers;

const [full, small, withStandby] = FILES.map((file) => readFile(file));
const validate = createValidator();

describe.each(FILES)('%s', (file) => {
  const { services, networks, volumes } = readFile(file);
  const ours = listOurs(services);

  it('conforms to the JSON schema of the Compose Specification', () => {
    const known = readFile(file);
    expect([validate(known), validate.errors]).toEqual([true, null]);
    const wrong = {
      ...known,
      services: { ...services, postgres: { ...services['postgres'], memory: '1g' } },
    };
    expect(validate(wrong)).toBe(false);
  });

  it.each(secretsOf(file))('rejects a missing %s, and refers to compose.env.example', (name) => {
    expect(() => readFile(file, { [name]: '' })).toThrow('see infra/compose.env.example');
  });

  it.each(ours)(
    'gives $name only variables that the service reads, with valid values',
    ({ kind, service }) => {
      const env = { ...imageEnvironment(kind), ...environmentOf(service, INFRA) };
      const config = readers[kind](env);
      // Both services share the file with the limits.
      const ofBoth = Object.keys(SHOWCASE_LIMITS);
      const unread = Object.entries(env)
        .filter(([name, value]) => value !== '' && !READ_BY_THE_RUNTIME.test(name) && !ofBoth.includes(name))
        .filter(([name]) => !Object.hasOwn(config, name));
      expect(unread).toEqual([]);
      expect(config.TRUST_PROXY).toBe(1);
    },
  );

  it('is valid with the examples of compose.env.example', () => {
    const { services: set } = readFile(file, readExamples());
    for (const { kind, service } of listOurs(set)) {
      const config = readers[kind]({ ...imageEnvironment(kind), ...environmentOf(service, INFRA) });
      expect(config.SHOWCASE_URL).toBe('https://kits.example.org');
    }
  });

  it('defines exactly the volumes and networks that its services use, and all services they depend on', () => {
    const all = Object.values(services);
    const named = all.flatMap(listSources).filter((source) => !source.startsWith('.'));
    expect(new Set(named)).toEqual(new Set(Object.keys(volumes)));
    expect(new Set(all.flatMap((service) => service.networks))).toEqual(new Set(Object.keys(networks)));
    const needed = all.flatMap((service) => Object.keys(service.depends_on ?? {}));
    expect(needed.filter((name) => !Object.hasOwn(services, name))).toEqual([]);
    expect(Object.keys(readFile(file))).not.toContain('secrets');
  });

  it('refers only to files that exist', () => {
    const files = Object.values(services).flatMap((service) => listFiles(service, INFRA));
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });

  it.each(Object.entries(services))(
    'gives %s a read-only file system, a memory limit and only the needed capabilities',
    (name, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        mem_limit: expect.stringMatching(/^\d+[mg]$/),
        restart: ENDS.test(name) ? 'no' : 'unless-stopped',
      });
      expect(service.cap_add !== undefined).toBe(['postgres', 'nginx'].includes(name));
    },
  );

  it('gives each service a stop grace period longer than SHUTDOWN_GRACE_SECONDS', () => {
    for (const { service } of ours) {
      const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]);
      expect(seconds).toBeGreaterThan(Number(service.environment?.['SHUTDOWN_GRACE_SECONDS']) + 5);
    }
  });

  it('lets service containers write only to data volumes and temporary memory', () => {
    for (const { kind, name, service } of ours) {
      const data = kind === 'catalogue' ? 'bulk-data:/data' : 'photos:/data';
      expect(service.volumes).toEqual(name.endsWith('-migrate') ? undefined : [data]);
      expect(service.tmpfs?.[0]).toMatch(/^\/tmp(:|$)/);
    }
    expect(imageEnvironment('catalogue')).toMatchObject({ BULK_DATA_ROOT: '/data/bulk' });
    expect(imageEnvironment('collection')).toMatchObject({
      MEDIA_ROOT: '/data/media',
      MAIL_ROOT: '/data/mail',
    });
  });

  it.each([
    ['by default', file === 'compose.small.yaml' ? { SHOWCASE_URL: 'http://localhost:8080' } : {}],
    ['with the examples', readExamples()],
  ])('connects the showcase to both services %s', (_title, env) => {
    const { catalogue, collection, showcase } = readFile(file, env).services;
    const ofCatalogue = readCatalogueConfig({ ...imageEnvironment('catalogue'), ...catalogue?.environment });
    const ofCollection = readCollectionConfig({
      ...imageEnvironment('collection'),
      ...collection?.environment,
    });
    expect(showcase?.environment).toEqual({
      CATALOGUE_URL: ofCatalogue.PUBLIC_URL,
      COLLECTION_URL: ofCollection.PUBLIC_URL,
    });
    const url = ofCollection.SHOWCASE_URL ?? '';
    expect([ofCatalogue.SHOWCASE_URL, ofCollection.SHARE_URL]).toEqual([url, `${url}/s`]);
    expect(ofCollection.CORS_ORIGINS).toContain(new URL(url).origin);
    expect(ofCatalogue.CORS_ORIGINS).toEqual(['*']);
    expect(siteOf(url)).toBe(siteOf(ofCollection.PUBLIC_URL ?? ''));
  });

  it("loads the limits of the showcase, which a service's own env file overrides", () => {
    for (const { kind, service } of ours) {
      const files = service.env_file?.map(({ path }) => path);
      expect(files).toEqual(['showcase-limits.env', `${kind}.env`]);
    }
    expect(parseEnv(readFileSync(join(INFRA, 'showcase-limits.env'), 'utf8'))).toEqual(SHOWCASE_LIMITS);
  });
});

describe('compose.env.example', () => {
  it('lists exactly the variables that the compose files use', () => {
    const used = FILES.flatMap((file) => listVariables(join(INFRA, file)));
    const documented = [...example.matchAll(/^#?([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
    const generated = Object.keys(SECRETS).filter((name) => example.includes(name));
    // Compose itself reads this variable.
    expect(new Set([...documented, ...generated])).toEqual(new Set([...used, 'COMPOSE_PROFILES']));
  });
});

describe('compose.yaml', () => {
  const { services, networks } = full as ComposeFile;

  it('contains both services with workers and migrations, the showcase, and their servers', () => {
    expect(Object.keys(services)).toEqual([
      'postgres',
      'redis',
      'catalogue-migrate',
      'catalogue',
      'catalogue-worker',
      'collection-migrate',
      'collection',
      'collection-worker',
      'showcase',
      'nginx',
      'mailpit',
    ]);
    expect(services['mailpit']?.profiles).toEqual(['mail']);
    for (const { kind, service } of listOurs(services)) {
      const config = readers[kind]({ ...imageEnvironment(kind), ...service.environment });
      expect(config).toMatchObject({ WORKER: false, METRICS_PORT: 9464 });
    }
  });

  it('publishes only ports of nginx, and of mailpit on the loopback address', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(['nginx', 'mailpit']);
    expect(services['mailpit']?.ports).toEqual(['127.0.0.1:8025:8025']);
  });

  it('keeps PostgreSQL and Redis in an internal network without nginx and the showcase', () => {
    const reachable = (name: string) => services[name]?.networks;
    expect(['postgres', 'redis', 'nginx', 'showcase'].map(reachable)).toEqual([
      ['data'],
      ['data'],
      ['edge'],
      ['edge'],
    ]);
    expect(networks).toEqual({ edge: null, inner: null, data: { internal: true } });
  });

  it('starts services after their migrations, and nginx after its upstreams are healthy', () => {
    for (const { name, kind, service } of listOurs(services)) {
      expect(service.depends_on).toEqual(
        name.endsWith('-migrate')
          ? { postgres: { condition: 'service_healthy' } }
          : { [`${kind}-migrate`]: { condition: 'service_completed_successfully' } },
      );
    }
    const healthy = { condition: 'service_healthy', restart: true };
    const upstreams = { catalogue: healthy, collection: healthy, showcase: healthy };
    expect(services['nginx']?.depends_on).toEqual(upstreams);
  });

  it('defines health checks for servers, workers and nginx', () => {
    const withHealthCheck = Object.entries(services).filter(
      ([, { healthcheck }]) => healthcheck?.test !== undefined,
    );
    const checked = ['postgres', 'redis', 'catalogue-worker', 'collection-worker', 'nginx'];
    expect(withHealthCheck.map(([name]) => name)).toEqual(checked);
  });

  it('sets each variable of the nginx templates, with the host names of the public URLs', () => {
    const templates = readdirSync(join(INFRA, 'nginx/templates'));
    const read = templates.flatMap((name) =>
      readFileSync(join(INFRA, 'nginx/templates', name), 'utf8').match(/\$\{[A-Z_]+\}/g),
    );
    const passed = Object.keys(services['nginx']?.environment ?? {}).map((name) => `\${${name}}`);
    expect(new Set(read)).toEqual(new Set(passed));
    for (const env of [{}, readExamples()]) {
      const set = readFile('compose.yaml', { ...env, NGINX_HOSTS: 'hosts' }).services;
      const hostOf = (url = '') => new URL(url).host;
      expect(set['nginx']?.environment).toMatchObject({
        COLLECTION_HOST: hostOf(set['collection']?.environment?.['PUBLIC_URL']),
        SHOWCASE_HOST: hostOf(set['collection']?.environment?.['SHOWCASE_URL']),
      });
    }
  });
});

describe('compose.small.yaml', () => {
  const { services } = small as ComposeFile;

  it('contains PostgreSQL and both services with built-in workers, and the optional showcase', () => {
    expect(Object.keys(services)).toEqual(['postgres', 'catalogue', 'collection', 'showcase']);
    const optional = Object.entries(services).filter(([, { profiles }]) => profiles !== undefined);
    expect(optional.map(([name, { profiles }]) => [name, profiles])).toEqual([['showcase', ['showcase']]]);
    for (const { kind, service } of listOurs(services)) {
      const config = readers[kind]({ ...imageEnvironment(kind), ...service.environment });
      expect(config).toMatchObject({ WORKER: true });
      expect(config.REDIS_URL).toBeUndefined();
      expect(service.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    }
  });

  it('sets no SHOWCASE_URL and SHARE_URL by default', () => {
    for (const { kind, service } of listOurs(services)) {
      const config = readers[kind]({ ...imageEnvironment(kind), ...service.environment });
      expect(config.SHOWCASE_URL).toBeUndefined();
      expect(config).not.toHaveProperty('SHARE_URL', expect.anything());
    }
  });

  it('publishes ports on the loopback address only', () => {
    const ports = Object.values(services).flatMap((service) => service.ports ?? []);
    expect(ports).toEqual(['127.0.0.1:4000:4000', '127.0.0.1:4001:4001', '127.0.0.1:8080:8080']);
  });

  it.each([
    [1024, {}],
    [1536, readExamples()],
  ])('totals memory limits of at most %i MiB', (most, env) => {
    const limits = Object.values(readFile('compose.small.yaml', env).services).map(
      ({ mem_limit: limit = '' }) => Number(/^(\d+)m$/.exec(limit)?.[1]),
    );
    expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThanOrEqual(most);
    expect(limits.reduce((sum, limit) => sum + limit)).toBeGreaterThan(most * 0.9);
  });

  it('shares project name and volumes with compose.yaml, so that either file can replace the other', () => {
    expect(full?.name).toBe(small?.name);
    const volumesOf = (name: string, file: ComposeFile | undefined) => file?.services[name]?.volumes;
    for (const name of Object.keys(services)) expect(volumesOf(name, small)).toEqual(volumesOf(name, full));
  });
});

describe('compose.standby.yaml merged over compose.yaml', () => {
  const { services } = withStandby as ComposeFile;
  const urlsOf = (name: string) => {
    const { DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL } = services[name]?.environment ?? {};
    return [DATABASE_URL, DATABASE_DIRECT_URL, DATABASE_READ_URL].map((url) => url?.split('@')[1]);
  };

  it('adds a pooler and a standby, and changes only environments and dependencies', () => {
    const added = Object.keys(services).filter((name) => !Object.hasOwn(full?.services ?? {}, name));
    expect(added).toEqual(['replication-role', 'standby', 'pgbouncer']);
    for (const [name, service] of Object.entries(full?.services ?? {})) {
      if (name === 'postgres') continue;
      const { environment = {}, depends_on: needed = {}, ...rest } = services[name] ?? {};
      expect(rest).toEqual(omitChanged(service));
      expect(environment).toMatchObject(omitDatabase(service.environment));
      expect(needed).toMatchObject(service.depends_on ?? {});
    }
  });

  it('routes statements to PgBouncer, direct connections to the primary, and collection reads to the standby', () => {
    for (const { name, kind, service } of listOurs(services)) {
      const read = kind === 'collection' ? 'standby:5432/collection' : undefined;
      expect(urlsOf(name)).toEqual([`pgbouncer:6432/${kind}`, `postgres:5432/${kind}`, read]);
      expect(service.depends_on).toMatchObject({ pgbouncer: { condition: 'service_healthy' } });
    }
  });

  it('configures PgBouncer in transaction mode for both databases and their passwords', () => {
    const { ini, users } = runPooler(services['pgbouncer'] as ComposeService);
    expect(ini).toMatch(/^pool_mode = transaction$/m);
    expect(ini).toMatch(/^listen_addr = \*$/m);
    expect(ini).toMatch(/^listen_port = 6432$/m);
    expect(ini).toMatch(/^auth_file = \/tmp\/userlist.txt$/m);
    const databases = [...ini.matchAll(/^(\w+) = host=(\S+) port=(\d+)/gm)].map(([, ...found]) => found);
    expect(databases).toEqual(Object.keys(readers).map((name) => [name, 'postgres', '5432']));
    const {
      CATALOGUE_DATABASE_PASSWORD: cataloguePassword,
      COLLECTION_DATABASE_PASSWORD: collectionPassword,
    } = SECRETS;
    expect(users).toBe(`"catalogue" "${cataloguePassword}"\n"collection" "${collectionPassword}"\n`);
  });

  it('keeps the added services in the data network without published ports', () => {
    for (const name of ['replication-role', 'standby', 'pgbouncer']) {
      expect(services[name]).toMatchObject({ networks: ['data'] });
      expect(services[name]?.ports).toBeUndefined();
    }
  });

  it('runs the standby with the image of its primary', () => {
    expect(services['standby']?.image).toBe(services['postgres']?.image);
  });
});

/** Reads a file with the secrets and further variables of `infra/.env`. */
function readFile(file: (typeof FILES)[number], env: Record<string, string> = {}): ComposeFile {
  const content = readCompose(join(INFRA, file), { ...SECRETS, ...env });
  return file === 'compose.standby.yaml' ? mergeCompose(readFile('compose.yaml', env), content) : content;
}

/** Returns the secrets of a file; only a standby has an additional password. */
function secretsOf(file: (typeof FILES)[number]): string[] {
  return Object.keys(SECRETS).filter(
    (name) => file === 'compose.standby.yaml' || name !== 'REPLICATION_PASSWORD',
  );
}

/** The first example of each variable. */
function readExamples(): Record<string, string> {
  const lines = [...example.matchAll(/^#([A-Z_]+=.+)$/gm)].map(([, line = '']) => line);
  return parseEnv(lines.toReversed().join('\n')) as Record<string, string>;
}

function listOurs(services: ComposeFile['services']) {
  return Object.entries(services).flatMap(([name, service]) => {
    const kind = (['catalogue', 'collection'] as const).find((prefix) => name.startsWith(prefix));
    return kind ? [{ name, kind, service }] : [];
  });
}

/** The files that the container of the pooler writes before PgBouncer starts. */
function runPooler({ entrypoint = [], environment }: ComposeService) {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-pooler-'));
  try {
    const script = entrypoint.at(-1)?.replace(/^exec pgbouncer .*$/m, '') ?? '';
    const localScript = script
      .replace('/etc/pgbouncer/', join(INFRA, 'pgbouncer/'))
      .replaceAll('> /tmp/', `> ${folder}/`);
    execFileSync('sh', ['-euc', localScript], { env: { PATH: process.env.PATH, ...environment } });
    const read = (name: string) => readFileSync(join(folder, name), 'utf8');
    return { ini: read('pgbouncer.ini'), users: read('userlist.txt') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function omitChanged({ environment: _environment, depends_on: _needed, ...service }: ComposeService) {
  return service;
}

function omitDatabase({ DATABASE_URL: _url, ...environment }: Record<string, string> = {}) {
  return environment;
}

/** The variables that an image sets. */
function imageEnvironment(service: Kind): Record<string, string> {
  const dockerfile = readFileSync(join(INFRA, `images/${service}.Dockerfile`), 'utf8');
  const variables = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  return parseEnv(variables.join('\n')) as Record<string, string>;
}

/**
 * Browsers send cookies from one origin to another of the same site: the last two labels, as for example.org.
 */
function siteOf(url: string): string {
  return new URL(url).hostname.split('.').slice(-2).join('.');
}

function createValidator() {
  const linter = dirname(createRequire(import.meta.url).resolve('dclint/package.json'));
  const text = readFileSync(join(linter, 'schemas/compose.schema.json'), 'utf8');
  const { $schema: _draft, ...schema } = JSON.parse(text) as Record<string, unknown>;
  const formats = {
    duration: /^(\d+(ms|s|m|h))+$/,
    ports: true,
    expose: true,
    subnet_ip_address: true,
  } as const;
  return new Ajv({ strict: false, formats }).compile(schema);
}
