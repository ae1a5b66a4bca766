import { checkEnvironment } from './check-environment.ts';
import { checkLifecycle, checkResources, checkRights } from './check-pods.ts';
import { checkReferences } from './check-references.ts';
import { listWorkloads, type Manifest } from './manifests.ts';

/** Lists all problems of an overlay's objects, except those that TypeScript finds. */
export function findProblems(objects: readonly Manifest[]): string[] {
  return [
    ...listWorkloads(objects).flatMap((workload) => [
      ...checkRights(workload),
      ...checkResources(workload),
      ...checkLifecycle(workload, objects),
    ]),
    ...checkReferences(objects),
    ...checkEnvironment(objects),
  ];
}
