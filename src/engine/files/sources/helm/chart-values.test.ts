import { expect, test } from 'vitest';
import { discoveryOf } from '../discovery/discovery.ts';
import { chartRoots } from './chart-roots.ts';

/** The environments of the chart `shop` with some more files in its folder. */
function environmentsOf(more: Readonly<Record<string, string>>): readonly (string | undefined)[] {
  const files: Record<string, string> = {
    'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.0.0\n',
    'shop/values.yaml': 'replicas: 3\n',
    'shop/templates/web.yaml': 'a: {{ .Values.replicas }}\nb: {{ .Values.region }}\n',
  };
  for (const [name, text] of Object.entries(more)) files[`shop/${name}`] = text;
  const tree = { files: new Map(Object.keys(files).map((file) => [file, 0])), text: (file: string) => files[file] };
  return chartRoots(discoveryOf(tree as never), () => false).map(({ environment }) => environment);
}

test.each<[string, Readonly<Record<string, string>>, readonly (string | undefined)[]]>([
  ['of a default', { 'values-prod.yaml': 'replicas: 9\n' }, ['prod']],
  ['of a value that a template reads', { 'values-eu.yaml': 'region: eu-west-1\n' }, ['eu']],
  ['that are empty', { 'values-dev.yaml': '' }, ['dev']],
  ['of another chart', { 'prometheus-values.yaml': 'server: {persistentVolume: {size: 20Gi}}\n' }, [undefined]],
  [
    'of another chart, whose key begins a longer one that a template reads',
    {
      'prometheus-values.yaml': 'grafana: {enabled: true}\n',
      'templates/b.yaml': 'a: {{ .Values.grafanaPassword }} {{ .Values.grafana_url }}\n',
    },
    [undefined],
  ],
  [
    'of a value that a template reads after a longer one',
    { 'values-eu.yaml': 'zone: a\n', 'templates/b.yaml': 'a: {{ .Values.zoneName }} {{ .Values.zone }}\n' },
    ['eu'],
  ],
  [
    'of another chart next to those of an environment',
    { 'karpenter-values.yaml': 'settings: {clusterName: shop}\n', 'values/prod.yaml': 'replicas: 5\n' },
    ['prod'],
  ],
  [
    'of a template that reads all values',
    { 'values-qa.yaml': 'anything: 1\n', 'templates/all.yaml': '{{ toYaml .Values }}\n' },
    ['qa'],
  ],
])('values %s', (_, more, expected) => expect(environmentsOf(more)).toEqual(expected));

test('a dependency may read any key', () => {
  const chart =
    'apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies: [{name: common, version: 1.0.0, repository: "https://example.com"}]\n';
  expect(environmentsOf({ 'Chart.yaml': chart, 'values-prod.yaml': 'image: {tag: v2}\n' })).toEqual(['prod']);
});
