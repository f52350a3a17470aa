import { expect, test } from 'vitest';
import { parseManifests } from '../../../manifest/parse.ts';
import { warningFindings } from './server-warnings.ts';

const text = `apiVersion: v1
kind: Pod
metadata: {name: web, finalizers: [foo]}
spec:
  nodeSelector: {beta.kubernetes.io/os: linux}
  containers: [{name: a, env: [{name: A}, {name: B}]}]
`;
const [pod] = parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

test.each([
  ['spec.containers[0].env[1]: hides previous definition of "A"', '{name: B}'],
  [
    'spec.nodeSelector[beta.kubernetes.io/os]: deprecated since v1.14; use "kubernetes.io/os" instead',
    'beta.kubernetes.io/os',
  ],
  ['metadata.finalizers: "a b": name part must consist of alphanumeric characters', '[foo]'],
  ['v1 Pod is deprecated', 'v1'],
  ['Pods: a name that is not a field', 'v1'],
])('%s', (warning, place) => {
  const [found] = warningFindings([warning], pod!);
  expect(found).toMatchObject({ code: 'schema/warning', severity: 'warning', server: [{ message: warning }] });
  expect(text.slice(found!.span.start, found!.span.end)).toBe(place);
});

test.each([
  'unknown field "spec.a"',
  'duplicate field "spec.b"',
  'line 4: key "a" already set in map',
  'metadata.finalizers: "resources-finalizer.argocd.argoproj.io": prefer a domain-qualified finalizer name including a path (/)',
  'metadata.labels: "${NAME}": a label value',
])('leaves out the warning %s', (warning) => {
  expect(warningFindings([warning], pod!)).toEqual([]);
});
