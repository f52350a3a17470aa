import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import type { RootRelease } from '../terraform.ts';

/** The release of the chart `pools`, with some arguments. */
function releaseWith(code: string, files: Readonly<Record<string, string>> = {}): RootRelease | undefined {
  const main = `# karpenter\nvariable "extra" {}\nresource "helm_release" "pools" {\n  name  = "pools"\n  chart = "\${path.module}/../charts/pools"\n  ${code}\n}\n`;
  return evaluated({ 'infra/main.tf': main, ...files }).releases[0];
}

describe('a release of a chart in the repository', () => {
  test('passes files as they are and merges the other values', () => {
    const values =
      'values = [file("${path.module}/pools.yaml"), yamlencode({ a = { b = 1 } }), jsonencode({ a = { c = "x" } })]';

    expect(releaseWith(values, { 'infra/pools.yaml': 'pools: {}\n' })).toMatchObject({
      name: 'infra: helm_release.pools',
      chart: 'charts/pools',
      valueFiles: ['infra/pools.yaml'],
      files: ['infra/pools.yaml'],
      values: { a: { b: 1, c: 'x' } },
      unknown: undefined,
    });
  });

  test('has the text of a template as its values, and knows the template', () => {
    const files = { 'infra/pools.yaml.tftpl': 'pools:\n  ${name}: {}\n' };

    expect(
      releaseWith('values = [templatefile("${path.module}/pools.yaml.tftpl", { name = "apps" })]', files),
    ).toMatchObject({
      valueFiles: [],
      files: ['infra/pools.yaml.tftpl'],
      values: { pools: { apps: {} } },
    });
  });

  test.each([
    'set {\n    name  = "limit"\n    value = 5\n  }\n  set_list {\n    name  = "zones"\n    value = ["a", "b"]\n  }',
    'set = [{ name = "limit", value = 5 }]\n  set_list = [{ name = "zones", value = ["a", "b"] }]',
  ])('has settings after its values', (code) => {
    expect(releaseWith(code)?.set).toEqual([
      { name: 'limit', value: '5', isString: false },
      { name: 'zones', value: '{a,b}', isString: false },
    ]);
  });

  test('has placeholders for texts that nothing here shows', () => {
    expect(releaseWith('values = [yamlencode({ role = var.extra })]')).toMatchObject({
      values: { role: '${var.extra}' },
      unknown: undefined,
    });
  });

  test.each([
    ['values', 'values = [var.extra]'],
    ['values', 'values = var.extra'],
    ['values', 'values = [yamlencode({ pools = { (var.extra) = {} } })]'],
    ['set', 'set = [{ name = var.extra, value = 1 }]'],
    [
      'set',
      'dynamic "set" {\n    for_each = var.extra\n    content {\n      name  = set.key\n      value = 1\n    }\n  }',
    ],
  ])('has unknown %s: %s', (argument, code) => {
    expect(releaseWith(code)?.unknown).toBe(argument);
  });
});
