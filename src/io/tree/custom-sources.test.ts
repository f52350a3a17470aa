import { expect, test } from 'vitest';
import { isTelling } from '../../engine/manifest/prefilter.ts';
import { CustomSources, mayBeCustom } from './custom-sources.ts';
import { SourceTreeBuilder } from './source-tree.ts';

const definition = (group: string) =>
  `apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nspec:\n  group: ${group}\n`;
const object = (group: string) => `apiVersion: ${group}/v1\nkind: Widget\n`;

test.each([
  [
    'an object of another group is left out',
    { 'crd.yaml': definition('a.example'), 'w.yaml': object('b.example') },
    [],
  ],
  ['a definition without objects is left out', { 'crd.yaml': definition('a.example') }, []],
  ['an object without a definition is left out', { 'w.yaml': object('a.example') }, []],
  [
    'a definition is read with its objects',
    {
      'crd.yaml': definition('a.example'),
      'w.json': `{"apiVersion":"a.example/v1","kind":"Widget"}`,
      'x.yaml': object('b.example'),
    },
    ['crd.yaml', 'w.json'],
  ],
  [
    "Karpenter's own definitions are ours",
    { 'crd.yaml': definition('karpenter.sh'), 'w.yaml': object('karpenter.sh') },
    [],
  ],
  ['no manifest', { 'crd.md': definition('a.example'), 'w.yaml': object('a.example') }, []],
])('%s', (_, files, expected) => {
  const custom = new CustomSources();
  for (const [file, text] of Object.entries(files)) custom.add({ file, text });
  expect(custom.matching().map(({ file }) => file)).toEqual(expected);
});

test('a tree contains them in order, each once', () => {
  const tree = new SourceTreeBuilder();
  const both = `${definition('a.example')}---\n${object('a.example')}`;
  tree.add({ file: 'z.yaml', text: object('a.example') });
  tree.add({ file: 'a.yaml', text: both });
  expect(tree.build().sources.map(({ file }) => file)).toEqual(['a.yaml', 'z.yaml']);
});

test.each([
  ['crd.yaml', definition('a.example'), true],
  ['w.yaml', object('a.example'), true],
  ['role.yaml', 'apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\n', false],
  ['deploy.yaml', 'apiVersion: apps/v1\nkind: Deployment\n', false],
  ['w.txt', object('a.example'), false],
])('%s may be custom: %s', (file, text, expected) => {
  expect(mayBeCustom(file, text)).toBe(expected);
  if (expected) expect(isTelling(file, text)).toBe(true);
});
