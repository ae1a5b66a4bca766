// Compares the manifests as built by the tests with kubectl's result. Run by a workflow, as Debian's kubectl
// is too old; requires kubectl 1.27 or newer.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { buildManifests, KUBERNETES, parseObjects } from './build.ts';
import type { Manifest } from './manifests.ts';

const FOLDERS = ['small', 'production', 'production/migration', 'cloudnativepg', 'cloudnativepg/database'];

for (const folder of FOLDERS.map((name) => `overlays/${name}`)) {
  const objects = toSorted(buildManifests(folder));
  assert.deepEqual(objects, toSorted(buildWithKubectl(folder)));
  assert.notEqual(objects.length, 0);
  process.stdout.write(`${folder}: kubectl builds the same ${objects.length} objects\n`);
}

function buildWithKubectl(folder: string): Manifest[] {
  const text = execFileSync('kubectl', ['kustomize', join(KUBERNETES, folder)], { encoding: 'utf8' });
  return parseObjects(text.replaceAll(/\b(catalogue|collection|showcase)-[0-9a-z]{10}$/gm, '$1'));
}

function toSorted(objects: Manifest[]): Manifest[] {
  const keyOf = ({ kind, metadata }: Manifest) => `${kind} ${metadata.name}`;
  return objects.toSorted((left, right) => keyOf(left).localeCompare(keyOf(right)));
}
