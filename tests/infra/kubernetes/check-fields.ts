import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Manifest } from './manifests.ts';

const TSC = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const MODULES = resolve(import.meta.dirname, '../../node_modules');
const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];

/**
 * Has TypeScript compare objects with Kubernetes' types, which know every field of each kind and what is
 * required. Returns the compiler's errors.
 */
export function findUnknownFields(objects: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-kubernetes-'));
  try {
    symlinkSync(MODULES, join(folder, 'node_modules'));
    const file = join(folder, 'objects.mts');
    writeFileSync(file, objects.map(toSource).join('\n'));
    const { stdout, status } = spawnSync(process.execPath, [TSC, ...OPTIONS, file], {
      cwd: folder,
      encoding: 'utf8',
    });
    return status === 0 ? '' : stdout;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toSource(object: Manifest, index: number): string {
  const type = `import('kubernetes-models/${object.apiVersion}').I${object.kind}`;
  // The compiler rejects unknown fields only in a literal that is assigned directly.
  return `export const object${index}: ${type} = ${JSON.stringify(object, null, 1)};`;
}

/**
 * Validates objects against the JSON schemas that Kubernetes publishes, which also know the forms of values:
 * quantities, integers, durations. They accept unknown fields. Returns the errors.
 */
export async function findInvalidValues(objects: readonly Manifest[]): Promise<string[]> {
  const errors = await Promise.all(objects.map(validate));
  return errors.flat();
}

type Model = new (object: Manifest) => { validate(): void };

async function validate(object: Manifest): Promise<string[]> {
  const { apiVersion, kind, metadata } = object;
  const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, Model>;
  const Kind = models[kind];
  if (!Kind) return [`${apiVersion} has no ${kind}`];
  try {
    new Kind(object).validate();
    return [];
  } catch (error) {
    return [`${kind} ${metadata.name}: ${String(error)}`];
  }
}
