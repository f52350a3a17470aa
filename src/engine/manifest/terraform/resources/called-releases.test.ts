import { expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';

/** The releases that a call of a module from elsewhere creates, with their charts and versions. */
const releases = (inputs: string, code = ''): string[] =>
  evaluated({
    'main.tf': `# karpenter\nmodule "addon" {\n  source = "git::https://example.com/addon.git"\n${inputs}\n}\n${code}\n`,
  })
    .sources.filter(({ text }) => text.includes('HelmRelease'))
    .map(({ text }) => /chart: "?([\w-]+)"?\n\s*version: "?([\w.${}-]+)"?\n/.exec(text)?.slice(1).join(' ') ?? text);

const settings = `
variable "chart_version" {
  default = null
}
locals {
  addon = { name = "karpenter", helm_chart_version = "1.4.0" }
}`;

test.each([
  ['a version that is written', 'chart = "karpenter"\nchart_version = "1.4.0"', ['karpenter 1.4.0']],
  [
    'locals and the default of a variable',
    'helm_chart_name = local.addon.name\nhelm_chart_version = coalesce(var.chart_version, local.addon.helm_chart_version)',
    ['karpenter 1.4.0'],
  ],
  [
    'charts in maps',
    'addons = { a = { chart = "karpenter-crd", chart_version = "1.4.1" }, b = { chart = "karpenter", chart_version = "1.4.0" } }',
    ['karpenter-crd 1.4.1', 'karpenter 1.4.0'],
  ],
  ['another chart', 'chart = "cilium"\nchart_version = "1.4.0"', []],
  ['no version', 'chart = "karpenter"', []],
  [
    'the Karpenter of another cloud',
    'chart = "karpenter"\nchart_version = "0.7.3"\nhelm_repo_url = "oci://mcr.microsoft.com/aks/karpenter"',
    [],
  ],
])('%s', (_, inputs, expected) => expect(releases(inputs, settings)).toEqual(expected));

test('the values of the module are unknown', () => {
  const { sources } = evaluated({
    'main.tf':
      'module "karpenter" {\n  source = "example/karpenter/aws"\n  chart = "karpenter"\n  chart_version = "1.4.0"\n}\n',
  });
  expect(sources.find(({ text }) => text.includes('HelmRelease'))?.text).toMatch(/values:\n +\{\{ unknown \}\}/);
});
