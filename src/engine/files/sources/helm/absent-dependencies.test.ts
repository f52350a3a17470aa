import { expect, test } from 'vitest';
import { discoveryOf } from '../discovery/discovery.ts';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { absenceOf } from './absent-dependencies.ts';
import { readChart } from './chart.ts';

test.each(['../../d', '/d', 'a/b', '.', '..', '', 'd'.repeat(101)])(
  'a dependency named %j gets no chart of the repository, because its name becomes a path',
  (name) => {
    const entry = `{name: ${JSON.stringify(name)}, repository: "file://../lib"}`;
    const files = { 'c/Chart.yaml': `name: c\ndependencies: [${entry}]\n`, 'lib/Chart.yaml': 'name: lib\n' };
    expect(readChart(discoveryOf(treeOf(files)), 'c')!.dependencies).toEqual([]);
    const named = { ...files, 'c/Chart.yaml': files['c/Chart.yaml'].replace(JSON.stringify(name), '"lib"') };
    expect(readChart(discoveryOf(treeOf(named)), 'c')!.dependencies).toEqual([{ name: 'lib', folder: 'lib' }]);
  },
);

test('a chart is not rendered with very many dependencies, nor if they copy very many files into it', () => {
  const limits = (count: number, more: Readonly<Record<string, string>> = {}) => {
    const entries = Array.from({ length: count }, (_, i) => `{name: d${i}, repository: "file://../lib"}`);
    const chart = `name: c\ndependencies: [${entries.join(', ')}]\n`;
    const discovery = discoveryOf(treeOf({ 'c/Chart.yaml': chart, 'lib/Chart.yaml': 'name: lib\n', ...more }));
    return readChart(discovery, 'c')!.obstacles.map(({ message }) => message);
  };
  const empty = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`lib/files/${i}`, '']));
  expect(limits(100)).toEqual([]);
  expect(limits(101)).toEqual(['This chart has more than 100 dependencies, so it is not rendered']);
  expect(limits(90, empty)).toEqual(['This chart has more than 5000 files, so it is not rendered']);
});

/** What a chart with the dependency `d` is rendered without, or undefined if it is not rendered. */
function absent(template: string, { entry = 'name: d, version: 1.0.0', values = '' } = {}) {
  const discovery = discoveryOf(
    treeOf({
      'c/Chart.yaml': `name: c\ndependencies: [{${entry}, repository: "https://charts.example.com"}]\n`,
      'c/values.yaml': values,
      'c/templates/pool.yaml': template,
    }),
  );
  const found = absenceOf(readChart(discovery, 'c')!, { valueFiles: [] }, discovery.tree);
  expect(found.obstacles).toHaveLength(found.absent ? 0 : 1);
  return found.absent?.map(({ name }) => name);
}

const set = 'd: {name: a, on: null, tags: {a: b}}\n';

test.each([
  ['no values', 'name: a', {}],
  ['its own values', 'name: {{ .Values.name }} {{ $.Values.de.x }} {{ index .Values "other" "d" }}', {}],
  [
    'values of the dependency that the chart sets',
    '{{ .Values.d.name }}{{ index $.Values "d" "on" }}',
    { values: set },
  ],
  ['the name of a dependency with another key', '{{ .Values.d.x }}', { entry: 'name: d, alias: e, version: 1.0.0' }],
])('a chart is rendered without a dependency if its templates use %s', (_, template, given) => {
  expect(absent(template, given)).toEqual(['d']);
});

test.each([
  ['uses a value that the dependency sets', '{{ .Values.d.port }}', { values: set }],
  ['uses a mapping that the dependency may extend', '{{ toYaml .Values.d.tags }}', { values: set }],
  ['uses such a value by its index', '{{ index .Values "d" "port" }}', {}],
  ['uses values by an alias', '{{ .Values.e.port }}', { entry: 'name: d, alias: e, version: 1.0.0' }],
  ['passes all values on', '{{ include "c.name" .Values }}', {}],
  ['uses what the dependency is', '{{ .Subcharts.d.Chart.Name }}', {}],
  ['imports values', 'name: a', { entry: 'name: d, version: 1.0.0, import-values: [a]' }],
  ['has values with such a template', 'name: {{ tpl .Values.name . }}', { values: 'name: "{{ .Values.d.port }}"\n' }],
  ['has no templates', '', {}],
  ['has a dependency with a path as its name', 'name: a', { entry: 'name: ../d, version: 1.0.0' }],
])('a chart is not rendered without its dependency if it %s', (_, template, given) => {
  expect(absent(template, given)).toBeUndefined();
});
