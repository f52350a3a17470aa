import { beforeAll, describe, expect, test } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

/** Reviews of objects of which nothing in the repository decides whether they exist. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const reviewed = (from: Texts, to: Texts): Promise<Report> => reviewOfTexts(from, to, { renderer });

const pool = (instanceType = 'c7i.2xlarge'): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: kiln }
spec:
  limits: { cpu: 160 }
  template:
    metadata: { labels: { team: kiln } }
    spec:
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: kiln }
      requirements:
        - { key: node.kubernetes.io/instance-type, operator: In, values: [${instanceType}] }
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
`;
const nodeClass = `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata: { name: kiln }
spec:
  role: pottery-nodes
  amiSelectorTerms: [{ alias: al2023@v20260715 }]
  subnetSelectorTerms: [{ tags: { karpenter.sh/discovery: pottery } }]
  securityGroupSelectorTerms: [{ tags: { karpenter.sh/discovery: pottery } }]
`;
const glaze = `apiVersion: apps/v1
kind: Deployment
metadata: { name: glaze, namespace: pottery }
spec:
  replicas: 4
  selector: { matchLabels: { app: glaze } }
  template:
    metadata: { labels: { app: glaze } }
    spec:
      nodeSelector: { team: kiln }
      containers:
        - name: glaze
          image: registry.example.com/glaze:3
          resources: { requests: { cpu: "3", memory: 4Gi }, limits: { memory: 4Gi } }
`;

const resource = (label: string, text: string): string =>
  `resource "kubectl_manifest" "${label}" {\n  count     = var.burn ? 1 : 0\n  yaml_body = <<-YAML\n${text.replace(/^(?=.)/gm, '    ')}  YAML\n}\n`;

const flag = 'variable "burn" {\n  type = bool\n}\n';

/** What applies the NodePool and its class, with a flag that nobody sets, that is off, or that is on. */
const layouts: Readonly<Record<string, (texts: readonly string[], value?: 'on' | 'off') => Texts>> = {
  Terraform: (texts, value) => ({
    'infra/main.tf':
      flag + texts.map((text) => resource(`object_${text.includes('kind: NodePool') ? 0 : 1}`, text)).join(''),
    ...(value && { 'infra/terraform.tfvars': `burn = ${value === 'on'}\n` }),
    'apps/glaze.yaml': glaze,
  }),
  'a chart that is not rendered': (texts, value) => ({
    'chart/Chart.yaml': 'apiVersion: v2\nname: nodes\nversion: 1.0.0\n',
    'chart/values.yaml': `burn: ${value === 'on'}\n`,
    ...Object.fromEntries(
      texts.map((text, i) => [`chart/templates/object-${i}.yaml`, `{{- if .Values.burn }}\n${text}{{- end }}\n`]),
    ),
    'apps/glaze.yaml': glaze,
  }),
};

const alarmsOf = ({ review }: Report): string[] =>
  review.findings
    .filter(({ isNew, diagnostic }) => isNew && diagnostic.severity !== 'note' && !/^render\//.test(diagnostic.code))
    .map(({ diagnostic }) => `${diagnostic.severity} ${diagnostic.code}`);

describe.each(Object.entries(layouts))('%s', (_, layout) => {
  test('a NodePool that goes may never have existed', async () => {
    const report = await reviewed(layout([pool(), nodeClass]), layout([nodeClass]));
    const [change] = report.review.changes.filter(({ resource: { kind } }) => kind === 'NodePool');
    expect(change).toMatchObject({ type: 'removed', effect: 'unknown' });
    expect(change?.summary).toMatch(/^removed; deleting it terminates all of its nodes, if `.*burn.*` created it$/);
    expect(alarmsOf(report)).toEqual([]);
    expect(summaryLine(report)).toContain('May delete running nodes');
    expect(report.review.estimate?.difference.monthlyUsd.certainty).not.toBe('exact');
  });

  test('a NodePool that changes may have no nodes', async () => {
    const report = await reviewed(layout([pool(), nodeClass]), layout([pool('c7i.4xlarge'), nodeClass]));
    expect(summaryLine(report)).toContain('May replace running nodes');
    expect(report.review.disruption.nodePools.map(({ nodesReplaced }) => nodesReplaced)).toEqual([null]);
    expect(report.verdict.reasons).toContain('the change may replace running nodes');
  });

  test('a NodePool that comes says on what it depends', async () => {
    const report = await reviewed(layout([nodeClass]), layout([pool(), nodeClass]));
    const [change] = report.review.changes.filter(({ resource: { kind } }) => kind === 'NodePool');
    expect(change?.summary).toMatch(/^new, if `.*burn.*` creates it; /);
    expect(report.review.estimate?.head?.nodes.certainty).not.toBe('exact');
  });
});

describe('Terraform', () => {
  const layout = layouts.Terraform!;

  test('a flag that is set decides', async () => {
    const on = await reviewed(layout([pool(), nodeClass], 'on'), layout([pool('c7i.4xlarge'), nodeClass], 'on'));
    expect(summaryLine(on)).toContain('Replaces 2 nodes');
    const off = await reviewed(layout([pool(), nodeClass], 'off'), layout([pool('c7i.4xlarge'), nodeClass], 'off'));
    expect(off.review.changes).toEqual([]);
  });

  test('what is wrong with the object itself is reported, with a note about the condition', async () => {
    const wrong = nodeClass.replace('role:', 'roel:');
    const report = await reviewed(layout([pool(), nodeClass]), layout([pool(), wrong]));
    expect(alarmsOf(report)).toContain('error schema/unknown-field');
    const [note] = report.review.findings.filter(({ diagnostic }) => diagnostic.code === 'terraform/condition');
    expect(note).toMatchObject({ isNew: false });
    expect(note?.diagnostic.message).toBe(
      'NodePool `kiln`, EC2NodeClass `kiln` exist only if `var.burn ? 1 : 0` creates them, and no file here decides that, so they are reviewed as if it did',
    );
  });

  test('a finding about another object that rests on one that may not exist is a note', async () => {
    const certain = { 'nodes/pool.yaml': pool(), 'nodes/class.yaml': nodeClass, 'apps/glaze.yaml': glaze };
    const other = pool('c7i.large').replace('name: kiln', 'name: second');
    const overlapping = { ...certain, 'infra/main.tf': flag + resource('second', other) };
    const twice = { ...certain, 'infra/main.tf': resource('second', other).replace(/ {2}count.*\n/, '') };
    const codes = (report: Report): string[] =>
      report.review.findings
        .filter(({ diagnostic }) => diagnostic.severity !== 'note' && diagnostic.resource?.name !== 'second')
        .map(({ diagnostic }) => diagnostic.code);
    const [doubtful, proved, alone] = await Promise.all([
      reviewed(certain, overlapping),
      reviewed(certain, twice),
      reviewed(certain, certain),
    ]);
    expect(codes(doubtful)).toEqual(codes(alone));
    expect(codes(proved).length).toBeGreaterThanOrEqual(codes(alone).length);
  });
});
