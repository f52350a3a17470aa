import { describe, expect, test } from 'vitest';
import type { Diagnostic } from '../text/diagnostic.ts';
import { LineIndex } from '../text/source.ts';
import { maxObjects } from './objects/found-object.ts';
import { maxTextLength, parseManifests } from './parse.ts';
import { hasPlaceholder } from './yaml/placeholder.ts';
import { maxYamlLength } from './yaml/yaml-size.ts';

const parse = (text: string, set: Record<string, string> = {}) => parseManifests({ file: 'a.yaml', text }, { set });
const one = (text: string, set: Record<string, string> = {}) => parse(text, set).manifests[0]!;
const pool = (spec: string, name = 'default') =>
  `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
const at = (text: string, { start, end }: { start: number; end: number }) => text.slice(start, end);
const codes = (text: string) => parse(text).diagnostics.map(({ code, severity }) => `${severity} ${code}`);

describe('objects', () => {
  test('several documents, in order, each with its place', () => {
    const { manifests } = parse(`${pool('  weight: 1\n', 'a')}---\n# nothing\n---\n${pool('  weight: 2\n', 'b')}`);
    expect(manifests.map(({ name, index }) => [name, index])).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
    expect(manifests[1]!.ref).toEqual({ apiVersion: 'karpenter.sh/v1', kind: 'NodePool', name: 'b' });
  });

  test.each([
    [
      'a list',
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n  metadata: {name: a, namespace: x}\n',
      ['v1 Pod a'],
    ],
    [
      'a typed list',
      'apiVersion: karpenter.sh/v1\nkind: NodePoolList\nitems:\n- metadata: {name: a}\n',
      ['karpenter.sh/v1 NodePool a'],
    ],
    ['a list of nulls', 'apiVersion: v1\nkind: List\nitems: [null, ~, 3]\n', []],
    ['a list without items', 'apiVersion: v1\nkind: List\n', ['v1 List ']],
    ['JSON', '{"apiVersion": "v1",\n\t"kind": "Pod", "metadata": {"name": "a"}}', ['v1 Pod a']],
    ['no name', 'apiVersion: v1\nkind: Pod\nmetadata: {generateName: a-}\n', ['v1 Pod ']],
    ['metadata that is not an object', 'apiVersion: v1\nkind: Pod\nmetadata: [1]\n', ['v1 Pod ']],
    ['no metadata', 'apiVersion: karpenter.sh/v1\nkind: NodePool\n', ['karpenter.sh/v1 NodePool ']],
    ['a numeric name', 'apiVersion: v1\nkind: Pod\nmetadata: {name: 12}\n', ['v1 Pod 12']],
    ['no kind', 'apiVersion: v1\nfoo: 1\n', []],
    ['a kind that is not a string', 'apiVersion: v1\nkind: 3\n', []],
    ['a scalar', 'apiVersion', []],
    ['nothing', '', []],
    ['a byte order mark and CRLF', '\uFEFFapiVersion: v1\r\nkind: Pod\r\nmetadata:\r\n  name: a\r\n', ['v1 Pod a']],
    ['a directive', '%YAML 1.1\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n...\n', ['v1 Pod a']],
    ['content on the line of the marker', '--- {apiVersion: v1, kind: Pod, metadata: {name: a}}\n', ['v1 Pod a']],
  ])('%s', (_, text, expected) => {
    const { manifests, diagnostics } = parse(text);
    expect(manifests.map(({ apiVersion, kind, name }) => `${apiVersion} ${kind} ${name}`)).toEqual(expected);
    expect(diagnostics).toEqual([]);
  });

  test('`__proto__` is an ordinary key', () => {
    const manifest = one('apiVersion: v1\nkind: Pod\n__proto__: {polluted: true}\n');
    expect(Object.hasOwn(manifest.object, '__proto__')).toBe(true);
    expect(manifest.get(['polluted'])).toBeUndefined();
    expect(manifest.get(['constructor'])).toBeUndefined();
  });
});

describe('documents without an API object', () => {
  const kinds = (file: string, text: string) =>
    parseManifests({ file, text }, { set: {} }).manifests.map(
      ({ apiVersion, kind, name }) => `${apiVersion} ${kind} ${name}`,
    );

  test.each([
    ['iam/controller.json', '{"Statement": [{"Action": "ec2:CreateFleet"}]}', ['iam/v1 IamPolicy controller']],
    ['iam/other.json', '{"Statement": [{"Action": "s3:GetObject"}]}', []],
    ['karpenter/values.yaml', 'settings:\n  clusterName: demo\n', ['helm/v1 HelmValues values']],
    ['other/values.yaml', 'settings:\n  clusterName: demo\n', []],
    ['other/values.yaml', 'settings:\n  clusterName: demo\n  interruptionQueue: demo\n', ['helm/v1 HelmValues values']],
    ['other/values.yaml', 'karpenter:\n  settings:\n    clusterName: demo\n', ['helm/v1 HelmValues values']],
    ['a.yaml', 'apiVersion: v1\nkind: Pod\nsettings:\n  clusterName: demo\n', ['v1 Pod ']],
  ])('%s: %j', (file, text, expected) => {
    expect(kinds(file, text)).toEqual(expected);
  });
});

describe('places', () => {
  const text = `# top\n${pool('  weight: 10\n  template:\n    taints: &t\n    - key: "a"\n      effect:\n  other: *t\n  <<: {limits: {cpu: 1}}\n')}`;
  const manifest = one(`---\n${pool('  weight: 1\n')}\n---\n${text}`);
  const manifestText = manifest.source.text;
  const second = parse(manifestText).manifests[1]!;

  test.each([
    [['spec', 'weight'], '10', 'weight'],
    [['spec', 'template', 'taints', 0, 'key'], '"a"', 'key'],
    [['spec', 'template', 'taints', 0, 'effect'], 'effect', 'effect'],
    [['spec', 'other', 0, 'key'], '*t', 'other'],
    [['spec', 'limits', 'cpu'], '{limits: {cpu: 1}}', '<<'],
    [['kind'], 'NodePool', 'kind'],
    [['metadata', 'labels', 'x'], 'name: default\n', 'metadata'],
  ])('%j', (path, value, key) => {
    expect(at(manifestText, second.span(path))).toBe(value);
    expect(at(manifestText, second.keySpan(path))).toBe(key);
  });

  test('a missing path has the place of its nearest parent', () => {
    expect(second.span(['spec', 'weight', 'x'])).toEqual(second.span(['spec', 'weight']));
    expect(second.span(['nothing']).start).toBe(manifestText.lastIndexOf('apiVersion'));
  });

  test('items of a list have their own places', () => {
    const list = 'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Pod\n- apiVersion: v1\n  kind: Node\n';
    const [, node] = parse(list).manifests;
    expect(at(list, node!.span(['kind']))).toBe('Node');
  });

  test('after a byte order mark and CRLF', () => {
    const windows = `\uFEFF${pool('  weight: 10\n').replaceAll('\n', '\r\n')}`;
    expect(at(windows, one(windows).span(['spec', 'weight']))).toBe('10');
    expect(one(windows).get(['spec', 'weight'])).toBe(10);
  });
});

describe('findings', () => {
  const faults: [string, string, number, boolean][] = [
    ['a tab', pool('  limits:\n\tcpu: 1\n'), 7, true],
    ['an unclosed quote', pool('  a: "x\n  b: 1\n  c: 2\n'), 6, true],
    ['an unclosed bracket', pool('  a: [x\n  b: 1\n'), 7, true],
    ['a dedented key', pool('  a:\n    b: 1\n   c: 2\n'), 8, true],
    ['a stray backtick', pool('  a: `x\n'), 6, true],
    ['two colons', pool('  a: b: c\n'), 6, true],
    ['an item of no list', pool('  a:\n      - b: 1\n    - c: 2\n'), 8, true],
    ['a line without a key', pool('  a: 1\n  b\n  c: 2\n'), 7, true],
    ['an unknown alias', pool('  a: *x\n'), 6, false],
    ['an anchor inside of itself', pool('  a: &x [*x]\n'), 6, false],
    ['a bad merge', pool('  <<: 3\n'), 6, false],
    ['a control character', pool('  a: \u0001\n'), 6, false],
  ];

  test.each(faults)('%s is a syntax error on its line', (_, text, line, hasHelp) => {
    const { diagnostics, isBroken, manifests } = parse(text);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['yaml/syntax', 'error']]);
    expect(new LineIndex(text).position(diagnostics[0]!.span.start).line).toBe(line);
    expect(diagnostics[0]!.help !== undefined).toBe(hasHelp);
    expect(isBroken).toBe(true);
    expect(manifests).toEqual([]);
  });

  test('an item of no list is said to be one', () => {
    const text = pool('  a:\n      - b: 1\n    - c: 2\n');
    const [{ message, span }] = parse(text).diagnostics as [Diagnostic];
    expect(message).toBe('This list item stands where a key is expected, so it belongs to no list');
    expect(text.slice(span.start, span.start + 3)).toBe('- c');
  });

  test('one broken document leaves the others readable', () => {
    const { manifests, isBroken } = parse(`${pool('  a: [\n', 'a')}---\n${pool('  weight: 1\n', 'b')}`);
    expect(manifests.map(({ name }) => name)).toEqual(['b']);
    expect(isBroken).toBe(true);
  });

  test.each([
    ['a workload', 'apiVersion: apps/v1\nkind: Deployment\nspec: [\n', ['warning yaml/syntax']],
    ['an object that no review uses', 'apiVersion: v1\nkind: Service\nspec: [\n', []],
    ['a template of a workload', 'apiVersion: apps/v1\nkind: Deployment\nspec: [{{ x\n{{ if }}', []],
    ['an object with an escaped kind', 'apiVersion: x/v1\nkind: "Node\\x50ool"\nspec: [\n', ['error yaml/syntax']],
  ])('%s that is not valid YAML', (_, text, expected) => {
    expect(codes(text)).toEqual(expected);
    // Its content is unknown.
    expect(parse(text).isBroken).toBe(true);
  });

  test('a template alone on the first line of a block scalar is not an error', () => {
    const { diagnostics, isBroken, manifests } = parse(
      pool('  a: |-\n    {{ .Common.description }}\n    {{ range .Alerts }}\n    b\n'),
    );
    expect({ diagnostics, isBroken, names: manifests.map(({ name }) => name) }).toEqual({
      diagnostics: [],
      isBroken: false,
      names: ['default'],
    });
  });

  test('a template that is not YAML is a note', () => {
    const text = pool('{{- range .Values.pools }}\n  {{ .name }}: [\n{{- end }}\n');
    expect(codes(text)).toEqual(['note yaml/template']);
    expect(parse(text).isBroken).toBe(true);
  });

  test.each([
    [
      'its version',
      '{{ if .new }}\napiVersion: karpenter.sh/v1\n{{ else }}\napiVersion: karpenter.sh/v1beta1\n{{ end }}\nkind: NodePool\n',
      true,
    ],
    ['its kind', 'apiVersion: karpenter.sh/v1\nkind: {{ .kind }}\n', true],
    ['all but its version', 'apiVersion: karpenter.sh/v1\n{{ template "pool" . }}\n', true],
    ['its name', 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: "{{ .name }}"}\n', false],
    [
      'an API that another object names',
      'kind: {{ .kind }}\nnodeClassRef:\n  apiVersion: karpenter.k8s.aws/v1\n',
      false,
    ],
  ])('a template that decides %s is reported as not reviewed', (_, text, isSaid) => {
    expect(codes(text)).toEqual(isSaid ? ['note yaml/template'] : []);
  });

  test('duplicate keys', () => {
    const text = pool('  weight: 1\n  weight: 2\n');
    const { diagnostics, manifests } = parse(text);
    expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([['yaml/duplicate-key', 'error']]);
    expect(at(text, diagnostics[0]!.labels[0]!.span)).toBe('weight');
    expect(diagnostics[0]!.labels[0]!.span.start).toBeLessThan(diagnostics[0]!.span.start);
    expect(manifests[0]!.get(['spec', 'weight'])).toBe(2);
    expect(at(text, manifests[0]!.span(['spec', 'weight']))).toBe('2');
    expect(codes('apiVersion: v1\nkind: Pod\nmetadata: {}\nmetadata: {}\n')).toEqual(['warning yaml/duplicate-key']);
    const pod = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  nodeName: b';
    expect(parse(`${pod}---\n${pod}---\n${pod}\n`).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringContaining('3 objects are in one document'),
    ]);
  });
});

describe('a hostile file results in one finding', () => {
  const laughs = Array.from({ length: 30 }, (_, i) => `  a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}]\n`).join('');

  test.each([
    ['an alias bomb', pool(`  a0: &a0 [1,1,1]\n${laughs}`), 'yaml/alias-bomb'],
    ['deep brackets', pool(`  a: ${'['.repeat(20_000)}`), 'yaml/too-deep'],
    ['deep dashes', pool(`  a:\n  ${'- '.repeat(20_000)}`), 'yaml/too-deep'],
    ['too many levels for us alone', pool(`  a: ${'['.repeat(210)}${']'.repeat(210)}`), 'yaml/too-deep'],
    ['deep braces', pool(`  a: ${'{a: '.repeat(15_000)}`), 'yaml/too-deep'],
    ['many documents', `${pool('')}\n---\n`.repeat(maxObjects + 1), 'yaml/too-large'],
    [
      'a List of many objects',
      `apiVersion: v1\nkind: List\nitems:\n${'- {apiVersion: v1, kind: Node}\n'.repeat(maxObjects + 1)}`,
      'yaml/too-large',
    ],
    [
      'a dump of many objects',
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'List',
        items: Array(maxObjects + 1).fill({ apiVersion: 'v1', kind: 'Node' }),
      }),
      'yaml/too-large',
    ],
    ['a long document', `${pool('')}\n#${'x'.repeat(maxYamlLength)}`, 'yaml/too-large'],
    ['a huge file', `${pool('')}\n#${'x'.repeat(maxTextLength)}`, 'yaml/too-large'],
  ])('%s', (_, text, code) => {
    const { diagnostics, isBroken } = parse(text);
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toEqual([code]);
    expect(isBroken).toBe(true);
  });

  test('the first of too many objects are read', () => {
    expect(parse(`${pool('')}\n---\n`.repeat(maxObjects + 1)).manifests).toHaveLength(maxObjects);
  });

  test('a long document without our objects has no findings', () => {
    const { diagnostics, isBroken } = parse(`apiVersion: v1\nkind: ConfigMap\n#${'x'.repeat(maxYamlLength)}`);
    expect({ diagnostics, isBroken }).toEqual({ diagnostics: [], isBroken: true });
  });

  test('an object of a dump finds its place without the others', () => {
    const items = Array.from({ length: 2000 }, (_, i) => ({
      metadata: { name: `a${i}`, labels: { n: 'x'.repeat(20) } },
    }));
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'NodeList', items });
    const { manifests } = parse(text);
    const { start, end } = manifests[1999]!.span(['metadata', 'name']);
    expect([manifests[1999]!.kind, text.slice(start, end)]).toEqual(['Node', '"a1999"']);
  });

  test('a JSON document that is too long for the YAML parser has no places', () => {
    const labels = { n: 'x'.repeat(maxYamlLength) };
    const { manifests } = parse(JSON.stringify({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a', labels } }));
    expect(manifests[0]!.span(['metadata', 'name'])).toEqual({ file: 'a.yaml', start: 0, end: 0 });
  });

  test('100,000 documents without our objects have no objects or findings', () => {
    expect(parse('---\na: 1\n'.repeat(100_000)).manifests).toEqual([]);
  });

  test.each(['{{', '${', '@@a', '{%', '${a{', '"', "'", '[', '# plumbline-ignore ', '<a', '---\n'])(
    '100,000 times %j',
    (piece) => {
      const text = pool(`  a: ${piece.repeat(100_000)}\n`);
      const { manifests, diagnostics } = parse(text);
      expect(manifests.length + diagnostics.length).toBeGreaterThan(0);
    },
  );
});

describe('templates', () => {
  const helm = `{{- if .Values.enabled }}
apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: {{ .Values.name }}
  labels:
    {{- include "chart.labels" . | nindent 4 }}
  annotations: {{- toYaml .Values.annotations | nindent 4 }}
spec:
  weight: {{ .Values.weight }}
  limits:
    cpu: {{ .Values.cpu | quote }}
    memory: "{{ .Values.memory }}Gi"
  template:
    spec:
      {{- with .Values.taints }}
      taints:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      {{- if .Values.spot }}
      expireAfter: 1h
      {{- else }}
      expireAfter: 2h
      {{- end }}
      requirements:
        - key: a
          operator: In
          values: [{{ .Values.a }}, b]
        {{- range .Values.more }}
        - key: {{ .key }}
        {{- end }}
{{- end }}
`;

  test('the fixed parts of a Helm template are read', () => {
    const { manifests, diagnostics } = parse(helm);
    expect(diagnostics).toEqual([]);
    const [manifest] = manifests;
    expect(manifest!.isPartial).toBe(true);
    expect(manifest!.name).toBe('{{ .Values.name }}');
    expect(manifest!.get(['metadata', 'labels'])).toBe('{{- include "chart.labels" . | nindent 4 }}');
    expect(manifest!.get(['spec', 'limits', 'memory'])).toBe('{{ .Values.memory }}Gi');
    expect(manifest!.get(['spec', 'template', 'spec', 'requirements', 0, 'values'])).toEqual(['{{ .Values.a }}', 'b']);
    expect(hasPlaceholder(manifest!.get(['spec', 'template', 'spec', 'taints']))).toBe(true);
    expect(hasPlaceholder(manifest!.get(['spec', 'template', 'spec', 'expireAfter']))).toBe(true);
    expect(at(helm, manifest!.span(['spec', 'weight']))).toBe('{{ .Values.weight }}');
  });

  test('`set` fills names and determines the type of complete values', () => {
    const manifest = one(helm, { name: 'spot', weight: '10', cpu: '1000', memory: '4', a: 'on' });
    expect(manifest.name).toBe('spot');
    expect(manifest.get(['spec', 'weight'])).toBe(10);
    expect(manifest.get(['spec', 'limits'])).toEqual({ cpu: '1000', memory: '4Gi' });
    expect(manifest.get(['spec', 'template', 'spec', 'requirements', 0, 'values', 0])).toBe(true);
  });

  test.each([
    ['${REPLICAS}', { REPLICAS: '3' }, 3],
    ['"${REPLICAS}"', { REPLICAS: '3' }, '3'],
    ['${REPLICAS}', {}, '${REPLICAS}'],
    ['${REPLICAS:-2}', { REPLICAS: '3' }, 3],
    ['${REPLICAS:-2}', {}, '${REPLICAS:-2}'],
    ['${A}${B}', { A: '1', B: '2' }, 12],
    ['${A}${B}', { A: '1' }, '1${B}'],
    ['a-${A}-b', { A: '1' }, 'a-1-b'],
    ['[${A}, ${B:-${C}}]', {}, ['${A}', '${B:-${C}}']],
    ['$${A}', { A: '1' }, '$${A}'],
    ['${{ vars.A }}', {}, '${{ vars.A }}'],
    ['@@A@@', { A: 'x' }, 'x'],
    ['@@A@@', {}, '@@A@@'],
    ['${__proto__}', {}, '${__proto__}'],
    ['<YOUR-CLUSTER>', {}, '<YOUR-CLUSTER>'],
    ['{{ if x }}1{{ else }}2{{ end }}', {}, '{{ if x }}1{{ else }}2{{ end }}'],
    ['1 {{/* one */}}', {}, 1],
    ['|\n    echo ${A}\n    echo $(date) ${A}', { A: 'x' }, 'echo x\necho $(date) x\n'],
  ])('%s with %j', (text, set, value) => {
    expect(one(pool(`  a: ${text}\n`), set).get(['spec', 'a'])).toEqual(value);
  });

  test('in a template, a name that stands alone on a line is replaced with lines', () => {
    const source = { file: 'pool.yaml.tpl', text: pool('  a: 1\n__MORE_FIELDS__\n  b: 2\n') };
    const [manifest] = parseManifests(source, { set: {} }).manifests;
    expect(manifest?.get(['spec'])).toEqual({ a: 1, b: 2 });
  });

  test.each<[string, boolean]>([
    ['${A}', true],
    ['x-${A}', true],
    ['$(CLUSTER)', true],
    ['echo $(date)', false],
    ['<your cluster name>', true],
    ['role-<CLUSTER_NAME>', true],
    ['__CLUSTER__', true],
    ['arn:aws:iam::1:role/__ROLE_NAME__', true],
    ['INSTANCE_SAFE', true],
    ['KarpenterNodeRole-CLUSTER_NAME', true],
    ['ARM_AMI_ID_TO_REPLACE', true],
    ['SCHEDULE_PLACEHOLDER', true],
    ['APPNAME-backup', true],
    ['app-APPNAME', true],
    ['AMD64-only', false],
    ['YOUR_CLUSTER', true],
    ['ON_DEMAND', false],
    ['TEAM_A', false],
    ['X86_64', false],
    ['CLUSTER', false],
    ['__init__', false],
    ['<powershell>\necho\n</powershell>', false],
    ['a < b and c > d', false],
    ['{{ .x }}', true],
    ['{{ .x }}{{ .y }}', true],
    ['{% if x %}y', true],
    ['%{ if x }y%{ endif }', true],
    ['100%{x}', false],
    ['$${A}', false],
    ['$A', false],
    ['$CLUSTER_NAME', true],
    ['role-$CLUSTER_NAME', true],
    ['$CLUSTER_NAME-$REGION', true],
    ['$$CLUSTER_NAME', false],
    ['$Cluster', false],
    ['echo $CLUSTER_NAME', false],
    ['a {{ b', false],
    ['plain', false],
    ['<<ZONE>>', true],
    ['a-<<ZONE>>', true],
    ['arn:aws:iam::<ACCOUNT>:role/x', true],
    ['al2023@<version>', true],
    ['<cluster-name>', true],
    ["<your cluster's name>", true],
    ['<b>&amp;x', false],
    ['<b>', false],
    ['<br/>', false],
    ['x<b>', false],
    ['<name>&amp;', false],
    ['<name>;x', false],
    ['<a href="x">', false],
    ['<none>', false],
    ['<no value>', false],
    ['<nil>', false],
    ['</name>', false],
    ['1<x>"2"', false],
  ])('%s', (text, has) => {
    expect(hasPlaceholder(text)).toBe(has);
  });

  test('directives of Terraform templates on separate lines', () => {
    const manifest = one(pool('  limits:\n%{ for one in limits ~}\n    ${one}: 1\n%{ endfor ~}\n'));
    expect([manifest.isPartial, manifest.get(['spec', 'limits'])]).toEqual([true, { '${one}': 1 }]);
  });

  test('a Terraform template that is not YAML is a note', () => {
    expect(codes(pool('%{ if a }\n  limits: [\n%{ endif }\n'))).toEqual(['note yaml/template']);
  });

  test('a range over documents', () => {
    const text = `{{- range $i, $x := .Values.pools }}\n---\n${pool('  weight: {{ $x.weight }}\n', '{{ $x.name }}')}{{- end }}\n`;
    const { manifests } = parse(text);
    expect(manifests.map(({ name }) => name)).toEqual(['{{ $x.name }}']);
  });

  test('a template that is an entry of a flow mapping stands for entries, and one in a list is an item', () => {
    const flow = one(pool('  a: {b: 1, {{ include "more" . }} }\n'));
    expect([flow.isPartial, flow.get(['spec', 'a'])]).toEqual([true, { b: 1 }]);
    expect(one(pool('  a: [b, {{ include "more" . }}]\n')).isPartial).toBe(false);
  });

  test('a document without templates is not partial', () => {
    expect(one(pool('  a: ${A}\n')).isPartial).toBe(false);
  });
});

describe('suppressions', () => {
  const text = `# plumbline-ignore require-limits: whole file is a sandbox
---
apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: a}
spec:
  # plumbline-ignore a-rule, lint/b-rule until=2027-03-31: because
  # another comment

  weight: 1 # plumbline-ignore c-rule: same line
  userData: |
    # plumbline-ignore d-rule: in a script
`;

  test('apply to the next content, or to their own line', () => {
    const { suppressions, diagnostics } = parse(text);
    expect(diagnostics).toEqual([]);
    expect(suppressions.map(({ rule, until, reason, line }) => [rule, until, reason, line])).toEqual([
      ['require-limits', undefined, 'whole file is a sandbox', 3],
      ['a-rule', '2027-03-31', 'because', 10],
      ['lint/b-rule', '2027-03-31', 'because', 10],
      ['c-rule', undefined, 'same line', 10],
    ]);
    expect(at(text, suppressions[1]!.span)).toBe('# plumbline-ignore a-rule, lint/b-rule until=2027-03-31: because');
  });

  test.each([
    '',
    ' require-limits',
    ' require-limits:',
    ' require-limits: ',
    ' : reason',
    ' a until=2027-02-30: x',
    ' a until=tomorrow: x',
    ' a unless=b: x',
    ' A: x',
    ' a b: x',
  ])('malformed: %j', (rest) => {
    expect(codes(`${pool('  weight: 1\n')}  # plumbline-ignore${rest}\n`)).toEqual(['warning lint/bad-suppression']);
  });

  test('very many of them result in one finding', () => {
    const { suppressions, diagnostics } = parse(
      `${'# plumbline-ignore x: y\n'.repeat(80_000)}${pool('  weight: 1\n')}`,
    );
    expect(suppressions).toHaveLength(1000);
    expect(suppressions.at(-1)!.line).toBe(80_001);
    expect(diagnostics.map(({ code }) => code)).toEqual(['lint/bad-suppression']);
  });

  test('a longer word is not a suppression', () => {
    expect(codes(`# plumbline-ignored: x\n${pool('  weight: 1\n')}`)).toEqual([]);
  });
});

describe('text that cannot be parsed', () => {
  const workload = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: cart }\nspec: { replicas: [ }\n';

  test('marks the file as broken, and is a warning if it is not about Karpenter', () => {
    const { isBroken, diagnostics, manifests } = parseManifests({ file: 'a.yaml', text: workload }, { set: {} });
    expect([isBroken, diagnostics.map(({ severity }) => severity), manifests]).toEqual([true, ['warning'], []]);
  });

  test('a large JSON dump gives the same objects and places', () => {
    const items = Array.from({ length: 2000 }, (_, i) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `p${i}` },
      spec: { containers: [] },
    }));
    const text = JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 1);
    const { manifests } = parseManifests({ file: 'pods.json', text }, { set: {} });
    expect(manifests.map(({ name }) => name)).toEqual(items.map(({ metadata }) => metadata.name));
    const { start, end } = manifests[1]!.span(['metadata', 'name']);
    expect(text.slice(start, end)).toBe('"p1"');
  });
});
