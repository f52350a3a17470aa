import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../manifest/edit.ts';
import type { TargetVersion } from './migrate-draft.ts';
import { migrateFiles } from './migrate-files.ts';

const files = (texts: Record<string, string>, to: TargetVersion = 'v1') => {
  const sources = Object.entries(texts).map(([file, text]) => ({ file, text }));
  const result = migrateFiles(sources, to);
  const after = sources.map(({ file, text }) => [
    file,
    applyEdits(
      text,
      result.documents.filter((document) => document.file === file),
    ),
  ]);
  return { ...result, after: Object.fromEntries(after) as Record<string, string> };
};
const one = (text: string, to: TargetVersion = 'v1') => {
  const { after, ...result } = files({ 'a.yaml': text }, to);
  return { ...result, text: after['a.yaml']! };
};
const codes = ({ diagnostics }: { diagnostics: readonly { code: string }[] }): string[] =>
  [...new Set(diagnostics.map(({ code }) => code))].sort();

const provisioner = (spec: string): string =>
  `apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata:\n  name: a\nspec:\n${spec}`;
const template = (spec: string): string =>
  `apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata:\n  name: a\nspec:\n  instanceProfile: p\n${spec}`;
const pool = (spec: string): string =>
  `apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata:\n  name: a\nspec:\n${spec}`;
const nodeClass = (spec: string): string =>
  `apiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata:\n  name: a\nspec:\n${spec}`;

/** All requirements that v1alpha5 would otherwise add. */
const said =
  '  requirements:\n    - {key: kubernetes.io/os, operator: Exists}\n    - {key: kubernetes.io/arch, operator: Exists}\n    - {key: karpenter.sh/capacity-type, operator: Exists}\n    - {key: node.kubernetes.io/instance-type, operator: Exists}\n';

/** The rows of the field table between v1alpha5 and v1beta1. */
describe('a Provisioner in v1beta1', () => {
  const rest = `${said}  providerRef: {name: a}\n`;
  test.each<[string, string, string]>([
    [
      'labels and annotations',
      '  labels: {a: b}\n  annotations:\n    c: d\n',
      '  template:\n    metadata:\n      labels: {a: b}\n      annotations:\n        c: d\n',
    ],
    [
      'taints',
      '  taints:\n  - key: x\n    effect: NoSchedule\n',
      '  template:\n    spec:\n      taints:\n      - key: x\n        effect: NoSchedule\n',
    ],
    [
      'startup taints',
      '  startupTaints: [{key: x, effect: NoSchedule}]\n',
      '      startupTaints: [{key: x, effect: NoSchedule}]\n',
    ],
    ['limits', '  limits:\n    resources:\n      cpu: 10 # enough\n', '  limits:\n    cpu: 10 # enough\n'],
    ['limits in brackets', '  limits: {resources: {cpu: "10"}}\n', '  limits: {cpu: "10"}\n'],
    ['weight', '  weight: 5 # first\n', '  weight: 5 # first\n'],
    [
      'kubelet settings',
      '  kubeletConfiguration:\n    containerRuntime: containerd\n    maxPods: 20\n',
      '      kubelet:\n        maxPods: 20\n',
    ],
    [
      'removal of empty nodes',
      '  ttlSecondsAfterEmpty: 30 # soon\n',
      '  disruption:\n    consolidationPolicy: WhenEmpty\n    consolidateAfter: 30s # soon\n    expireAfter: Never\n',
    ],
    [
      'consolidation',
      '  consolidation:\n    enabled: true\n',
      '  disruption:\n    consolidationPolicy: WhenUnderutilized\n    expireAfter: Never\n',
    ],
    [
      'neither',
      '',
      '  disruption:\n    consolidationPolicy: WhenEmpty\n    consolidateAfter: Never\n    expireAfter: Never\n',
    ],
    ['expiry', '  ttlSecondsUntilExpired: 900\n', '    expireAfter: 900s\n'],
    [
      'expiry from a template',
      '  ttlSecondsUntilExpired: {{ .Values.ttl }}\n',
      '    expireAfter: {{ .Values.ttl }}s\n',
    ],
    ['expiry from a variable', '  ttlSecondsUntilExpired: "${TTL}"\n', '    expireAfter: "${TTL}s"\n'],
  ])('%s', (_, spec, expected) => {
    const { text, left } = one(provisioner(spec + rest), 'v1beta1');
    expect(left).toEqual([]);
    expect(text).toContain(expected);
  });

  test.each<[string, string, string[]]>([
    [
      'a class by name',
      '  providerRef:\n    # the team’s\n    name: shared\n',
      [
        '      nodeClassRef:\n        apiVersion: karpenter.k8s.aws/v1beta1\n        kind: EC2NodeClass\n        # the team’s\n        name: shared\n',
      ],
    ],
    [
      'a class inline',
      '  provider:\n    instanceProfile: p # ours\n',
      [
        '        name: a\n',
        '---\napiVersion: karpenter.k8s.aws/v1beta1\nkind: EC2NodeClass\nmetadata:\n  name: a\nspec:\n  amiFamily: AL2\n  instanceProfile: p # ours\n',
      ],
    ],
  ])('%s', (_, spec, expected) => {
    const { text } = one(provisioner(said + spec), 'v1beta1');
    for (const part of expected) expect(text).toContain(part);
  });
});

describe('an AWSNodeTemplate in v1beta1', () => {
  test.each<[string, string, string]>([
    ['the default family', '', '  amiFamily: AL2\n  instanceProfile: p\n'],
    [
      'tags',
      '  subnetSelector:\n    Name: a # one\n    env: "${ENV}"\n',
      '  subnetSelectorTerms:\n    - tags:\n        Name: a # one\n        env: "${ENV}"\n',
    ],
    [
      'ids',
      '  securityGroupSelector: {"aws::ids": "sg-1, sg-2"}\n',
      '  securityGroupSelectorTerms:\n    - id: sg-1\n    - id: sg-2\n',
    ],
    [
      'alternatives',
      '  subnetSelector: {Name: "a,b"}\n',
      '  subnetSelectorTerms:\n    - tags:\n        Name: a\n    - tags:\n        Name: b\n',
    ],
    [
      'images',
      '  amiSelector: {"aws::name": x, "aws::owners": self}\n',
      '  amiSelectorTerms:\n    - name: x\n      owner: self\n',
    ],
    [
      'unchanged fields',
      '  userData: |\n    a\n\n    b\n  tags: {a: b}\n',
      '  userData: |\n    a\n\n    b\n  tags: {a: b}\n',
    ],
  ])('%s', (_, spec, expected) => {
    const { text, left } = one(template(spec), 'v1beta1');
    expect(left).toEqual([]);
    expect(text).toContain(expected);
  });
});

describe('keeping the behavior', () => {
  const ref = '  template:\n    spec:\n      nodeClassRef:\n        name: a\n      requirements: []\n';
  test.each<[string, string, string, string[]]>([
    [
      '`Never` keeps consolidation off',
      pool(`${ref}  disruption:\n    consolidateAfter: Never\n`),
      '    consolidateAfter: Never\n',
      ['migration/kept'],
    ],
    [
      'an immediate consolidation is explicit',
      pool(`${ref}  disruption:\n    consolidationPolicy: WhenUnderutilized # save\n`),
      '    consolidationPolicy: WhenEmptyOrUnderutilized # save\n    consolidateAfter: 0s\n',
      [],
    ],
    [
      'empty budgets stay empty',
      pool(`${ref}  disruption:\n    budgets: []\n`),
      '    budgets: []\n',
      ['migration/kept'],
    ],
    [
      'two hops',
      nodeClass('  amiFamily: AL2\n'),
      '  metadataOptions:\n    httpPutResponseHopLimit: 2\n',
      ['migration/kept'],
    ],
    [
      'an explicit hop limit',
      nodeClass(
        '  amiSelectorTerms: [{id: ami-1}]\n  amiFamily: AL2\n  metadataOptions: {httpPutResponseHopLimit: 3}\n',
      ),
      '  metadataOptions: {httpPutResponseHopLimit: 3}\n',
      [],
    ],
    [
      'the newest image',
      nodeClass('  amiFamily: Bottlerocket # small\n'),
      '  # small\n  amiSelectorTerms:\n    - alias: bottlerocket@latest\n',
      ['migration/kept'],
    ],
    [
      'a silently dropped field',
      pool(
        '  template:\n    spec:\n      terminationGracePeriod: 1h\n      nodeClassRef:\n        name: a\n      requirements: []\n',
      ),
      '    spec:\n      nodeClassRef:\n',
      ['migration/dropped'],
    ],
    [
      'a tag that v1 refuses',
      nodeClass('  amiFamily: AL2\n  tags:\n    eks:eks-cluster-name: x\n    a: b\n'),
      '  tags:\n    a: b\n',
      ['migration/dropped', 'migration/kept'],
    ],
  ])('%s', (_, before, expected, found) => {
    const result = one(before);
    expect(result.text).toContain(expected);
    expect(codes(result)).toEqual(found);
  });
});

describe('kubelet settings', () => {
  const using = (name: string, kubelet: string): string =>
    `apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata:\n  name: ${name}\nspec:\n  template:\n    spec:\n${kubelet}      nodeClassRef:\n        name: a\n      requirements: []\n`;
  const twenty = '      # small nodes\n      kubelet:\n        maxPods: 20\n';
  const shared = nodeClass('  role: r\n  amiFamily: AL2\n');

  test('move to the class, with their comments', () => {
    const { after, left } = files({ 'pool.yaml': using('x', twenty), 'class.yaml': shared });
    expect(left).toEqual([]);
    expect(after['pool.yaml']).not.toContain('maxPods');
    expect(after['class.yaml']).toContain('  # small nodes\n  kubelet:\n    maxPods: 20\n');
  });

  test('move to a copy of the class if its NodePools have different settings', () => {
    const { after } = files({ 'pools.yaml': `${using('x', twenty)}---\n${using('y', '')}`, 'class.yaml': shared });
    expect(after['class.yaml']!.match(/^ {2}name: .*$/gm)).toEqual(['  name: a', '  name: a-x']);
    expect(after['pools.yaml']!.match(/^ {8}name: .*$/gm)).toEqual(['        name: a-x', '        name: a']);
  });

  test('move to the class in the closest folder, because each environment may have one', () => {
    const { after } = files({
      'prod/pool.yaml': using('x', twenty),
      'prod/class.yaml': shared,
      'test/pool.yaml': using('x', twenty.replace('20', '30')),
      'test/class.yaml': shared,
    });
    expect(after['prod/class.yaml']).toContain('maxPods: 20');
    expect(after['test/class.yaml']).toContain('maxPods: 30');
  });

  test('without their class leave the NodePool unchanged', () => {
    const text = using('x', twenty);
    const result = one(text);
    expect(result.text).toBe(text);
    expect([result.left, codes(result)]).toEqual([['a.yaml'], ['migration/impossible']]);
  });

  test('of a file that cannot be migrated are not moved', () => {
    const broken = `${using('x', twenty)}---\n${template('  launchTemplate: x\n')}`;
    const { after, left } = files({ 'pools.yaml': broken, 'class.yaml': shared });
    expect(left).toEqual(['pools.yaml']);
    expect(after['pools.yaml']).toBe(broken);
    expect(after['class.yaml']).not.toContain('maxPods');
  });
});

describe('other objects', () => {
  const pod = (lines: string): string => `apiVersion: v1\nkind: Pod\nmetadata:\n  name: p\n${lines}`;
  test.each<[string, string, string]>([
    [
      'an annotation',
      '  annotations:\n    karpenter.sh/do-not-evict: "true" # long job\n',
      '    karpenter.sh/do-not-disrupt: "true" # long job\n',
    ],
    [
      'a node selector',
      'spec:\n  nodeSelector: {karpenter.sh/provisioner-name: gpu}\n',
      '  nodeSelector: {karpenter.sh/nodepool: gpu}\n',
    ],
    [
      'a spread',
      'spec:\n  topologySpreadConstraints:\n  - topologyKey: karpenter.sh/provisioner-name # each\n',
      '  - topologyKey: karpenter.sh/nodepool # each\n',
    ],
    [
      'a toleration',
      'spec:\n  tolerations:\n    - key: karpenter.sh/disruption\n      value: disrupting\n      effect: NoSchedule\n',
      '    - key: karpenter.sh/disrupted\n      operator: Exists\n      effect: NoSchedule\n',
    ],
  ])('%s', (_, before, expected) => {
    const result = one(pod(before));
    expect(result.text).toContain(expected);
    expect(codes(result)).toEqual(['migration/renamed']);
    expect(one(result.text).text).toBe(result.text);
  });

  test('with both names stay unchanged, for clusters that are migrated one by one', () => {
    const text = pod(
      '  annotations:\n    karpenter.sh/do-not-evict: "true"\n    karpenter.sh/do-not-disrupt: "true"\n',
    );
    expect(one(text).text).toBe(text);
  });
});

describe('files that stay unchanged and are reported', () => {
  const helm = `{{- if .Values.karpenter }}\n${pool('  template:\n    spec:\n      nodeClassRef:\n        name: a\n      requirements: []\n')}`;
  test.each<[string, string]>([
    ['a launch template', template('  launchTemplate: x\n')],
    ['a missing node role', template('').replace('  instanceProfile: p\n', '  tags: {a: b}\n')],
    ['Ubuntu without an image', nodeClass('  amiFamily: Ubuntu\n')],
    ['a family that is a placeholder', nodeClass('  amiFamily: "${FAMILY}"\n')],
    [
      'a policy that is a placeholder',
      pool('  disruption:\n    consolidationPolicy: "${POLICY}"\n  template: {spec: {}}\n'),
    ],
    ['requirements from a template', provisioner('  requirements: {{ toYaml .Values.requirements }}\n')],
    [
      'template lines inside of the object',
      helm.replace('spec:\n  template', 'spec:\n{{- if .x }}\n  weight: 1\n{{- end }}\n  template'),
    ],
    ['a merge key', pool('  <<: {weight: 1}\n  template: {spec: {}}\n')],
    ['a duplicate key', pool('  weight: 1\n  weight: 2\n  template: {spec: {}}\n')],
    ['a Machine', 'apiVersion: karpenter.sh/v1alpha5\nkind: Machine\nmetadata: {name: a}\nspec: {}\n'],
    ['a misspelled kind', pool('').replace('NodePool', 'Nodepool')],
    ['invalid YAML', `${pool('')}  a: [\n`],
  ])('%s', (_, before) => {
    const result = one(before);
    expect(result.text).toBe(before);
    expect(result.left).toEqual(['a.yaml']);
    expect(result.diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  });

  test('template lines around an object are no obstacle', () => {
    const result = one(`${helm}{{- end }}\n`);
    expect(result.left).toEqual([]);
    expect(result.text).toContain('{{- if .Values.karpenter }}\napiVersion: karpenter.sh/v1\n');
    expect(result.text.endsWith('{{- end }}\n')).toBe(true);
  });
});

describe('Kustomize patches', () => {
  const whole = nodeClass('  amiFamily: AL2\n  role: r\n  subnetSelectorTerms: [{id: subnet-1}]\n');
  const wholePool = pool('  template:\n    spec:\n      nodeClassRef:\n        name: a\n      requirements: []\n');
  const wholeProvisioner = provisioner(`${said}  providerRef: {name: a}\n`);
  test.each<[string, string, string, string]>([
    ['a class', whole, nodeClass('  tags: {a: b}\n'), '  tags: {a: b}\n'],
    [
      'a pool',
      wholePool,
      pool('  disruption:\n    expireAfter: 1h\n  template: {spec: {}}\n'),
      '  template: {spec: {expireAfter: 1h}}\n',
    ],
    ['limits', wholeProvisioner, provisioner('  limits:\n    resources:\n      cpu: 5\n'), '  limits:\n    cpu: 5\n'],
    [
      'expiry',
      wholeProvisioner,
      provisioner('  ttlSecondsUntilExpired: 5\n'),
      '  template:\n    spec:\n      expireAfter: 5s\n',
    ],
  ])('%s: missing fields stay missing', (_, base, patch, expected) => {
    const { after, left } = files({ 'base/a.yaml': base, 'overlay/a.yaml': patch });
    expect(left).toEqual([]);
    expect(after['overlay/a.yaml']!.split('spec:\n').slice(1).join('spec:\n')).toBe(expected);
  });

  test('a family in a patch needs a decision of its author', () => {
    const { left } = files({ 'base/a.yaml': whole, 'overlay/a.yaml': nodeClass('  amiFamily: Bottlerocket\n') });
    expect(left).toEqual(['overlay/a.yaml']);
  });
});

describe('other file formats', () => {
  test('JSON, and lists', () => {
    const object = {
      apiVersion: 'karpenter.sh/v1beta1',
      kind: 'NodePool',
      metadata: { name: 'a' },
      spec: {
        template: { spec: { nodeClassRef: { name: 'a' }, requirements: [] } },
        disruption: { expireAfter: '1h' },
      },
    };
    const list = { apiVersion: 'v1', kind: 'List', items: [object] };
    const { after, left } = files({ 'a.json': JSON.stringify(list, null, 2), 'b.json': JSON.stringify(object) });
    expect(left).toEqual([]);
    for (const text of Object.values(after)) {
      const value = JSON.parse(text);
      const { apiVersion, spec } = value.items?.[0] ?? value;
      expect([apiVersion, spec.template.spec.expireAfter]).toEqual(['karpenter.sh/v1', '1h']);
    }
  });

  test('the class of a Provisioner is added to the list in YAML', () => {
    const inline = provisioner('  provider:\n    instanceProfile: p\n')
      .split('\n')
      .map((line, i) => (line === '' ? line : `${i === 0 ? '  - ' : '    '}${line}`))
      .join('\n');
    const { text, left } = one(`apiVersion: v1\nkind: List\nitems:\n${inline}`);
    expect(left).toEqual([]);
    expect(text.match(/^ {2}- apiVersion: .*$/gm)).toEqual([
      '  - apiVersion: karpenter.sh/v1',
      '  - apiVersion: karpenter.k8s.aws/v1',
    ]);
  });

  test('Windows line ends, a byte order mark and a missing final line break stay', () => {
    const before = `\uFEFF${nodeClass('  amiFamily: AL2 # x')}`.replaceAll('\n', '\r\n');
    const { text } = one(before);
    expect(text.startsWith('\uFEFFapiVersion: karpenter.k8s.aws/v1\r\n')).toBe(true);
    expect(text.endsWith('httpPutResponseHopLimit: 2')).toBe(true);
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
  });

  test.each([
    'apiVersion: karpenter.sh/v1alpha1\nkind: NodeOverlay\nmetadata: {name: a}\nspec: {price: "1"}\n',
    'a: b\n',
    '',
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:   {}\n',
  ])('%j needs no migration', (text) => expect(one(text)).toEqual({ text, documents: [], diagnostics: [], left: [] }));
});
