import { describe, expect, test } from 'vitest';
import { linkedFiles, maxLinks } from './links.ts';

const files = ['base/a.yaml', 'base/notes.txt', 'base/in/b.yaml', 'data/pool.txt', 'main.tf', 'web.yaml'];

const found = (links: Readonly<Record<string, string>>, wanted = '') =>
  [
    ...linkedFiles({ files, links: new Map(Object.entries(links)), isWanted: (path) => path.startsWith(wanted) }).files,
  ].sort();

describe('T48: files that become manifests through links', () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ['a link to a file of another name', { 'c/pool.yaml': '../data/pool.txt' }, ['data/pool.txt']],
    ['a link through another link', { 'c/pool.yaml': 'next', 'c/next': './../data//pool.txt' }, ['data/pool.txt']],
    ['a link through a linked folder', { 'c/pool.yaml': '../d/pool.txt', d: 'data/' }, ['data/pool.txt']],
    ['a link to a folder', { prod: 'base' }, ['base/a.yaml', 'base/in/b.yaml']],
    [
      'links within a linked folder',
      { 'c/prod': '../base', 'base/more.yaml': '../data/pool.txt' },
      ['base/a.yaml', 'base/in/b.yaml', 'data/pool.txt'],
    ],
    ['a link whose name is not that of a manifest', { 'c/readme.md': '../data/pool.txt' }, []],
    ['a link of Terraform', { 'c/main.tf': '../main.tf' }, []],
    ['a link out of the repository', { 'c/pool.yaml': '../../data/pool.txt' }, []],
    ['a link to an absolute path', { 'c/pool.yaml': '/data/pool.txt' }, []],
    ['a link to nowhere', { 'c/pool.yaml': 'nowhere' }, []],
    ['a link to itself', { 'c/pool.yaml': 'pool.yaml' }, []],
    ['links in a circle', { 'a.yaml': 'b.yaml', 'b.yaml': 'a.yaml' }, []],
    ['a link to the folder above', { 'base/up': '..' }, ['base/a.yaml', 'base/in/b.yaml', 'main.tf', 'web.yaml']],
  ])('%s', (_, links, expected) => {
    expect(found(links)).toEqual(expected);
  });

  test('only a link below the given paths is followed, also to files outside of them', () => {
    const links = { 'c/pool.yaml': '../data/pool.txt', 'd/prod': '../base' };
    expect(found(links, 'c/')).toEqual(['data/pool.txt']);
    expect(found(links, 'e/')).toEqual([]);
  });

  test('the folder that a thousand links lead to is looked at once', () => {
    const links = Object.fromEntries(
      Array.from({ length: 1000 }, (_, i) => [`c/l${i}`, i % 2 === 0 ? '../base' : '../base/in']),
    );
    let asked = 0;
    const isWanted = (): boolean => ++asked > 0;
    expect(linkedFiles({ files, links: new Map(Object.entries(links)), isWanted }).files.size).toBe(2);
    expect(asked).toBe(1000);
  });

  test('no more links are followed than a repository has', () => {
    const links = new Map(Array.from({ length: maxLinks + 1 }, (_, i) => [`l${i}.yaml`, `d${i}.txt`] as const));
    const many = [...links.values()];
    const linked = linkedFiles({ files: many, links, isWanted: () => true });
    expect(linked.files.size).toBe(maxLinks);
    expect(linked.diagnostics.map(({ severity, span }) => [severity, span.file])).toEqual([
      ['error', `l${maxLinks}.yaml`],
    ]);
  });
});
