import type { IProbe } from 'kubernetes-models/v1';
import { environmentOf, hasPort, type Manifest, type Workload } from './manifests.ts';

/** The user that the images run as. */
export const IMAGE_USER = 10_001;

const CPU = /^(\d+m|\d+(\.\d+)?)$/;
/** How long the showcase's nginx takes to stop: `worker_shutdown_timeout`. */
const NGINX_GRACE = 10;
const BYTES = /^\d+(Ki|Mi|Gi)$/;

/** Lists faults in the pods' rights: each must meet the "restricted" standard and write only to volumes. */
export function checkRights({ name, pod, container }: Workload): string[] {
  const podSecurity = pod.securityContext;
  const security = container.securityContext;
  return problems(name, {
    'has a token of the cluster': pod.automountServiceAccountToken === false,
    'has no service account': pod.serviceAccountName !== undefined,
    'may run as root': podSecurity?.runAsNonRoot === true,
    'runs as another user than the image':
      podSecurity?.runAsUser === IMAGE_USER && podSecurity.runAsGroup === IMAGE_USER,
    'has no seccomp profile': podSecurity?.seccompProfile?.type === 'RuntimeDefault',
    'may gain rights': security?.allowPrivilegeEscalation === false,
    'may write to its image': security?.readOnlyRootFilesystem === true,
    'keeps capabilities': security?.capabilities?.drop?.join() === 'ALL' && !security.capabilities.add,
  });
}

/** Lists faults in the pods' resource requests and limits. */
export function checkResources({ name, pod, container }: Workload): string[] {
  const { requests = {}, limits = {} } = container.resources ?? {};
  const mounted = new Set((container.volumeMounts ?? []).map((mount) => mount.name));
  return problems(name, {
    'asks for no CPU': CPU.test(String(requests['cpu'])),
    'asks for no memory': BYTES.test(String(requests['memory'])),
    'has no limit of memory': BYTES.test(String(limits['memory'])),
    'has a wrong limit of CPU': limits['cpu'] === undefined || CPU.test(String(limits['cpu'])),
    'asks for no disk': BYTES.test(String(requests['ephemeral-storage'])),
    'has no limit of disk': BYTES.test(String(limits['ephemeral-storage'])),
    'has a folder without a limit': (pod.volumes ?? []).every(
      ({ emptyDir }) => !emptyDir || BYTES.test(String(emptyDir.sizeLimit)),
    ),
    'mounts what it does not have':
      (pod.volumes ?? []).length === mounted.size &&
      (pod.volumes ?? []).every((volume) => mounted.has(volume.name)),
  });
}

/** Lists faults in how pods start, are probed and stop. Jobs end by themselves. */
export function checkLifecycle(workload: Workload, objects: readonly Manifest[]): string[] {
  const { kind, name, pod, container, object } = workload;
  if (kind === 'Job') return [];
  const { startupProbe, readinessProbe, livenessProbe, lifecycle } = container;
  const isServed = hasPort(workload, 'http');
  // The showcase serves only files, so the same path serves as readiness and liveness probe.
  const isSite = workload.labels['app.kubernetes.io/component'] === 'site';
  const ready = isSite ? '/config.json' : '/api/ready';
  const pause = lifecycle?.preStop?.sleep?.seconds ?? 0;
  const grace = isSite ? NGINX_GRACE : Number(environmentOf(workload, objects)['SHUTDOWN_GRACE_SECONDS']);
  return problems(name, {
    'has no probe of its start': isProbe(startupProbe, workload),
    'has no probe of its life': isProbe(livenessProbe, workload),
    'is asked for its database to live': livenessProbe?.httpGet?.path === (isSite ? ready : '/metrics'),
    'has no probe of its readiness': !isServed || isProbe(readinessProbe, workload),
    'is sent requests that it cannot serve': !isServed || readinessProbe?.httpGet?.path === ready,
    'starts without its database': !isServed || startupProbe?.httpGet?.path === ready,
    'ends before the proxies know': !isServed || pause >= 5,
    'is killed before it has ended': (pod.terminationGracePeriodSeconds ?? 30) >= grace + pause + 5,
    'is rolled out with a gap': object.spec.strategy?.rollingUpdate?.maxUnavailable === 0,
  });
}

function isProbe(probe: IProbe | undefined, workload: Workload): boolean {
  const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
  return port !== undefined && hasPort(workload, port);
}

/** Lists the facts that are false, with the name of the workload. */
export function problems(name: string, facts: Record<string, boolean>): string[] {
  return Object.entries(facts)
    .filter(([, holds]) => !holds)
    .map(([problem]) => `${name} ${problem}`);
}
