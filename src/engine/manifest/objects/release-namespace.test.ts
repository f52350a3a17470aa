import { expect, test } from 'vitest';
import type { Source } from '../../text/source.ts';
import { parseManifests } from '../parse.ts';

const whole = { file: 'charts/web/templates/web.yaml', start: 0, end: 0 };

/** The namespace of an object that a chart renders to, installed into `shop`. */
function namespaceOf(apiVersion: string, kind: string, metadata = '{ name: web }'): string | undefined {
  const source: Source = {
    file: 'charts/web',
    text: `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: ${metadata}\n`,
    origin: { root: 'web', tool: 'helm', namespace: 'shop', trace: () => ({ span: whole, isExact: false }) },
  };
  return parseManifests(source, { set: {} }).manifests[0]?.namespace;
}

test.each([
  ['apps/v1', 'Deployment'],
  ['policy/v1', 'PodDisruptionBudget'],
  ['argoproj.io/v1alpha1', 'Rollout'],
])('%s %s without a namespace is in that of its release', (apiVersion, kind) => {
  expect(namespaceOf(apiVersion, kind)).toBe('shop');
});

test('a namespace that is written stays', () => {
  expect(namespaceOf('apps/v1', 'Deployment', '{ name: web, namespace: other }')).toBe('other');
});

test.each([
  ['karpenter.sh/v1', 'NodePool'],
  ['scheduling.k8s.io/v1', 'PriorityClass'],
  ['rbac.authorization.k8s.io/v1', 'ClusterRole'],
  ['kyverno.io/v1', 'ClusterPolicy'],
  ['admissionregistration.k8s.io/v1', 'ValidatingAdmissionPolicy'],
])('%s %s has none', (apiVersion, kind) => {
  expect(namespaceOf(apiVersion, kind)).toBeUndefined();
});
