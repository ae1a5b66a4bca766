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
import { listEgress, listIngress } from './kubernetes/reachable.ts';

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
    'has only fields and values that the Kubernetes schemas allow',
    async () => {
      expect(findUnknownFields(objects)).toBe('');
      expect(await findInvalidValues(objects)).toEqual([]);
    },
    MINUTE,
  );

  it('passes the checks of security, limits, probes, variables and references', () => {
    expect(findProblems(objects)).toEqual([]);
  });

  it('puts all objects into its namespace, which admits only restricted pods', () => {
    const [namespace, ...more] = ofKind(objects, 'Namespace');
    expect(more).toEqual([]);
    expect(namespace?.metadata.labels).toMatchObject({ 'pod-security.kubernetes.io/enforce': 'restricted' });
    const namespaced = objects.filter(({ kind }) => kind !== 'Namespace');
    expect(new Set(namespaced.map(({ metadata }) => metadata.namespace))).toEqual(
      new Set([namespace?.metadata.name]),
    );
  });

  it('connects the showcase to both services, and sets the limits of the showcase', () => {
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

  it('runs images with a release tag', () => {
    for (const { container } of listWorkloads(objects)) {
      expect(container.image).toMatch(
        /^registry\.example\.org\/kitroom-(catalogue|collection|showcase):\d+\.\d+\.\d+$/,
      );
    }
  });
});

describe('the ingress', () => {
  it('accepts bodies as large as the services do, and larger bodies only for imports', () => {
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
  it('allow each pod to connect only to the hosts it needs, and only the catalogue worker to the archive', () => {
    const [dns, database, cache] = [['kube-system:53'], ['postgresql:5432'], ['redis:6379']];
    const traces = ['monitoring:4318'];
    expect(listEgress(buildManifests('overlays/small'))).toEqual({
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

  it('allow connections only from the proxy, the collection service and the monitoring', () => {
    expect(listIngress(buildManifests('overlays/production'))).toEqual({
      catalogue: ['collection-worker:http', 'collection:http', 'monitoring:metrics', 'nginx-ingress:http'],
      'catalogue-worker': ['monitoring:metrics'],
      collection: ['monitoring:metrics', 'nginx-ingress:http'],
      'collection-worker': ['monitoring:metrics'],
      showcase: ['nginx-ingress:http'],
    });
  });

  it('allow a migration to connect only to its database and DNS', () => {
    const jobs = buildManifests(MIGRATION);
    const out = listEgress([...buildManifests('overlays/production'), ...jobs]);
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

  it('has a primary with standbys, both databases with their owners, and a pooler in transaction mode', () => {
    expect(cluster?.spec.instances).toBeGreaterThan(1);
    const databases = ofKind(objects, 'Database').map(({ spec }) => spec);
    const created = [cluster?.spec.bootstrap.initdb, ...databases];
    expect(created.map(({ owner, database, name: objectName }) => [owner, database ?? objectName])).toEqual([
      ['collection', 'collection'],
      ['catalogue', 'catalogue'],
    ]);
    expect(created[0]).toMatchObject({ encoding: 'UTF8', localeCType: 'C.UTF-8' });
    expect(pooler?.spec).toMatchObject({ type: 'rw', pgbouncer: { poolMode: 'transaction' } });
  });

  it('names one cluster, whose services appear in the addresses of README.md', () => {
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

  it('uses the namespace that the services may connect to', () => {
    expect(new Set(objects.map(({ metadata }) => metadata.namespace ?? metadata.name))).toEqual(
      new Set([namespace]),
    );
    const out = listEgress(buildManifests('overlays/cloudnativepg'));
    for (const pod of ['catalogue', 'catalogue-worker', 'collection', 'collection-worker']) {
      expect(out[pod]).toContain(`${namespace}:5432`);
    }
  });
});

describe('the migration jobs', () => {
  const jobs = buildManifests(MIGRATION);
  const production = buildManifests('overlays/production');

  it(
    'run the image versions of the production overlay',
    async () => {
      expect(findUnknownFields(jobs)).toBe('');
      expect(await findInvalidValues(jobs)).toEqual([]);
      const imagesOf = (objects: Manifest[]) => [
        ...new Set(listWorkloads(objects).map(({ container }) => container.image)),
      ];
      const site = imagesOf(production).filter((image) => image?.includes('kitroom-showcase'));
      expect(site).toHaveLength(1);
      expect([...imagesOf(jobs), ...site]).toEqual(imagesOf(production));
      expect(jobs.map(({ metadata }) => metadata.namespace)).toEqual(['kitroom', 'kitroom']);
    },
    MINUTE,
  );

  it('pass the checks together with the production overlay', () => {
    expect(findProblems([...production, ...jobs])).toEqual([]);
  });
});

describe('infra/kubernetes/README.md', () => {
  const overlays = OVERLAYS.map((overlay) => buildManifests(overlay));

  it('lists exactly the secrets that pods read', () => {
    const read = [...new Set(overlays.flatMap((objects) => listSecretKeys(objects)))].toSorted();
    expect(listDocumentedKeys()).toEqual(read);
  });

  it('states how many connections PostgreSQL must allow', () => {
    const [small, production] = overlays.map((objects) =>
      ['catalogue', 'collection'].map((service) => countConnections(objects, service)),
    );
    expect(readReadme()).toContain(`small: ${small?.join(' and ')}`);
    expect(readReadme()).toContain(`production: ${production?.join(' and ')}`);
  });
});

it('IMAGE_USER is the user of all images', () => {
  for (const service of ['catalogue', 'collection', 'showcase']) {
    const path = resolve(import.meta.dirname, `../../infra/images/${service}.Dockerfile`);
    expect(readFileSync(path, 'utf8')).toMatch(new RegExp(`^USER ${IMAGE_USER}:${IMAGE_USER}$`, 'm'));
  }
});
