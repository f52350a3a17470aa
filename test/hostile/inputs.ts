/** Inputs that are meant to keep a review busy. Each must end soon, use little memory, and never pass. */
export interface HostileInput {
  readonly name: string;
  /** Path → text. */
  readonly files: Readonly<Record<string, string>>;
  /** Set where a review may pass: only pods on unknown nodes are bad, or only objects that Karpenter does not read. */
  readonly concerns?: 'pods' | 'other-objects';
}

const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: {name: default}
spec:
  amiSelectorTerms: [{alias: al2023@latest}]
  role: nodes
  subnetSelectorTerms: [{tags: {a: b}}]
  securityGroupSelectorTerms: [{tags: {a: b}}]
`;

interface Pool {
  readonly name?: string;
  readonly cpu?: string;
  readonly spec?: string;
  readonly requirements?: string;
}

const pool = ({
  name = 'web',
  cpu = '1000',
  spec = '',
  requirements = '',
}: Pool = {}): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: ${name}}
spec:
  limits: {cpu: ${cpu}}
${spec}  template:
    spec:
      nodeClassRef: {group: karpenter.k8s.aws, kind: EC2NodeClass, name: default}
      requirements:
        - {key: karpenter.sh/capacity-type, operator: In, values: [on-demand]}
${requirements}`;

const deployment = (name: string, { replicas = 3, cpu = '1', pod = '' } = {}): string => `apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}, namespace: default}
spec:
  replicas: ${replicas}
  selector: {matchLabels: {app: ${name}}}
  template:
    metadata: {labels: {app: ${name}}}
    spec:
${pod}      containers: [{name: web, image: web, resources: {requests: {cpu: ${cpu}, memory: 1Gi}}}]
`;

const documents = (...texts: readonly string[]): string => texts.join('---\n');
const times = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i));
const unfinished = (spec: string): string =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec:\n${spec}`;

const manifest = (spec: string, labels = '{}'): string => `resource "kubectl_manifest" "web" {
  yaml_body = yamlencode({ apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "web", labels = ${labels} }, spec = ${spec} })
}
`;
const locals = (text: string): string => `locals {\n${text}\n}\n`;
const labelled = (value: string): string => locals(`  x = ${value}`) + manifest('{}', '{ a = tostring(local.x) }');
/** Forty values, each twice the previous one. */
const doubling = (first: string, twice: (before: string) => string): string =>
  locals(`  a0 = ${first}\n${times(40, (i) => `  a${i + 1} = ${twice(`local.a${i}`)}`).join('\n')}`) +
  manifest('local.a40');

const letters = `${'a'.repeat(60)}!`;
const patterns = ['^(a|a)*$', '^(a|aa)+$', '(a+)+$', '(a?){25}a{25}b', '(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)(.*)x'];

const definition = (schema: string): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: widgets.example.com}
spec:
  group: example.com
  names: {kind: Widget, plural: widgets, singular: widget, listKind: WidgetList}
  scope: Namespaced
  versions:
    - name: v1
      served: true
      storage: true
      schema:
        openAPIV3Schema:
          type: object
          properties:
            spec: {type: object, properties: {x: ${schema}}}
`;
const widget = (value: string): string =>
  `apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: w, namespace: default}\nspec: {x: ${value}}\n`;
const defined = (name: string, schema: string, value: string): HostileInput => ({
  name,
  files: { 'crd.yaml': definition(schema), 'widget.yaml': widget(value) },
  concerns: 'other-objects',
});

const terraform = (name: string, main: string, files: Readonly<Record<string, string>> = {}): HostileInput => ({
  name: `Terraform: ${name}`,
  files: { 'main.tf': `# karpenter\n${main}`, ...files },
});
const yaml = (name: string, text: string): HostileInput => ({ name, files: { 'a.yaml': text } });
const scene = (name: string, nodePool: Pool, ...workloads: readonly string[]): HostileInput =>
  yaml(name, documents(pool(nodePool), nodeClass, ...workloads));

const nested = (depth: number, open: string, close: string): string => open.repeat(depth) + close.repeat(depth);
const spread = (key: string): string =>
  `      topologySpreadConstraints: [{maxSkew: 1, topologyKey: ${key}, whenUnsatisfiable: DoNotSchedule, labelSelector: {matchLabels: {app: wide}}}]\n`;
const rackValues = (count: number): string =>
  `        - {key: example.com/rack, operator: In, values: [${times(count, (i) => `r${i}`).join(', ')}]}\n`;

const ofTerraform: readonly HostileInput[] = [
  ...patterns.map((one) => terraform(`regex ${one}`, labelled(`regex("${one}", "${letters}")`))),
  terraform('replace by a pattern', labelled(`replace("${letters}", "/^(a|a)*$/", "b")`)),
  terraform('a pattern of many repeats', labelled(`regex("(((a{1,30}){1,30}))$", "${'a'.repeat(4000)}b")`)),
  terraform(
    'a pattern on a long text, again and again',
    labelled(`[for i in range(1000) : regex("(a+)+$", "${'a'.repeat(20_000)}!")][0]`),
  ),
  terraform(
    'a text replaced by a longer one',
    locals(
      `  a0 = "xxxxxxxxxx"\n${times(12, (i) => `  a${i + 1} = replace(local.a${i}, "x", "${'x'.repeat(98)}")`).join('\n')}`,
    ) + manifest('local.a12'),
  ),
  terraform(
    'doubled objects',
    doubling('{ x = 1 }', (a) => `{ l = ${a}, r = ${a} }`),
  ),
  terraform(
    'doubled lists, flattened',
    doubling('["x"]', (a) => `[${a}, ${a}]`).replace('spec = local.a40', 'spec = flatten(local.a40)'),
  ),
  terraform(
    'doubled lists, compared',
    doubling('["x"]', (a) => `[${a}, ${a}]`).replace('spec = local.a40', 'spec = local.a40 == local.a39'),
  ),
  terraform(
    'doubled texts',
    doubling('"x"', (a) => `"\${${a}}\${${a}}"`),
  ),
  terraform(
    'joined texts',
    doubling('"x"', (a) => `join("", [${a}, ${a}])`),
  ),
  terraform(
    'a text in 50,000 places',
    locals(`  a = "${'x'.repeat(100_000)}"\n  b = [for i in range(1000) : local.a]`) + manifest('local.b'),
  ),
  terraform('a product of lists', labelled('length(setproduct(range(900), range(900), range(900), range(2)))')),
  terraform(
    'lists subtracted',
    labelled('length(setsubtract([for i in range(1000) : "a${i}"], [for i in range(1000) : "b${i}"]))'),
  ),
  terraform('a billion numbers', labelled('length(range(1000000000))')),
  terraform(
    'loops in loops',
    locals('  x = flatten([for a in range(900) : [for b in range(900) : [for c in range(900) : "${a}${b}${c}"]]])') +
      manifest('local.x'),
  ),
  terraform('a text split into letters', labelled(`length(split("", "${'x'.repeat(200_000)}"))`)),
  terraform('line ends to be cut off', labelled(`length(chomp("${'\\n'.repeat(100_000)}x"))`)),
  terraform('a wide format', labelled('format("%999999999s", "x")')),
  terraform('a glob of many stars', labelled(`length(fileset(path.module, "${'**/'.repeat(14)}zzz.yaml"))`), {
    [`${'a/'.repeat(80)}f.yaml`]: 'a: b\n',
  }),
  terraform('a glob of one letter', labelled(`length(fileset(path.module, "${'*a'.repeat(25)}*b"))`), {
    [`${'a'.repeat(200)}.yaml`]: 'a: b\n',
  }),
  terraform('a glob of braces', labelled(`length(fileset(path.module, "${'{a,a}'.repeat(30)}b"))`), {
    [`${'a'.repeat(30)}c`]: 'a: b\n',
  }),
  terraform('brackets', locals(`  a = ${nested(50_000, '[', ']')}`) + manifest('{}')),
  terraform('nested JSON', labelled(`length(jsondecode("${nested(20_000, '[', ']')}"))`)),
  terraform('a template that includes itself', labelled('templatefile("a.tpl", { n = range(1000) })'), {
    'a.tpl': '%{ for a in n }%{ for b in n }%{ for c in n }${a}${b}${c}%{ endfor }%{ endfor }%{ endfor }',
  }),
];

const ofDefinitions: readonly HostileInput[] = [
  ...patterns.map((one) =>
    defined(`a definition with the pattern ${one}`, `{type: string, pattern: '${one}'}`, `"${letters}"`),
  ),
  defined(
    'a definition with a rule that matches',
    `{type: string, maxLength: 1000, x-kubernetes-validations: [{rule: "self.matches('^(a|a)*$')"}]}`,
    `"${letters}"`,
  ),
  defined(
    'a definition with a rule that costs much',
    '{type: array, items: {type: integer}, x-kubernetes-validations: [{rule: "self.all(a, self.all(b, self.all(c, self.all(d, a + b + c + d >= 0))))"}]}',
    `[${times(2000, String).join(', ')}]`,
  ),
  defined(
    'a definition of many alternatives',
    `{anyOf: [${times(500, (i) => `{required: [a${i}]}`).join(', ')}], type: object, x-kubernetes-preserve-unknown-fields: true}`,
    `{${times(2000, (i) => `b${i}: 1`).join(', ')}}`,
  ),
];

const ofPatterns: readonly HostileInput[] = [
  {
    name: 'an image name with many wildcards',
    files: {
      'pool.yaml': pool(),
      'class.yaml': nodeClass.replace('{alias: al2023@latest}', `{name: "amazon-eks-node-${'?*'.repeat(60)}X"}`),
    },
  },
];

const ofNumbers: readonly HostileInput[] = [
  scene('a limit with a huge exponent', { cpu: '"1e999999999"' }),
  scene('a limit of a million digits', { cpu: `"${'9'.repeat(1_000_000)}"` }),
  scene('a request with a huge exponent', {}, deployment('web', { cpu: '"1e999999999"' })),
  scene('a request with a tiny exponent', {}, deployment('web', { cpu: '"1e-999999999"' })),
  scene('a request of a million digits', {}, deployment('web', { cpu: `"${'9'.repeat(1_000_000)}"` })),
  scene('a request that is infinite', {}, deployment('web', { cpu: '1e999999999' })),
  scene('a billion replicas', {}, deployment('web', { replicas: 1e9 })),
  scene(
    'a budget of a million hours',
    {
      spec: '  disruption: {consolidateAfter: 99999999999h, budgets: [{nodes: "1", schedule: "* * * * *", duration: 99999999999h}]}\n',
    },
    deployment('web'),
  ),
  scene(
    'a schedule of many parts',
    {
      spec: `  disruption: {budgets: [{nodes: "1", schedule: "${'0-59/1,'.repeat(20_000)}0 * * * *", duration: 1h}]}\n`,
    },
    deployment('web'),
  ),
];

const ofSize: readonly HostileInput[] = [
  ...[1000, 10_000, 30_000, 100_000].map((count) =>
    yaml(`${count} unknown keys`, unfinished(times(count, (i) => `  k${i}: 1\n`).join(''))),
  ),
  yaml('100,000 equal keys', unfinished('  k: 1\n'.repeat(100_000))),
  yaml('a key of a million letters', unfinished(`  ${'k'.repeat(1_000_000)}: 1\n`)),
  yaml('a key of many dots', unfinished(`  ? "${'a.'.repeat(200_000)}"\n  : 1\n`)),
  yaml('150,000 anchors', unfinished(`  a: [${times(150_000, (i) => `&a${i} x`).join(',')}]\n`)),
  yaml(
    'aliases of aliases',
    unfinished(`  a0: &a0 [x,x,x]\n${times(20, (i) => `  a${i + 1}: &a${i + 1} [*a${i},*a${i},*a${i}]\n`).join('')}`),
  ),
  yaml('line breaks in flow lists', unfinished(`  a: {${'a: [1,\n2],\n'.repeat(100_000)}}\n`)),
  yaml('deep brackets', unfinished(`  a: ${nested(300_000, '[', ']')}\n`)),
  yaml('deep dashes', unfinished(`  a:\n  ${'- '.repeat(300_000)}1\n`)),
  yaml(
    'a deep JSON',
    `{"apiVersion":"karpenter.sh/v1","kind":"NodePool","metadata":{"name":"x"},"spec":${'{"a":'.repeat(200_000)}1${'}'.repeat(200_001)}`,
  ),
  yaml('a long name', documents(pool({ name: `"${'x'.repeat(500_000)}"` }), nodeClass)),
  yaml('a broken suppression', `# plumbline-ignore ${'a/a, '.repeat(200_000)}\n${pool()}`),
  scene(
    '80,000 domains',
    { cpu: '100000000', requirements: rackValues(20_000) },
    deployment('wide', { replicas: 10_000, pod: spread('example.com/rack') }),
  ),
  scene(
    '1,000 pods over 1,000 domains',
    { cpu: '100000000', requirements: rackValues(1000) },
    deployment('wide', { replicas: 1000, pod: spread('example.com/rack') }),
  ),
];

const repels =
  '      affinity: {podAntiAffinity: {requiredDuringSchedulingIgnoredDuringExecution: [{topologyKey: kubernetes.io/hostname, labelSelector: {matchExpressions: [{key: app, operator: Exists}]}}]}}\n';

const ofScheduling: readonly HostileInput[] = [
  scene(
    'a node for each of 20,000 pods',
    { cpu: '100000000' },
    ...times(40, (i) => deployment(`w${i}`, { replicas: 500, pod: repels })),
  ),
  {
    ...scene(
      'a million pods of 2,000 sizes',
      { cpu: '100000000' },
      ...times(2000, (i) => deployment(`w${i}`, { replicas: 500, cpu: `${100 + i}m` })),
    ),
    concerns: 'pods',
  },
];

const applicationSet = (generators: string, path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: all}
spec:
  goTemplate: true
  generators: [${generators}]
  template:
    metadata: {name: all}
    spec: {source: {path: "${path}", repoURL: x}, destination: {}}
`;
const elements = (key: string): string =>
  `{list: {elements: [${times(3000, (i) => `{${key}: ${key}${i}}`).join(', ')}]}}`;

const ofSources: readonly HostileInput[] = [
  {
    name: 'a matrix of nine million Applications',
    files: {
      'a.yaml': applicationSet(`{matrix: {generators: [${elements('a')}, ${elements('b')}]}}`, 'p/{{.a}}'),
      'p/pool.yaml': pool(),
    },
  },
  {
    name: '500 patterns over 8,000 folders',
    files: {
      'a.yaml': applicationSet(
        `{git: {directories: [${times(500, (i) => `{path: "${'**/'.repeat(20)}x${i}"}`).join(', ')}]}}`,
        '{{.path.path}}',
      ),
      ...Object.fromEntries(times(200, (i) => [`d${i}/${'a/'.repeat(40)}pool.yaml`, pool()])),
    },
  },
];

export const hostileInputs: readonly HostileInput[] = [
  ...ofTerraform,
  ...ofDefinitions,
  ...ofPatterns,
  ...ofNumbers,
  ...ofSize,
  ...ofScheduling,
  ...ofSources,
];
