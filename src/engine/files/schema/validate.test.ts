import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { applyEdits } from '../../manifest/edit.ts';
import { parseManifests } from '../../manifest/parse.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { decodeCrdPack } from './definitions/crd-pack.ts';
import { oldAmong } from './definitions/judging-kind.ts';
import { validateSchema } from './validate.ts';

const crds = (version: string) => decodeCrdPack(JSON.parse(readFileSync(`data/crds/${version}.json`, 'utf8')));
const packs = new Map(
  ['0.32', '0.37', '1.0', '1.6', '1.13', '1.14', '1.15'].map((version) => [version, crds(version)]),
);

const manifestsOf = (text: string) => parseManifests({ file: 'a.yaml', text }, { set: {} }).manifests;

function findings(text: string, version = '1.14', base?: string): Diagnostic[] {
  const pack = packs.get(version)!;
  return validateSchema(manifestsOf(text), pack, {
    crds,
    kubernetesVersion: '1.34',
    ...(base === undefined ? {} : { oldOf: oldAmong(manifestsOf(base)) }),
  });
}

const codes = (text: string, version?: string, base?: string): string[] =>
  findings(text, version, base).map((finding) => finding.code);

const at = (text: string, finding: Diagnostic): string => text.slice(finding.span.start, finding.span.end);

/** A NodePool with lines put under `spec` and under `spec.template.spec`. */
const nodePool = (spec: string[] = [], template: string[] = [], version = 'v1'): string =>
  [
    `apiVersion: karpenter.sh/${version}`,
    'kind: NodePool',
    'metadata:',
    '  name: general',
    'spec:',
    ...spec.map((line) => `  ${line}`),
    '  template:',
    '    spec:',
    '      nodeClassRef:',
    ...(version === 'v1' ? ['        group: karpenter.k8s.aws', '        kind: EC2NodeClass'] : []),
    '        name: default',
    ...(template.includes('requirements: []')
      ? []
      : ['      requirements:', '        - {key: kubernetes.io/arch, operator: In, values: [amd64]}']),
    ...template.map((line) => `      ${line}`),
    '',
  ].join('\n');

const nodeClass = (lines: string[], version = 'v1'): string =>
  [
    `apiVersion: karpenter.k8s.aws/${version}`,
    'kind: EC2NodeClass',
    'metadata:',
    '  name: default',
    'spec:',
    ...lines.map((line) => `  ${line}`),
    '',
  ].join('\n');

const selectors = ['subnetSelectorTerms: [{id: subnet-1}]', 'securityGroupSelectorTerms: [{id: sg-1}]'];
const al2023 = ['amiSelectorTerms: [{alias: al2023@latest}]', 'role: node', ...selectors];

test.each([
  ['a pool', nodePool()],
  ['a class', nodeClass(al2023)],
  ['a null that goes away', nodePool(['weight:'])],
  ['a placeholder for a number', nodePool(['weight: ${WEIGHT}'])],
  ['a placeholder for a policy', nodePool(['disruption: {consolidationPolicy: "${POLICY}", consolidateAfter: 1m}'])],
  ['a placeholder among values', nodePool([], ['taints: [{key: "${KEY}", effect: NoSchedule}]'])],
  [
    'a role with a placeholder',
    nodeClass(['amiSelectorTerms: [{alias: "${ALIAS}"}]', 'role: x-${CLUSTER}', ...selectors]),
  ],
  ['status of a live object', `${nodePool()}status: {nodes: 3}\n`],
  ['what is not ours', 'apiVersion: example.com/v1\nkind: Foo\nspec: {bar: 1}\n'],
  ['a workload', 'apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: a}\nspec: {foo: 1}\n'],
])('%s is fine', (_, text) => {
  expect(findings(text)).toEqual([]);
});

describe('a fault is found, and its fix leaves none', () => {
  test.each<[string, string, string, string]>([
    ['singular', nodePool(['limit: {cpu: 20}']), 'schema/unknown-field', 'limit'],
    ['typo', nodePool([], ['expireAftr: 24h']), 'schema/unknown-field', 'expireAftr'],
    ['capitals', nodePool([], ['ExpireAfter: 24h']), 'schema/unknown-field', 'ExpireAfter'],
    ['labels that end the file', nodePool([], ['labels:', '  team: a', '  tier: b']), 'schema/unknown-field', 'labels'],
    ['labels above the template', nodePool(['labels:', '  team: a', 'weight: 1']), 'schema/unknown-field', 'labels'],
    [
      'labels of the template',
      nodePool([], ['labels:', '  team: a', 'expireAfter: 24h']),
      'schema/unknown-field',
      'labels',
    ],
    [
      'expireAfter of v1beta1',
      nodePool(['disruption:', '  consolidateAfter: 1m', '  expireAfter: 24h']),
      'schema/unknown-field',
      'expireAfter',
    ],
    [
      'a tag that is not indented under tags',
      nodeClass([
        'amiSelectorTerms: [{alias: al2023@latest}]',
        'role: node',
        'subnetSelectorTerms:',
        '  - tags:',
        '    karpenter.sh/discovery: demo',
        'securityGroupSelectorTerms: [{id: sg-1}]',
      ]),
      'schema/unknown-field',
      'karpenter.sh/discovery',
    ],
    [
      'a policy of v1beta1',
      nodePool(['disruption: {consolidationPolicy: WhenUnderutilized, consolidateAfter: 0s}']),
      'schema/enum',
      'WhenUnderutilized',
    ],
    [
      'a number as label',
      nodePool([], ['startupTaints: [{key: a, value: 1, effect: NoSchedule}]']),
      'schema/type',
      '1',
    ],
    ['a quoted weight', nodePool(['weight: "10"']), 'schema/type', '"10"'],
    ['days', nodePool([], ['expireAfter: 30d']), 'schema/pattern', '30d'],
    [
      'bytes',
      nodeClass([...al2023, 'blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {volumeSize: 100GB}}]']),
      'schema/pattern',
      '100GB',
    ],
    [
      'a kind in other capitals',
      nodePool().replace('kind: NodePool', 'kind: Nodepool'),
      'schema/unknown-kind',
      'Nodepool',
    ],
    [
      'a wrong group',
      nodePool().replace('karpenter.sh/v1', 'karpenter.k8s.aws/v1'),
      'schema/unknown-kind',
      'karpenter.k8s.aws/v1',
    ],
    [
      'an old autoscaler',
      'apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\nspec: {maxReplicas: 2}\n',
      'schema/removed-version',
      'autoscaling/v2beta2',
    ],
    [
      'an old budget',
      'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: {name: a}\nspec: {minAvailable: 1}\n',
      'schema/removed-version',
      'policy/v1beta1',
    ],
  ])('%s', (_, text, code, place) => {
    const found = findings(text);
    expect(found.map((finding) => [finding.code, finding.severity, at(text, finding)])).toEqual([
      [code, 'error', place],
    ]);
    expect(codes(applyEdits(text, found[0]!.fix!.edits))).toEqual([]);
  });
});

test('several tags that are not indented under tags are one finding with one fix', () => {
  const text = nodeClass([
    'amiSelectorTerms: [{alias: al2023@latest}]',
    'role: node',
    'subnetSelectorTerms:',
    '  - tags:',
    '    karpenter.sh/discovery: demo',
    '    Name: private',
    'securityGroupSelectorTerms: [{id: sg-1}]',
  ]);
  const found = findings(text).filter((finding) => finding.code === 'schema/unknown-field');
  expect(found).toHaveLength(1);
  const [manifest] = manifestsOf(applyEdits(text, found[0]!.fix!.edits));
  expect(manifest!.get(['spec', 'subnetSelectorTerms', 0])).toEqual({
    tags: { 'karpenter.sh/discovery': 'demo', Name: 'private' },
  });
});

const requirement = (text: string): string => nodePool([], ['requirements: []']).replace('[]', `[{${text}}]`);

test.each<[string, string, string, string]>([
  [
    'an invented label',
    requirement('key: karpenter.k8s.aws/instance-type, operator: In, values: [m5.large]'),
    'karpenter.k8s.aws/instance-type',
    'node.kubernetes.io/instance-type',
  ],
  ['a label without values', requirement('key: team, operator: In'), '{key: team, operator: In}', 'values'],
  [
    'an alias in capitals',
    nodeClass([...al2023.slice(1), 'amiSelectorTerms: [{alias: AL2023@latest}]']),
    'AL2023@latest',
    'al2023@latest',
  ],
  [
    'a tag of Karpenter',
    nodeClass([...al2023, 'tags: {a: b, karpenter.sh/nodepool: x}']),
    'karpenter.sh/nodepool',
    'Remove this tag',
  ],
  [
    'labels, one of them restricted',
    nodePool([], []).replace('template:', 'template:\n    metadata: {labels: {team: a, karpenter.sh/team: b}}'),
    'karpenter.sh/team',
    'your own domain',
  ],
])('a rule points at %s and says what to do', (_, text, place, help) => {
  const found = findings(text);
  expect(found.map((finding) => [finding.code, at(text, finding)])).toEqual([['schema/cel', place]]);
  expect(found[0]!.help).toContain(help);
  if (found[0]!.fix) expect(codes(applyEdits(text, found[0]!.fix.edits))).toEqual([]);
});

test.each<[string, string, string | undefined]>([
  ['1.6', 'Gte, values: ["4"]', 'Gt, values: ["3"]'],
  ['1.6', 'Lte, values: ["16"]', 'Lt, values: ["17"]'],
  ['1.6', 'GTE, values: [4]', 'Gt, values: [3]'],
  ['1.6', 'Gte, values: ["0"]', undefined],
  ['1.6', 'Gte, values: ["${floor}"]', undefined],
  ['1.14', 'ge, values: ["4"]', 'Gte, values: ["4"]'],
])('an operator that includes its bound in Karpenter %s: %s', (version, written, meant) => {
  const text = requirement(`key: karpenter.k8s.aws/instance-cpu, operator: ${written}`);
  const found = findings(text, version).filter(({ code }) => code === 'schema/enum');
  expect(found).toHaveLength(1);
  const { fix, help } = found[0]!;
  expect(fix && applyEdits(text, fix.edits)).toBe(meant && text.replace(written, meant));
  expect(help).toContain(version === '1.6' ? 'exists from Karpenter 1.9' : 'Did you mean');
});

test.each<[string, string, string[]]>([
  ['no spec', 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\n', ['schema/missing-spec']],
  [
    'an empty spec',
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: a}\nspec:\n',
    ['schema/missing-spec'],
  ],
  ['no name', nodePool().replace('metadata:\n  name: general\n', ''), ['schema/metadata']],
  ['a bad name', nodePool().replace('general', 'Not_A_Name'), ['schema/metadata']],
  ['no requirements', nodePool([], ['requirements: []']).replace('      requirements: []\n', ''), ['schema/required']],
  ['a missing consolidateAfter', nodePool(['disruption: {consolidationPolicy: WhenEmpty}']), ['schema/required']],
  ['a weight too high', nodePool(['weight: 101']), ['schema/range']],
  [
    'a budget in percent of more',
    nodePool(['disruption: {consolidateAfter: 1m, budgets: [{nodes: "101%"}]}']),
    ['schema/pattern'],
  ],
  [
    'a schedule alone',
    nodePool(['disruption: {consolidateAfter: 1m, budgets: [{nodes: "1", schedule: "@daily"}]}']),
    ['schema/cel'],
  ],
  [
    'a reason twice',
    nodePool(['disruption: {consolidateAfter: 1m, budgets: [{nodes: "1", reasons: [Empty, Empty]}]}']),
    ['schema/duplicate'],
  ],
  ['kubelet of v1beta1', nodePool([], ['kubelet: {maxPods: 20}']), ['schema/unknown-field']],
  ['weight of static pools', nodePool(['replicas: 2', 'weight: 3']), ['schema/cel']],
  ['both ways to a profile', nodeClass([...al2023, 'instanceProfile: p']), ['schema/cel']],
  ['seconds without a unit', nodePool(['disruption: {consolidateAfter: 30}']), ['schema/type']],
  [
    'a selector of v1alpha1',
    nodeClass([...al2023.slice(0, 2), 'subnetSelector: {a: b}', selectors[1]!]),
    ['schema/unknown-field'],
  ],
  ['a mapping where a list belongs', nodePool([], ['taints: {key: a}']), ['schema/type']],
  ['limits of v1alpha5', nodePool(['limits: {resources: {cpu: 10}}']), ['schema/type']],
  ['an unknown kind', 'apiVersion: karpenter.sh/v1\nkind: Zebra\nmetadata: {name: a}\n', ['schema/unknown-kind']],
  [
    'a version that a template gives',
    'apiVersion: karpenter.k8s.aws/{{ .v }}\nkind: EC2NodeClass\nmetadata: {name: a}\n',
    [],
  ],
  ['a kind that a template gives', 'apiVersion: karpenter.sh/v1\nkind: {{ $kind }}\nmetadata: {name: a}\n', []],
])('%s', (_, text, expected) => {
  expect(codes(text)).toEqual(expected);
});

test("the message of a broken rule is the API server's", () => {
  expect(findings(nodeClass([...al2023, 'instanceProfile: p']))[0]!.message).toContain(
    "must specify exactly one of ['role', 'instanceProfile']",
  );
});

describe('versions', () => {
  const beta = nodePool(['disruption: {consolidationPolicy: WhenUnderutilized, consolidateAfter: 60s}'], [], 'v1beta1');

  test.each<[string, string, string[]]>([
    ['0.37', beta, ['schema/cel']],
    ['1.0', beta, ['schema/cel']],
    ['1.14', beta, ['schema/removed-version', 'schema/cel']],
    ['0.32', nodePool(), ['schema/future-version']],
    ['0.37', nodePool(), ['schema/future-version']],
    ['1.0', nodePool(), []],
    [
      '1.6',
      nodePool([], ['requirements: []', 'taints: []']).replace('[]', '[{key: a/b, operator: Gte, values: ["1"]}]'),
      ['schema/enum'],
    ],
    [
      '1.6',
      'apiVersion: karpenter.sh/v1alpha1\nkind: NodeOverlay\nmetadata: {name: a}\nspec: {requirements: []}\n',
      ['schema/future-version'],
    ],
    [
      '1.13',
      'apiVersion: autoscaling.x-k8s.io/v1beta1\nkind: CapacityBuffer\nmetadata: {name: a}\nspec: {foo: 1}\n',
      [],
    ],
    ['1.15', nodePool(['disruption: {consolidationPolicy: WhenEmpty}']), []],
    [
      '1.15',
      nodePool([], ['requirements: []']).replace('[]', '[{key: karpenter.k8s.aws/instance-type, operator: Exists}]'),
      ['schema/cel'],
    ],
  ])('in Karpenter %s', (version, text, expected) => {
    expect(codes(text, version)).toEqual(expected);
  });

  test.each([
    ['0.32', 'error', 'introduced in Karpenter 1.0'],
    ['0.37', 'note', 'only the last patches'],
  ])('v1 under Karpenter %s is an %s', (version, severity, words) => {
    const [found] = findings(nodePool(), version);
    expect([found?.severity, found?.message.includes(words)]).toEqual([severity, true]);
  });

  test('an older Kubernetes still serves what a newer one does not', () => {
    const hpa = manifestsOf('apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n');
    const judged = (kubernetesVersion: string) => validateSchema(hpa, packs.get('1.14')!, { kubernetesVersion }).length;
    expect([judged('1.25'), judged('1.26')]).toEqual([0, 1]);
    const [doubtful] = validateSchema(hpa, packs.get('1.14')!);
    expect([doubtful?.severity, doubtful?.fix]).toEqual(['note', undefined]);
  });
});

test.each<[string, string, string, string[]]>([
  ['a role that changes in 1.6', '1.6', nodeClass(al2023).replace('role: node', 'role: other'), ['schema/cel']],
  ['a role that changes in 1.14', '1.14', nodeClass(al2023).replace('role: node', 'role: other'), []],
  ['the same role', '1.6', nodeClass(al2023), []],
])('%s', (_, version, head, expected) => {
  expect(codes(head, version, nodeClass(al2023))).toEqual(expected);
});

test('hostile text takes bounded time', () => {
  const schedule = `${' '.repeat(5000)}\\n`;
  const text = nodePool([
    `disruption: {consolidateAfter: 1m, budgets: [{nodes: "1", duration: 1h, schedule: "${schedule}"}]}`,
    `${'x'.repeat(50_000)}: 1`,
  ]);
  expect(codes(text)).toContain('schema/unknown-field');
});

test('only the first unknown fields get advice, so that very many take bounded time', () => {
  const letters = [...'abcdfjklmnopqrsuvxyz'];
  const typos = letters.flatMap((letter) =>
    [0, 1, 2, 3, 4, 5, 6].map((at) => `${'weight'.slice(0, at)}${letter}${'weight'.slice(at)}`),
  );
  const found = findings(nodePool(typos.map((typo) => `${typo}: 1`)));
  expect(found).toHaveLength(101);
  expect(found.at(-1)!.message).toBe('This NodePool has 40 more mistakes. Only the first 100 are listed');
});

test('fields that template lines may add are not reported as missing', () => {
  const text =
    'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: a\nspec:\n  template:\n    spec:\n      {{- include "x" . | nindent 6 }}\n';
  expect(findings(text)).toEqual([]);
});

test.each([
  ['{{- if .Values.hpa }}\n', []],
  ['', ['schema/removed-version']],
])('a removed API of Kubernetes after the condition %j', (condition, codes) => {
  const text = `${condition}apiVersion: autoscaling/v2beta1\nkind: HorizontalPodAutoscaler\nmetadata:\n  name: a\n${condition && '{{- end }}\n'}`;
  expect(findings(text).map(({ code }) => code)).toEqual(codes);
});

describe('an integer beyond 64 bits', () => {
  const iops = (number: string): string =>
    nodeClass([...al2023, `blockDeviceMappings: [{deviceName: /dev/xvda, ebs: {iops: ${number}}}]`, 'context: ${X}']);
  const json = (number: string): string =>
    `{"apiVersion":"karpenter.k8s.aws/v1","kind":"EC2NodeClass","metadata":{"name":"a"},"spec":{"role":"\${ROLE}","amiSelectorTerms":[{"alias":"al2023@latest"}],"subnetSelectorTerms":[{"id":"subnet-1"}],"securityGroupSelectorTerms":[{"id":"sg-1"}],"blockDeviceMappings":[{"deviceName":"/dev/xvda","ebs":{"iops":${number}}}]}}`;

  test.each(['9223372036854775808', '-9223372036854775809', '18446744073709551616', '99999999999999999999'])(
    '%s is refused where something else is not known',
    (number) => {
      for (const text of [iops(number), json(number)]) {
        const [found, ...rest] = findings(text).filter(({ code }) => code === 'schema/range');
        expect(rest).toEqual([]);
        expect(found!.message).toMatch(
          /^`spec\.blockDeviceMappings\[0\]\.ebs\.iops` is -?\d+, but must be at (?:most 9223372036854775807|least -9223372036854775808)$/,
        );
        expect(at(text, found!)).toBe(number);
      }
    },
  );

  test.each(['9223372036854775807', '-9223372036854775808', '9007199254740993'])('%s is not', (number) => {
    for (const text of [iops(number), json(number)]) expect(codes(text)).not.toContain('schema/range');
  });

  test('in an integer without a format, or one that may be text', () => {
    expect(codes(nodePool(['limits: {cpu: 9223372036854775808, memory: "${M}"}']))).toContain('schema/range');
    expect(codes(nodePool(['limits: {cpu: 9223372036854775807, memory: "${M}"}']))).not.toContain('schema/range');
  });
});

test.each<[what: string, written: string, isOfFlux: boolean]>([
  ['a variable of Flux', 'cost: "${COST}"', true],
  ['a number', 'cost: 4711', false],
])('the quotes that a string needs, of %s', (_, written, isOfFlux) => {
  const text =
    'apiVersion: karpenter.k8s.aws/v1\nkind: EC2NodeClass\nmetadata: {name: a}\nspec:\n  role: a\n  tags:\n    cost: 4711\n';
  const inRepository = text.replace('cost: 4711', written);
  const span = { file: 'nodes.yaml', start: inRepository.indexOf('cost:'), end: inRepository.length };
  const origin = {
    root: 'Kustomization flux-system/nodes',
    tool: 'flux' as const,
    trace: () => ({ span, isExact: false }),
    textOf: () => inRepository,
  };
  const { manifests } = parseManifests({ file: 'a.yaml', text, origin }, { set: {} });
  const diagnostics = validateSchema(manifests, packs.get('1.14')!, { crds, kubernetesVersion: '1.34' });
  const help = diagnostics.find(({ message }) => message.includes('`spec.tags.cost` must be a string'))?.help;
  expect(help?.startsWith('Kustomize removes the quotes around a variable')).toBe(isOfFlux);
});
