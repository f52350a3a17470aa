import { expect, test } from 'vitest';
import { unseenObjects } from './unseen-objects.ts';

const file = 'tenants.yaml';
const pool = (cpu: number, indent: string): string =>
  ['apiVersion: karpenter.sh/v1', 'kind: NodePool', `spec: {limits: {cpu: ${cpu}}}`]
    .map((line) => `${indent}${line}\n`)
    .join('');
const set = (cpu: number): string =>
  `apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nspec:\n  resourcesTemplate: |\n${pool(cpu, '    ')}`;

const messages = (before: string, after: string | undefined): readonly string[] =>
  unseenObjects([{ file, text: before }], after === undefined ? [] : [{ file, text: after }]).map(
    ({ message }) => message,
  );

const said = (kind: string): string =>
  `The change edits \`tenants.yaml\`, where \`${kind}\` contains objects of Karpenter. plumbline does not read them there, so the effect is unknown`;

test('a changed, new or removed object that contains objects of Karpenter is a note', () => {
  expect(messages(set(1), set(2))).toEqual([said('ResourceSet')]);
  expect(messages('', set(2))).toEqual([said('ResourceSet')]);
  expect(messages(set(1), undefined)).toEqual([said('ResourceSet')]);
  const wrapped = (cpu: number): string =>
    JSON.stringify({ kind: 'Object', manifest: { apiVersion: 'karpenter.k8s.aws/v1', spec: { cpu } } });
  expect(messages(`kind: Object\nspec: ${wrapped(1)}`, `kind: Object\nspec: ${wrapped(2)}`)).toEqual([said('Object')]);
});

test.each([
  ['equal objects', set(1), set(1)],
  ['objects that move in their file', `${set(1)}---\nkind: ConfigMap\n`, `kind: ConfigMap\n---\n${set(1)}`],
  ['objects of their own', pool(1, ''), pool(2, '')],
  ['a list', `kind: List\nitems:\n${pool(1, '    ')}`, `kind: List\nitems:\n${pool(2, '    ')}`],
  ['values of a HelmRelease', `kind: HelmRelease\n${pool(1, '  ')}`, `kind: HelmRelease\n${pool(2, '  ')}`],
  [
    'a comment',
    `kind: ConfigMap\n# {apiVersion: karpenter.sh/v1}\n`,
    `kind: ConfigMap\n# {apiVersion: karpenter.sh/v1beta1}\n`,
  ],
])('says nothing about %s', (_, before, after) => {
  expect(messages(before, after)).toEqual([]);
});

test('an equal file is not searched', () => {
  const source = { file, text: set(1) };
  expect(unseenObjects([source], [source])).toEqual([]);
});
