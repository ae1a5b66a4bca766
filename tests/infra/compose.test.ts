import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readCatalogueConfig } from '../../services/catalogue/src/config.ts';
import { readCollectionConfig } from '../../services/collection/src/config.ts';
import { repository } from './repository.ts';

/** What is looked at of a service in compose.yaml. */
interface Service {
  image: string;
  command?: string[];
  environment?: Record<string, string>;
  depends_on?: Record<string, { condition: string }>;
  networks: string[];
  ports?: string[];
  volumes?: string[];
  tmpfs: string[];
  profiles?: string[];
  healthcheck?: { disable?: boolean; test?: string[] };
  stop_grace_period?: string;
  mem_limit?: string;
  restart?: string;
  read_only?: boolean;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
}

const infra = join(repository, 'infra');
const source = readFileSync(join(infra, 'compose.yaml'), 'utf8');
const example = readFileSync(join(infra, 'compose.env.example'), 'utf8');
const SECRETS = {
  POSTGRES_PASSWORD: 'a'.repeat(64),
  CATALOGUE_DATABASE_PASSWORD: 'b'.repeat(64),
  COLLECTION_DATABASE_PASSWORD: 'c'.repeat(64),
  SECRET_KEY: 'd'.repeat(64),
};
const VARIABLE = /\$\$|\$\{(\w+)(?::([-?])([^}]*))?\}/g;
const readers = { catalogue: readCatalogueConfig, collection: readCollectionConfig };

const services = readServices(SECRETS);
const ours = Object.entries(services).flatMap(([name, service]) => {
  const [, kind] = /^(catalogue|collection)\b/.exec(name) ?? [];
  return kind === 'catalogue' || kind === 'collection' ? [{ name, kind, service } as const] : [];
});

describe('compose.yaml', () => {
  it('has both services, each with a worker and migrations, and what they stand on', () => {
    expect(Object.keys(services)).toEqual([
      'postgres',
      'redis',
      'catalogue-migrate',
      'catalogue',
      'catalogue-worker',
      'collection-migrate',
      'collection',
      'collection-worker',
      'nginx',
      'mailpit',
    ]);
    expect(services['mailpit']?.profiles).toEqual(['mail']);
  });

  it.each(Object.keys(SECRETS))('does not start without %s, and holds no secret itself', (name) => {
    expect(() => readServices({ ...SECRETS, [name]: '' })).toThrow('see infra/compose.env.example');
  });

  const READ_BY_THE_RUNTIME = /^(MALLOC_|NODE_COMPILE_CACHE$)/;

  it.each(ours)('sets for $name what the service reads, rightly, and nothing else', ({ kind, service }) => {
    const env = { ...imageEnvironment(kind), ...service.environment };
    const config: Record<string, unknown> = readers[kind](env);
    const given = Object.entries(env).filter(
      ([name, value]) => value !== '' && !READ_BY_THE_RUNTIME.test(name),
    );
    expect(given.filter(([name]) => !Object.hasOwn(config, name))).toEqual([]);
    expect(config).toMatchObject({ TRUST_PROXY: 1, WORKER: false, METRICS_PORT: 9464 });
    // A variable that nobody reads does not get by unseen.
    expect(Object.hasOwn(readers[kind]({ ...env, TRUST_PROXIES: '1' }), 'TRUST_PROXIES')).toBe(false);
  });

  it('has every variable that it needs in compose.env.example, and no other', () => {
    const asked = [...source.matchAll(VARIABLE)].flatMap(([, name]) => name ?? []);
    const told = [...example.matchAll(/^#?([A-Z_]+)=/gm)].flatMap(([, name]) => name ?? []);
    const generated = Object.keys(SECRETS).filter((name) => example.includes(name));
    expect(new Set([...told, ...generated])).toEqual(new Set(asked));
  });

  it.each(Object.entries(services))('gives %s no more rights than it needs', (name, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
      restart: name.endsWith('-migrate') ? 'no' : 'unless-stopped',
    });
    expect(service.cap_add !== undefined).toBe(['postgres', 'nginx'].includes(name));
  });

  it('publishes nginx alone, and the mail catcher on this machine', () => {
    const published = Object.entries(services).filter(([, { ports = [] }]) => ports.length > 0);
    expect(published.map(([name]) => name)).toEqual(['nginx', 'mailpit']);
    expect(services['mailpit']?.ports).toEqual(['127.0.0.1:8025:8025']);
  });

  it('keeps PostgreSQL and Redis where neither nginx nor anybody outside can reach them', () => {
    const networks = parse(source).networks as Record<string, { internal?: boolean } | null>;
    const reachable = (name: string) => services[name]?.networks;
    expect([reachable('postgres'), reachable('redis'), reachable('nginx')]).toEqual([
      ['data'],
      ['data'],
      ['edge'],
    ]);
    expect(networks).toEqual({ edge: null, inner: null, data: { internal: true } });
  });

  it('starts a service once its database is migrated, and nginx once both are alive', () => {
    for (const { name, kind, service } of ours) {
      expect(service.depends_on).toEqual(
        name.endsWith('-migrate')
          ? { postgres: { condition: 'service_healthy' } }
          : { [`${kind}-migrate`]: { condition: 'service_completed_successfully' } },
      );
    }
    const alive = { condition: 'service_healthy', restart: true };
    expect(services['nginx']?.depends_on).toEqual({ catalogue: alive, collection: alive });
  });

  it('has a health check for each long-running service, here or in its image', () => {
    const here = Object.entries(services).filter(([, { healthcheck }]) => healthcheck?.test !== undefined);
    const elsewhere = ['catalogue', 'collection', 'catalogue-migrate', 'collection-migrate', 'mailpit'];
    expect(here.map(([name]) => name).toSorted()).toEqual(
      Object.keys(services)
        .filter((name) => !elsewhere.includes(name))
        .toSorted(),
    );
  });

  it('gives a service longer to stop than the service gives its requests and jobs', () => {
    for (const { service } of ours) {
      const seconds = Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1]);
      expect(seconds).toBeGreaterThan(Number(service.environment?.['SHUTDOWN_GRACE_SECONDS']) + 5);
    }
  });

  it('writes where the containers can: in volumes and in memory', () => {
    expect(services['catalogue']?.volumes).toEqual(['bulk-data:/data']);
    expect(services['catalogue-worker']?.volumes).toEqual(['bulk-data:/data']);
    expect(imageEnvironment('catalogue')['BULK_DATA_ROOT']).toBe('/data/bulk');
    expect(services['collection']?.volumes).toEqual(['photos:/data']);
    expect(services['collection-worker']?.volumes).toEqual(['photos:/data']);
    const { MEDIA_ROOT, MAIL_ROOT } = imageEnvironment('collection');
    expect([MEDIA_ROOT, MAIL_ROOT]).toEqual(['/data/media', '/data/mail']);
    for (const { service } of ours) expect(service.tmpfs[0]).toMatch(/^\/tmp(:|$)/);
  });

  it('gives nginx each variable of its templates, and files that are there', () => {
    const templates = readdirSync(join(infra, 'nginx/templates'));
    const asked = templates.flatMap((name) =>
      readFileSync(join(infra, 'nginx/templates', name), 'utf8').match(/\$\{[A-Z_]+\}/g),
    );
    const given = Object.keys(services['nginx']?.environment ?? {}).map((name) => `\${${name}}`);
    expect(new Set(asked)).toEqual(new Set(given));
    const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes);
    const files = mounted
      .filter((volume) => volume.startsWith('./'))
      .map((volume) => volume.split(':')[0] ?? '');
    expect(files.length).toBeGreaterThan(4);
    expect(files.filter((file) => !existsSync(join(infra, file)))).toEqual([]);
  });
});

/** The services as compose sees them: with the variables filled into the texts once they are read. */
function readServices(env: Record<string, string>): Record<string, Service> {
  const fill = (text: string) =>
    text.replaceAll(VARIABLE, (all, name?: string, kind?: string, otherwise = '') => {
      if (name === undefined) return all.slice(1);
      const value = env[name];
      if (!value && kind === '?') throw new Error(`${name}: ${otherwise}`);
      return value || otherwise;
    });
  const filled = parse(source, (_key, value: unknown) => (typeof value === 'string' ? fill(value) : value), {
    merge: true,
  }) as { services: Record<string, Service> };
  return filled.services;
}

/** The variables that the Dockerfile sets. */
function imageEnvironment(service: 'catalogue' | 'collection'): Record<string, string> {
  const dockerfile = readFileSync(join(infra, `images/${service}.Dockerfile`), 'utf8');
  const variables = [...dockerfile.matchAll(/^ENV (.*)$/gm)].flatMap(([, line = '']) => line.split(' '));
  const { PATH: _path, ...env } = Object.fromEntries(variables.map((text) => text.split('=')));
  return env as Record<string, string>;
}
