import { afterEach, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { cleanUp, type Files, folderOf, kustomization, nodePool } from './rendering.ts';

afterEach(cleanUp);

const overlay = (folder: string, cpu: number): Files => ({
  [`${folder}/kustomization.yaml`]: `${kustomization('../../base')}patches: [{path: limits.yaml}]\n`,
  [`${folder}/limits.yaml`]: `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata: {name: web}\nspec: {limits: {cpu: ${cpu}}}\n`,
});
const base: Files = {
  'base/kustomization.yaml': kustomization('pool.yaml'),
  'base/pool.yaml': nodePool('web'),
};
const application = (path: string): string => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: pools, namespace: argocd}
spec:
  source: {repoURL: 'https://example.com/infra', path: ${path}}
  destination: {namespace: karpenter}
`;
const folderOfPools = (folder: string): Files => ({
  [`${folder}/kustomization.yaml`]: kustomization('pool.yaml'),
  [`${folder}/pool.yaml`]: nodePool('web'),
});
const chart = (values: Readonly<Record<string, number>>): Files => ({
  'pools/Chart.yaml': 'apiVersion: v2\nname: pools\nversion: 0.1.0\n',
  'pools/values.yaml': 'cpu: 5\n',
  'pools/templates/pool.yaml': `${nodePool('web').replace(/cpu: "?\d+"?/, 'cpu: {{ .Values.cpu }}')}`,
  ...Object.fromEntries(Object.entries(values).map(([name, cpu]) => [`pools/values-${name}.yaml`, `cpu: ${cpu}\n`])),
});

const removed = 'removed NodePool/web';
const added = 'added NodePool/web';

interface ShownChange {
  readonly type: string;
  readonly resource: { readonly kind: string; readonly name: string };
  readonly fields: readonly { readonly path: string; readonly effect: string }[];
  readonly roots?: readonly string[];
}

test.each<[string, Files, Files, string[], string]>([
  [
    'an overlay is deleted',
    { ...base, ...overlay('overlays/east', 40), ...overlay('overlays/prod', 20) },
    { ...base, ...overlay('overlays/prod', 20) },
    [`${removed} in overlays/east`],
    'warn',
  ],
  [
    'an overlay is added',
    { ...base, ...overlay('overlays/prod', 20) },
    { ...base, ...overlay('overlays/prod', 20), ...overlay('overlays/staging', 5) },
    [`${added} in overlays/staging`],
    'pass',
  ],
  [
    'a base is split into overlays',
    folderOfPools('karpenter'),
    { ...base, ...overlay('overlays/dev', 5), ...overlay('overlays/prod', 20) },
    [
      'modified NodePool/web (spec.limits.cpu: none) in overlays/dev',
      'modified NodePool/web (spec.limits.cpu: none) in overlays/prod',
    ],
    'pass',
  ],
  [
    'an Application and its folder move',
    { ...folderOfPools('pools'), 'apps/old/app.yaml': application('pools') },
    { ...folderOfPools('platform/pools'), 'apps/new/app.yaml': application('platform/pools') },
    [],
    'pass',
  ],
  [
    'a chart no longer has the values of dev',
    chart({ dev: 5, prod: 20 }),
    chart({ prod: 20 }),
    [`${removed} in pools with values-dev.yaml`],
    'warn',
  ],
  [
    'plain files become a chart',
    { 'pools/dev/pool.yaml': nodePool('web'), 'pools/prod/pool.yaml': nodePool('web') },
    chart({ dev: 5, prod: 5 }),
    ['modified NodePool/web (spec.limits.cpu: none) in pools with values-dev.yaml, pools with values-prod.yaml'],
    'pass',
  ],
])('%s', async (_, before, after, expected, verdict) => {
  const args = ['review', '--base', folderOf(before), '--head', folderOf(after), '--format', 'json', '--quiet'];
  const { stdout } = await run(args, { env: { PATH: process.env.PATH! } });
  const document = JSON.parse(stdout);
  const shown = (document.changes as ShownChange[]).map(({ type, resource, fields, roots }) => {
    const effects = fields.map(({ path, effect }) => `${path}: ${effect}`).join(', ');
    const where = roots ? ` in ${roots.join(', ')}` : '';
    return `${type} ${resource.kind}/${resource.name}${effects && ` (${effects})`}${where}`;
  });
  expect(shown).toEqual(expected);
  expect(document.verdict.result).toBe(verdict);
});
