import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { parseManifests } from '../../../manifest/parse.ts';
import { originOf } from '../../sources/origin.ts';
import type { Root } from '../../sources/root/root.ts';
import { decodeCrdPack } from '../definitions/crd-pack.ts';
import { validateSchema } from '../validate.ts';

const pack = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.14.json', 'utf8')));

const nodeClass = (role: string, subnets: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
${role}
  amiSelectorTerms:
    - alias: al2023@v20260701
${subnets}
  securityGroupSelectorTerms:
    - tags:
        karpenter.sh/discovery: demo
`;
const plainRole = '  role: nodes';
const plainSubnets = '  subnetSelectorTerms:\n    - id: subnet-1';

/** The objects of a text that Helm rendered. */
function rendered(template: string, made: string, root: Partial<Root> = {}): readonly Manifest[] {
  const helm = { chart: 'c', release: 'c', valueFiles: [], set: [], includesCrds: false, dependencies: [] };
  const whole: Root = {
    name: 'c',
    file: 'c/Chart.yaml',
    tool: 'helm',
    call: { helm },
    files: [],
    patches: [],
    obstacles: [],
    isDeclared: false,
    ...root,
  };
  const text = `---\n# Source: c/templates/class.yaml\n${made}`;
  const origin = originOf({ ...whole, files: ['c/templates/class.yaml'] }, text, () => template);
  return parseManifests({ file: 'made', text, origin }, { set: {} }).manifests;
}

/** `severity code` of the findings about a text that Helm rendered. */
const said = (template: string, made: string, root: Partial<Root> = {}): string[] =>
  validateSchema(rendered(template, made, root), pack).map(({ severity, code }) => `${severity} ${code}`);

const templated = nodeClass('  role: {{ .Values.role }}', plainSubnets);

test.each<[string, string, string, string[]]>([
  ['nothing', templated, nodeClass('  role:', plainSubnets), ['note schema/cel']],
  [
    'an empty text',
    nodeClass('  role: {{ .Values.role | quote }}', plainSubnets),
    nodeClass('  role: ""', plainSubnets),
    ['note schema/cel'],
  ],
  [
    'a list of nothing',
    nodeClass(plainRole, '  subnetSelectorTerms:\n    {{- range .Values.subnets }}\n    - id: {{ . }}\n    {{- end }}'),
    nodeClass(plainRole, '  subnetSelectorTerms:'),
    ['note schema/required'],
  ],
  [
    'a text that ends in nothing',
    nodeClass('  role: x\n  tags:\n    a: "nodes-{{ .Values.env }}"', plainSubnets).replace(
      'name: default',
      'name: nodes-{{ .Values.env }}',
    ),
    nodeClass('  role: x\n  tags:\n    a: "nodes-"', plainSubnets).replace('name: default', 'name: nodes-'),
    ['note schema/metadata'],
  ],
  [
    'no key for an empty list',
    nodeClass(
      plainRole,
      '  {{- with .Values.subnets }}\n  subnetSelectorTerms: {{- toYaml . | nindent 4 }}\n  {{- end }}',
    ),
    nodeClass(plainRole, ''),
    ['note schema/required'],
  ],
  [
    'no key for an empty text that a rule demands',
    nodeClass('  {{- if .Values.role }}\n  role: {{ .Values.role }}\n  {{- end }}', plainSubnets),
    nodeClass('', plainSubnets),
    ['note schema/cel'],
  ],
  [
    'an empty mapping',
    nodeClass(plainRole, plainSubnets).replace(/metadata:\n {2}name: default/, 'metadata: {{ .Values.metadata }}'),
    nodeClass(plainRole, plainSubnets).replace(/metadata:\n {2}name: default/, 'metadata: {}'),
    ['note schema/metadata'],
  ],
  [
    'no key, and another document has it',
    `${nodeClass(plainRole, '')}---\n{{- if .Values.more }}\n${nodeClass(plainRole, plainSubnets)}{{- end }}\n`,
    nodeClass(plainRole, ''),
    ['error schema/required'],
  ],
  ['a wrong value', templated, nodeClass('  role: 1', plainSubnets), ['error schema/type']],
  ['a value that it should have', nodeClass('', plainSubnets), nodeClass('', plainSubnets), ['error schema/cel']],
  [
    'an empty text of its own',
    nodeClass('  role: ""', plainSubnets),
    nodeClass('  role: ""', plainSubnets),
    ['error schema/cel'],
  ],
])('a chart with its default values renders %s', (_, template, made, expected) => {
  expect(said(template, made)).toEqual(expected);
});

test('what a chart leaves empty is not compared with by rules about changes', () => {
  const withTags = (tags: string): readonly Manifest[] =>
    rendered(
      nodeClass('  instanceProfile: {{ .Values.profile }}\n  tags: { a: b }', plainSubnets),
      nodeClass(`  instanceProfile:\n  tags: { a: ${tags} }`, plainSubnets),
    );
  const [base, head] = [withTags('b'), withTags('c')];
  // Later versions have no rule about such a change.
  const older = decodeCrdPack(JSON.parse(readFileSync('data/crds/1.0.json', 'utf8')));
  expect(
    validateSchema(head, older, { oldOf: () => base[0] }).map(({ severity, message }) => [severity, message]),
  ).toEqual([['note', expect.stringMatching(/role/)]]);
});

const withValues = {
  helm: {
    chart: 'c',
    release: 'c',
    valueFiles: ['c/values-prod.yaml'],
    set: [],
    includesCrds: false,
    dependencies: [],
  },
};

test.each<[string, Partial<Root>]>([
  ['something declares how it is applied', { isDeclared: true }],
  ['an environment has its own values', { call: withValues }],
])('an empty value is an error if %s', (_, root) => {
  expect(said(templated, nodeClass('  role:', plainSubnets), root)).toEqual(['error schema/cel']);
});
