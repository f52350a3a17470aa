import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { aws } from '../../aws/aws.ts';
import { decodeCrdPack } from '../../files/schema/definitions/crd-pack.ts';
import { manifestSet } from '../../manifest/manifest-set.ts';
import { pathText } from '../../manifest/model/manifest.ts';
import { parseManifests } from '../../manifest/parse.ts';
import { diff } from './diff.ts';
import { allTogether, type Clusters } from './surroundings.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));
const set = (text: string) => manifestSet([parseManifests({ file: 'a.yaml', text }, { set: {} })]);
const changes = (base: string, head: string) => diff(set(base), set(head), { pack, providers: [aws] });

const pool = (spec: string, { name = 'web', requirements = '' } = {}) => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: ${name}
spec:
${spec.replace(/^/gm, '  ')}
  template:
    metadata:
      labels: { team: a }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [spot, on-demand] }
        ${requirements}
`;
const nodeClass = (spec: string) => `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: default }
spec:
  role: node
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]
${spec.replace(/^/gm, '  ')}
`;
const deployment = (image: string, cpu: string) => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: cart, namespace: shop }
spec:
  replicas: 2
  template:
    spec:
      containers:
        - name: app
          image: ${image}
          resources: { requests: { cpu: ${cpu} } }
`;

/** `path effect` of every changed field. */
const effects = (base: string, head: string): string[] =>
  changes(base, head).flatMap((change) => change.fields.map((field) => `${field.path.join('.')} ${field.effect}`));

const requirements = 'spec.template.spec.requirements';

test('a field that leaves the drift hash as it is replaces no nodes, next to one that changes it', () => {
  const base = nodeClass('amiSelectorTerms: [{ alias: "${alias}" }]');
  const head = nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: "${alias}" }]\nuserData: echo');
  expect(effects(base, head)).toEqual(['spec.amiFamily none', 'spec.userData all-nodes']);
});

describe('no change', () => {
  test.each([
    ['quantities of the same amount', pool('limits: { cpu: 1000m }'), pool('limits: { cpu: 1 }')],
    [
      'durations of the same length',
      pool('disruption: { consolidateAfter: 60s }'),
      pool('disruption: { consolidateAfter: 1m }'),
    ],
    ['a default written out', pool(''), pool('disruption: { consolidateAfter: 0s, budgets: [{ nodes: 10% }] }')],
    ['an empty field', pool('weight:'), pool('')],
    ['a field that the API server drops', pool('limit: { cpu: 1 }'), pool('')],
    ['the order of values', pool(''), pool('').replace('[spot, on-demand]', '[on-demand, spot]')],
    [
      'the order of requirements',
      pool('', { requirements: '- { key: a/b, operator: Exists }' }),
      pool('').replace('requirements:\n', 'requirements:\n        - { key: a/b, operator: Exists }\n'),
    ],
    ['an image', deployment('a:1', '1'), deployment('a:2', '1000m')],
  ])('%s', (_, base, head) => expect(changes(base, head)).toEqual([]));
});

describe('metadata of the object itself', () => {
  const labelled = (text: string, metadata: string): string =>
    text.replace(/^metadata:.*(?:\n {2}name: web)?/m, `metadata: { name: web, ${metadata} }`);

  test.each([
    ['NodePool', pool('')],
    ['EC2NodeClass', nodeClass('')],
  ])('a label or annotation of the %s is a change without effect', (kind, text) => {
    const [change, ...rest] = changes(
      labelled(text, 'labels: { team: a }'),
      labelled(text, 'labels: { team: b }, annotations: { "a.example/x": y }'),
    );
    expect(rest).toEqual([]);
    expect(change).toMatchObject({
      type: 'modified',
      effect: 'none',
      summary: 'running nodes stay',
      fields: [
        { path: ['metadata', 'annotations', 'a.example/x'], effect: 'none', cause: 'metadata' },
        { path: ['metadata', 'labels', 'team'], before: 'a', after: 'b', effect: 'none', cause: 'metadata' },
      ],
    });
    expect(change!.fields[1]!.reason).toContain(`the ${kind} itself`);
  });

  test('what the API server and kubectl write there is not a change', () => {
    const written =
      'uid: x, resourceVersion: "1", annotations: { kubectl.kubernetes.io/last-applied-configuration: "{}" }';
    expect(changes(labelled(pool(''), 'labels: {}'), labelled(pool(''), written))).toEqual([]);
  });
});

describe('effects on running nodes', () => {
  test.each([
    ['a label', pool(''), pool('').replace('team: a', 'team: b'), ['spec.template.metadata.labels.team all-nodes']],
    ['a limit', pool('limits: { cpu: 10 }'), pool('limits: { cpu: 5 }'), ['spec.limits.cpu none']],
    ['a weight', pool(''), pool('weight: 10'), ['spec.weight new-nodes']],
    [
      'a budget',
      pool('disruption: { consolidateAfter: 0s, budgets: [{ nodes: 10% }] }'),
      pool('disruption: { consolidateAfter: 0s, budgets: [{ nodes: 20% }] }'),
      ['spec.disruption.budgets none'],
    ],
    ['fewer values', pool(''), pool('').replace('[spot, on-demand]', '[spot]'), [`${requirements}.0 some-nodes`]],
    ['more values', pool('').replace('[spot, on-demand]', '[spot]'), pool(''), [`${requirements}.0 new-nodes`]],
    [
      'a well-known label required',
      pool(''),
      pool('', { requirements: '- { key: kubernetes.io/arch, operator: In, values: [arm64] }' }),
      [`${requirements}.1 some-nodes`],
    ],
    [
      'a custom label required',
      pool(''),
      pool('', { requirements: '- { key: example.com/a, operator: Exists }' }),
      [`${requirements}.1 all-nodes`],
    ],
    [
      'a custom label excluded',
      pool(''),
      pool('', { requirements: '- { key: example.com/a, operator: DoesNotExist }' }),
      [`${requirements}.1 new-nodes`],
    ],
    [
      'a placeholder',
      pool(''),
      pool('').replace('[spot, on-demand]', '["${CAPACITY}"]'),
      [`${requirements}.0 unknown`],
    ],
    [
      'a wider bound',
      pool('', { requirements: '- { key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["4"] }' }),
      pool('', { requirements: '- { key: karpenter.k8s.aws/instance-cpu, operator: Gt, values: ["2"] }' }),
      [`${requirements}.1 new-nodes`],
    ],
    [
      'minValues',
      pool('', { requirements: '- { key: karpenter.k8s.aws/instance-family, operator: Exists }' }),
      pool('', { requirements: '- { key: karpenter.k8s.aws/instance-family, operator: Exists, minValues: 3 }' }),
      [`${requirements}.1 new-nodes`],
    ],
    [
      'the same family, written out',
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]'),
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: al2023@latest }]'),
      ['spec.amiFamily none'],
    ],
    [
      'the family of an alias that is a placeholder',
      nodeClass('amiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      ['spec.amiFamily none'],
    ],
    [
      'the family of a placeholder that is no longer written',
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      nodeClass('amiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      ['spec.amiFamily none'],
    ],
    [
      'the same family, written out, next to other user data',
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]\nuserData: a'),
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: al2023@latest }]\nuserData: b'),
      ['spec.amiFamily none', 'spec.userData all-nodes'],
    ],
    [
      'another family with a placeholder',
      nodeClass('amiFamily: AL2\namiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ alias: "${ALIAS}" }]'),
      ['spec.amiFamily all-nodes'],
    ],
    [
      'another family',
      nodeClass('amiFamily: AL2\namiSelectorTerms: [{ id: ami-1 }]'),
      nodeClass('amiFamily: AL2023\namiSelectorTerms: [{ id: ami-1 }]'),
      ['spec.amiFamily all-nodes'],
    ],
    [
      'a reservation in other units, which Karpenter hashes as written',
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]\nkubelet: { kubeReserved: { cpu: 1000m } }'),
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]\nkubelet: { kubeReserved: { cpu: "1" } }'),
      ['spec.kubelet.kubeReserved.cpu all-nodes'],
    ],
    [
      'a volume of the same size in other units',
      nodeClass(
        'amiSelectorTerms: [{ alias: al2023@latest }]\nblockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 1024Gi } }]',
      ),
      nodeClass(
        'amiSelectorTerms: [{ alias: al2023@latest }]\nblockDeviceMappings: [{ deviceName: /dev/xvda, ebs: { volumeSize: 1Ti } }]',
      ),
      [],
    ],
    [
      'a security group',
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]'),
      nodeClass('amiSelectorTerms: [{ alias: al2023@latest }]').replace(
        'securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]',
        'securityGroupSelectorTerms: [{ id: sg-1 }]',
      ),
      ['spec.securityGroupSelectorTerms unknown'],
    ],
    [
      'requests of pods',
      deployment('a', '1'),
      deployment('a', '2'),
      ['spec.template.spec.containers.0.resources.requests.cpu none'],
    ],
  ])('%s', (_, base, head, expected) => expect(effects(base, head)).toEqual(expected));
});

describe('whole objects', () => {
  test('a rename is one removed and one added, and the removal deletes nodes', () => {
    expect(
      changes(pool('', { name: 'old' }), pool('', { name: 'new' })).map(({ type, effect, resource }) => [
        type,
        effect,
        resource.name,
      ]),
    ).toEqual([
      ['removed', 'delete', 'old'],
      ['added', 'new-nodes', 'new'],
    ]);
  });

  test('a removed node class matters only if a NodePool may refer to it', () => {
    const unused = 'apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: unused}\n---\n';
    const removal = (rest: string): string => changes(unused + rest, rest)[0]!.summary;
    expect(removal(pool(''))).toBe('removed; the NodePools refer to other node classes');
    expect(removal(pool('').replace(/name: default/, 'name: unused'))).toContain('can no longer launch nodes');
    expect(removal('')).toContain('can no longer launch nodes');
  });

  test('an object that can no longer be read is unknown, never removed', () => {
    const [change] = changes(pool(''), 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: [}\n');
    expect(change).toMatchObject({ type: 'unknown', effect: 'unknown' });
  });

  test('user data never appears', () => {
    const terms = 'amiSelectorTerms: [{ alias: al2023@latest }]\n';
    const [change] = changes(
      nodeClass(`${terms}userData: "a\\nsecret=1"`),
      nodeClass(`${terms}userData: "a\\nsecret=2"`),
    );
    expect(JSON.stringify(change)).not.toContain('secret');
    expect(change!.fields[0]!.after).toMatch(/^2 lines, 1 of them new, hash [0-9a-f]{16}$/);
  });

  test.each([
    'spec: null',
    'spec: []',
    'spec: { template: null }',
    'spec: { template: { spec: { requirements: [null, 1] } } }',
  ])('a malformed object does not crash: %s', (spec) => {
    const head = `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: web }\n${spec}\n`;
    expect(changes(pool(''), head)).toHaveLength(1);
  });
});

test('a template in place of a mapping may render the same mapping', () => {
  const images = 'amiSelectorTerms: [{ alias: al2023@v20250101 }]';
  const before = nodeClass(`${images}\nmetadataOptions: { httpTokens: required }`);
  const after = nodeClass(`${images}\nmetadataOptions:\n  {{- toYaml .Values.metadataOptions | nindent 2 }}`);
  expect(changes(before, after).map(({ effect }) => effect)).toEqual(['unknown']);
});

test.each([
  ['{{- if .Values.on }}', 'new, if `{{ if .Values.on }}` creates it'],
  ['{{- if .Values.on }}\n{{- end }}', 'new'],
])('an object after %s', (block, summary) => {
  const priority = 'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: { name: high }\nvalue: 1\n';
  expect(changes('', `${block}\n${priority}`).map((change) => change.summary)).toEqual([summary]);
});

test('a field that replaces no nodes replaces none, whatever the value of its placeholder', () => {
  const written = (after: string) => pool(`disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: ${after} }`);
  expect(effects(written('10m'), written('"${AFTER}"'))).toEqual(['spec.disruption.consolidateAfter none']);
});

test.each([
  ['user data by another name', 'userData: "${A}"', 'userData: "${B}"', ['spec.userData unknown']],
  ['a role that is now written out', 'role: "{{ .Values.role }}"', 'role: node', ['spec.role unknown']],
  ['a field that only one side has', 'role: "${A}"', 'role: "${A}"\nuserData: "${B}"', ['spec.userData all-nodes']],
  [
    'in a list',
    'subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "${NAME}" } }]',
    'subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod } }]',
    ['spec.subnetSelectorTerms unknown'],
  ],
  [
    'next to a value that differs',
    'subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "${NAME}", a: b } }]',
    'subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: prod, a: c } }]',
    ['spec.subnetSelectorTerms some-nodes'],
  ],
  [
    'in a longer list',
    'subnetSelectorTerms: [{ id: "${SUBNET}" }]',
    'subnetSelectorTerms: [{ id: subnet-1 }, { id: subnet-2 }]',
    ['spec.subnetSelectorTerms some-nodes'],
  ],
])('a placeholder may stand for the previous value: %s', (_, was, is, expected) => {
  const lines = [
    'role: node',
    'amiSelectorTerms: [{ alias: al2023@v20250101 }]',
    'subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]',
    'securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]',
  ];
  const written = (spec: string) =>
    `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: default }\nspec:\n${[
      ...lines.filter((line) => !spec.includes(line.split(':')[0]!)),
      ...spec.split('\n'),
    ]
      .map((line) => `  ${line}\n`)
      .join('')}`;
  expect(effects(written(was), written(is))).toEqual(expected);
});

test('a version without a definition gets no defaults on the other side', () => {
  const withDefaults = (version: string) =>
    nodeClass('amiSelectorTerms: [{ alias: al2023@v20250101 }]').replace(
      'karpenter.k8s.aws/v1',
      `karpenter.k8s.aws/${version}`,
    );
  for (const [base, head] of [
    ['v1', 'v9'],
    ['v9', 'v1'],
  ] as const)
    expect(effects(withDefaults(base), withDefaults(head))).toEqual(['apiVersion none']);
});

describe('a requirement on a label that the template sets', () => {
  const team = (values: string) => ({ requirements: `- { key: team, operator: In, values: [${values}] }` });

  test.each([
    ['allows its value', pool(''), pool('', team('a')), 'none'],
    ['allows more', pool('', team('a')), pool('', team('a, b')), 'none'],
    ['is dropped', pool('', team('a')), pool(''), 'none'],
    ['allows another value', pool(''), pool('', team('b')), 'all-nodes'],
    ['has a placeholder', pool('').replace('team: a', 'team: "${TEAM}"'), pool('', team('a')), 'unknown'],
  ])('%s', (_, base, head, effect) => {
    const [field] = changes(base, head)
      .flatMap(({ fields }) => fields)
      .filter(({ cause }) => cause === 'requirements');
    expect(field!.effect).toBe(effect);
  });

  test('narrows what the NodePool could launch', () => {
    const spot = (text: string) => text.replace('team: a', 'karpenter.sh/capacity-type: spot');
    const narrow = (text: string) => text.replace('[spot, on-demand]', '[spot]');
    expect(effects(spot(pool('')), narrow(spot(pool(''))))).toEqual([`${requirements}.0 none`]);
  });
});

describe('a NodePool and its node class change together', () => {
  const ami = (version: string) => nodeClass(`amiSelectorTerms: [{ alias: al2023@v${version} }]`);
  const effectOf = (base: string, head: string) =>
    changes(base, head).find(({ resource }) => resource.kind === 'NodePool');

  test('the NodePool has the worse effect', () => {
    const change = effectOf(`${pool('weight: 1')}---${ami('20250101')}`, `${pool('weight: 2')}---${ami('20250201')}`);
    expect(change).toMatchObject({ effect: 'all-nodes', summary: expect.stringMatching(/node class changes$/) });
  });

  test('a NodePool with another class keeps its own effect', () => {
    const other = (text: string) => text.replace('name: default }', 'name: other }');
    const change = effectOf(
      `${other(pool('weight: 1'))}---${ami('20250101')}`,
      `${other(pool('weight: 2'))}---${ami('20250201')}`,
    );
    expect(change!.effect).toBe('new-nodes');
  });

  test('a class of another cluster does not count, if the cluster of the NodePool has one with its name', () => {
    const cluster = (root: string, text: string) => {
      const trace = () => ({ span: { file: `${root}.yaml`, start: 0, end: 0 }, isExact: false });
      const origin = { tool: 'kustomize' as const, root, trace };
      return parseManifests({ file: `${root}.yaml`, text, origin }, { set: {} });
    };
    const effectInDev = (classOfDev: string) => {
      const base = manifestSet([
        cluster('dev', `${pool('weight: 1')}---${classOfDev}`),
        cluster('prod', `${pool('weight: 1')}---${ami('20250101')}`),
      ]);
      const head = manifestSet([
        cluster('dev', `${pool('weight: 2')}---${classOfDev}`),
        cluster('prod', `${pool('weight: 1')}---${ami('20250201')}`),
      ]);
      const found = diff(base, head, { pack, providers: [aws] });
      return found.find(({ resource }) => resource.kind === 'NodePool')!.effect;
    };

    expect(effectInDev(ami('20250101'))).toBe('new-nodes');
    expect(effectInDev('')).toBe('all-nodes');
  });
});

describe('an object that the API server refuses before the change', () => {
  const wrong = (text: string) => text.replace('group: karpenter.k8s.aws, ', '');

  test('was never stored, so what the change does to nodes is unknown', () => {
    const [change] = changes(wrong(pool('')), pool(''));
    expect(change).toMatchObject({
      effect: 'unknown',
      summary: expect.stringMatching(/^the API server refuses it before/),
    });
    expect(change!.fields.map(({ effect }) => effect)).toEqual(['unknown']);
  });

  test('a change that replaces no nodes in any case does not mention it', () => {
    const [change] = changes(wrong(pool('weight: 1')), wrong(pool('weight: 2')));
    expect(change!.summary).toBe('new nodes may differ, and no running node drifts');
  });

  test('a dropped field does not make it refused', () => {
    expect(effects(pool('limit: 1'), pool('limit: 1').replace('team: a', 'team: b'))).toEqual([
      'spec.template.metadata.labels.team all-nodes',
    ]);
  });
});

describe('a manifest in another API version', () => {
  const old = (spec: string, template = '') => `
apiVersion: karpenter.sh/v1beta1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { apiVersion: karpenter.k8s.aws/v1beta1, kind: EC2NodeClass, name: default }
      requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
${template.replace(/^/gm, '      ')}
${spec.replace(/^/gm, '  ')}
`;
  const now = (spec: string, template = '') => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements: [{ key: kubernetes.io/arch, operator: In, values: [amd64] }]
${template.replace(/^/gm, '      ')}
${spec.replace(/^/gm, '  ')}
`;
  const oldClass = (spec: string) => nodeClass(spec).replace('karpenter.k8s.aws/v1', 'karpenter.k8s.aws/v1beta1');
  const empty = 'disruption: { consolidationPolicy: WhenEmpty, consolidateAfter: 5m }';
  const latest = 'amiSelectorTerms: [{ alias: al2023@latest }]';

  test.each([
    ['a pool', old(empty), now(empty)],
    ['a pool, back again', now(empty), old(empty)],
    [
      'the policy by its new name',
      old('disruption: { consolidationPolicy: WhenUnderutilized, expireAfter: 24h }'),
      now('disruption: { consolidationPolicy: WhenEmptyOrUnderutilized, consolidateAfter: 0s }', 'expireAfter: 24h'),
    ],
    ['the alias of its family', oldClass('amiFamily: AL2023'), nodeClass(latest)],
    ['the alias next to its family', oldClass('amiFamily: AL2023'), nodeClass(`amiFamily: AL2023\n${latest}`)],
    [
      'the hop limit that was stored',
      oldClass('amiFamily: AL2023'),
      nodeClass(`${latest}\nmetadataOptions: { httpPutResponseHopLimit: 2 }`),
    ],
    [
      'kubelet settings in their class',
      `${old(empty, 'kubelet: { maxPods: 20 }')}---${oldClass('amiFamily: AL2023')}`,
      `${now(empty)}---${nodeClass(`${latest}\nkubelet: { maxPods: 20 }`)}`,
    ],
  ])('replaces no nodes for %s', (_, base, head) => {
    expect(effects(base, head).filter((effect) => !effect.endsWith(' none'))).toEqual([]);
  });

  test('does not report a family that both sides set', () => {
    expect(effects(oldClass('amiFamily: AL2023'), nodeClass(`amiFamily: AL2023\n${latest}`))).toEqual([
      'apiVersion none',
    ]);
  });

  test.each([
    [
      'the expiry',
      old(`${empty.slice(0, -2)}, expireAfter: 24h }`),
      now(empty),
      'spec.template.spec.expireAfter all-nodes',
    ],
    [
      'the hop limit',
      oldClass('amiFamily: AL2023'),
      nodeClass(`${latest}\nmetadataOptions: { httpPutResponseHopLimit: 1 }`),
      'spec.metadataOptions.httpPutResponseHopLimit all-nodes',
    ],
    ['the image', oldClass('amiFamily: AL2'), nodeClass(latest), 'spec.amiSelectorTerms all-nodes'],
    [
      'removed kubelet settings',
      `${old(empty, 'kubelet: { maxPods: 20 }')}---${oldClass('amiFamily: AL2023')}`,
      `${now(empty)}---${nodeClass(latest)}`,
      'spec.kubelet all-nodes',
    ],
    [
      'kubelet settings of a node class that is not among the manifests',
      old(empty, 'kubelet: { maxPods: 20 }'),
      now(empty),
      'spec.template.spec.kubelet unknown',
    ],
    ['a placeholder', oldClass('amiFamily: ${FAMILY}'), nodeClass(latest), 'spec.amiSelectorTerms unknown'],
  ])('reports %s', (_, base, head, effect) => {
    expect(effects(base, head)).toContain(effect);
  });
});

describe('the part of a long field that changes', () => {
  const workload = (pod: string, annotations = '{}') =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  template:\n    metadata: {annotations: ${annotations}}\n    spec: {${pod}}\n`;
  const spread = (more: string) =>
    `topologySpreadConstraints: [{topologyKey: zone, maxSkew: 1${more}}, {topologyKey: host, maxSkew: 2}]`;
  const terms = (...zones: string[]) =>
    `affinity: {nodeAffinity: {required: {nodeSelectorTerms: [${zones.map((zone) => `{matchExpressions: [{key: zone, operator: In, values: [${zone}]}]}`).join(', ')}]}}}`;
  const inPod = 'spec.template.spec';
  const selector = `${inPod}.affinity.nodeAffinity.required.nodeSelectorTerms`;

  test.each([
    ['a spread constraint', spread(''), spread(', minDomains: 3'), `${inPod}.topologySpreadConstraints[0].minDomains`],
    ['one of two terms', terms('a', 'b'), terms('a', 'c'), `${selector}[1].matchExpressions[0]`],
    ['both of two terms', terms('a', 'b'), terms('c', 'd'), selector],
    ['another term', terms('a'), terms('a', 'b'), selector],
    ['the order of terms', terms('a', 'b'), terms('b', 'a'), undefined],
  ])('%s', (_, before, after, path) => {
    const fields = changes(workload(before), workload(after)).flatMap((change) => change.fields);
    expect(fields.map((field) => pathText(field.path))).toEqual(path === undefined ? [] : [path]);
  });

  test('an annotation that decides what a webhook adds', () => {
    const proxy = (cpu: string) => `{sidecar.istio.io/proxyCPU: ${cpu}, team: ${cpu}}`;
    const [change] = changes(workload('', proxy('100m')), workload('', proxy('500m')));
    expect(change?.fields.map(({ path, effect, cause }) => [path.at(-1), effect, cause])).toEqual([
      ['sidecar.istio.io/proxyCPU', 'none', 'pod-requests'],
    ]);
  });
});

test.each([
  ['instanceType: m6g.large', 'instanceType: m7g.large', 'all-nodes'],
  ['instanceTypes: [a, b]', 'instanceTypes: [a, c]', 'all-nodes'],
  ['amiType: AL2', 'amiType: AL2023', 'all-nodes'],
  ['diskSize: 20', 'diskSize: 40', 'all-nodes'],
  ['capacityType: ON_DEMAND', 'capacityType: SPOT', 'all-nodes'],
  ['capacityType: ON_DEMAND', "capacityType: '${var.type}'", 'unknown'],
  ['count: 2', 'count: 3', 'none'],
  ['labels: {a: b}', 'labels: {a: c}', 'none'],
])('a managed node group from %s to %s', (before, after, effect) => {
  const group = (spec: string) =>
    `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: {name: a}\nspec: {${spec}}\n`;
  expect(changes(group(before), group(after)).map((change) => change.effect)).toEqual([effect]);
});

test.each([
  [
    'a second type',
    'instanceType: a',
    'instanceType: a, instanceTypes: [a, b]',
    [['instanceTypes', ['a'], ['a', 'b']]],
  ],
  [
    'one type instead of two',
    'instanceType: a, instanceTypes: [a, b]',
    'instanceType: a',
    [['instanceTypes', ['a', 'b'], ['a']]],
  ],
  [
    'two types instead of a reference',
    "instanceType: '${var.types}'",
    'instanceType: a, instanceTypes: [a, b]',
    [
      ['instanceType', '${var.types}', 'a'],
      ['instanceTypes', '${var.types}', ['a', 'b']],
    ],
  ],
])('a managed node group gets %s', (_, before, after, expected) => {
  const group = (spec: string) =>
    `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: {name: a}\nspec: {${spec}}\n`;
  const [change] = changes(group(before), group(after));
  expect(change?.fields.map((field) => [field.path.at(-1), field.before, field.after])).toEqual(expected);
});

test.each<[spec: string, effects: readonly string[]]>([
  ['diskSize: 20', []],
  ['diskSize: 40', ['all-nodes']],
  ['diskSize: 20, amiType: WINDOWS_CORE_2022_x86_64', ['all-nodes']],
])('a managed node group without a disk size gets %s', (spec, effects) => {
  const group = (more: string) =>
    `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: {name: a}\nspec: {${more}}\n`;
  const before = spec.replace(/^diskSize: \d+(?:, )?/, '');
  expect(changes(group(before), group(spec)).map((change) => change.effect)).toEqual(effects);
});

test.each<[title: string, before: string, after: string, effects: readonly string[]]>([
  ['names what EKS chose', 'version: "1.33"', 'version: "1.33", amiType: AL2023_x86_64_STANDARD', []],
  ['no longer names it', 'version: "1.33", amiType: AL2023_x86_64_STANDARD', 'version: "1.33"', []],
  ['may have had an older one', 'version: "1.32"', 'version: "1.32", amiType: AL2023_x86_64_STANDARD', ['unknown']],
  ['has an unknown version', '', 'amiType: AL2023_x86_64_STANDARD', ['unknown']],
  ['names another one', 'version: "1.33"', 'version: "1.33", amiType: BOTTLEROCKET_x86_64', ['unknown']],
  ['keeps what it had', 'amiType: BOTTLEROCKET_x86_64', '', ['none']],
  ['gets another one', 'amiType: BOTTLEROCKET_x86_64', 'amiType: AL2023_x86_64_STANDARD', ['all-nodes']],
])('the type of image of a managed node group: it %s', (_, before, after, effects) => {
  const group = (spec: string) =>
    `apiVersion: terraform/v1\nkind: ManagedNodeGroup\nmetadata: {name: a}\nspec: {${spec}}\n`;
  expect(changes(group(before), group(after)).map((change) => change.effect)).toEqual(effects);
});

test.each<[what: string, before: string, after: string, expected: readonly string[]]>([
  ['a default of pods', '', 'schedulerName: default-scheduler, terminationGracePeriodSeconds: 30', []],
  ['a default that is no longer written', 'schedulerName: default-scheduler', '', []],
  ['another value', '', 'terminationGracePeriodSeconds: 60', ['terminationGracePeriodSeconds']],
  [
    'a default in place of another value',
    'terminationGracePeriodSeconds: 60',
    'terminationGracePeriodSeconds: 30',
    ['terminationGracePeriodSeconds'],
  ],
])('what the API server stores: %s', (_, before, after, expected) => {
  const deployment = (more: string) =>
    `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec:\n  selector: {matchLabels: {a: b}}\n  template:\n    metadata: {labels: {a: b}}\n    spec: {containers: [{name: a, image: a}], ${more}}\n`;
  const fields = changes(deployment(before), deployment(after)).flatMap((change) => change.fields);
  expect(fields.map(({ path }) => path.at(-1))).toEqual(expected);
});

test.each([
  ['unhealthyPodEvictionPolicy: IfHealthyBudget', 0],
  ['unhealthyPodEvictionPolicy: AlwaysAllow', 1],
])('a PodDisruptionBudget that gets %s', (more, count) => {
  const budget = (field: string) =>
    `apiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {maxUnavailable: 1, ${field}}\n`;
  expect(changes(budget(''), budget(more))).toHaveLength(count);
});

describe('a NodePool with another name', () => {
  const spec = 'limits: { cpu: 10 }';
  const names = (all: ReturnType<typeof changes>) =>
    all.map(({ resource, renamedTo, renamedFrom }) => [resource.name, renamedTo, renamedFrom]);

  test('is renamed, and its nodes are deleted', () => {
    const found = changes(pool(spec), pool(spec, { name: 'frontend' }));
    expect(names(found)).toEqual([
      ['web', 'frontend', undefined],
      ['frontend', undefined, 'web'],
    ]);
    expect(found[0]).toMatchObject({ effect: 'delete', type: 'removed' });
    expect(found[0]!.summary).toBe(
      'renamed to `frontend`: Karpenter deletes its nodes, and `frontend` launches new ones',
    );
  });

  test('is renamed if only fields next to its template change, too', () => {
    const found = changes(pool(spec), pool('limits: { cpu: 20 }\nweight: 5', { name: 'frontend' }));
    expect(found.map(({ summary }) => summary)).toEqual([
      'renamed to `frontend`: Karpenter deletes its nodes, and `frontend` launches new ones',
      'the new name of `web`, with other fields',
    ]);
  });

  const otherTemplate = '- { key: kubernetes.io/arch, operator: In, values: [arm64] }';

  test.each([
    ['its template changes, too', pool(spec, { name: 'frontend', requirements: otherTemplate })],
    ['two have its template', `${pool('weight: 1', { name: 'a' })}---${pool('weight: 2', { name: 'b' })}`],
    ['two could be its new name', `${pool(spec, { name: 'a' })}---${pool(spec, { name: 'b' })}`],
  ])('is not renamed if %s', (_, head) => {
    expect(changes(pool(spec), head).every(({ renamedTo, renamedFrom }) => !renamedTo && !renamedFrom)).toBe(true);
  });
});

describe('a node class with another name', () => {
  const nodeClass = (name: string, discovery: string): string =>
    `apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: { name: ${name} }\nspec: { role: nodes, subnetSelectorTerms: [{ tags: { discovery: ${discovery} } }] }\n`;
  const poolOf = (name: string): string =>
    `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: { name: web }\nspec: { template: { spec: { nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: ${name} }, requirements: [] } } }\n`;
  const before = `${poolOf('old')}---\n${nodeClass('old', 'prod')}`;
  const classesOf = (head: string) =>
    changes(before, head)
      .filter(({ resource }) => resource.kind === 'EC2NodeClass')
      .map(({ resource, summary, fields }) => [resource.name, summary, fields.map(({ path }) => path.join('.'))]);

  test('is compared with the one that it replaces', () => {
    expect(classesOf(`${poolOf('new')}---\n${nodeClass('new', 'CLUSTER')}`)).toEqual([
      ['old', 'renamed to `new`', []],
      ['new', 'the new name of `old`, with other fields', ['spec.subnetSelectorTerms']],
    ]);
  });

  test('without other differences has only another name', () => {
    expect(classesOf(`${poolOf('new')}---\n${nodeClass('new', 'prod')}`)).toEqual([
      ['old', 'renamed to `new`', []],
      ['new', 'the new name of `old`', []],
    ]);
  });

  test('is not renamed if no NodePool moves to it', () => {
    const head = changes(before, `${poolOf('old')}---\n${nodeClass('new', 'prod')}`);
    expect(head.every(({ renamedTo, renamedFrom }) => !renamedTo && !renamedFrom)).toBe(true);
  });
});

describe('`replicas` of a workload with an autoscaler', () => {
  const web = (replicas: number) => `
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: ${replicas}
  template: { spec: { containers: [{ name: web }] } }
`;
  const autoscaler = (kind: string, ref: string, namespace = 'shop') => `---
apiVersion: ${kind === 'ScaledObject' ? 'keda.sh/v1alpha1' : 'autoscaling/v2'}
kind: ${kind}
metadata: { name: scales, namespace: ${namespace} }
spec: { scaleTargetRef: ${ref}, maxReplicas: 9, maxReplicaCount: 9 }
`;
  const fieldWith = (other: string) => {
    const [change] = changes(`${web(2)}${other}`, `${web(5)}${other}`);
    return change!.fields.find(({ path }) => path.join('.') === 'spec.replicas')!;
  };

  test.each([
    ['HorizontalPodAutoscaler', '{ apiVersion: apps/v1, kind: Deployment, name: web }'],
    ['ScaledObject', '{ name: web }'],
  ])('lasts until a %s sets another number', (kind, ref) => {
    expect(fieldWith(autoscaler(kind, ref))).toMatchObject({
      cause: 'autoscaled',
      reason: `lasts until ${kind} \`scales\` sets another number of pods`,
    });
  });

  test.each([
    ['none', ''],
    ['one of another workload', autoscaler('HorizontalPodAutoscaler', '{ kind: Deployment, name: api }')],
    ['one of another kind', autoscaler('HorizontalPodAutoscaler', '{ kind: StatefulSet, name: web }')],
    ['one of another namespace', autoscaler('ScaledObject', '{ name: web }', 'other')],
  ])('counts with %s', (_, other) => expect(fieldWith(other).cause).toBe('pod-count'));
});

test('T50: the cluster of each object is asked for once for all changed node classes', () => {
  const classes = (role: string) =>
    set(
      Array.from(
        { length: 60 },
        (_, i) =>
          `apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata: {name: c${i}}\nspec: {role: ${role}, amiSelectorTerms: [{alias: al2023@latest}]}\n`,
      ).join('---\n'),
    );

  let asked = 0;
  const clusters: Clusters = {
    ...allTogether,
    karpenterOn: () => ({ version: '1.6', isAssumed: false, possible: ['1.6'] }),
    clusterOf() {
      asked += 1;
      return 'a';
    },
  };

  expect(diff(classes('a'), classes('b'), { pack, providers: [aws] }, clusters)).toHaveLength(60);
  expect(asked).toBeGreaterThan(0);
  expect(asked).toBeLessThan(20 * 60);
});
