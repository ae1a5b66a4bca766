import { describe, expect, it } from '@jest/globals';
import { buildManifests } from './kubernetes/build.ts';
import { findInvalidValues, findUnknownFields } from './kubernetes/check-fields.ts';
import { findProblems } from './kubernetes/find-problems.ts';
import type { Manifest } from './kubernetes/manifests.ts';
import { patchObject, type PatchStep } from './kubernetes/patch.ts';

const MINUTE = 60_000;

/** Returns the production overlay with one object changed. */
function changed(kind: string, name: string, ...steps: PatchStep[]): Manifest[] {
  const objects = buildManifests('overlays/production');
  const object = objects.find((candidate) => candidate.kind === kind && candidate.metadata.name === name);
  if (!object) throw new Error(`there is no ${kind} ${name}`);
  patchObject(object, steps);
  return objects;
}

describe('the checks of Kubernetes manifests', () => {
  const pod = '/spec/template/spec';
  const container = `${pod}/containers/0`;
  const remove = (path: string): PatchStep => ({ op: 'remove', path });
  const replace = (path: string, value: unknown): PatchStep => ({ op: 'replace', path, value });
  const env = { name: 'LOG_LEVL', value: 'info' };
  const mistakes: Array<[string, string, string, PatchStep, string]> = [
    [
      'a mounted service account token',
      'Deployment',
      'catalogue',
      remove(`${pod}/automountServiceAccountToken`),
      'has a token',
    ],
    [
      'a pod that runs as root',
      'Deployment',
      'collection',
      replace(`${pod}/securityContext/runAsUser`, 0),
      'another user',
    ],
    [
      'a container that can write to its image',
      'Deployment',
      'catalogue',
      remove(`${container}/securityContext`),
      'write to its image',
    ],
    [
      'a missing memory limit',
      'Deployment',
      'catalogue',
      remove(`${container}/resources/limits/memory`),
      'no limit of memory',
    ],
    [
      'a memory request with an invalid unit',
      'Deployment',
      'catalogue',
      replace(`${container}/resources/requests/memory`, '1G1'),
      'no memory',
    ],
    [
      'a missing liveness probe',
      'Deployment',
      'collection-worker',
      remove(`${container}/livenessProbe`),
      'no probe of its life',
    ],
    [
      'a grace period that is too short',
      'Deployment',
      'catalogue',
      replace(`${pod}/terminationGracePeriodSeconds`, 30),
      'is killed',
    ],
    [
      'a missing pause before the stop',
      'Deployment',
      'catalogue',
      remove(`${container}/lifecycle`),
      'before the proxies know',
    ],
    [
      'an unknown environment variable',
      'Deployment',
      'catalogue',
      { op: 'add', path: `${container}/env/-`, value: env },
      'LOG_LEVL',
    ],
    [
      'an invalid variable value',
      'ConfigMap',
      'catalogue',
      replace('/data/TRUST_PROXY', 'ingress'),
      'TRUST_PROXY is "ingress"',
    ],
    ['a missing S3 variable', 'ConfigMap', 'collection', remove('/data/S3_BUCKET'), 'S3_BUCKET is required'],
    [
      'an unknown ConfigMap',
      'Deployment',
      'catalogue',
      replace(`${container}/envFrom/0/configMapRef/name`, 'c'),
      'ConfigMap',
    ],
    [
      'a service selector without a deployment',
      'Service',
      'catalogue',
      replace('/spec/selector', { app: 'c' }),
      'not mean one Deployment',
    ],
    [
      'an unknown target port',
      'Service',
      'collection',
      replace('/spec/ports/0/targetPort', 'htpp'),
      'leads to no port',
    ],
    ['an ingress host without TLS', 'Ingress', 'collection', replace('/spec/tls/0/hosts', []), 'no TLS for'],
    [
      'a disruption budget without a deployment',
      'PodDisruptionBudget',
      'collection',
      replace('/spec/selector', {}),
      'one Deployment',
    ],
    [
      'an autoscaler with an unknown target',
      'HorizontalPodAutoscaler',
      'catalogue',
      replace('/spec/scaleTargetRef/name', 'c'),
      'minds nothing',
    ],
    [
      'replicas of a deployment that is autoscaled',
      'Deployment',
      'catalogue',
      { op: 'add', path: '/spec/replicas', value: 3 },
      'fixed number of replicas',
    ],
    [
      'an unknown port in a network policy',
      'NetworkPolicy',
      'to-catalogue',
      replace('/spec/ingress/0/ports/0/port', 'web'),
      'nobody has',
    ],
  ];

  it.each(mistakes)('report %s', (_title, kind, name, step, problem) => {
    expect(findProblems(changed(kind, name, step)).join('\n')).toContain(problem);
  });

  it(
    'report an unknown field',
    () => {
      const step: PatchStep = { op: 'add', path: `${container}/livenessProb`, value: {} };
      expect(findUnknownFields(changed('Deployment', 'catalogue', step))).toContain(
        '\'"livenessProb"\' does not exist',
      );
    },
    MINUTE,
  );

  it.each([
    [replace(`${container}/resources/limits/memory`, '512Mib'), 'limits/memory must match format "quantity"'],
    [replace(`${pod}/terminationGracePeriodSeconds`, 0.5), 'terminationGracePeriodSeconds must be integer'],
    [replace(`${container}/ports/0/containerPort`, '4000'), 'containerPort must be integer'],
    [remove(`${container}/name`), 'must have required property name'],
  ])('report the invalid value %j', async (step, problem) => {
    expect((await findInvalidValues(changed('Deployment', 'catalogue', step))).join('\n')).toContain(problem);
  });
});
