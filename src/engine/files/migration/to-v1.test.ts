import { expect, test } from 'vitest';
import { asMapping } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { toV1 } from './to-v1.ts';
import { v1Objects } from './v1-objects.ts';

const manifestsOf = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;
const one = (text: string) => toV1(manifestsOf(text)[0]!);

const provisioner = (...lines: string[]): string =>
  [
    'apiVersion: karpenter.sh/v1alpha5',
    'kind: Provisioner',
    'metadata: {name: old}',
    'spec:',
    '  weight: 5',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');

const template = (...lines: string[]): string =>
  [
    'apiVersion: karpenter.k8s.aws/v1alpha1',
    'kind: AWSNodeTemplate',
    'metadata: {name: old}',
    'spec:',
    '  instanceProfile: p',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');

const betaPool = (name: string, ...lines: string[]): string =>
  [
    'apiVersion: karpenter.sh/v1beta1',
    'kind: NodePool',
    `metadata: {name: ${name}}`,
    'spec:',
    '  template:',
    '    spec:',
    '      nodeClassRef: {name: shared}',
    '      requirements: []',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');

const betaClass = (...lines: string[]): string =>
  [
    'apiVersion: karpenter.k8s.aws/v1beta1',
    'kind: EC2NodeClass',
    'metadata: {name: shared}',
    'spec:',
    '  role: node',
    ...lines.map((line) => `  ${line}`),
  ].join('\n');

test('a Provisioner with an inline provider becomes a NodePool and a class of the same name', () => {
  const { nodePool, nodeClass, kubelet } = one(
    provisioner(
      'requirements: [{key: node.kubernetes.io/instance-type, operator: In, values: [m5.large]}]',
      'limits: {resources: {cpu: "1000"}}',
      'ttlSecondsUntilExpired: 900',
      'ttlSecondsAfterEmpty: 30',
      'labels: {team: a}',
      'provider: {subnetSelector: {discovery: demo}, securityGroupSelector: {"aws::ids": "sg-1, sg-2"}, instanceProfile: p}',
      'kubeletConfiguration: {containerRuntime: containerd, maxPods: 20}',
    ),
  );
  expect(nodePool).toEqual({
    apiVersion: 'karpenter.sh/v1',
    kind: 'NodePool',
    metadata: { name: 'old' },
    spec: {
      weight: 5,
      limits: { cpu: '1000' },
      disruption: { consolidationPolicy: 'WhenEmpty', consolidateAfter: '30s' },
      template: {
        metadata: { labels: { team: 'a' } },
        spec: {
          expireAfter: '900s',
          nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'old' },
          requirements: [
            { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['m5.large'] },
            { key: 'kubernetes.io/os', operator: 'In', values: ['linux'] },
            { key: 'kubernetes.io/arch', operator: 'In', values: ['amd64'] },
            { key: 'karpenter.sh/capacity-type', operator: 'In', values: ['on-demand'] },
          ],
        },
      },
    },
  });
  expect(nodeClass).toMatchObject({
    kind: 'EC2NodeClass',
    metadata: { name: 'old' },
    spec: {
      instanceProfile: 'p',
      amiSelectorTerms: [{ alias: 'al2@latest' }],
      subnetSelectorTerms: [{ tags: { discovery: 'demo' } }],
      securityGroupSelectorTerms: [{ id: 'sg-1' }, { id: 'sg-2' }],
      metadataOptions: { httpPutResponseHopLimit: 2 },
    },
  });
  expect(kubelet).toEqual({ maxPods: 20 });
});

const assumed = (text: string): string[] =>
  (one(text).nodePool?.spec.template.spec.requirements ?? []).map(
    ({ key, operator, values }) => `${key.split('/')[1]} ${operator} ${values}`,
  );

test.each<[string, string[], string[]]>([
  [
    'nothing',
    [],
    [
      'os In linux',
      'arch In amd64',
      'capacity-type In on-demand',
      'instance-category In c,m,r',
      'instance-generation Gt 2',
    ],
  ],
  [
    'a family',
    ['requirements: [{key: karpenter.k8s.aws/instance-family, operator: In, values: [t3]}]'],
    ['instance-family In t3', 'os In linux', 'arch In amd64', 'capacity-type In on-demand'],
  ],
  [
    'a legacy key and a label',
    [
      'requirements: [{key: beta.kubernetes.io/arch, operator: In, values: [arm64]}, {key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["5"]}]',
      'labels: {karpenter.sh/capacity-type: spot}',
    ],
    ['arch In arm64', 'instance-generation Gt 5', 'os In linux'],
  ],
])('defaults of v1alpha5 in addition to %s', (_, lines, expected) => {
  expect(assumed(provisioner(...lines))).toEqual(expected);
});

test.each<[string, string[], object, string]>([
  ['nothing', [], { consolidationPolicy: 'WhenEmpty', consolidateAfter: 'Never' }, 'Never'],
  [
    'consolidation',
    ['consolidation: {enabled: true}'],
    { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' },
    'Never',
  ],
  [
    'consolidation off',
    ['consolidation: {enabled: false}', 'ttlSecondsUntilExpired: 60'],
    { consolidationPolicy: 'WhenEmpty', consolidateAfter: 'Never' },
    '60s',
  ],
])('disruption of a Provisioner with %s', (_, lines, disruption, expireAfter) => {
  const { nodePool } = one(provisioner(...lines));
  expect(nodePool!.spec.disruption).toEqual(disruption);
  expect(nodePool!.spec.template.spec.expireAfter).toBe(expireAfter);
});

test.each<[string, string, object]>([
  ['no image', 'amiFamily: Bottlerocket', { amiSelectorTerms: [{ alias: 'bottlerocket@latest' }] }],
  [
    'images by id',
    'amiSelector: {"aws::ids": "ami-1,ami-2"}',
    { amiFamily: 'AL2', amiSelectorTerms: [{ id: 'ami-1' }, { id: 'ami-2' }] },
  ],
  [
    'images by name and owner',
    'amiSelector: {"aws::name": x, "aws::owners": "self,amazon"}',
    {
      amiSelectorTerms: [
        { name: 'x', owner: 'self' },
        { name: 'x', owner: 'amazon' },
      ],
    },
  ],
  [
    'subnets by two names',
    'subnetSelector: {Name: "a,b", env: p}',
    { subnetSelectorTerms: [{ tags: { Name: 'a', env: 'p' } }, { tags: { Name: 'b', env: 'p' } }] },
  ],
  [
    'Ubuntu',
    'amiFamily: Ubuntu',
    { amiFamily: 'AL2', blockDeviceMappings: [{ deviceName: '/dev/sda1', ebs: { volumeSize: '20Gi' } }] },
  ],
  ['other fields', 'instanceStorePolicy: RAID0', { instanceProfile: 'p', instanceStorePolicy: 'RAID0' }],
])('a template with %s', (_, line, spec) => {
  expect(one(template(line)).nodeClass!.spec).toMatchObject(spec);
});

test.each<[string, string[], object, string]>([
  ['nothing', [], { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: '0s' }, '720h'],
  [
    'a pause',
    ['disruption: {consolidationPolicy: WhenEmpty, consolidateAfter: 60s, expireAfter: Never}'],
    { consolidationPolicy: 'WhenEmpty', consolidateAfter: '60s' },
    'Never',
  ],
  [
    'consolidation turned off',
    ['disruption: {consolidateAfter: Never}'],
    { consolidationPolicy: 'WhenEmptyOrUnderutilized', consolidateAfter: 'Never' },
    '720h',
  ],
])('disruption of a v1beta1 NodePool with %s', (_, lines, disruption, expireAfter) => {
  const { nodePool } = one(betaPool('a', ...lines));
  expect(nodePool!.spec.disruption).toEqual(disruption);
  expect(nodePool!.spec.template.spec).toMatchObject({
    expireAfter,
    nodeClassRef: { group: 'karpenter.k8s.aws', kind: 'EC2NodeClass', name: 'shared' },
  });
});

const kubelet = (maxPods: number): string => `      kubelet: {maxPods: ${maxPods}}`.slice(2);

test.each<[string, string[], Record<string, number | undefined>, string[]]>([
  ['agree', [betaPool('a', kubelet(20)), betaPool('b', kubelet(20))], { shared: 20 }, ['shared', 'shared']],
  [
    'differ',
    [betaPool('a', kubelet(20)), betaPool('b', kubelet(30)), betaPool('c')],
    { shared: undefined, 'shared-a': 20, 'shared-b': 30 },
    ['shared-a', 'shared-b', 'shared'],
  ],
  ['are absent', [betaPool('a')], { shared: undefined }, ['shared']],
])('NodePools of one class whose kubelet settings %s', (_, pools, maxPods, refs) => {
  const { nodePools, nodeClasses } = v1Objects(manifestsOf([betaClass('amiFamily: AL2'), ...pools].join('\n---\n')));
  expect(
    Object.fromEntries(
      nodeClasses.map(({ object }) => [object.metadata.name, asMapping(object.spec.kubelet)?.maxPods]),
    ),
  ).toEqual(maxPods);
  expect(nodePools.map(({ object }) => object.spec.template.spec.nodeClassRef.name)).toEqual(refs);
});

test('v1 objects stay unchanged, and other kinds are skipped', () => {
  const text =
    'apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec: {role: r, tags: {a: b}}\n';
  expect(one(text).nodeClass).toEqual({
    apiVersion: 'karpenter.k8s.aws/v1',
    kind: 'EC2NodeClass',
    metadata: { name: 'a' },
    spec: { role: 'r', tags: { a: 'b' } },
  });
  expect(one('apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n')).toEqual({ remarks: [] });
});

test.each([
  'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: a}\nspec: {requirements: 3, limits: x, labels: [], provider: y}\n',
  'apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: a}\nspec: {amiSelector: [1], subnetSelector: {a: [b]}}\n',
  'apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: a}\n',
  'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec: {template: 3}\n',
])('invalid objects do not cause an exception', (text) => {
  const { nodePool, nodeClass } = one(text);
  expect((nodePool ?? nodeClass)!.metadata.name).toBe('a');
});

test.each([
  'spec: [a]',
  'spec: { template: [1] }',
  'spec: { template: { spec: {} }, disruption: [x] }',
  'spec: { template: { spec: {} }, disruption: x }',
])('a list or a text in place of a mapping counts as a missing spec: %s', (spec) => {
  const { nodePool } = one(`apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: { name: a }\n${spec}\n`);
  const { nodePool: without } = one('apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: { name: a }\n');
  expect(nodePool).toEqual(without);
});
