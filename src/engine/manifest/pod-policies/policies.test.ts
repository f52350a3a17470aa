import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { manifestsOf } from '../../cluster/provisioning/simulation.test-support.ts';
import type { Mapping } from '../model/manifest.ts';
import { celLiteral } from './cel-literal.ts';
import { concerns, matchesPattern, patched } from './patched-pod.ts';
import { isPlainPolicy, podPolicies } from './policies.ts';

const pod: Mapping = {
  metadata: { labels: { app: 'web' } },
  spec: { containers: [{ name: 'app', resources: { requests: { cpu: '1' } } }, { name: 'side' }] },
};

/** The pod after all policies in a text. */
const changed = (text: string, namespace = 'shop'): Mapping =>
  podPolicies(manifestsOf(text)).plain.reduce<Mapping>(
    (current, policy) =>
      concerns(policy, current, { name: 'web', namespace, namespaceLabels: { team: 'a' } })
        ? (patched(current, policy.patch) ?? current)
        : current,
    pod,
  );

const kyverno = (rule: string): string =>
  `apiVersion: kyverno.io/v1\nkind: ClusterPolicy\nmetadata: { name: a }\nspec: { rules: [{ name: a, ${rule} }] }\n`;
const all = 'match: { any: [{ resources: { kinds: [Pod] } }] }';

describe('rules of Kyverno', () => {
  test.each([
    [
      'a field',
      `${all}, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: b } } } }`,
      { nodeSelector: { a: 'b' } },
    ],
    [
      'requests of all containers',
      `${all}, mutate: { patchStrategicMerge: { spec: { containers: [{ (name): "*", resources: { requests: { cpu: "3" } } }] } } }`,
      {
        containers: [
          { name: 'app', resources: { requests: { cpu: '3' } } },
          { name: 'side', resources: { requests: { cpu: '3' } } },
        ],
      },
    ],
    [
      'requests where there are none',
      `${all}, mutate: { patchStrategicMerge: { spec: { containers: [{ (name): "*", resources: { requests: { +(cpu): "3" } } }] } } }`,
      {
        containers: [
          { name: 'app', resources: { requests: { cpu: '1' } } },
          { name: 'side', resources: { requests: { cpu: '3' } } },
        ],
      },
    ],
    [
      'operations as text',
      `${all}, mutate: { patchesJson6902: "- op: add\\n  path: /spec/tolerations/-\\n  value: {key: gpu, operator: Exists}" }`,
      { tolerations: [{ key: 'gpu', operator: 'Exists' }] },
    ],
    [
      'another namespace',
      'match: { any: [{ resources: { kinds: [Pod], namespaces: [other-*] } }] }, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: b } } } }',
      {},
    ],
    [
      'an excluded pod',
      `${all}, exclude: { any: [{ resources: { selector: { matchLabels: { app: web } } } }] }, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: b } } } }`,
      {},
    ],
  ])('%s', (_, rule, expected) => {
    expect(changed(kyverno(rule)).spec).toEqual({ ...(pod.spec as Mapping), ...expected });
  });

  test.each([
    [
      'a condition',
      `${all}, preconditions: { all: [{ key: "{{ request.operation }}", operator: Equals, value: CREATE }] }, mutate: { patchStrategicMerge: { spec: {} } }`,
    ],
    [
      'a variable',
      `${all}, mutate: { patchStrategicMerge: { spec: { nodeSelector: { a: "{{ request.namespace }}" } } } }`,
    ],
    [
      'another anchor',
      `${all}, mutate: { patchStrategicMerge: { spec: { "(hostNetwork)": true, nodeSelector: { a: b } } } }`,
    ],
    ['a list of targets', `${all}, mutate: { foreach: [{ list: a }] }`],
    [
      'a user',
      'match: { any: [{ resources: { kinds: [Pod] }, subjects: [{ kind: User }] }] }, mutate: { patchStrategicMerge: { spec: {} } }',
    ],
  ])('is not read: %s', (_, rule) => {
    expect(podPolicies(manifestsOf(kyverno(rule))).unknown).toHaveLength(1);
    expect(isPlainPolicy(parse(kyverno(rule)))).toBe(false);
    expect(changed(kyverno(rule))).toEqual(pod);
  });
});

describe('MutatingAdmissionPolicies', () => {
  const policy = (spec: string, binding = '{ policyName: a }'): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
  ${spec}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: a }
spec: ${binding}
`;
  const apply = (expression: string): string =>
    `mutations: [{ patchType: ApplyConfiguration, applyConfiguration: { expression: '${expression}' } }]`;

  test('a configuration of literals is applied where it is bound', () => {
    const spec = apply('Object{spec: Object.spec{priorityClassName: "high", nodeSelector: {"a/b": "c"}}}');
    expect(changed(policy(spec)).spec).toMatchObject({ priorityClassName: 'high', nodeSelector: { 'a/b': 'c' } });
    const inTeam = (team: string): string =>
      `{ policyName: a, matchResources: { namespaceSelector: { matchLabels: { team: ${team} } } } }`;
    expect(changed(policy(spec, inTeam('a'))).spec).toMatchObject({ priorityClassName: 'high' });
    expect(changed(policy(spec, inTeam('b')))).toEqual(pod);
    expect(changed(policy(spec, '{ policyName: other }'))).toEqual(pod);
  });

  test('an expression is named', () => {
    expect(
      podPolicies(manifestsOf(policy(apply('Object{spec: Object.spec{priority: object.x}}')))).unknown,
    ).toHaveLength(1);
    expect(
      podPolicies(manifestsOf(policy(`matchConditions: [{ name: a, expression: a }]\n  ${apply('Object{}')}`))).unknown,
    ).toHaveLength(1);
  });
});

describe('conditions about the pod itself', () => {
  const tolerate =
    'mutate: { patchesJson6902: "- op: add\\n  path: /spec/tolerations/-\\n  value: {key: arm, operator: Exists}" }';
  const ofKyverno = (key: string, value: string, group = 'all'): string =>
    kyverno(`${all}, preconditions: { ${group}: [{ key: '${key}', operator: Equals, value: ${value} }] }, ${tolerate}`);

  const ofApiServer = (expression: string): string => `
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: { name: a }
spec:
  matchConstraints: { resourceRules: [{ apiGroups: [""], apiVersions: [v1], operations: [CREATE], resources: [pods] }] }
  matchConditions: [{ name: a, expression: "${expression}" }]
  mutations:
    - patchType: JSONPatch
      jsonPatch: { expression: '[JSONPatch{op: "add", path: "/spec/tolerations/-", value: Object.spec.tolerations{key: "arm", operator: "Exists"}}]' }
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: { name: a }
spec: { policyName: a }
`;

  const appField = '{{ request.object.metadata.labels."app" || `` }}'.replaceAll('`', "''");

  test.each([
    ['a label, in Kyverno', ofKyverno(appField, 'web'), true],
    ['one of any, in Kyverno', ofKyverno(appField, 'web', 'any'), true],
    ['another label, in Kyverno', ofKyverno(appField, 'cart'), false],
    [
      'a node selector that the pod lacks, in Kyverno',
      ofKyverno('{{ request.object.spec.nodeSelector."kubernetes.io/arch" }}', 'arm64'),
      false,
    ],
    ['a label, in CEL', ofApiServer("'app' in object.metadata.labels && object.metadata.labels['app'] == 'web'"), true],
    [
      'a node selector that the pod lacks, in CEL',
      ofApiServer("has(object.spec.nodeSelector) && object.spec.nodeSelector['kubernetes.io/arch'] == 'arm64'"),
      false,
    ],
  ])('are read: %s', (_, text, isApplied) => {
    const tolerations = isApplied ? [{ key: 'arm', operator: 'Exists' }] : undefined;
    expect(podPolicies(manifestsOf(text)).unknown).toEqual([]);
    expect((changed(text).spec as Mapping).tolerations).toEqual(tolerations);
  });

  test.each([
    ['a condition in CEL', ofApiServer("object.spec.nodeSelector['a'] == 'b' || true")],
    [
      'two values of one label',
      ofApiServer("object.metadata.labels['a'] == 'b' && object.metadata.labels['a'] == 'c'"),
    ],
  ])('are not read: %s', (_, text) => {
    expect(podPolicies(manifestsOf(text)).unknown).toHaveLength(1);
  });
});

test.each([
  ['[1, "a", {"b": true}]', [1, 'a', { b: true }]],
  ['JSONPatch{op: "add", path: "/a"}', { op: 'add', path: '/a' }],
  ['object.spec', undefined],
  ['Object{a: f(1)}', undefined],
  ['"a" + "b"', undefined],
  [`${'['.repeat(100)}`, undefined],
])('the literal %s', (text, expected) => {
  expect(celLiteral(text)).toEqual(expected);
});

test.each([
  ['team-*', 'team-a', true],
  ['*a*b', 'xaxxb', true],
  ['te?m', 'team', true],
  ['team', 'teams', false],
  ['*'.repeat(200), 'a'.repeat(200), true],
])('the pattern %s and %s', (pattern, text, expected) => {
  expect(matchesPattern(pattern, text)).toBe(expected);
});
