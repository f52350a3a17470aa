import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { dataFolder } from '../../../../io/catalog/data-folder.ts';
import { openFacts } from '../../../../io/catalog/facts.ts';
import { validateSchema } from '../../../files/schema/validate.ts';
import { karpenter } from '../../../karpenter/api/karpenter.ts';
import { defaultSettings } from '../../../karpenter/api/settings.ts';
import type { Value } from '../../../manifest/model/manifest.ts';
import { rules } from '../../../review/codes/rules.ts';
import { against, type Example, yaml } from '../example.ts';
import { lintExample, parsed, pointedAt } from '../examples.test-support.ts';
import { defineRule, type Rule } from '../rule.ts';
import { withoutExplained } from './explained-findings.ts';
import { lint } from './lint.ts';

const facts = openFacts(dataFolder);
const { providers } = facts;
const codes = (example: Example, settings = {}): string[] => [
  ...new Set(lintExample(example, settings).map(({ code }) => code)),
];
const found = (example: Example): [string, string][] =>
  lintExample(example).map((one) => [one.code, pointedAt(example.text, one)]);

const noLimits = rules.find(({ id }) => id === 'require-limits')!.examples().bad[0]!;

describe('settings', () => {
  test.each([
    ['require-limits', 'error'],
    ['lint/require-limits', 'note'],
  ] as const)('%s: %s is the severity', (id, severity) => {
    expect(lintExample(noLimits, { rules: { [id]: severity } })).toMatchObject([{ severity }]);
  });

  test('off is off', () => expect(codes(noLimits, { rules: { 'require-limits': 'off' } })).toEqual([]));
});

test('an exception in a rule names the rule', () => {
  const broken: Rule = defineRule({
    ...rules[0]!,
    id: 'broken',
    on: {
      NodePool() {
        throw new Error('oops');
      },
    },
  });
  const input = { providers, base: null, karpenter: karpenter('1.14'), catalog: null, settings: defaultSettings };
  expect(() => lint({ ...input, head: parsed({ 'a.yaml': noLimits.text }), rules: [broken] })).toThrow(
    'rule broken failed: oops',
  );
});

test('kinds of the same name in other groups are not Karpenter’s', () => {
  expect(codes({ ...noLimits, text: noLimits.text.replace('karpenter.sh/v1', 'example.com/v1') })).toEqual([]);
});

describe('rules of a provider', () => {
  /** The examples of all rules, changed to another provider. */
  const elsewhere = (providersThere: typeof providers): string[] => {
    const texts = rules.flatMap((rule) =>
      rule
        .examples()
        .bad.flatMap(({ text, language }, i) =>
          language === undefined
            ? [[`${rule.id}-${i}.yaml`, text.replaceAll('karpenter.k8s.aws', 'example.com').replaceAll(/EC2/g, 'Tiny')]]
            : [],
        ),
    );
    const head = parsed(Object.fromEntries(texts.filter(([, text]) => /TinyNodeClass/.test(text!))));
    const input = { base: null, karpenter: karpenter('1.14'), catalog: facts.catalog('us-east-1') };
    const found = lint({ ...input, rules, providers: providersThere, head, settings: defaultSettings });
    return [...new Set(found.map(({ code }) => code.replace('lint/', '')))];
  };
  const isForAws = (id: string): boolean => rules.find((rule) => rule.id === id)!.providers !== 'every';

  test('report nothing about another provider', () => {
    const tiny = {
      name: 'tiny',
      title: 'Tiny',
      nodeClasses: [{ group: 'example.com', kind: 'TinyNodeClass', plural: 'tinynodeclasses' }],
    };
    const found = elsewhere([...providers, tiny]);
    expect(found.filter(isForAws)).toEqual([]);
    expect(found).toContain('node-class-exists');
  });

  test('report nothing about an unknown provider', () => {
    const found = elsewhere(providers);
    expect(found.filter(isForAws)).toEqual([]);
    expect(found).not.toContain('node-class-exists');
    expect(found.length).toBeGreaterThan(5);
  });
});

test('rules that need a catalog report nothing without one', () => {
  const texts = rules.flatMap((rule) =>
    rule.examples().bad.map((example, i) => [`${rule.id}-${i}.yaml`, example.text]),
  );
  const head = parsed(Object.fromEntries(texts));
  const ids = new Set(
    lint({
      rules,
      providers,
      head,
      base: null,
      karpenter: karpenter('1.14'),
      catalog: null,
      settings: defaultSettings,
    }).map(({ code }) => code),
  );
  for (const id of ['unknown-zone', 'unknown-instance-type', 'spot-flexibility', 'satisfiable-requirements']) {
    expect(ids.has(`lint/${id}`)).toBe(false);
  }
  expect(ids.size).toBeGreaterThan(5);
});

describe('unknown values are not reported', () => {
  test.each([
    [
      'limits',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        limits: \${LIMITS}
    `,
    ],
    [
      'a misspelled limits, which the schema reports',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        limit:
          cpu: 100
    `,
    ],
    [
      'limits between template lines',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata:
        name: default
      spec:
        weight: 1
        {{- if .Values.limits }}
        limits:
          cpu: {{ .Values.limits.cpu }}
        {{- end }}
        {{- with .Values.disruption }}
        disruption:
          {{- toYaml . | nindent 4 }}
        {{- end }}
    `,
    ],
    [
      'values',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          spec:
            nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: "\${CLASS}" }
            requirements:
              - { key: topology.kubernetes.io/zone, operator: In, values: ["\${ZONE}"] }
              - { key: node.kubernetes.io/instance-type, operator: In, values: ["\${TYPE}"] }
              - { key: karpenter.sh/capacity-type, operator: In, values: ["\${CAPACITY}"] }
        disruption: { consolidateAfter: "\${AFTER}", budgets: [{ nodes: "1", schedule: "\${CRON} 1-7", duration: 1h }] }
        limits: { cpu: "\${CPU}" }
    `,
    ],
    [
      'classes',
      yaml`
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: { name: default }
      spec:
        amiFamily: \${FAMILY}
        amiSelectorTerms: [{ alias: "\${FAMILY}@latest" }, { name: "ubuntu-\${X}" }]
        subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: "\${CLUSTER}" } }]
        securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: production } }]
    `,
    ],
    [
      'types newer than the catalog, and their number',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          spec:
            requirements:
              - { key: karpenter.k8s.aws/instance-family, operator: In, values: [c9g-flex] }
        limits: { cpu: 1 }
    `,
    ],
    [
      'reserved capacity',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          spec:
            requirements:
              - { key: karpenter.sh/capacity-type, operator: In, values: [reserved] }
        limits: { cpu: 1 }
    `,
    ],
    [
      'Local Zones',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          spec:
            requirements:
              - { key: topology.kubernetes.io/zone, operator: In, values: [us-east-1-bos-1a] }
        limits: { cpu: 1 }
    `,
    ],
    [
      'other providers’ classes',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          spec:
            nodeClassRef: { group: eks.amazonaws.com, kind: NodeClass, name: default }
            requirements: []
        limits: { cpu: 1 }
    `,
    ],
  ])('%s', (_, example) => {
    expect(parsed({ 'a.yaml': example.text }).manifests).toHaveLength(1);
    expect(found(example)).toEqual([]);
  });
});

describe('old and new versions', () => {
  test.each([
    [
      'v1alpha5 defaults to amd64 and on-demand',
      yaml`
      apiVersion: karpenter.sh/v1alpha5
      kind: Provisioner
      metadata: { name: default }
      spec:
        requirements:
          - { key: node.kubernetes.io/instance-type, operator: In, values: [m7g.large] }
        limits: { resources: { cpu: 1 } }
    `,
      [['lint/satisfiable-requirements', 'spec']],
    ],
    [
      'v1beta1’s default policy refuses a time as well',
      against(
        { karpenter: '0.37' },
        yaml`
      apiVersion: karpenter.sh/v1beta1
      kind: NodePool
      metadata: { name: default }
      spec:
        disruption:
          consolidateAfter: 30s
        limits: { cpu: 1 }
    `,
      ),
      [['lint/consolidate-after-policy', 'consolidateAfter']],
    ],
    [
      '1.15 fills consolidateAfter in',
      against(
        { karpenter: '1.15' },
        yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        disruption:
          consolidationPolicy: WhenEmpty
        limits: { cpu: 1 }
    `,
      ),
      [['lint/consolidate-after-policy', 'disruption']],
    ],
    [
      'legacy labels mean the new ones',
      yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template:
          metadata: { labels: { failure-domain.beta.kubernetes.io/zone: us-east-1x } }
          spec: { requirements: [] }
        limits: { cpu: 1 }
    `,
      [['lint/unknown-zone', 'us-east-1x']],
    ],
    [
      'a node template belongs to a Provisioner',
      yaml`
      apiVersion: karpenter.sh/v1alpha5
      kind: Provisioner
      metadata: { name: default }
      spec:
        providerRef: { name: other }
        limits: { resources: { cpu: 1 } }
      ---
      apiVersion: karpenter.k8s.aws/v1alpha1
      kind: AWSNodeTemplate
      metadata: { name: default }
      spec:
        subnetSelector: { karpenter.sh/discovery: a }
        securityGroupSelector: { karpenter.sh/discovery: b }
    `,
      [
        ['lint/node-class-exists', 'other'],
        ['lint/discovery-selectors', 'b'],
      ],
    ],
  ])('%s', (_, example, expected) => {
    const starts = found(example).map(([code, text]) => [
      code,
      expected.find(([own, at]) => own === code && text.startsWith(at!))?.[1],
    ]);
    expect(starts).toEqual(expected);
  });
});

describe('discovery-selectors', () => {
  const nodeClass = (name: string, subnets: string): string =>
    [
      'apiVersion: karpenter.k8s.aws/v1',
      'kind: EC2NodeClass',
      `metadata: {name: ${name}}`,
      'spec:',
      `  subnetSelectorTerms: [{tags: ${subnets}}]`,
      '  securityGroupSelectorTerms: [{id: sg-1}]',
      '',
    ].join('\n');
  const example = (...texts: string[]): Example => ({ ...noLimits, text: texts.join('---\n') });
  const named = '{karpenter.sh/discovery: a}';

  test.each([
    ['a single class', example(nodeClass('a', '{Name: x}')), ['note']],
    ['all classes agree', example(nodeClass('a', '{Name: x}'), nodeClass('b', '{Name: y}')), []],
    [
      'security groups have a tag that only EKS sets',
      example(
        nodeClass('a', '{team: x}').replace('[{id: sg-1}]', '[{tags: {"aws:eks:cluster-name": a}}, {tags: {team: x}}]'),
      ),
      ['note', 'note'],
    ],
    [
      'the others differ',
      example(nodeClass('a', '{Name: x}'), nodeClass('b', named), nodeClass('c', named)),
      ['warning'],
    ],
    [
      'some others differ',
      example(nodeClass('a', '{Name: x}'), nodeClass('b', named), nodeClass('c', '{Name: z}')),
      ['note', 'note'],
    ],
    [
      'by id',
      example(nodeClass('a', '{Name: x}').replace('tags: {Name: x}', 'id: subnet-1'), nodeClass('b', named)),
      [],
    ],
  ])('%s', (_, text, severities) => expect(lintExample(text).map(({ severity }) => severity)).toEqual(severities));
});

describe('cases that the examples of a rule do not show', () => {
  const example = (id: string, kind: 'bad' | 'good', index = 0): Example =>
    rules.find((rule) => rule.id === id)!.examples()[kind][index]!;

  test.each([
    ['1.32', []],
    ['1.33', ['error lint/al2-end-of-life']],
    ['1.40', ['error lint/al2-end-of-life']],
  ])('AL2 on Kubernetes %s', (kubernetesVersion, expected) =>
    expect(
      lintExample(example('al2-end-of-life', 'bad'), { kubernetesVersion }).map(
        ({ code, severity }) => `${severity} ${code}`,
      ),
    ).toEqual(expected),
  );

  test.each([
    ['the values of Karpenter are elsewhere', {}, 'keeps no nodes unless Karpenter’s feature gate'],
    ['the configuration says that the gate is off', { capacityBuffer: false }, 'feature gate `CapacityBuffer` is off'],
  ])('a CapacityBuffer if %s', (_, featureGates, expected) => {
    const buffer = example('capacity-buffer', 'good').text.split('---\n')[1]!;
    const text = `${buffer}---\n${example('full-reservations', 'good').text}`;
    const settings = Object.keys(featureGates).length === 0 ? {} : { karpenter: { featureGates } };
    const [found] = lintExample({ ...noLimits, text }, settings).filter(({ code }) => code === 'lint/capacity-buffer');
    expect(found?.message).toContain(expected);
  });

  test('a CapacityBuffer for a Karpenter that does not know it', () => {
    const old = against({ karpenter: '1.13' }, example('capacity-buffer', 'good'));
    expect(lintExample(old).map(({ message }) => message)).toEqual([
      'CapacityBuffer `web` keeps no nodes: Karpenter 1.13 does not know CapacityBuffers',
    ]);
  });

  test('minValues with the policy BestEffort', () => {
    const bad = example('min-values', 'bad');
    expect(codes(bad)).toEqual(['lint/min-values']);
    expect(codes(bad, { karpenter: { minValuesPolicy: 'BestEffort' } })).toEqual([]);
  });

  test('defaults of the Provisioner in base', () => {
    const { text } = example('lost-defaults', 'good', 2);
    const base = parsed({
      'a.yaml':
        'apiVersion: karpenter.sh/v1alpha5\nkind: Provisioner\nmetadata: {name: never-was-a-provisioner}\nspec: {}\n',
    });
    const input = {
      head: parsed({ 'a.yaml': text }),
      karpenter: karpenter('0.37'),
      catalog: null,
      settings: defaultSettings,
    };
    expect(lint({ ...input, rules, providers, base: null })).toEqual([]);
    expect(lint({ ...input, rules, providers, base }).map(({ code }) => code)).toEqual(['lint/lost-defaults']);
  });

  const pdb = (name: string, fields: string): string =>
    `---\napiVersion: policy/v1\nkind: PodDisruptionBudget\nmetadata: {name: ${name}}\nspec: {${fields}, selector: {matchLabels: {app: web}}}\n`;
  const [pool, deployment] = example('blocking-pdb', 'bad').text.split('---\n');
  const pdbs = (replicas: number, ...budgets: string[]) =>
    lintExample({
      ...noLimits,
      text: `${pool}---\n${deployment!.replace('replicas: 1', `replicas: ${replicas}`)}${budgets.join('')}`,
    }).map(({ severity, message }) => `${severity} ${/Two|no evictions/.exec(message)?.[0]}`);

  test.each<[string, number, string[], string[]]>([
    ['one of two pods may be evicted', 2, [pdb('a', 'minAvailable: 1')], []],
    ['neither of two pods may be evicted', 2, [pdb('a', 'minAvailable: 2')], ['warning no evictions']],
    ['there are no pods', 0, [pdb('a', 'minAvailable: 1')], []],
    [
      'percentages are rounded up, so half of one pod is one',
      1,
      [pdb('a', 'minAvailable: 50%')],
      ['warning no evictions'],
    ],
    ['half of two pods', 2, [pdb('a', 'minAvailable: 50%')], []],
    ['exactly 100%, and expired nodes wait for ever', 3, [pdb('a', 'minAvailable: 100%')], ['warning no evictions']],
    ['exactly 0', 3, [pdb('a', 'maxUnavailable: 0')], ['warning no evictions']],
    ['two budgets', 3, [pdb('a', 'maxUnavailable: 1'), pdb('b', 'maxUnavailable: 1')], ['warning Two']],
    [
      'two with the same name belong to two clusters',
      3,
      [pdb('a', 'maxUnavailable: 1'), pdb('a', 'maxUnavailable: 1')],
      [],
    ],
  ])('PodDisruptionBudgets: %s', (_, replicas, budgets, expected) =>
    expect(pdbs(replicas, ...budgets)).toEqual(expected),
  );
});

test('instance types missing only in an assumed region are not reported', () => {
  const example = rules
    .find(({ id }) => id === 'unknown-instance-type')!
    .examples()
    .bad.find(({ region }) => region !== 'us-east-1')!;
  const offered = (isRegionAssumed: boolean): number =>
    lint({
      rules,
      providers,
      head: parsed({ 'a.yaml': example.text }),
      base: null,
      karpenter: karpenter('1.14'),
      catalog: facts.catalog(example.region),
      isRegionAssumed,
      settings: defaultSettings,
    }).filter(({ message }) => message.includes('does not offer')).length;
  expect([offered(false) > 0, offered(true)]).toEqual([true, 0]);
});

test.each([
  ['ap-southeast-1a', false, 1],
  ['ap-southeast-1a', true, 0],
  ['us-east-1x', true, 1],
])('the zone %s, with an assumed region (%s): %i', (zone, isRegionAssumed, count) => {
  const head = parsed({ 'a.yaml': zonedPool(zone) });
  const input = { base: null, karpenter: karpenter('1.14'), catalog: facts.catalog('us-east-1'), isRegionAssumed };
  const found = lint({ ...input, rules, providers, head, settings: defaultSettings });
  expect(found.filter(({ code }) => code === 'lint/unknown-zone')).toHaveLength(count);
});

test.each([
  ['volume-key', /use the key|another region/, /./],
  ['role-name', /is the role of the controller/, /is the role of the controller/],
])('%s: findings after which no new node becomes ready say so', (id, finds, because) => {
  const found = rules
    .find((rule) => rule.id === id)!
    .examples()
    .bad.flatMap((example) => lintExample(example));
  const ours = found.filter(({ code }) => code === `lint/${id}`);
  expect(ours.filter(({ message }) => finds.test(message))).not.toEqual([]);
  for (const one of ours) expect('unready' in one, one.message).toBe(because.test(one.message));
});

test.each([
  ['more values than any region has', 'm5, m6i', true, [['error', 'its instance types have only 1']]],
  ['more values than the assumed region has', 'm6i, x8g', true, [['note', 'in eu-west-3 have only 1']]],
  ['more values than the named region has', 'm6i, x8g', false, [['error', 'in eu-west-3 have only 1']]],
  ['as many values as the assumed region has', 'm6i, m7i', true, []],
])('minValues: %s', (_, families, isRegionAssumed, expected) => {
  const head = parsed({
    'a.yaml': `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: web }
spec:
  template:
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [${families}], minValues: 2 }
        - { key: karpenter.k8s.aws/instance-generation, operator: Gt, values: ["5"] }
`,
  });
  const input = { base: null, karpenter: karpenter('1.14'), catalog: facts.catalog('eu-west-3'), isRegionAssumed };
  const found = lint({ ...input, rules, providers, head, settings: defaultSettings });
  const ours = found.filter(({ code }) => code === 'lint/min-values');
  expect(ours.map(({ severity, message }) => [severity, message])).toEqual(
    expected.map(([severity, text]) => [severity, expect.stringContaining(text!)]),
  );
});

const zonedPool = (zone: string): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: zoned }
spec:
  limits: { cpu: 10 }
  template: { spec: { requirements: [{ key: topology.kubernetes.io/zone, operator: In, values: [${zone}] }] } }
`;

describe('node-class-exists', () => {
  const pool = (name: string, nodeClass: string): string => `
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  template: { spec: { nodeClassRef: { name: ${nodeClass}, kind: EC2NodeClass, group: karpenter.k8s.aws }, requirements: [] } }
  limits: { cpu: 100 }
`;
  const nodeClass = (name: string): string => `
apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: ${name} }
`;
  const severities = (head: Record<string, string>, base?: Record<string, string>) =>
    lint({
      rules,
      providers,
      head: parsed(head),
      base: base ? parsed(base) : null,
      karpenter: karpenter('1.14'),
      catalog: null,
      settings: defaultSettings,
    }).map(({ code, severity }) => `${severity} ${code}`);
  const warning = 'warning lint/node-class-exists';
  const note = 'note lint/node-class-exists';

  test.each([
    ['in the folder of the NodePool', { 'x/a.yaml': pool('a', 'shared'), 'x/b.yaml': nodeClass('gpu') }, [warning]],
    [
      'classes in a separate folder',
      { 'pools/a.yaml': pool('a', 'shared'), 'classes/b.yaml': nodeClass('gpu') },
      [warning],
    ],
    [
      'a typing error',
      { 'x/a.yaml': pool('a', 'sharde'), 'y/b.yaml': `${nodeClass('shared')}---${pool('b', 'shared')}` },
      [warning],
    ],
    [
      'examples that share a class',
      { 'x/a.yaml': pool('a', 'shared'), 'y/b.yaml': `${nodeClass('gpu')}---${pool('b', 'gpu')}` },
      [note],
    ],
    [
      'one finding for several NodePools',
      { 'x/a.yaml': pool('a', 'shared'), 'y/b.yaml': `${nodeClass('gpu')}---${pool('b', 'shared')}` },
      [note],
    ],
  ])('%s', (_, files, expected) => expect(severities(files)).toEqual(expected));

  test('a class that base had is missing', () => {
    const others = { 'y/b.yaml': `${nodeClass('gpu')}---${pool('b', 'gpu')}` };
    const head = { 'x/a.yaml': pool('a', 'shared'), ...others };
    expect(severities(head, { 'z/c.yaml': nodeClass('shared'), ...others })).toEqual(['error lint/node-class-exists']);
  });
});

describe('withoutExplained', () => {
  const both = (example: Example) => {
    const { manifests } = parsed({ 'example.yaml': example.text });
    const schema = validateSchema(manifests, facts.crds(example.karpenter), { crds: (minor) => facts.crds(minor) });
    return { lint: lintExample(example), schema };
  };

  test.each([
    ['0.37', 'v1beta1', '{ consolidationPolicy: WhenUnderutilized, consolidateAfter: 60s }'],
    ['0.37', 'v1beta1', '{ consolidateAfter: 60s }'],
    ['0.37', 'v1beta1', '{ consolidationPolicy: WhenEmpty }'],
    ['1.14', 'v1', '{ consolidationPolicy: WhenEmpty }'],
    ['1.14', 'v1', '{}'],
  ])('Karpenter %s, %s: the API server’s refusal of %s is reported once', (minor, version, disruption) => {
    const example = against(
      { karpenter: minor },
      yaml`
      apiVersion: karpenter.sh/VERSION
      kind: NodePool
      metadata: { name: default }
      spec:
        template: { spec: { nodeClassRef: { name: default, kind: EC2NodeClass, group: karpenter.k8s.aws }, requirements: [] } }
        disruption: DISRUPTION
        limits: { cpu: 1 }
      ---
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: { name: default }
    `,
    );
    const text = example.text
      .replace('VERSION', version)
      .replace('DISRUPTION', disruption)
      .replace(/, kind.*aws(?= })/, version === 'v1' ? '$&' : '');
    const { lint: own, schema } = both({ ...example, text });
    const ofPool = schema.filter(({ resource }) => resource?.kind === 'NodePool');
    expect(ofPool).toHaveLength(1);
    expect(own.map(({ code }) => code)).toEqual(['lint/consolidate-after-policy']);
    const [refused] = ofPool;
    const { span, labels, fix, message, help } = own[0]!;
    expect(withoutExplained([...ofPool, ...own])).toEqual([
      { ...refused, span, labels, fix, help: `${message}. ${help}` },
    ]);
    // If it is silenced or less than an error, it removes nothing.
    expect(withoutExplained(ofPool)).toEqual(ofPool);
    const milder = own.map((one) => ({ ...one, severity: 'warning' as const }));
    expect(withoutExplained([...ofPool, ...milder])).toHaveLength(2);
  });

  test('findings of several roots at one place are reported once for each root', () => {
    const { lint: own, schema } = both(yaml`
      apiVersion: karpenter.sh/v1
      kind: NodePool
      metadata: { name: default }
      spec:
        template: { spec: { nodeClassRef: { name: default, kind: EC2NodeClass, group: karpenter.k8s.aws }, requirements: [] } }
        disruption: { consolidationPolicy: WhenEmpty }
        limits: { cpu: 1 }
    `);
    const inRoots = ['dev', 'prod'].flatMap((root) =>
      [...own.filter(({ explains }) => explains), ...schema].map((one) => ({
        ...one,
        foundIn: { tool: 'kustomize', roots: [root], isExact: true } as const,
      })),
    );
    expect(inRoots).toHaveLength(4);
    expect(withoutExplained(inRoots).map(({ code, foundIn }) => `${code} ${foundIn.roots}`)).toEqual([
      'schema/required dev',
      'schema/required prod',
    ]);
  });

  test('a required field without a value is reported once, by the refusal', () => {
    const { lint: own, schema } = both(yaml`
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: { name: default }
      spec:
        role: nodes
        amiSelectorTerms: [{ alias: al2023@v20260715 }]
        subnetSelectorTerms:
        securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: demo } }]
        userData:
    `);
    const kept = withoutExplained([...own, ...schema]);
    expect(kept.map(({ code, message }) => `${code} ${/`([^`]+)`/.exec(message)![1]}`).sort()).toEqual([
      'lint/no-empty-fields spec.userData',
      'schema/required spec.subnetSelectorTerms',
    ]);
    // If the refusal is silenced, the finding of the rule stays.
    expect(withoutExplained(own)).toEqual(own);
  });

  test('other refusals at the same place stay', () => {
    const example = yaml`
      apiVersion: karpenter.k8s.aws/v1
      kind: EC2NodeClass
      metadata: { name: default }
      spec:
        amiFamily: AL2
        amiSelectorTerms: [{ alias: al2023@v20260715 }]
        subnetSelectorTerms: [{ id: subnet-1 }]
        securityGroupSelectorTerms: [{ id: sg-1 }]
    `;
    const { lint: own, schema } = both(example);
    const kept = withoutExplained([...schema, ...own]);
    expect(schema.map(({ code }) => code)).toEqual(['schema/cel', 'schema/cel']);
    expect(kept.map(({ code }) => code)).toEqual(['schema/cel', 'schema/cel']);
    const isExplained = kept.map(({ message, help }) => [
      message.includes('amiFamily'),
      help?.includes('alias of that family'),
    ]);
    expect(isExplained.sort()).toEqual([
      [false, false],
      [true, true],
    ]);
  });
});

test('no rule throws, whatever the manifests contain', () => {
  const keys = [
    ...['template', 'spec', 'requirements', 'limits', 'disruption', 'budgets', 'schedule', 'nodeClassRef', 'name'],
    ...['amiSelectorTerms', 'amiFamily', 'alias', 'tags', 'subnetSelectorTerms', 'securityGroupSelectorTerms'],
    ...['key', 'operator', 'values', 'consolidateAfter', 'consolidationPolicy', 'labels', 'metadata', '__proto__'],
    ...['taints', 'startupTaints', 'minValues', 'expireAfter', 'terminationGracePeriod', 'userData', 'kubelet', 'role'],
    ...['blockDeviceMappings', 'deviceName', 'capacityReservationSelectorTerms', 'instanceStorePolicy', 'id'],
    ...['selector', 'matchLabels', 'minAvailable', 'maxUnavailable', 'replicas', 'containers', 'resources', 'affinity'],
    ...['nodeAffinity', 'nodeSelector', 'tolerations', 'annotations', 'source', 'helm', 'chart', 'settings'],
  ];
  const words = [
    'In',
    'Gt',
    'karpenter.sh/capacity-type',
    'topology.kubernetes.io/zone',
    'x',
    '',
    '@latest',
    '* * * * 7',
    'karpenter',
    'karpenter.sh/provisioner-name',
    '720h',
    'MIME-Version: 1.0',
    'bottlerocket@v1.1.1',
  ];
  const { value } = fc.letrec<{ value: Value }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom<Value>(null, true, 0, -1, 1.5, ...words),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...keys), tie('value'), { maxKeys: 5 }),
    ),
  }));
  const kinds = [
    ['karpenter.sh/v1', 'NodePool'],
    ['karpenter.sh/v1beta1', 'NodePool'],
    ['karpenter.sh/v1alpha5', 'Provisioner'],
    ['karpenter.k8s.aws/v1', 'EC2NodeClass'],
    ['karpenter.k8s.aws/v1alpha1', 'AWSNodeTemplate'],
    ['karpenter.sh/v1alpha1', 'NodeOverlay'],
    ['apps/v1', 'Deployment'],
    ['policy/v1', 'PodDisruptionBudget'],
    ['storage.k8s.io/v1', 'StorageClass'],
    ['helm.toolkit.fluxcd.io/v2', 'HelmRelease'],
    ['argoproj.io/v1alpha1', 'Application'],
  ];
  // Rules about workloads need a NodePool among the manifests.
  const pool = { apiVersion: 'karpenter.sh/v1', kind: 'NodePool', metadata: { name: 'x' } };
  let count = 0;
  fc.assert(
    fc.property(fc.constantFrom(...kinds), value, ([apiVersion, kind], spec) => {
      // JSON is also YAML.
      const text = `${JSON.stringify(pool)}\n---\n${JSON.stringify({ apiVersion, kind, metadata: { name: 'x' }, spec })}`;
      const all = lintExample({ ...noLimits, text });
      count += all.length;
      for (const { span } of all) expect(span.end).toBeLessThanOrEqual(text.length);
    }),
    { numRuns: 500 },
  );
  expect(count).toBeGreaterThan(100);
});
