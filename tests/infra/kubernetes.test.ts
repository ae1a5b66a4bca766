import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { SHOWCASE_LIMITS } from '@kitroom/devstack/stack-environment';
import { buildManifests } from './kubernetes/build.ts';
import { listDocumentedKeys, listSecretKeys, readReadme } from './kubernetes/check-environment.ts';
import { findInvalidValues, findUnknownFields } from './kubernetes/check-fields.ts';
import { IMAGE_USER } from './kubernetes/check-pods.ts';
import { countConnections } from './kubernetes/connections.ts';
import { findProblems } from './kubernetes/find-problems.ts';
import { listWorkloads, ofKind, type Manifest } from './kubernetes/manifests.ts';
import { listWaysIn, listWaysOut } from './kubernetes/reachable.ts';

const OVERLAYS = ['overlays/small', 'overlays/production', 'overlays/cloudnativepg'];
const MIGRATION = 'overlays/production/migration';
const SHOWCASE_HOST = 'kits.example.org';
const MINUTE = 60_000;

interface IngressRule {
  host: string;
  http?: { paths: Array<{ path: string }> };
}

describe.each(OVERLAYS)('%s', (overlay) => {
  const objects = buildManifests(overlay);

  it(
    'has only fields and values that Kubernetes knows',
    async () => {
      expect(findUnknownFields(objects)).toBe('');
      expect(await findInvalidValues(objects)).toEqual([]);
    },
    MINUTE,
  );

  it('has pods that are safe, bounded, watched and given what they read, and names that lead somewhere', () => {
    expect(findProblems(objects)).toEqual([]);
  });

  it('puts everything into its namespace, which lets only restricted pods in', () => {
    const [namespace, ...more] = ofKind(objects, 'Namespace');
    expect(more).toEqual([]);
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    const others = objects.filter(({ kind }) => kind !== 'Namespace');
    expect(new Set(others.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set([namespace?.metadata.name]),
    );
  });

  it('connects the showcase with both services, and sets the limits of installations with it', () => {
    const [catalogue, collection, showcase] = ['catalogue', 'collection', 'showcase'].map(
      (name) => ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === name)?.data ?? {},
    );
    expect(showcase).toMatchObject({
      CATALOGUE_URL: catalogue?.['PUBLIC_URL'],
      COLLECTION_URL: collection?.['PUBLIC_URL'],
    });
    const url = `https://${SHOWCASE_HOST}`;
    expect(catalogue).toMatchObject({ SHOWCASE_URL: url });
    expect(collection).toMatchObject({ SHOWCASE_URL: url, SHARE_URL: `${url}/s`, CORS_ORIGINS: url });
    expect({ ...collection, ...catalogue }).toMatchObject(SHOWCASE_LIMITS);
    const hosts = ofKind(objects, 'Ingress').flatMap(({ spec }) =>
      (spec.rules as IngressRule[]).map(({ host }) => host),
    );
    expect(hosts).toContain(SHOWCASE_HOST);
  });

  it('says which release runs', () => {
    for (const { container } of listWorkloads(objects)) {
      expect(container.image).toMatch(
        /^registry\.example\.org\/kitroom-(catalogue|collection|showcase):\d+\.\d+\.\d+$/,
      );
    }
  });
});

describe('the ingress', () => {
  it('takes bodies as large as the services do, and larger ones only where imports go', () => {
    const limits = ofKind(buildManifests('overlays/small'), 'Ingress').flatMap(({ metadata, spec }) =>
      (spec.rules as IngressRule[]).flatMap(({ host, http }) =>
        (http?.paths ?? []).map(({ path }) => [
          `${host}${path}`,
          metadata.annotations?.['nginx.org/client-max-body-size'],
        ]),
      ),
    );
    expect(Object.fromEntries(limits)).toEqual({
      'catalogue.example.org/': '1m',
      'collection.example.org/': '21m',
      'collection.example.org/api/imports': '5121m',
      'kits.example.org/': '1m',
    });
  });
});

describe('the network policies', () => {
  it('let each pod reach what it needs and no more: the catalogue’s worker alone the archive', () => {
    const [dns, database, cache] = [['kube-system:53'], ['postgresql:5432'], ['redis:6379']];
    const traces = ['monitoring:4318'];
    expect(listWaysOut(buildManifests('overlays/small'))).toEqual({
      catalogue: [...dns, ...traces, ...database, ...cache],
      'catalogue-worker': ['internet:443', ...dns, ...traces, ...database],
      collection: ['catalogue:http', 'internet:443', ...dns, ...traces, ...database, ...cache],
      'collection-worker': [
        'catalogue:http',
        'internet:443',
        'internet:465',
        'internet:587',
        ...dns,
        ...traces,
        ...database,
        ...cache,
      ],
      showcase: [],
    });
  });

  it('let nobody in but the proxy, the collection service and the monitoring', () => {
    expect(listWaysIn(buildManifests('overlays/production'))).toEqual({
      catalogue: ['collection-worker:http', 'collection:http', 'monitoring:metrics', 'nginx-ingress:http'],
      'catalogue-worker': ['monitoring:metrics'],
      collection: ['monitoring:metrics', 'nginx-ingress:http'],
      'collection-worker': ['monitoring:metrics'],
      showcase: ['nginx-ingress:http'],
    });
  });

  it('let a migration reach its database alone', () => {
    const jobs = buildManifests(MIGRATION);
    const out = listWaysOut([...buildManifests('overlays/production'), ...jobs]);
    expect(out['catalogue-migrate']).toEqual(['10.20.0.0/24:5432', 'kube-system:53']);
    expect(out['collection-migrate']).toEqual(['10.20.0.0/24:5432', 'kube-system:53']);
  });
});

describe('overlays/cloudnativepg/database', () => {
  const objects = buildManifests('overlays/cloudnativepg/database');
  const [cluster] = ofKind(objects, 'Cluster');
  const [pooler] = ofKind(objects, 'Pooler');
  const name = cluster?.metadata.name;
  const namespace = ofKind(objects, 'Namespace')[0]?.metadata.name;

  it('has a primary with standbys, both databases with owners of their own, and a pooler in transaction mode', () => {
    expect(cluster?.spec.instances).toBeGreaterThan(1);
    const databases = ofKind(objects, 'Database').map(({ spec }) => spec);
    const created = [cluster?.spec.bootstrap.initdb, ...databases];
    expect(created.map(({ owner, database, name: other }) => [owner, database ?? other])).toEqual([
      ['collection', 'collection'],
      ['catalogue', 'catalogue'],
    ]);
    expect(created[0]).toMatchObject({ encoding: 'UTF8', localeCType: 'C.UTF-8' });
    expect(pooler?.spec).toMatchObject({ type: 'rw', pgbouncer: { poolMode: 'transaction' } });
  });

  it('names one cluster, whose services README.md puts into the addresses', () => {
    const referring = [pooler, ...ofKind(objects, 'Database')];
    expect(referring.map((object) => object?.spec.cluster.name)).toEqual([name, name]);
    const hosts = [pooler?.metadata.name, `${name}-rw`, `${name}-ro`].map((host) => `${host}.${namespace}`);
    const documented = [...readReadme().matchAll(/`(DATABASE_\w+)`: `postgres:\/\/[^@]+@([^:]+):5432\//g)];
    expect(documented.map(([, variable, host]) => [variable, host])).toEqual([
      ['DATABASE_URL', hosts[0]],
      ['DATABASE_DIRECT_URL', hosts[1]],
      ['DATABASE_READ_URL', hosts[2]],
    ]);
  });

  it('is in the namespace that the services may connect to', () => {
    expect(new Set(objects.map(({ metadata }) => metadata.namespace ?? metadata.name))).toEqual(
      new Set([namespace]),
    );
    const out = listWaysOut(buildManifests('overlays/cloudnativepg'));
    for (const pod of ['catalogue', 'catalogue-worker', 'collection', 'collection-worker']) {
      expect(out[pod]).toContain(`${namespace}:5432`);
    }
  });
});

describe('the migrations', () => {
  const jobs = buildManifests(MIGRATION);
  const production = buildManifests('overlays/production');

  it(
    'are jobs that run the release which is rolled out',
    async () => {
      expect(findUnknownFields(jobs)).toBe('');
      expect(await findInvalidValues(jobs)).toEqual([]);
      const imagesOf = (objects: Manifest[]) => [
        ...new Set(listWorkloads(objects).map((each) => each.container.image)),
      ];
      const site = imagesOf(production).filter((image) => image?.includes('kitroom-showcase'));
      expect(site).toHaveLength(1);
      expect([...imagesOf(jobs), ...site]).toEqual(imagesOf(production));
      expect(jobs.map(({ metadata }) => metadata.namespace)).toEqual(['kitroom', 'kitroom']);
    },
    MINUTE,
  );

  it('are safe and bounded, and run as somebody that the overlay has', () => {
    expect(findProblems([...production, ...jobs])).toEqual([]);
  });
});

describe('README.md', () => {
  const overlays = OVERLAYS.map((overlay) => buildManifests(overlay));

  it('lists the secrets that pods read, and no others', () => {
    const read = [...new Set(overlays.flatMap((objects) => listSecretKeys(objects)))].toSorted();
    expect(listDocumentedKeys()).toEqual(read);
  });

  it('knows how many connections PostgreSQL must allow', () => {
    const [small, production] = overlays.map((objects) =>
      ['catalogue', 'collection'].map((service) => countConnections(objects, service)),
    );
    expect(readReadme()).toContain(`small: ${small?.join(' and ')}`);
    expect(readReadme()).toContain(`production: ${production?.join(' and ')}`);
  });
});

it('the pods run as the user of the images', () => {
  for (const service of ['catalogue', 'collection', 'showcase']) {
    const path = resolve(import.meta.dirname, `../../infra/images/${service}.Dockerfile`);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^USER ${IMAGE_USER}:${IMAGE_USER}$`, 'm'));
  }
});
