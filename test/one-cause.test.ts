import { beforeAll, expect } from 'vitest';
import { summaryLine } from '../src/engine/report/first-lines/summary-line.ts';
import { rendererOf } from '../src/engine/report/renderers.ts';
import type { Report } from '../src/engine/report/values/report.ts';
import type { RenderMethod } from '../src/io/render/hand-over/render-method.ts';
import { sceneTest } from './extent.ts';
import { environmentIn, plainDeployment, plainNodeClass } from './plain-environment.ts';
import { plainRenderer } from './plain-renderer.ts';
import type { Texts } from './readings.ts';
import { reviewOfTexts } from './reviewed-texts.ts';

const test = sceneTest(2);

/** Reviews in which one cause has several consequences. */

let renderer: RenderMethod;
beforeAll(async () => {
  renderer = await plainRenderer();
});

const reviewed = (from: Texts, to: Texts): Promise<Report> => reviewOfTexts(from, to, { renderer });

const commentOf = (report: Report): string => rendererOf('markdown')!.render(report, {});

/** The list items of findings in a comment. */
const itemsOf = (report: Report): string[] => commentOf(report).match(/^- (?:⛔|⚠️).*$/gm) ?? [];

const pool = (name: string, requirements: string, limit = 1000): string => `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: { name: ${name} }
spec:
  limits: { cpu: ${limit} }
  disruption: { consolidateAfter: 1m }
  template:
    spec:
      expireAfter: 720h
      nodeClassRef: { group: karpenter.k8s.aws, kind: EC2NodeClass, name: default }
      requirements:
        - { key: karpenter.sh/capacity-type, operator: In, values: [on-demand] }
        - { key: kubernetes.io/arch, operator: In, values: [amd64] }
${requirements}`;

const families = (...names: string[]): string =>
  `        - { key: karpenter.k8s.aws/instance-family, operator: In, values: [${names.join(', ')}] }\n`;

const nodes = (requirements: string, limit?: number): Texts => ({
  'class.yaml': plainNodeClass(),
  'pool.yaml': pool('general', requirements, limit),
});

/** Deployments of a module of Terraform, of which one line selects the architecture. */
const module = (arch: string): string => `
variable "apps" { type = map(number) }
resource "kubernetes_manifest" "app" {
  for_each = var.apps
  manifest = {
    apiVersion = "apps/v1"
    kind       = "Deployment"
    metadata   = { name = each.key, namespace = "shop" }
    spec = {
      replicas = each.value
      selector = { matchLabels = { app = each.key } }
      template = {
        metadata = { labels = { app = each.key } }
        spec = {
          nodeSelector = { "kubernetes.io/arch" = "${arch}" }
          containers   = [{ name = "app", image = "app", resources = { requests = { cpu = "1", memory = "2Gi" } } }]
        }
      }
    }
  }
}
`;

const ofModule = (arch: string): Texts => ({
  ...nodes(families('m6i')),
  'apps/main.tf': module(arch),
  'main.tf': 'module "apps" {\n  source = "./apps"\n  apps   = { cart = 2, checkout = 8, search = 3, web = 6 }\n}\n',
});

test('a line of a module that breaks four workloads is one finding', async () => {
  const report = await reviewed(ofModule('amd64'), ofModule('arm64'));
  const [item, ...others] = itemsOf(report);
  expect(others).toEqual([]);
  expect(item).toMatch(/`apps\/main\.tf:15`.*The same holds for `\w+`, `\w+`, `\w+`, with other numbers/);
  expect(report.verdict.reasons).toEqual(['1 warning introduced by the change']);
  expect(rendererOf('text')!.render(report, {})).toContain('0 errors, 1 warning');
  expect(JSON.parse(rendererOf('json')!.render(report, {})).diagnostics).toHaveLength(4);
});

const shared = (cpu: string): Texts => ({
  'base/class.yaml': plainNodeClass(),
  'base/pool.yaml': pool('general', families('m6i')),
  'base/web.yaml': plainDeployment('web', 4).replace('cpu: "1"', `cpu: ${cpu}`),
  'base/kustomization.yaml': 'resources: [class.yaml, pool.yaml, web.yaml]\n',
  'dev/kustomization.yaml': 'resources: [../base]\n',
  'prod/kustomization.yaml': 'resources: [../base]\n',
});

test('a line of a base that two environments share is one finding', async () => {
  const report = await reviewed(shared('"1"'), shared('"900"'));
  expect(itemsOf(report).filter((item) => item.includes('pod-unschedulable'))).toHaveLength(1);
});

const twice = (limit: number): Texts => ({
  ...environmentIn('prod', { pool: `limits: { cpu: ${limit} }`, replicas: { web: 9 } }),
  ...environmentIn('stage', { pool: `limits: { cpu: ${limit} }`, replicas: { web: 8 } }),
  ...environmentIn('dev', { pool: `limits: { cpu: ${limit} }`, replicas: { web: 7 } }),
});

test('what is wrong in three environments is one finding, that of production, with the names of the others', async () => {
  const report = await reviewed(twice(100), twice(2));
  const items = itemsOf(report).filter((item) => item.includes('limit-reached'));
  expect(items).toHaveLength(1);
  expect(items[0]).toMatch(/3 places \(`prod\/.*The same holds in stage and dev/);
});

/** The amounts of `limits.cpu` that helps of a NodePool advise. */
const advisedBy = ({ review: { findings } }: Report): readonly string[] => {
  const helps = findings.filter(({ isNew }) => isNew).map(({ diagnostic }) => diagnostic.help ?? '');
  const advice = /`limits\.cpu`(?: of NodePool `general`)? (?:from \S+ to|above|to at least) `?(\d+)/;
  return [...new Set(helps.flatMap((help) => advice.exec(help)?.[1] ?? []))];
};

const waiting = (limit: number, replicas: readonly number[]): Texts => ({
  ...nodes('        - { key: node.kubernetes.io/instance-type, operator: In, values: [m6i.xlarge] }\n', limit),
  ...Object.fromEntries(
    replicas.map((count, i) => [`app-${i}.yaml`, plainDeployment(`app-${i}`, count).replace('cpu: "1"', 'cpu: "3"')]),
  ),
});

test.each<[string, Texts, Texts]>([
  ['workloads that grow', waiting(16, [1, 1, 1]), waiting(16, [3, 2, 4])],
  ['a limit that falls while one grows', waiting(100, [2, 2, 2]), waiting(12, [2, 4, 2])],
])('one limit is advised for a NodePool: %s', async (_, from, to) => {
  expect(advisedBy(await reviewed(from, to))).toHaveLength(1);
});

test('with the advised limit, all pods have room', async () => {
  const [limit] = advisedBy(await reviewed(waiting(16, [1, 1, 1]), waiting(16, [3, 2, 4])));
  const { review } = await reviewed(waiting(16, [1, 1, 1]), waiting(Number(limit), [3, 2, 4]));
  expect(review.findings.filter(({ diagnostic: { code } }) => /limit-reached|unschedulable/.test(code))).toEqual([]);
});

const withPods = (requirements: string): Texts => ({ ...nodes(requirements), 'web.yaml': plainDeployment('web', 3) });
const hypervisor = '        - { key: karpenter.k8s.aws/instance-hypervisor, operator: In, values: [nitro] }\n';

test.each<[string, string, string]>([
  ['a new requirement', families('m6i'), families('m6i') + hypervisor],
  ['fewer values', families('m6i', 'p5'), families('m6i')],
])('nodes that match as predicted are not said to be replaced: %s', async (_, before, after) => {
  const report = await reviewed(withPods(before), withPods(after));
  expect(summaryLine(report)).toMatch(
    /^Replaces only running nodes of NodePool `general` that no longer match, because/,
  );
  expect(summaryLine(report)).toMatch(/the predicted node matches|all \d+ predicted nodes match/);
  expect(summaryLine(report)).toContain('o predicted node replaced');
  expect(commentOf(report)).not.toMatch(/[Nn]umber (?:of nodes )?unknown/);
});

test.each<[string, string, string]>([
  ['none matches', families('m6i'), families('r6i')],
  ['nobody knows the label', families('m6i'), `${families('m6i')}        - { key: team, operator: In, values: [a] }\n`],
])('nodes that do not match as predicted are replaced, or that is unknown: %s', async (_, before, after) => {
  expect(summaryLine(await reviewed(withPods(before), withPods(after)))).not.toContain('predicted node');
});
