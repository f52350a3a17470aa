import { describe, expect, test } from 'vitest';
import { loadedPaths } from './loaded-paths.ts';

describe('what a kustomization loads', () => {
  test.each<[string, string, readonly string[]]>([
    ['resources', 'resources: [pool.txt, ../base]', ['pool.txt', '../base']],
    [
      'fields of older versions',
      'bases: [../base]\npatchesStrategicMerge: [a.txt, "{kind: Pod}"]',
      ['../base', 'a.txt', '{kind: Pod}'],
    ],
    ['patches by path', 'patches: [{path: a.txt}, {patch: "kind: NodePool"}]', ['a.txt']],
    ['patches of JSON', 'patchesJson6902: [{path: a.txt, target: {kind: NodePool}}]', ['a.txt']],
    ['components and definitions', 'components: [c]\ncrds: [d.txt]', ['c', 'd.txt']],
    ['plugins', 'generators: [g.txt]\ntransformers: [t.txt]\nvalidators: [v.txt]', ['g.txt', 't.txt', 'v.txt']],
    ['escapes', 'resources: ["poo\\x6c.txt"]', ['pool.txt']],
    ['aliases', 'crds: [&a pool.txt]\nresources: [*a]', ['pool.txt']],
    [
      'no files for ConfigMaps and Secrets',
      'configMapGenerator: [{files: [a.txt]}]\nsecretGenerator: [{envs: [b]}]',
      [],
    ],
    ['no configuration files', 'configurations: [a.txt]\nopenapi: {path: b.txt}\nreplacements: [{path: c.txt}]', []],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => {
    expect(loadedPaths(text)?.toSorted()).toEqual(expected.toSorted());
  });

  test.each<[string, string]>([
    ['a field with different capitals', 'Resources: [pool.txt]'],
    ['a field with different capitals and an escape', 'Resources: ["poo\\x6c.txt"]'],
    ['a duplicate field', 'resources: []\nresources:\n- pool.txt'],
    ['a line separator after a comment', '# note\u2028resources: [pool.txt]'],
    ['a tag', 'resources: !!set {pool.txt}'],
    ['a second document', '{}\n---\nresources:\n  - "pool.txt"'],
    ['a template', '{{ if .web }}\nresources:\n- pool.txt\n{{ end }}'],
  ])('every mentioned path counts if kustomize may read the file differently: %s', (_, text) => {
    expect(loadedPaths(text)).toContain('pool.txt');
  });

  test.each<[string, string]>([
    ['an escape in malformed YAML', 'resources: []\nresources: ["poo\\x6c.txt"]'],
    ['a binary text', 'resources: [!!binary cG9vbC50eHQ=]'],
    ['more than 1 MB', `resources: [pool.txt]\n#${' '.repeat(1024 * 1024)}`],
  ])('is unknown with %s', (_, text) => {
    expect(loadedPaths(text)).toBeUndefined();
  });
});
