import { hasPort, listWorkloads, ofKind, selects, type Manifest, type Selector } from './manifests.ts';

/** Lists dangling references: selectors, ports, accounts, volumes, maps, targets. */
export function checkReferences(objects: readonly Manifest[]): string[] {
  return [
    ...checkSelectors(objects),
    ...checkNames(objects),
    ...checkServices(objects),
    ...checkIngresses(objects),
    ...checkBudgets(objects),
    ...checkAutoscalers(objects),
    ...checkPolicies(objects),
  ];
}

/** The selector of a Deployment must match its own pods only. */
function checkSelectors(objects: readonly Manifest[]): string[] {
  const workloads = listWorkloads(objects);
  return workloads
    .filter(({ kind }) => kind === 'Deployment')
    .filter(({ name, object }) => {
      const owned = workloads.filter(({ labels }) => selects(object.spec.selector, labels));
      return owned.length !== 1 || owned[0]?.name !== name;
    })
    .map(({ name }) => `${name} does not own its own pods alone`);
}

function checkNames(objects: readonly Manifest[]): string[] {
  const has = (kind: string, name: string | undefined) =>
    ofKind(objects, kind).some(({ metadata }) => metadata.name === name);
  return listWorkloads(objects).flatMap(({ name, pod, container }) => [
    ...(container.envFrom ?? [])
      .filter(({ configMapRef }) => configMapRef && !has('ConfigMap', configMapRef.name))
      .map(() => `${name} reads a ConfigMap that is not there`),
    ...(pod.volumes ?? [])
      .filter(({ persistentVolumeClaim: claim }) => claim && !has('PersistentVolumeClaim', claim.claimName))
      .map(() => `${name} mounts a volume that is not there`),
    ...(has('ServiceAccount', pod.serviceAccountName) ? [] : [`${name} runs as nobody that is there`]),
  ]);
}

function checkServices(objects: readonly Manifest[]): string[] {
  return ofKind(objects, 'Service').flatMap(({ metadata, spec }) => {
    const meant = listWorkloads(objects).filter(({ labels }) =>
      selects({ matchLabels: spec.selector }, labels),
    );
    const [workload] = meant;
    if (!workload || meant.length > 1) return [`Service ${metadata.name} does not mean one Deployment`];
    const ports = spec.ports as Array<{ targetPort: string | number }>;
    return ports.every(({ targetPort }) => hasPort(workload, targetPort))
      ? []
      : [`Service ${metadata.name} leads to no port`];
  });
}

interface IngressRule {
  host: string;
  /** Missing where other objects add the paths of the host. */
  http?: { paths: Array<{ backend: { service: { name: string; port: { name: string } } } }> };
}

function checkIngresses(objects: readonly Manifest[]): string[] {
  const ingresses = ofKind(objects, 'Ingress');
  const secured = ingresses.flatMap(({ spec }) =>
    ((spec.tls ?? []) as Array<{ hosts: string[] }>).flatMap(({ hosts }) => hosts),
  );
  return ingresses.flatMap(({ metadata, spec }) => {
    const rules = spec.rules as IngressRule[];
    const backends = rules.flatMap(({ http }) => (http?.paths ?? []).map(({ backend }) => backend.service));
    return [
      ...rules
        .filter(({ host }) => !secured.includes(host))
        .map(({ host }) => `Ingress ${metadata.name} has no TLS for ${host}`),
      ...backends
        .filter(({ name, port }) => !hasServicePort(objects, name, port.name))
        .map(({ name }) => `Ingress ${metadata.name} leads to no port of ${name}`),
    ];
  });
}

function hasServicePort(objects: readonly Manifest[], name: string, port: string): boolean {
  const service = ofKind(objects, 'Service').find(({ metadata }) => metadata.name === name);
  return ((service?.spec.ports ?? []) as Array<{ name: string }>).some(
    (servicePort) => servicePort.name === port,
  );
}

function checkBudgets(objects: readonly Manifest[]): string[] {
  const meant = ofKind(objects, 'PodDisruptionBudget').map(({ metadata, spec }) => ({
    name: metadata.name,
    workloads: listWorkloads(objects).filter(({ labels }) => selects(spec.selector, labels)),
  }));
  const deployments = ofKind(objects, 'Deployment').map(({ metadata }) => metadata.name);
  return [
    ...meant
      .filter(({ workloads }) => workloads.length !== 1)
      .map(({ name }) => `budget ${name} does not mean one Deployment`),
    ...deployments
      .filter((name) => !meant.some(({ workloads }) => workloads[0]?.name === name))
      .map((name) => `${name} has no budget`),
  ];
}

/**
 * A Deployment with an autoscaler must not set `replicas`, and must request CPU, as the target is a share of
 * it.
 */
function checkAutoscalers(objects: readonly Manifest[]): string[] {
  return ofKind(objects, 'HorizontalPodAutoscaler').flatMap(({ metadata, spec }) => {
    const target = spec.scaleTargetRef as { kind: string; name: string };
    const workload = listWorkloads(objects).find(
      ({ kind, name }) => kind === target.kind && name === target.name,
    );
    if (!workload) return [`autoscaler ${metadata.name} minds nothing`];
    return workload.object.spec.replicas === undefined
      ? []
      : [`${workload.name} has a fixed number of replicas`];
  });
}

interface PolicySide {
  ports?: Array<{ port: string | number }>;
  from?: Array<{ podSelector?: Selector; namespaceSelector?: Selector }>;
  to?: Array<{ podSelector?: Selector; namespaceSelector?: Selector }>;
}

function checkPolicies(objects: readonly Manifest[]): string[] {
  const workloads = listWorkloads(objects);
  const meant = (selector: Selector) => workloads.filter(({ labels }) => selects(selector, labels));
  return ofKind(objects, 'NetworkPolicy').flatMap(({ metadata, spec }) => {
    const selected = meant(spec.podSelector as Selector);
    const ingress = (spec.ingress ?? []) as PolicySide[];
    const egress = (spec.egress ?? []) as PolicySide[];
    const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)]
      .filter(({ podSelector, namespaceSelector }) => podSelector && !namespaceSelector)
      .map(({ podSelector = {} }) => meant(podSelector));
    const named = [
      ...ingress.flatMap(({ ports = [] }) =>
        ports.map(({ port }) => selected.some((workload) => hasPort(workload, port))),
      ),
      ...egress.flatMap(({ ports = [] }) =>
        ports.map(
          ({ port }) => typeof port === 'number' || peers.flat().some((workload) => hasPort(workload, port)),
        ),
      ),
    ];
    return [
      ...(selected.length === 0 ? [`policy ${metadata.name} is for nobody`] : []),
      ...(peers.some((list) => list.length === 0) ? [`policy ${metadata.name} names nobody`] : []),
      ...(named.includes(false) ? [`policy ${metadata.name} names a port that nobody has`] : []),
    ];
  });
}
