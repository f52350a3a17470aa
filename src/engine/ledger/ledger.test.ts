import { describe, expect, test } from 'vitest';
import type { ManifestSet } from '../manifest/manifest-set.ts';
import { manifestSet } from '../manifest/manifest-set.ts';
import { parseManifests } from '../manifest/parse.ts';
import { type Ledger, ledgerOf } from './ledger.ts';
import type { LedgerSide } from './ledger-input.ts';

type Files = Readonly<Record<string, string>>;

/** The ledger of a change of files that were read as they are. `others` are files that exist and stay the same. */
function ledgerIn(base: Files, head: Files, others: readonly string[] = []): Ledger {
  const side = (files: Files): LedgerSide => {
    const sources = Object.entries(files).map(([file, text]) => ({ file, text }));
    const set: ManifestSet = manifestSet(sources.map((source) => parseManifests(source, { set: {} })));
    return { set, sources, roots: [], terraform: [], usedFiles: new Set() };
  };
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].sort();
  const files = paths.map((path) => ({ path, before: base[path], after: head[path] }));
  return ledgerOf({
    changed: { files, has: (path) => paths.includes(path) || others.includes(path) },
    ...{ base: side(base), head: side(head), resources: [] },
  });
}

/** The classes of a change of a template of a chart that is not rendered, by what they are about. */
function unrenderedTemplate(before: string, after: string): readonly string[] {
  const file = 'charts/pools/templates/a.yaml';
  const side = (text: string): LedgerSide => {
    const source = { file, text };
    const root = { name: 'charts/pools', files: [file], rendered: null };
    return {
      set: manifestSet([parseManifests(source, { set: {} })]),
      ...{ sources: [source], roots: [root], terraform: [], usedFiles: new Set() },
    };
  };
  const { entries } = ledgerOf({
    changed: { files: [{ path: file, before, after }], has: (path) => path === file },
    ...{ base: side(before), head: side(after), resources: [] },
  });
  return entries.map((entry) => `${entry.class}: ${entry.what}`);
}

const object = (api: string, kind: string, spec: string, name = 'a'): string =>
  `apiVersion: ${api}\nkind: ${kind}\nmetadata:\n  name: ${name}\nspec:\n${spec}`;
const deployment = (pod: string): string =>
  object('apps/v1', 'Deployment', `  template:\n    spec:\n      containers:\n        - name: a\n${pod}`);
const annotated = (line: string): string =>
  object('apps/v1', 'Deployment', `  template:\n    metadata:\n      annotations:\n        ${line}\n`);

/** What a change of one file from one text to another is. */
const kinds: readonly (readonly [what: string, file: string, before: string, after: string, is: string])[] = [
  ['a README', 'README.md', 'a\n', 'b\n', 'harmless'],
  ['a comment', 'a.yaml', `# one\n${deployment('')}`, `# two\n${deployment('')}`, 'harmless'],
  ['the order of keys', 'a.yaml', 'apiVersion: v1\nkind: Service\n', 'kind: Service\napiVersion: v1\n', 'harmless'],
  ['an image', 'a.yaml', deployment('          image: a:1\n'), deployment('          image: a:2\n'), 'harmless'],
  [
    'a variable',
    'a.yaml',
    deployment('          env: [{name: A}]\n'),
    deployment('          env: [{name: B}]\n'),
    'harmless',
  ],
  [
    'a request',
    'a.yaml',
    deployment('          resources: {requests: {cpu: 1}}\n'),
    deployment('          resources: {requests: {cpu: 2}}\n'),
    'modelled',
  ],
  [
    'a limit',
    'a.yaml',
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n'),
    object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 2}\n'),
    'modelled',
  ],
  ['a checksum', 'a.yaml', annotated('checksum/config: a'), annotated('checksum/config: b'), 'harmless'],
  [
    'an injected proxy',
    'a.yaml',
    annotated('sidecar.istio.io/proxyCPU: 1'),
    annotated('sidecar.istio.io/proxyCPU: 2'),
    'modelled',
  ],
  [
    'eviction by another autoscaler',
    'a.yaml',
    annotated('cluster-autoscaler.kubernetes.io/safe-to-evict: a'),
    annotated('cluster-autoscaler.kubernetes.io/safe-to-evict: b'),
    'not understood',
  ],
  [
    'a VirtualService',
    'a.yaml',
    object('networking.istio.io/v1', 'VirtualService', '  hosts: [a]\n'),
    object('networking.istio.io/v1', 'VirtualService', '  hosts: [b]\n'),
    'harmless',
  ],
  [
    'a Ray cluster',
    'a.yaml',
    object('ray.io/v1', 'RayCluster', '  replicas: 1\n'),
    object('ray.io/v1', 'RayCluster', '  replicas: 2\n'),
    'not understood',
  ],
  [
    'a Spark application',
    'a.yaml',
    object('sparkoperator.k8s.io/v1beta2', 'SparkApplication', '  mode: a\n'),
    object('sparkoperator.k8s.io/v1beta2', 'SparkApplication', '  mode: b\n'),
    'not understood',
  ],
  [
    'a quota',
    'a.yaml',
    object('v1', 'ResourceQuota', '  hard: {cpu: 1}\n'),
    object('v1', 'ResourceQuota', '  hard: {cpu: 2}\n'),
    'not understood near',
  ],
  [
    'a queue',
    'a.yaml',
    object('kueue.x-k8s.io/v1beta1', 'LocalQueue', '  clusterQueue: a\n'),
    object('kueue.x-k8s.io/v1beta1', 'LocalQueue', '  clusterQueue: b\n'),
    'not understood near',
  ],
  [
    'the version of a chart',
    'a.yaml',
    object('argoproj.io/v1alpha1', 'Application', '  source: {chart: loki, targetRevision: 1.0.0}\n'),
    object('argoproj.io/v1alpha1', 'Application', '  source: {chart: loki, targetRevision: 1.1.0}\n'),
    'not understood',
  ],
  [
    'the version of Karpenter',
    'a.yaml',
    object('argoproj.io/v1alpha1', 'Application', '  source:\n    chart: karpenter\n    targetRevision: 1.0.0\n'),
    object('argoproj.io/v1alpha1', 'Application', '  source:\n    chart: karpenter\n    targetRevision: 1.1.0\n'),
    'modelled',
  ],
  [
    'values of a chart that is elsewhere',
    'values/istio.yaml',
    'pilot:\n  replicas: 1\n',
    'pilot:\n  replicas: 2\n',
    'not understood',
  ],
  ['values for NodePools', 'prod/values.yaml', 'nodePools: {a: 1}\n', 'nodePools: {a: 2}\n', 'not understood near'],
  ['an image in values', 'values.yaml', 'image:\n  tag: a\n', 'image:\n  tag: b\n', 'harmless'],
  [
    'the CNI',
    'a.yaml',
    object('apps/v1', 'DaemonSet', '  template: {spec: {containers: [{name: a, image: a:1}]}}\n', 'aws-node'),
    object('apps/v1', 'DaemonSet', '  template: {spec: {containers: [{name: a, image: a:2}]}}\n', 'aws-node'),
    'not understood near',
  ],
  [
    'a step of a workflow',
    '.github/workflows/a.yml',
    '- uses: a@1\n- run: helm upgrade a\n',
    '- uses: a@2\n- run: helm upgrade a\n',
    'harmless',
  ],
  [
    'a command of a workflow',
    '.github/workflows/a.yml',
    '- run: helm upgrade a --version 1\n',
    '- run: helm upgrade a --version 2\n',
    'not understood',
  ],
  ['a workflow of tests', '.github/workflows/a.yml', '- run: npm test\n', '- run: npm run all\n', 'outside'],
  [
    'a bucket',
    'a.tf',
    'resource "aws_s3_bucket" "a" {\n  bucket = "a"\n}\n',
    'resource "aws_s3_bucket" "a" {\n  bucket = "b"\n}\n',
    'outside',
  ],
  [
    'a remote module',
    'a.tf',
    'module "a" {\n  source = "x/y/aws"\n  version = "1"\n}\n',
    'module "a" {\n  source = "x/y/aws"\n  version = "2"\n}\n',
    'not understood',
  ],
  ['a lock file of providers', '.terraform.lock.hcl', 'a\n', 'b\n', 'not understood'],
];

describe('what is known about a change', () => {
  test.each(kinds)('of %s', (_, file, before, after, expected) => {
    const { entries } = ledgerIn({ [file]: before }, { [file]: after });
    const [wanted, isNear] = [expected.replace(/ near$/, ''), expected.endsWith(' near')];
    expect(entries.map((entry) => [entry.class, entry.isNear === true])).toEqual(entries.map(() => [wanted, isNear]));
    expect(entries.length).toBeGreaterThan(0);
  });

  test('of a program depends on what its project creates', () => {
    const change = (others: string[]) =>
      ledgerIn({ 'infra/main.ts': 'a\n' }, { 'infra/main.ts': 'b\n' }, others).entries[0]!.class;
    expect(change([])).toBe('outside');
    expect(change(['infra/Pulumi.yaml'])).toBe('not understood');
    expect(change(['cdk.json'])).toBe('not understood');
    expect(change(['other/cdk.json'])).toBe('outside');
  });

  test('of an object that moves to another file is nothing', () => {
    const pool = object('karpenter.sh/v1', 'NodePool', '  limits: {cpu: 1}\n');
    const { counts } = ledgerIn({ 'a.yaml': pool }, { 'pools/a.yaml': pool });
    expect(counts).toMatchObject({ modelled: 0, outside: 0, 'not understood': 0 });
  });

  test('of a long file is one place', () => {
    const long = `a: ${'x'.repeat(2 * 1024 * 1024)}\n`;
    const { entries } = ledgerIn({}, { 'dump.yaml': long });
    expect(entries).toEqual([expect.objectContaining({ file: 'dump.yaml', isWhole: true, class: 'not understood' })]);
  });
});

describe('a template of a chart that is not rendered', () => {
  const pool = (limits: string, weight = '{{ .Values.weight }}'): string =>
    object('karpenter.sh/v1', 'NodePool', `  limits:\n${limits}\n  weight: ${weight}\n`);

  test.each([
    ['a literal value', pool('    cpu: 1'), pool('    cpu: 2'), ['modelled: NodePool a spec.limits.cpu']],
    [
      'a value of the chart',
      pool('    cpu: 1'),
      pool('    cpu: 1', '{{ .Values.other }}'),
      ['not understood: charts/pools/templates/a.yaml'],
    ],
    [
      'a directive',
      pool('    cpu: 1'),
      pool('    {{- if .Values.cpu }}\n    cpu: 1\n    {{- end }}'),
      ['not understood: charts/pools/templates/a.yaml'],
    ],
    [
      'a literal value and a value of the chart',
      pool('    cpu: 1'),
      pool('    cpu: 2', '{{ .Values.other }}'),
      ['modelled: NodePool a spec.limits.cpu', 'not understood: charts/pools/templates/a.yaml'],
    ],
  ])('%s', (_, before, after, expected) => {
    expect(unrenderedTemplate(before, after)).toEqual(expected);
  });
});
