import { complainOfEnvironment } from './check-environment.ts';
import { complainOfLife, complainOfResources, complainOfRights } from './check-pods.ts';
import { complainOfReferences } from './check-references.ts';
import { listWorkloads, type Manifest } from './manifests.ts';

/** All that is wrong with what an overlay gives, but for what TypeScript finds. */
export function complain(objects: readonly Manifest[]): string[] {
  return [
    ...listWorkloads(objects).flatMap((workload) => [
      ...complainOfRights(workload),
      ...complainOfResources(workload),
      ...complainOfLife(workload, objects),
    ]),
    ...complainOfReferences(objects),
    ...complainOfEnvironment(objects),
  ];
}
