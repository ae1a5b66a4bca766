import { describe, expect, it } from '@jest/globals';
import { buildManifests } from './kubernetes/build.ts';
import { findInvalidValues, findUnknownFields } from './kubernetes/check-fields.ts';
import { findProblems } from './kubernetes/find-problems.ts';
import type { Manifest } from './kubernetes/manifests.ts';
import { patchObject, type PatchStep } from './kubernetes/patch.ts';

const MINUTE = 60_000;

/** The production overlay with one object changed. */
function changed(kind: string, name: string, ...steps: PatchStep[]): Manifest[] {
  const objects = buildManifests('overlays/production');
  const object = objects.find((each) => each.kind === kind && each.metadata.name === name);
  if (!object) throw new Error(`there is no ${kind} ${name}`);
  patchObject(object, steps);
  return objects;
}

describe('a mistake is found:', () => {
  const pod = '/spec/template/spec';
  const container = `${pod}/containers/0`;
  const remove = (path: string): PatchStep => ({ op: 'remove', path });
  const replace = (path: string, value: unknown): PatchStep => ({ op: 'replace', path, value });
  const env = { name: 'LOG_LEVL', value: 'info' };
  const mistakes: Array<[string, string, string, PatchStep, string]> = [
    ['a token', 'Deployment', 'catalogue', remove(`${pod}/automountServiceAccountToken`), 'has a token'],
    ['root', 'Deployment', 'collection', replace(`${pod}/securityContext/runAsUser`, 0), 'another user'],
    [
      'a writable image',
      'Deployment',
      'catalogue',
      remove(`${container}/securityContext`),
      'write to its image',
    ],
    [
      'no limit',
      'Deployment',
      'catalogue',
      remove(`${container}/resources/limits/memory`),
      'no limit of memory',
    ],
    [
      'a unit',
      'Deployment',
      'catalogue',
      replace(`${container}/resources/requests/memory`, '1G1'),
      'no memory',
    ],
    [
      'no probe',
      'Deployment',
      'collection-worker',
      remove(`${container}/livenessProbe`),
      'no probe of its life',
    ],
    [
      'a short end',
      'Deployment',
      'catalogue',
      replace(`${pod}/terminationGracePeriodSeconds`, 30),
      'is killed',
    ],
    ['no pause', 'Deployment', 'catalogue', remove(`${container}/lifecycle`), 'before the proxies know'],
    [
      'a variable',
      'Deployment',
      'catalogue',
      { op: 'add', path: `${container}/env/-`, value: env },
      'LOG_LEVL',
    ],
    [
      'a value',
      'ConfigMap',
      'catalogue',
      replace('/data/TRUST_PROXY', 'ingress'),
      'TRUST_PROXY is "ingress"',
    ],
    ['a variable of S3', 'ConfigMap', 'collection', remove('/data/S3_BUCKET'), 'S3_BUCKET is required'],
    [
      'a map',
      'Deployment',
      'catalogue',
      replace(`${container}/envFrom/0/configMapRef/name`, 'c'),
      'ConfigMap',
    ],
    [
      'a selector',
      'Service',
      'catalogue',
      replace('/spec/selector', { app: 'c' }),
      'not mean one Deployment',
    ],
    ['a port', 'Service', 'collection', replace('/spec/ports/0/targetPort', 'htpp'), 'leads to no port'],
    ['a backend', 'Ingress', 'collection', replace('/spec/tls/0/hosts', []), 'no TLS for'],
    ['a budget', 'PodDisruptionBudget', 'collection', replace('/spec/selector', {}), 'one Deployment'],
    [
      'a target',
      'HorizontalPodAutoscaler',
      'catalogue',
      replace('/spec/scaleTargetRef/name', 'c'),
      'minds nothing',
    ],
    [
      'a number',
      'Deployment',
      'catalogue',
      { op: 'add', path: '/spec/replicas', value: 3 },
      'number of its own',
    ],
    [
      'a policy',
      'NetworkPolicy',
      'to-catalogue',
      replace('/spec/ingress/0/ports/0/port', 'web'),
      'nobody has',
    ],
  ];

  it.each(mistakes)('%s', (_title, kind, name, step, problem) => {
    expect(findProblems(changed(kind, name, step)).join('\n')).toContain(problem);
  });

  it(
    'a field',
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
  ])('a value %j', async (step, problem) => {
    expect((await findInvalidValues(changed('Deployment', 'catalogue', step))).join('\n')).toContain(problem);
  });
});
