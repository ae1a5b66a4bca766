import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogueConfig } from '../../../services/catalogue/src/config.ts';
import { readCollectionConfig } from '../../../services/collection/src/config.ts';
import { KUBERNETES } from './build.ts';
import { environmentOf, listWorkloads, type Manifest, type Workload } from './manifests.ts';

/** Example values of the operator's secrets, by `secret/key`, for checking the environment. */
const EXAMPLES: Record<string, string> = {
  DATABASE_URL: 'postgres://user:password@postgresql.example.org:5432/database',
  DATABASE_DIRECT_URL: 'postgres://user:password@postgresql.example.org:5432/database',
  DATABASE_READ_URL: 'postgres://user:password@standby.example.org:5432/database',
  REDIS_URL: 'rediss://user:password@redis.example.org:6379',
  SMTP_URL: 'smtps://user:password@mail.example.org',
  ADMIN_PASSWORD: 'a password of more than twelve characters',
  SECRET_KEY: 'a secret of more than thirty-two characters',
  SECRET_KEY_PREVIOUS: 'another secret of more than thirty-two characters',
  CATALOGUE_API_KEY: 'a key',
  S3_ACCESS_KEY_ID: 'an id',
  S3_SECRET_ACCESS_KEY: 'a key',
};

const READERS = {
  catalogue: readCatalogueConfig,
  collection: readCollectionConfig,
  showcase: readShowcaseConfig,
};

/**
 * Validates each pod's environment with the service's own configuration. Returns invalid values and unused
 * names.
 */
export function checkEnvironment(objects: readonly Manifest[]): string[] {
  return listWorkloads(objects).flatMap((workload) => {
    const env = Object.entries(environmentOf(workload, objects)).map(([name, value]) => [
      name,
      value ?? EXAMPLES[name],
    ]);
    try {
      const known = Object.keys(readerOf(workload)({ NODE_ENV: 'production', ...Object.fromEntries(env) }));
      return env
        .filter(([name]) => !known.includes(String(name)))
        .map(([name]) => `${workload.name} is given ${name}, which nothing reads`);
    } catch (error) {
      return [`${workload.name}: ${(error as Error).message}`];
    }
  });
}

function readerOf({ labels }: Workload): (env: NodeJS.ProcessEnv) => object {
  return READERS[labels['app.kubernetes.io/name'] as keyof typeof READERS];
}

/** The variables of the showcase's image. */
function readShowcaseConfig({ PORT, CATALOGUE_URL = '', COLLECTION_URL = '' }: NodeJS.ProcessEnv): object {
  for (const url of [CATALOGUE_URL, COLLECTION_URL]) {
    if (!/^https:\/\/[\w.-]+$/.test(url)) throw new Error(`"${url}" is not the address of a service`);
  }
  return { NODE_ENV: 'production', PORT, CATALOGUE_URL, COLLECTION_URL };
}

/** The keys of secrets that pods read: `catalogue/DATABASE_URL`; a whole secret is `collection-oidc/*`. */
export function listSecretKeys(objects: readonly Manifest[]): string[] {
  const keys: string[] = listWorkloads(objects).flatMap(({ container }) => [
    ...(container.env ?? []).flatMap(({ valueFrom }) =>
      valueFrom?.secretKeyRef ? [`${valueFrom.secretKeyRef.name}/${valueFrom.secretKeyRef.key}`] : [],
    ),
    ...(container.envFrom ?? []).flatMap(({ secretRef }) => (secretRef ? [`${secretRef.name}/*`] : [])),
  ]);
  return [...new Set(keys)].toSorted();
}

/** The keys that README.md tells the operator to create, from its table. */
export function listDocumentedKeys(): string[] {
  const rows = readReadme().matchAll(/^\| `([\w-]+)`\s+\| (`[^|]+)\|/gm);
  return [...rows]
    .flatMap(([, secret, keys = '']) => [...keys.matchAll(/`([^`]+)`/g)].map(([, key]) => `${secret}/${key}`))
    .toSorted();
}

/** Reads the README of the manifests. */
export function readReadme(): string {
  return readFileSync(join(KUBERNETES, 'README.md'), 'utf8');
}
