import { describe, expect, test } from 'vitest';
import { treeOf } from '../repository/file-tree.test-support.ts';
import { Folders } from '../repository/file-tree.ts';
import { isRemote } from './kustomization.ts';
import { Kustomizations } from './kustomize-closure.ts';

const closure = (files: Readonly<Record<string, string>>, folder = 'a', links: readonly string[] = []) => {
  const tree = treeOf(files, links);
  const found = new Kustomizations(tree, new Folders(tree)).closure(folder);
  return { files: [...found.files].sort(), patches: [...found.patches], said: found.obstacles.map(({ code }) => code) };
};

describe('the files of a kustomization', () => {
  test('bases, components, patches and files of generators, each once', () => {
    const files = {
      'a/kustomization.yaml':
        'resources: [../b, own.yaml]\ncomponents: [../c]\npatches: [{path: p.yaml}, {patch: "inline: yes"}]\nconfigMapGenerator: [{files: [k=f.txt], envs: [e.env]}]\n',
      'a/own.yaml': '',
      'a/p.yaml': '',
      'a/f.txt': '',
      'a/e.env': '',
      'a/unused.yaml': '',
      'b/kustomization.yml': 'bases: [../d]\n',
      'c/Kustomization': 'kind: Component\nresources: [../d]\n',
      'd/kustomization.yaml': 'resources: [x.yaml]\n',
      'd/x.yaml': '',
    };
    const all = Object.keys(files).filter((file) => file !== 'a/unused.yaml');
    expect(closure(files)).toEqual({ files: all.sort(), patches: ['a/p.yaml'], said: [] });
  });

  test.each([
    ['a missing file', { 'a/kustomization.yaml': 'resources: [x.yaml]' }, ['render/missing-file']],
    [
      'a file that a license contains the name of',
      { 'a/kustomization.yaml': 'resources: [base]', 'a/LICENSE': 'on the base of this license' },
      ['render/missing-file'],
    ],
    [
      'a file whose name is a part of a word in a script',
      { 'a/kustomization.yaml': 'resources: [base]', 'a/run.sh': 'createdb database' },
      ['render/missing-file'],
    ],
    [
      'a file that a program without an extension writes',
      { 'a/kustomization.yaml': 'resources: [all.yaml]', 'a/render': '#!/bin/sh\ncat > all.yaml\n' },
      ['render/unknown'],
    ],
    [
      'a folder without a kustomization',
      { 'a/kustomization.yaml': 'resources: [../b]', 'b/x.yaml': '' },
      ['render/missing-file'],
    ],
    ['itself', { 'a/kustomization.yaml': 'resources: [../a]' }, ['render/cycle']],
    ['two mappings', { 'a/kustomization.yaml': 'resources: []\n---\nresources: [x]' }, ['render/failed']],
    ['a duplicate key', { 'a/kustomization.yaml': 'resources: []\nresources: [x]' }, ['render/failed']],
    ['no mapping', { 'a/kustomization.yaml': '[1]' }, ['render/failed']],
    ['nothing at all', { 'a/kustomization.yaml': '' }, []],
    [
      'a missing file for a ConfigMap',
      { 'a/kustomization.yaml': 'configMapGenerator: [{files: [x]}]' },
      ['render/missing-file'],
    ],
    ['a missing file for a Secret', { 'a/kustomization.yaml': 'secretGenerator: [{files: [k=x], envs: [y]}]' }, []],
    [
      'a missing file that a program in the same folder writes',
      { 'a/kustomization.yaml': 'resources: [all.yaml]', 'a/post.sh': 'cat > "$here/all.yaml"' },
      ['render/unknown'],
    ],
    [
      'a missing file that a program elsewhere writes',
      { 'a/kustomization.yaml': 'resources: [all.yaml]', 'b/post.sh': 'cat > all.yaml', 'a/notes.md': 'all.yaml' },
      ['render/missing-file'],
    ],
  ])('%s', (_, files, said) => expect(closure(files as never).said).toEqual(said));

  test('a link below a folder is not followed', () => {
    expect(closure({ 'a/kustomization.yaml': 'resources: [l/x.yaml]' }, 'a', ['a/l']).said).toEqual(['render/refused']);
  });
});

test('absent files of Secrets are known by name', () => {
  const tree = treeOf({
    'a/kustomization.yaml': 'secretGenerator: [{files: [k=x, here], envs: [../y]}]',
    'a/here': '',
  });
  const { files, absentSecrets, reachesOut } = new Kustomizations(tree, new Folders(tree)).closure('a');
  expect([[...files], [...absentSecrets], reachesOut]).toEqual([
    ['a/kustomization.yaml', 'a/here'],
    ['a/x', 'y'],
    true,
  ]);
});

test.each<[string, Readonly<Record<string, string>>, boolean]>([
  ['its own files', { 'a/kustomization.yaml': 'resources: [x.yaml]', 'a/x.yaml': '' }, false],
  [
    'files of a base',
    { 'a/kustomization.yaml': 'resources: [../b]', 'b/kustomization.yaml': 'resources: [x.yaml]', 'b/x.yaml': '' },
    false,
  ],
  ['a file of another folder', { 'a/kustomization.yaml': 'resources: [../b/x.yaml]', 'b/x.yaml': '' }, true],
  ['a patch of another folder', { 'a/kustomization.yaml': 'patches: [{path: ../p.yaml}]', 'p.yaml': '' }, true],
  [
    'a file of another folder, with a plugin, which could read any file',
    { 'a/kustomization.yaml': 'resources: [../b/x.yaml]\ntransformers: [t.yaml]', 'b/x.yaml': '', 'a/t.yaml': '' },
    false,
  ],
])('whether a kustomization uses files outside its folder: %s', (_, files, expected) => {
  const tree = treeOf(files);
  expect(new Kustomizations(tree, new Folders(tree)).closure('a').reachesOut).toBe(expected);
});

describe('what kustomize would download', () => {
  test.each([
    'https://example.com/a.yaml',
    'http://x',
    'git::https://x/y',
    'git@github.com:a/b.git',
    'github.com/a/b//c?ref=main',
    'GitHub.com/a/b',
    'ssh://git@x/y',
    'file:///etc',
    'user@host:path',
    'example.com:a/b',
    'host/a/b.git',
    'host/a/b.git//c',
    'dev.azure.com/o/p/_git/r',
    'x?ref=v1',
  ])('%s', (path) => expect(isRemote(path)).toBe(true));

  test.each([
    '../base',
    'a.yaml',
    './x/y.yaml',
    'a-b_c.d/e.yaml',
    'gitops/base',
    'charts/github/x.yaml',
    'a.github.com.yaml',
  ])('not %s', (path) => expect(isRemote(path)).toBe(false));
});
