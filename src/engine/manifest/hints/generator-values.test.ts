import { expect, test } from 'vitest';
import { chartHints } from './helm-values.ts';

const set = (
  generators: string,
  revision = '{{values.version}}',
  chart = 'karpenter',
) => `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: ink }
spec:
  generators: ${generators}
  template:
    spec:
      source: { repoURL: public.ecr.aws/karpenter, chart: ${chart}, targetRevision: '${revision}' }
`;

test.each<[string, text: string, expected: readonly string[]]>([
  ['values of the clusters', set('[{clusters: {values: {version: 1.8.1}}}]'), ['1.8']],
  ['a Go template', set('[{clusters: {values: {version: 1.8.1}}}]', '{{ .values.version }}'), ['1.8']],
  [
    'values for some of the clusters, merged over those for all',
    set('[{merge: {generators: [{clusters: {values: {version: 1.7.3}}}, {clusters: {values: {version: 1.8.1}}}]}}]'),
    ['1.7', '1.8'],
  ],
  [
    'elements of a list, within a matrix',
    set('[{matrix: {generators: [{clusters: {}}, {list: {elements: [{release: v1.6.0}]}}]}}]', '{{release}}'),
    ['1.6'],
  ],
  [
    'a set whose generators also give the chart',
    set(
      '[{clusters: {values: {version: 1.8.1, addon: karpenter}}}, {clusters: {values: {version: 1.7.3}}}]',
      '{{values.version}}',
      "'{{values.addon}}'",
    ),
    ['1.8', '1.7'],
  ],
  [
    'a set whose generators give several charts',
    set(
      '[{clusters: {values: {version: 1.8.1, addon: karpenter}}}, {clusters: {values: {version: 6.1.0, addon: podinfo}}}]',
      '{{values.version}}',
      "'{{values.addon}}'",
    ),
    [],
  ],
  ['a value that the template does not use', set('[{clusters: {values: {other: 1.8.1}}}]'), []],
  ['a value that another template gives', set('[{clusters: {values: {version: "{{name}}"}}}]'), []],
  ['a version with more text', set('[{clusters: {values: {version: 1.8.1}}}]', 'v{{values.version}}'), []],
  ['another chart', set('[{clusters: {values: {version: 1.8.1}}}]', '{{values.version}}', 'podinfo'), []],
])('Karpenter’s version in %s', (_, text, expected) => {
  const hints = chartHints({ file: 'a.yaml', text }).hints.filter(({ topic }) => topic === 'karpenterVersion');
  expect(hints.map(({ value }) => value)).toEqual(expected);
  // The place is that of the literal.
  expect(hints.every(({ value, span }) => text.slice(span.start, span.end).includes(value))).toBe(true);
});
