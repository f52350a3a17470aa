import { expect, test } from 'vitest';
import { openFacts } from '../../../../io/catalog/facts.ts';
import { defaultSettings } from '../../../karpenter/api/settings.ts';
import { dangersOf } from '../../../review/gate/dangers.ts';
import { review } from '../../../review/review.ts';

const facts = openFacts(new URL('../../../../../data', import.meta.url).pathname);

const groups = '[{id: sg-0123456789abcdef0}]';
const pool = (template: string, requirements = '[{key: karpenter.sh/capacity-type, operator: In, values: [spot]}]') =>
  `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: press}
spec: {template: {${template}spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}, requirements: ${requirements}}}}
---
`;
const nodeClass = (alias = 'al2023@v20260715', securityGroups = groups, more = '') => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: press}
spec: {role: press, amiSelectorTerms: [{alias: ${alias}}], subnetSelectorTerms: [{id: subnet-0123456789abcdef0}], securityGroupSelectorTerms: ${securityGroups}${more}}
---
`;
const accepted = pool('');
const labeled = pool('metadata: {labels: {team: ink}}, ');
const wrongLabel = pool('metadata: {labels: {kubernetes.io/hostname: ink}}, ');
const wrongOperator = pool('', '[{key: karpenter.sh/capacity-type, operator: Is, values: [spot]}]');

const side = (text: string) => ({ sources: [{ file: 'a.yaml', text }], hintSources: [], diagnostics: [] });

/** The effect of each changed object, the remarks, and what deserves attention. */
function reviewed(base: string, head: string, kubernetesVersion = '1.34', live?: string): string[] {
  const settings = { ...defaultSettings, region: 'us-east-1', karpenterVersion: '1.8', kubernetesVersion };
  const state = live === undefined ? {} : { live: side(live) };
  const found = review({
    base: side(base),
    head: side(head),
    ...state,
    settings,
    facts,
    version: 'test',
    figures: null,
  });
  return [
    ...found.changes.map(({ resource, effect }) => `${resource.kind} ${effect}`),
    ...found.changes.flatMap(({ remark }) => remark ?? []),
    ...dangersOf(found).map(({ text }) => text),
  ];
}

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  [
    'a label of the template is accepted',
    accepted + nodeClass(),
    labeled + nodeClass(),
    ['NodePool all-nodes', 'replaces running nodes'],
  ],
  [
    'a label of the template is refused',
    accepted + nodeClass(),
    wrongLabel + nodeClass(),
    ['NodePool none', 'The API server refuses NodePool `press`, so the change has no effect on its nodes'],
  ],
  [
    'a requirement is refused',
    accepted + nodeClass(),
    wrongOperator + nodeClass(),
    ['NodePool none', 'The API server refuses NodePool `press`, so the change has no effect on its nodes'],
  ],
  [
    'a node class is refused, with other images',
    accepted + nodeClass(),
    accepted + nodeClass('al2023@v20260801', groups, ', metadataOptions: {httpTokens: never}'),
    ['EC2NodeClass none', 'The API server refuses EC2NodeClass `press`, so the change has no effect on its nodes'],
  ],
  [
    'a NodePool is refused before and after the change',
    wrongLabel + nodeClass(),
    pool('metadata: {labels: {kubernetes.io/hostname: ink, team: ink}}, ') + nodeClass(),
    [
      'NodePool none',
      'The API server refuses NodePool `press` before and after the change, so the change has no effect on its nodes',
      'edits 1 object that the API server refuses',
    ],
  ],
  [
    'a NodePool is accepted from now on',
    wrongLabel + nodeClass(),
    labeled + nodeClass(),
    [
      'NodePool unknown',
      'The API server refuses NodePool `press` before the change, so whether it has nodes is unknown',
    ],
  ],
  [
    'a node class changes whose only NodePool is refused',
    wrongOperator + nodeClass(),
    wrongOperator + nodeClass('al2023@v20260801'),
    [
      'EC2NodeClass unknown',
      'Whether EC2NodeClass `press` has nodes is unknown: before the change, the API server refuses its NodePool `press`',
    ],
  ],
  [
    'a node class changes of which one NodePool is accepted',
    wrongOperator + accepted.replace('press', 'ink') + nodeClass(),
    wrongOperator + accepted.replace('press', 'ink') + nodeClass('al2023@v20260801'),
    ['EC2NodeClass all-nodes', 'replaces running nodes'],
  ],
])('%s', (_, base, head, expected) => expect(reviewed(base, head)).toEqual(expected));

const autoPool = (spec: string) => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: press}
spec: {template: {spec: {nodeClassRef: {group: eks.amazonaws.com, kind: NodeClass, name: default}, requirements: [], ${spec}}}}
---
`;

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  [
    'accepted',
    autoPool('expireAfter: 336h'),
    autoPool('expireAfter: 480h'),
    ['NodePool all-nodes', 'replaces running nodes'],
  ],
  [
    'refused together with the default of the grace period',
    autoPool('expireAfter: 336h'),
    autoPool('expireAfter: 720h'),
    ['NodePool none', 'The API server refuses NodePool `press`, so the change has no effect on its nodes'],
  ],
  [
    'refused together with the default of the expiry',
    autoPool('terminationGracePeriod: 24h'),
    autoPool('terminationGracePeriod: 169h'),
    ['NodePool none', 'The API server refuses NodePool `press`, so the change has no effect on its nodes'],
  ],
])('durations of EKS Auto Mode are %s', (_, base, head, expected) => expect(reviewed(base, head)).toEqual(expected));

test.each<[string, alias: string, kubernetes: string, expected: readonly string[]]>([
  [
    'Amazon Linux 2 after its last Kubernetes',
    'al2@latest',
    '1.33',
    [
      'EC2NodeClass unknown',
      'Whether EC2NodeClass `press` has nodes is unknown: before the change, it selects no image for Kubernetes 1.33',
    ],
  ],
  [
    'a release from before the Kubernetes version',
    'al2023@v20230101',
    '1.34',
    [
      'EC2NodeClass unknown',
      'Whether EC2NodeClass `press` has nodes is unknown: before the change, it selects no image for Kubernetes 1.34',
    ],
  ],
  ['Amazon Linux 2 with an image', 'al2@latest', '1.32', ['EC2NodeClass all-nodes', 'replaces running nodes']],
])('a node class leaves %s', (_, alias, kubernetes, expected) =>
  expect(reviewed(accepted + nodeClass(alias), accepted + nodeClass(), kubernetes)).toEqual(expected),
);

test('live nodes of a class without images are replaced', () => {
  const live = `apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: {name: press-1, labels: {karpenter.sh/nodepool: press}}
spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}, requirements: []}
`;
  const [base, head] = [accepted + nodeClass('al2@latest'), accepted + nodeClass()];
  expect(reviewed(base, head, '1.33', live)).toContain('EC2NodeClass all-nodes');
});

test.each<[string, before: string, after: string, expected: readonly string[]]>([
  ['an id for a tag', '[{tags: {team: ink}}]', groups, ['EC2NodeClass unknown', 'may replace running nodes']],
  [
    'a second tag of the same group',
    '[{tags: {team: ink}}]',
    '[{tags: {team: ink, Name: press}}]',
    ['EC2NodeClass unknown', 'may replace running nodes'],
  ],
  ['another id', groups, '[{id: sg-0123456789abcdef1}]', ['EC2NodeClass all-nodes', 'replaces running nodes']],
  [
    'another value of the tag',
    '[{tags: {team: ink}}]',
    '[{tags: {team: dye}}]',
    ['EC2NodeClass all-nodes', 'replaces running nodes'],
  ],
  ['the same terms in another order', '[{name: a}, {name: b}]', '[{name: b}, {name: a}]', []],
])('security groups by %s', (_, before, after, expected) => {
  const [base, head] = [before, after].map((terms) => accepted + nodeClass(undefined, terms)) as [string, string];
  expect(reviewed(base, head)).toEqual(expected);
});

test('an update of a field that cannot be changed replaces no nodes', () => {
  const settings = { ...defaultSettings, region: 'us-east-1', karpenterVersion: '1.0', kubernetesVersion: '1.29' };
  const [base, head] = [accepted + nodeClass(), accepted + nodeClass().replace('role: press', 'role: ink')];
  const found = review({ base: side(base), head: side(head), settings, facts, version: 'test', figures: null });
  expect(found.changes.map(({ resource, effect }) => `${resource.kind} ${effect}`)).toEqual(['EC2NodeClass none']);
});

const ofArch = (value: string): string =>
  pool('', `[{key: kubernetes.io/arch, operator: In, values: [${value}]}]`) + nodeClass();

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  ['an architecture that no instance type has', 'arm', 'arm64', ['NodePool new-nodes']],
  ['another architecture', 'amd64', 'arm64', ['NodePool all-nodes', 'replaces running nodes']],
  ['a placeholder', '$' + '{arch}', 'arm64', ['NodePool unknown', 'may replace running nodes']],
])('a NodePool leaves %s', (_, base, head, expected) => expect(reviewed(ofArch(base), ofArch(head))).toEqual(expected));

test('live nodes of a NodePool that seems to have none are replaced', () => {
  const live = `apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: {name: press-1, labels: {karpenter.sh/nodepool: press}}
spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}, requirements: []}
`;
  expect(reviewed(ofArch('arm'), ofArch('arm64'), '1.34', live)).toContain('NodePool all-nodes');
});

const every = (key: string, more = '') =>
  pool('', `[{key: karpenter.sh/capacity-type, operator: In, values: [spot]}, {key: ${key}${more}}]`);

test.each<[string, head: string, expected: readonly string[]]>([
  ['a zone', every('topology.kubernetes.io/zone', ', operator: Exists'), ['NodePool none']],
  [
    'several architectures to choose from',
    every('kubernetes.io/arch', ', operator: Exists, minValues: 2'),
    ['NodePool new-nodes'],
  ],
  [
    'several families to choose from',
    every('karpenter.k8s.aws/instance-family', ', operator: Exists, minValues: 5'),
    ['NodePool new-nodes'],
  ],
  [
    'one of the zones',
    every('topology.kubernetes.io/zone', ', operator: In, values: [us-east-1a]'),
    ['NodePool some-nodes', 'may replace running nodes'],
  ],
  [
    'a GPU',
    every('karpenter.k8s.aws/instance-gpu-count', ', operator: Exists'),
    ['NodePool some-nodes', 'may replace running nodes'],
  ],
])('a new requirement for %s', (_, head, expected) =>
  expect(reviewed(accepted + nodeClass(), head + nodeClass())).toEqual(expected),
);

test('an update that breaks a transition rule leaves running nodes as they are', () => {
  const autoMode = accepted.replace(
    'group: karpenter.k8s.aws, kind: EC2NodeClass',
    'group: eks.amazonaws.com, kind: NodeClass',
  );
  expect(reviewed(accepted + nodeClass(), autoMode + nodeClass())).toEqual([
    'NodePool none',
    'The API server refuses NodePool `press`, so the change has no effect on its nodes',
  ]);
});

const ofArchitecture = (value: string) => pool('', `[{key: kubernetes.io/arch, operator: In, values: [${value}]}]`);

test.each<[string, base: string, head: string, expected: readonly string[]]>([
  ['that no instance type satisfied', ofArchitecture('arm'), ofArchitecture('arm64'), ['NodePool new-nodes']],
  [
    'that Karpenter does not accept',
    pool('', '[{key: karpenter.k8s.aws/instance-gpu-count, operator: In, values: ["2,4"]}]'),
    pool('', '[{key: karpenter.k8s.aws/instance-gpu-count, operator: In, values: ["2", "4"]}]'),
    ['NodePool new-nodes'],
  ],
  [
    'for families that cannot exist',
    pool('', '[{key: karpenter.k8s.aws/instance-family, operator: In, values: [c, m]}]'),
    pool('', '[{key: karpenter.k8s.aws/instance-category, operator: In, values: [c, m]}]'),
    ['NodePool new-nodes'],
  ],
  [
    'that contradicts another one',
    pool(
      '',
      '[{key: kubernetes.io/arch, operator: In, values: [amd64]}, {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7g]}]',
    ),
    pool(
      '',
      '[{key: kubernetes.io/arch, operator: In, values: [arm64]}, {key: karpenter.k8s.aws/instance-family, operator: In, values: [m7g]}]',
    ),
    ['NodePool new-nodes'],
  ],
  [
    'that no instance type satisfied, together with a label',
    ofArchitecture('arm'),
    ofArchitecture('arm64').replace('template: {', 'template: {metadata: {labels: {team: ink}}, '),
    [
      'NodePool unknown',
      'Whether NodePool `press` has nodes is unknown: before the change, no instance type has a value of `kubernetes.io/arch` that it requires',
    ],
  ],
  [
    'that Karpenter accepts',
    pool('', '[{key: karpenter.k8s.aws/instance-gpu-count, operator: In, values: ["2"]}]'),
    pool('', '[{key: karpenter.k8s.aws/instance-gpu-count, operator: In, values: ["4"]}]'),
    ['NodePool all-nodes', 'replaces running nodes'],
  ],
  [
    'that instance types satisfied',
    ofArchitecture('amd64'),
    ofArchitecture('arm64'),
    ['NodePool all-nodes', 'replaces running nodes'],
  ],
  [
    'for a family that the catalog does not have',
    pool('', '[{key: karpenter.k8s.aws/instance-family, operator: In, values: [m99]}]'),
    pool('', '[{key: karpenter.k8s.aws/instance-family, operator: In, values: [m7i]}]'),
    ['NodePool all-nodes', 'replaces running nodes'],
  ],
])('a requirement %s', (_, base, head, expected) =>
  expect(reviewed(base + nodeClass(), head + nodeClass())).toEqual(expected),
);

test.each([
  ['arm', ['NodePool unknown', 'may delete running nodes']],
  ['arm64', ['NodePool delete', 'deletes running nodes']],
])('a removed NodePool for the architecture %s', (architecture, expected) => {
  const found = reviewed(
    ofArchitecture(architecture) + accepted.replace('press', 'ink') + nodeClass(),
    accepted.replace('press', 'ink') + nodeClass(),
  );
  expect(found).toEqual(expected);
});

test('a node class changes whose only NodePool could launch no nodes', () => {
  const [base, head] = [nodeClass(), nodeClass('al2023@v20260801')].map((text) => ofArchitecture('arm') + text);
  expect(reviewed(base!, head!)).toEqual([
    'EC2NodeClass unknown',
    'Whether EC2NodeClass `press` has nodes is unknown: before the change, NodePool `press` could launch no nodes',
  ]);
});

test('live nodes of a NodePool that no instance type satisfies are replaced', () => {
  const live = `apiVersion: karpenter.sh/v1
kind: NodeClaim
metadata: {name: press-1, labels: {karpenter.sh/nodepool: press}}
spec: {nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: press}, requirements: []}
`;
  const [base, head] = [ofArchitecture('arm') + nodeClass(), ofArchitecture('arm64') + nodeClass()];
  expect(reviewed(base, head, '1.34', live)).toContain('NodePool all-nodes');
});
