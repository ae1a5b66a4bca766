import type { IContainer, IPodTemplateSpec } from 'kubernetes-models/v1';

/** Labels of an object, or labels that a selector requires. */
export type Labels = Record<string, string>;

/** The fields common to all kinds of Kubernetes objects. TypeScript checks the specific types separately. */
export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace?: string; labels?: Labels; annotations?: Record<string, string> };
  data?: Record<string, string>;
  // oxlint-disable-next-line typescript/no-explicit-any -- each kind has a different type
  spec?: any;
}

/** A Deployment or a Job, and its pods. */
export interface Workload {
  kind: 'Deployment' | 'Job';
  name: string;
  object: Manifest;
  labels: Labels;
  pod: NonNullable<IPodTemplateSpec['spec']>;
  container: IContainer;
}

/** Lists the objects that create pods; each pod has one container. */
export function listWorkloads(objects: readonly Manifest[]): Workload[] {
  return objects
    .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
    .map((object) => {
      const template = object.spec.template as IPodTemplateSpec;
      const [container, ...more] = template.spec?.containers ?? [];
      if (!template.spec || !container || more.length > 0) throw new Error(`${object.metadata.name} is odd`);
      return {
        kind: object.kind as Workload['kind'],
        name: object.metadata.name,
        object,
        labels: template.metadata?.labels ?? {},
        pod: template.spec,
        container,
      };
    });
}

/** Returns the objects of one kind. */
export function ofKind(objects: readonly Manifest[], kind: string): Manifest[] {
  return objects.filter((object) => object.kind === kind);
}

/** Whether labels include all required labels. */
export function hasLabels(labels: Labels | undefined, expected: Labels): boolean {
  return Object.entries(expected).every(([key, value]) => labels?.[key] === value);
}

/** A pod selector of a policy or a disruption budget. */
export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: Array<{ key: string; operator: string; values?: string[] }>;
}

/** Whether a selector matches pods with these labels. */
export function selects({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  if (matchExpressions.some(({ operator }) => operator !== 'In')) throw new Error('only In is known here');
  return (
    hasLabels(labels, matchLabels) &&
    matchExpressions.every(({ key, values = [] }) => values.includes(labels[key] ?? ''))
  );
}

/** Whether a workload's container has a port with this name or number. */
export function hasPort({ container }: Workload, port: string | number): boolean {
  return (container.ports ?? []).some(({ name, containerPort }) => name === port || containerPort === port);
}

/** A container's environment, from its ConfigMap and its own entries. Values of secrets are `undefined`. */
export function environmentOf(
  { container }: Workload,
  objects: readonly Manifest[],
): Record<string, string | undefined> {
  const maps = (container.envFrom ?? []).flatMap(({ configMapRef }) => {
    const map = ofKind(objects, 'ConfigMap').find(({ metadata }) => metadata.name === configMapRef?.name);
    return Object.entries(map?.data ?? {});
  });
  const ownVariables = (container.env ?? []).map(({ name, value }): [string, string | undefined] => [
    name,
    value,
  ]);
  return Object.fromEntries([...maps, ...ownVariables]);
}
