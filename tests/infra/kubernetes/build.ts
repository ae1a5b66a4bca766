import { readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { hasLabels, type Labels, type Manifest } from './manifests.ts';
import { patchObject, type PatchStep } from './patch.ts';

/** Where the manifests are. */
export const KUBERNETES = resolve(import.meta.dirname, '../../../infra/kubernetes');

/** The supported fields of a kustomization.yaml; anything else fails. */
interface Kustomization {
  resources?: string[];
  components?: string[];
  namespace?: string;
  labels?: Array<{ pairs: Labels; includeTemplates?: boolean }>;
  images?: Array<{ name: string; newName: string; newTag: string }>;
  configMapGenerator?: Array<{ name: string; behavior?: string; literals: string[] }>;
  patches?: Array<{ path?: string; patch?: string; target: PatchTarget }>;
}

interface PatchTarget {
  kind: string;
  name?: string;
  labelSelector?: string;
}

const KNOWN = new Set([
  'apiVersion',
  'kind',
  'resources',
  'components',
  'namespace',
  'labels',
  'images',
  'configMapGenerator',
  'patches',
]);

/**
 * Builds a folder as kustomize does, as far as these manifests need, without hashes in generated names.
 * compare-with-kubectl.ts shows that both agree.
 */
export function buildManifests(folder: string, base: Manifest[] = []): Manifest[] {
  const path = join(KUBERNETES, folder);
  const kustomization = readKustomization(path);
  let objects = [...base];
  for (const resource of kustomization.resources ?? []) {
    const at = join(folder, resource);
    objects.push(
      ...(statSync(join(KUBERNETES, at)).isDirectory()
        ? buildManifests(at)
        : readObjects(join(path, resource))),
    );
  }
  for (const component of kustomization.components ?? []) {
    objects = buildManifests(join(folder, component), objects);
  }
  generateConfigMaps(objects, kustomization);
  transform(objects, kustomization, path);
  return objects;
}

function readKustomization(path: string): Kustomization {
  const kustomization = parse(readFileSync(join(path, 'kustomization.yaml'), 'utf8')) as Kustomization;
  const unknown = Object.keys(kustomization).filter((key) => !KNOWN.has(key));
  if (unknown.length > 0) throw new Error(`${path}: unknown ${unknown.join(', ')}`);
  return kustomization;
}

function readObjects(path: string): Manifest[] {
  return parseObjects(readFileSync(path, 'utf8'));
}

/** The objects of a YAML file. */
export function parseObjects(text: string): Manifest[] {
  return parseAllDocuments(text).map((document) => {
    for (const error of document.errors) throw error;
    // Copies values, as those of anchors are shared.
    return structuredClone(JSON.parse(JSON.stringify(document.toJS()))) as Manifest;
  });
}

function generateConfigMaps(objects: Manifest[], { configMapGenerator = [] }: Kustomization): void {
  for (const { name, behavior, literals } of configMapGenerator) {
    const data = Object.fromEntries(literals.map((literal) => splitOnce(literal)));
    const known = objects.find((object) => object.kind === 'ConfigMap' && object.metadata.name === name);
    if ((behavior === 'merge') !== (known !== undefined))
      throw new Error(`ConfigMap ${name} is there or not`);
    if (known) Object.assign(known.data ?? {}, data);
    else objects.push({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data });
  }
}

function transform(objects: Manifest[], kustomization: Kustomization, path: string): void {
  for (const { target, ...patch } of kustomization.patches ?? []) {
    const text = patch.patch ?? readFileSync(join(path, patch.path ?? ''), 'utf8');
    const targets = objects.filter((object) => isTarget(object, target));
    if (targets.length === 0) throw new Error(`${path}: a patch has no target`);
    for (const object of targets) patchObject(object, parse(text) as PatchStep[]);
  }
  for (const object of objects) {
    if (kustomization.namespace !== undefined && object.kind !== 'Namespace') {
      object.metadata.namespace = kustomization.namespace;
    }
    for (const { pairs, includeTemplates } of kustomization.labels ?? []) {
      object.metadata.labels = { ...object.metadata.labels, ...pairs };
      const template = includeTemplates ? object.spec?.template : undefined;
      if (template) template.metadata.labels = { ...template.metadata.labels, ...pairs };
    }
    for (const container of object.spec?.template?.spec.containers ?? []) {
      const image = kustomization.images?.find(({ name }) => name === container.image);
      if (image) container.image = `${image.newName}:${image.newTag}`;
    }
  }
}

function isTarget({ kind, metadata }: Manifest, target: PatchTarget): boolean {
  if (kind !== target.kind || (target.name ?? metadata.name) !== metadata.name) return false;
  if (target.labelSelector === undefined) return true;
  return hasLabels(metadata.labels, Object.fromEntries([splitOnce(target.labelSelector)]));
}

function splitOnce(text: string): [string, string] {
  const at = text.indexOf('=');
  return [text.slice(0, at), text.slice(at + 1)];
}
