import { listWorkloads, ofKind, selects, type Manifest, type Selector, type Workload } from './manifests.ts';

interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: { cidr: string };
}

interface Side {
  to?: Peer[];
  from?: Peer[];
  ports?: Array<{ port: string | number }>;
}

/**
 * Lists the destinations that the network policies allow each workload, as `place:port`. One allowing policy
 * is enough.
 */
export function listEgress(objects: readonly Manifest[]): Record<string, string[]> {
  return listWays(objects, 'egress');
}

/** Lists the sources that may connect to each workload. */
export function listIngress(objects: readonly Manifest[]): Record<string, string[]> {
  return listWays(objects, 'ingress');
}

function listWays(objects: readonly Manifest[], side: 'egress' | 'ingress'): Record<string, string[]> {
  const workloads = listWorkloads(objects);
  const policies = ofKind(objects, 'NetworkPolicy').map(({ spec }) => spec);
  const type = side === 'egress' ? 'Egress' : 'Ingress';
  return Object.fromEntries(
    workloads.map(({ name, labels }) => {
      const matching = policies.filter(
        ({ podSelector, policyTypes }) => policyTypes.includes(type) && selects(podSelector, labels),
      );
      if (matching.length === 0) return [name, ['everywhere']];
      const ways = matching.flatMap((policy) => (policy[side] ?? []) as Side[]);
      return [name, [...new Set(ways.flatMap((way) => describe(way, workloads)))].toSorted()];
    }),
  );
}

function describe({ to, from, ports = [] }: Side, workloads: Workload[]): string[] {
  const places = (to ?? from ?? []).flatMap((peer) => describePeer(peer, workloads));
  return places.flatMap((place) => ports.map(({ port }) => `${place}:${port}`));
}

function describePeer({ podSelector, namespaceSelector, ipBlock }: Peer, workloads: Workload[]): string[] {
  if (ipBlock) return [ipBlock.cidr.endsWith('/0') ? 'internet' : ipBlock.cidr];
  if (namespaceSelector)
    return [namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'] ?? 'any namespace'];
  return workloads.filter(({ labels }) => selects(podSelector ?? {}, labels)).map(({ name }) => name);
}
