import { expect, test } from 'vitest';
import { parseManifests } from '../parse.ts';

const nodePool = (indent: string): string =>
  `apiVersion: karpenter.sh/v1
kind: NodePool
metadata: {name: gpu}
spec: {weight: 5}`.replaceAll('\n', `\n${indent}`);

const parsed = (text: string, source = {}) =>
  parseManifests({ file: 'values/pools.yaml', text, ...source }, { set: {} }).manifests;

const indented = (text: string, indent: string): string => text.replaceAll('\n', `\n${indent}`);

const values = {
  'a list of mappings': `extraObjects:\n  - ${nodePool('    ')}\n`,
  'a mapping of mappings': `karpenter-pools:\n  extraResources:\n    gpu:\n      ${nodePool('      ')}\n`,
  'text with YAML': `extraDeploy:\n  - |\n    ${nodePool('    ')}\n`,
};

test.each(Object.entries(values))('a values file with %s has a NodePool at its line', (_, text) => {
  const [found, ...others] = parsed(text);
  expect(others).toEqual([]);
  expect(found).toMatchObject({ kind: 'NodePool', name: 'gpu', isInValues: true });
  const { start, end } = found!.span(['spec', 'weight']);
  expect(text.slice(start, end)).toBe('5');
});

const holders = {
  'a HelmRelease': (text: string) =>
    `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: a}\nspec:\n  values:\n    ${indented(text, '    ')}`,
  'an Application': (text: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  source:\n    helm:\n      valuesObject:\n        ${indented(text, '        ')}`,
  'the text of an Application': (text: string) =>
    `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: {name: a}\nspec:\n  sources:\n    - helm:\n        values: |\n          ${indented(text, '          ')}`,
};

test.each(
  Object.entries(holders).flatMap(([holder, of]) =>
    Object.entries(values).map(([name, text]) => [holder, name, of(text)] as const),
  ),
)('%s with %s has a NodePool at its line', (_, __, text) => {
  const [release, found, ...others] = parsed(text);
  expect(others).toEqual([]);
  expect(release?.isInValues).toBeUndefined();
  expect(found).toMatchObject({ kind: 'NodePool', name: 'gpu', isInValues: true });
  const { start, end } = found!.span(['spec', 'weight']);
  expect(text.slice(start, end)).toBe('5');
});

test('values of a rendered chart, other objects, and objects inside of objects are not read twice', () => {
  const text = values['a list of mappings'];
  expect(parsed(text, { hasRenderedValues: true })).toEqual([]);
  expect(parsed(text.replace('NodePool', 'Nothing'))).toEqual([]);
  expect(parsed(`apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata:\n  ${indented(text, '  ')}`)).toHaveLength(
    1,
  );
});

const configMap = (name: string, text: string): string =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata:\n  values.yaml: |\n    ${indented(text, '    ')}`;

test('a ConfigMap with values of Karpenter’s chart has them as values, at their lines', () => {
  const text = configMap('karpenter-values', 'settings:\n  clusterName: mill\n');
  const found = parsed(text).find(({ kind }) => kind === 'HelmValues');
  expect(found).toMatchObject({ name: 'karpenter-values' });
  const { start, end } = found!.span(['settings', 'clusterName']);
  expect(text.slice(start, end)).toBe('mill');
});

test.each([
  ['settings of another program', configMap('mill', 'settings:\n  clusterName: mill\n')],
  ['values of another chart', configMap('karpenter-values', 'replicas: 2\n')],
])('a ConfigMap with %s has no values of Karpenter', (_, text) => {
  expect(parsed(text).filter(({ kind }) => kind === 'HelmValues')).toEqual([]);
});

test.each(['kustomization.yaml', 'overlays/prod/kustomization.yml', 'Kustomization'])(
  'a patch in %s is not an object',
  (file) => {
    const patches = `patches:\n  - target: {kind: NodePool}\n    patch: |-\n      ${nodePool('      ')}\n`;
    expect(parsed(patches, { file })).toEqual([]);
    expect(parsed(patches)).toHaveLength(1);
  },
);

test('a kustomization has the objects in the values of its charts', () => {
  const charts = `helmCharts:\n  - name: raw\n    valuesInline:\n      ${indented(values['a list of mappings'], '      ')}`;
  const pools = parsed(charts, { file: 'kustomization.yaml' }).filter(({ kind }) => kind === 'NodePool');
  expect(pools).toMatchObject([{ name: 'gpu', isInValues: true }]);
});
