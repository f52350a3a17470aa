import { expect, test } from 'vitest';
import type { Mapping } from '../../../manifest/model/manifest.ts';
import { definitionsIn } from './definition.ts';
import { destinationOf } from './destination.ts';

/** The destination of one definition in a file. */
const destinationIn = (file: string, kind: string, spec: Mapping): string | undefined => {
  const group = kind === 'Application' ? 'argoproj.io/v1alpha1' : 'kustomize.toolkit.fluxcd.io/v1';
  const text = JSON.stringify({ apiVersion: group, kind, metadata: { name: 'a' }, spec });
  const [definition] = definitionsIn([{ file, text }]);
  return destinationOf(definition!);
};

test.each<[what: string, kind: string, spec: Mapping, expected: string | undefined]>([
  ['a server', 'Application', { destination: { server: 'https://a.example' } }, 'cluster https://a.example'],
  ['a name', 'Application', { destination: { name: 'prod-eu' } }, 'cluster prod-eu'],
  [
    'the cluster of Argo CD',
    'Application',
    { destination: { server: 'https://kubernetes.default.svc' } },
    'the cluster of apps',
  ],
  ['the same by name', 'Application', { destination: { name: 'in-cluster' } }, 'the cluster of apps'],
  ['a placeholder', 'Application', { destination: { server: '${SERVER}' } }, undefined],
  ['no destination', 'Application', {}, undefined],
  ['the cluster of Flux', 'Kustomization', { path: './a' }, 'the cluster of apps'],
  ['another cluster of Flux', 'Kustomization', { kubeConfig: { secretRef: { name: 'eu' } } }, 'kubeconfig eu of apps'],
  ['an unknown one', 'Kustomization', { kubeConfig: { configMapRef: { name: 'eu' } } }, undefined],
])('a definition names %s', (_, kind, spec, expected) => {
  expect(destinationIn('apps/a.yaml', kind, spec)).toBe(expected);
});
