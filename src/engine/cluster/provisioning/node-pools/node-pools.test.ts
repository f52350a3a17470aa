import { describe, expect, test } from 'vitest';
import { manifestsOf, nodeClass, nodePool, simulator } from '../simulation.test-support.ts';
import { karpenterObjects } from './karpenter-objects.ts';
import { readNodePools } from './node-pools.ts';

const read = (text: string, live?: string, settings = {}, other = '') => {
  const manifests = manifestsOf(text);
  return readNodePools(
    karpenterObjects(manifests).objects,
    { live: live === undefined ? undefined : manifestsOf(live), manifests, otherManifests: manifestsOf(other) },
    simulator(settings),
  );
};

test('NodePools are ordered by weight, then by name, last name first', () => {
  const text = nodePool('a') + nodePool('c', '  weight: 10') + nodePool('b') + nodeClass;
  expect(read(text).known.map(({ name }) => name)).toEqual(['c', 'b', 'a']);
});

const requirement = (fields: string) => nodePool('web', '', `        - { ${fields} }`) + nodeClass;
const template = (fields: string) =>
  (nodePool('web') + nodeClass).replace('requirements:', `${fields}\n      requirements:`);

test.each([
  ['an unknown operator', requirement('key: team, operator: Is, values: [a]')],
  ['a label of Karpenter’s domain', requirement('key: karpenter.sh/own, operator: Exists')],
  ['no value for In', requirement('key: team, operator: In, values: []')],
  ['fewer values than minValues', requirement('key: team, operator: In, values: [a], minValues: 2')],
  ['a bound that is not a number', requirement('key: team, operator: Gt, values: [many]')],
  ['a value that is not a valid label value', requirement('key: team, operator: In, values: ["a b"]')],
  ['no known capacity type', requirement('key: karpenter.sh/capacity-type, operator: In, values: [ondemand]')],
  ['the label of NodePools', requirement('key: karpenter.sh/nodepool, operator: In, values: [a]')],
  [
    'a duplicate taint',
    template('taints: [{ key: a, effect: NoSchedule }]\n      startupTaints: [{ key: a, effect: NoSchedule }]'),
  ],
  ['an unknown effect', template('taints: [{ key: a, effect: Never }]')],
])('with %s the controller marks a NodePool as not ready', (_, text) => {
  expect(read(text).refused.map(({ problem }) => problem)).toMatchObject([
    { kind: 'not-ready', reason: 'NodePoolValidationFailed' },
  ]);
});

test.each([
  ['a legacy key', requirement('key: beta.kubernetes.io/arch, operator: In, values: [amd64]')],
  [
    'a known and an unknown capacity type',
    requirement('key: karpenter.sh/capacity-type, operator: In, values: [on-demand, ondemand]'),
  ],
  ['bounds', requirement('key: karpenter.k8s.aws/instance-cpu, operator: Gte, values: ["4"]')],
])('with %s a NodePool is ready', (_, text) => {
  expect(read(text).refused).toEqual([]);
});

describe('the class of a NodePool', () => {
  const reason = (text: string, live?: string) =>
    read(text, live).refused.map(({ problem }) => problem.kind === 'not-ready' && problem.reason);
  const unready = nodeClass.replace(
    '---',
    'status: { conditions: [{ type: Ready, status: "False", reason: SubnetsNotFound, message: none }] }\n---',
  );

  test('that is not in the manifests is assumed unless something shows that it does not exist', () => {
    const isAssumed = (text: string) => read(text).known.map(({ isClassAssumed }) => isClassAssumed);
    expect(isAssumed(nodePool('web'))).toEqual([true]);
    expect(isAssumed(nodePool('web') + nodeClass.replace('name: default', 'name: batch-jobs'))).toEqual([true]);
    expect(reason(nodePool('web'), '')).toEqual(['NodeClassNotFound']);
    const misspelled = nodeClass.replace('name: default', 'name: defualt');
    expect(reason(nodePool('web') + misspelled)).toEqual(['NodeClassNotFound']);
    expect(read(nodePool('web'), undefined, {}, nodeClass).known).toEqual([]);
  });

  test('that is not ready now makes the NodePool not ready, unless the change edits the class', () => {
    expect(reason(nodePool('web') + nodeClass, unready)).toEqual(['SubnetsNotFound']);
    expect(reason(nodePool('web') + nodeClass.replace('al2023@latest', 'bottlerocket@latest'), unready)).toEqual([]);
  });

  test('of another provider excludes the NodePool', () => {
    const text = (nodePool('web') + nodeClass).replace(
      'kind: EC2NodeClass, name: default }',
      'kind: AKSNodeClass, name: default }',
    );
    expect(read(text).refused[0]?.problem).toEqual({ kind: 'other-class', classKind: 'AKSNodeClass' });
  });
});

test.each([
  [
    'a requirement',
    requirement('key: team, operator: In, values: ["${TEAM}"]'),
    ['spec', 'template', 'spec', 'requirements', 1, 'values', 0],
  ],
  ['limits', nodePool('web', '  limits: { cpu: "${CPU}" }') + nodeClass, ['spec', 'limits', 'cpu']],
  [
    'kubelet settings',
    nodePool('web') + nodeClass.replace('spec: {', 'spec: { kubelet: { maxPods: "${PODS}" },'),
    ['spec', 'kubelet', 'maxPods'],
  ],
  [
    'the class',
    (nodePool('web') + nodeClass).replace('EC2NodeClass, name: default', 'EC2NodeClass, name: "${NAME}"'),
    ['spec', 'template', 'spec', 'nodeClassRef', 'name'],
  ],
])('a placeholder in %s makes a NodePool unknown', (_, text, path) => {
  expect(read(text).refused[0]?.problem).toEqual({ kind: 'placeholder', path });
});

const withKubelet = (kubelet: string): string =>
  nodePool('web') + nodeClass.replace('spec: {', `spec: { kubelet: ${kubelet},`);

test('a kubelet setting that is not a plain amount makes a NodePool unknown', () => {
  expect(read(withKubelet('{ maxPods: max_pods - 2 }'), undefined, { karpenterVersion: '1.15' }).refused).toMatchObject(
    [{ problem: { kind: 'kubelet', path: ['spec', 'kubelet', 'maxPods'] } }],
  );
});

test.each([
  ['1.14', []],
  ['1.15', ['reservedSystemCPUs']],
])('settings in %s that Karpenter ignores', (karpenterVersion, expected) => {
  const { known } = read(withKubelet('{ maxPods: 20, reservedSystemCPUs: "0" }'), undefined, { karpenterVersion });
  expect(known.map(({ uncountedKubelet }) => uncountedKubelet)).toEqual([expected]);
});

test.each([
  ['${ALIAS}', 'placeholder'],
  ['al2023@${VERSION}', undefined],
])('an AMI alias %s', (alias, problem) => {
  expect(read(nodePool('web') + nodeClass.replace('al2023@latest', `"${alias}"`)).refused[0]?.problem.kind).toBe(
    problem,
  );
});

test('NodePool and class have the same placeholder as name', () => {
  const text = (nodePool('web') + nodeClass).replaceAll('name: default', 'name: "${NAME}"');
  expect(read(text).refused).toEqual([]);
});

describe('zones', () => {
  const zoned = requirement('key: topology.kubernetes.io/zone, operator: In, values: [us-east-1f]');
  const status = nodeClass.replace('---', 'status: { subnets: [{ zone: us-east-1d, zoneID: use1-az4 }] }\n---');
  const all = { zones: ['us-east-1e'], nodeClassZones: { default: ['us-east-1f'] } };

  test.each([
    ['the configuration of the class', nodePool('web') + nodeClass, status, all, 'nodeClassZones', ['us-east-1f']],
    ['its subnets', nodePool('web') + nodeClass, status, { zones: ['us-east-1e'] }, 'status', ['us-east-1d']],
    ['the configuration', nodePool('web') + nodeClass, '', { zones: ['us-east-1e'] }, 'settings', ['us-east-1e']],
    ['the region', nodePool('web') + nodeClass, undefined, {}, 'default', ['us-east-1a', 'us-east-1b', 'us-east-1c']],
    [
      'the region, and the zones that NodePools require',
      zoned,
      undefined,
      {},
      'default',
      ['us-east-1a', 'us-east-1b', 'us-east-1c', 'us-east-1f'],
    ],
  ])('come from %s', (_, text, live, settings, zoneSource, zones) => {
    expect(read(text, live, settings).known).toMatchObject([{ zoneSource, zones }]);
  });
});
