import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Manifest } from './manifests.ts';

const TSC = resolve(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
const TYPES = dirname(createRequire(import.meta.url).resolve('kubernetes-types/package.json'));
const OPTIONS = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--types', ''];

/**
 * Has TypeScript compare objects with Kubernetes' own types, which know every field of each kind, its type,
 * and what may not be left out. Answers the compiler's problems.
 */
export function checkTypes(objects: readonly Manifest[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'kitroom-kubernetes-'));
  try {
    const file = join(folder, 'objects.ts');
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

/** `networking.k8s.io/v1` is in the types' folder `networking`, `v1` in `core`. */
function toSource(object: Manifest, index: number): string {
  const [version = '', group = 'core'] = object.apiVersion.split('/').toReversed();
  const module = join(TYPES, group.split('.')[0] ?? '', `${version}.d.ts`).replace(/\.d\.ts$/, '.js');
  const type = `import(${JSON.stringify(module)}).${object.kind}`;
  // Only where a literal is assigned at once does the compiler mind fields that nobody knows.
  return `export const object${index}: ${type} = ${JSON.stringify(object, null, 1)};`;
}
