import { expect, test } from 'vitest';
import { defaultSources } from '../../karpenter/api/settings.ts';
import { evaluated } from '../../manifest/terraform/terraform.test-support.ts';
import { discoveryOf } from './discovery/discovery.ts';
import { treeOf } from './repository/file-tree.test-support.ts';
import { rootsOf } from './roots.ts';

const chart = { 'charts/pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n', 'charts/pools/values.yaml': 'pools: {}\n' };

const release = (values: string): string =>
  `# karpenter\nvariable "extra" {}\nresource "helm_release" "pools" {\n  name   = "pools"\n  chart  = "\${path.module}/../../charts/pools"\n  values = [${values}]\n}\n`;

function rootsIn(texts: Readonly<Record<string, string>>) {
  const settings = { sources: defaultSources, environments: {} };
  return rootsOf(discoveryOf(treeOf(texts)), [], settings, { releases: evaluated(texts).releases });
}

test('a chart that Terraform installs has its values, once for each root module', () => {
  const texts = {
    ...chart,
    'envs/uat/main.tf': release('file("${path.module}/pools.yaml")'),
    'envs/uat/pools.yaml': 'pools: { a: {} }\n',
    'envs/prod/main.tf': release('yamlencode({ pools = { b = {} } })'),
  };

  expect(rootsIn(texts)).toMatchObject([
    {
      name: 'envs/prod: helm_release.pools',
      environment: 'prod',
      call: { helm: { chart: 'charts/pools', valueFiles: [], values: { pools: { b: {} } } } },
      files: ['charts/pools/Chart.yaml', 'charts/pools/values.yaml'],
      obstacles: [],
    },
    {
      name: 'envs/uat: helm_release.pools',
      environment: 'uat',
      call: { helm: { chart: 'charts/pools', valueFiles: ['envs/uat/pools.yaml'], values: {} } },
      files: ['charts/pools/Chart.yaml', 'charts/pools/values.yaml', 'envs/uat/pools.yaml'],
      obstacles: [],
    },
  ]);
});

test('a chart with values that only Terraform knows is not rendered, and not with its defaults either', () => {
  const roots = rootsIn({ ...chart, 'envs/prod/main.tf': release('var.extra') });

  expect(roots.map(({ name }) => name)).toEqual(['envs/prod: helm_release.pools']);
  expect(roots[0]!.obstacles).toMatchObject([
    {
      message:
        'Nothing here says what `values` of `helm_release.pools` is, so the chart of `helm_release.pools` is not rendered',
    },
  ]);
});
