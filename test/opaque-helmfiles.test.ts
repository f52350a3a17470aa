import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import { opaqueBetween } from './opaque-between.ts';
import type { Texts } from './plans-between.ts';

describe('T101: values of a helmfile that are elsewhere are opaque', () => {
  const chart: Texts = {
    'charts/pools/Chart.yaml': 'name: pools\nversion: 1.0.0\n',
    'charts/pools/templates/a.yaml': nodePool('b').replace('"100"', '{{ .Values.cpu }}'),
    'charts/pools/values.yaml': 'cpu: 1\n',
  };
  const pools = (values: string): string => `releases:\n  - name: pools\n    chart: ./charts/pools\n${values}`;
  const templated = pools('    values: [{cpu: {{ .Values.cpu }}}]\n');
  const changed = (helmfile: string, file: string, more: Texts = {}) =>
    opaqueBetween(
      { ...chart, ...more, 'helmfile.yaml': helmfile, [file]: 'tag: a\n' },
      { ...chart, ...more, 'helmfile.yaml': helmfile, [file]: 'tag: b\n' },
      () => nodePool('b'),
    );
  const prod = (values: string): string => `environments:\n  prod:\n    values: ${values}\n---\n`;

  test.each<[string, string, string, Texts?]>([
    ['of an environment', `${prod('[env/prod.yaml]')}${templated}`, 'env/prod.yaml'],
    ['of all environments', `${prod('["env/{{ .Environment.Name }}.yaml"]')}${templated}`, 'env/prod.yaml'],
    [
      'that a release takes, too',
      `${prod('[env/prod.yaml]')}${templated}  - name: other\n    chart: ./charts/pools\n    values: [env/prod.yaml]\n`,
      'env/prod.yaml',
    ],
    ['by a pattern', `${prod('["env/*.yaml"]')}${templated}`, 'env/prod.yaml'],
    [
      'that decide whether a release is installed',
      `${prod('[env/prod.yaml]')}releases:\n{{ if .Values.pools }}\n  - name: pools\n    chart: ./charts/pools\n{{ end }}\n`,
      'env/prod.yaml',
    ],
    ['of the helmfile', `values: [settings.yaml]\n---\n${templated}`, 'settings.yaml'],
    ['of a file that it is based on', `bases: [bases/prod.yaml]\n---\n${templated}`, 'bases/prod.yaml'],
    [
      'of another helmfile',
      'helmfiles:\n  - path: apps/helmfile.yaml\n    values: [env/prod.yaml]\n',
      'env/prod.yaml',
      { 'apps/helmfile.yaml': templated.replace('./charts', '../charts') },
    ],
    ['of a release, by a template', pools('    values: ["values/{{ .Release.Name }}.yaml"]\n'), 'values/pools.yaml'],
    ['of a release, as secrets', pools('    secrets: [secrets/prod.yaml]\n'), 'secrets/prod.yaml'],
  ])('%s', async (_, helmfile, file, more) => {
    expect(await changed(helmfile, file, more)).toContain(file);
  });

  test('in the helmfile itself', async () => {
    const [base, head] = ['1', '900'].map((cpu) => ({
      ...chart,
      'helmfile.yaml': `${prod(`[{cpu: ${cpu}}]`)}${templated}`,
    }));
    expect(await opaqueBetween(base!, head!)).toEqual(['helmfile.yaml']);
  });

  test.each<[string, string, string]>([
    ['that no template reads', `${prod('[env/prod.yaml]')}${pools('')}`, 'env/prod.yaml'],
    ['that nothing names', `${prod('[env/prod.yaml]')}${templated}`, 'docs/other.yaml'],
  ])('but not those %s', async (_, helmfile, file) => {
    expect(await changed(helmfile, file)).toEqual([]);
  });
});
