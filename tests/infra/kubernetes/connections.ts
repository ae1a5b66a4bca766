import { environmentOf, listWorkloads, ofKind, type Manifest } from './manifests.ts';

/** Connections that a migration opens, in a job or at a service's start. */
const MIGRATION = 2;

/** Returns the maximum number of database connections of all pods of a service during a roll-out. */
export function countConnections(objects: readonly Manifest[], service: string): number {
  const pods = listWorkloads(objects).filter(({ labels }) => labels['app.kubernetes.io/name'] === service);
  return pods.reduce((sum, workload) => {
    const poolMax = Number(environmentOf(workload, objects)['DATABASE_POOL_MAX']);
    const surge = Number(workload.object.spec.strategy.rollingUpdate.maxSurge);
    return sum + (replicasOf(objects, workload.object) + surge) * poolMax;
  }, MIGRATION);
}

function replicasOf(objects: readonly Manifest[], { metadata, spec }: Manifest): number {
  const scaler = ofKind(objects, 'HorizontalPodAutoscaler').find(
    (autoscaler) => autoscaler.spec.scaleTargetRef.name === metadata.name,
  );
  return Number(scaler?.spec.maxReplicas ?? spec.replicas ?? 1);
}
