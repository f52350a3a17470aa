import { describe, expect, test } from 'vitest';
import { addFile } from './decode.ts';
import { compareTrees, type SourceTree, SourceTreeBuilder } from './source-tree.ts';

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: web\n';
const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'0'.repeat(64)}\nsize 12345\n`;
const encrypted = Buffer.from('\0GITCRYPT\0\xff\xfe', 'latin1');

function treeOf(files: Readonly<Record<string, string | Buffer>>): SourceTree {
  const tree = new SourceTreeBuilder({ mayDiffer: () => true });
  for (const [file, content] of Object.entries(files))
    addFile(tree, { file, bytes: Buffer.from(content), isNamed: false });
  return tree.build();
}

const said = ({ diagnostics }: SourceTree): unknown[] =>
  diagnostics.map(({ code, severity, span }) => [span.file, code, severity]);

describe('what head does not let us read any more', () => {
  test.each([
    ['Git LFS holds it', pointer, 'io/lfs-pointer'],
    ['it is encrypted', encrypted, 'io/encoding'],
  ])('%s: it matters where base has a manifest', (_, content, code) => {
    const head = treeOf({ 'pool.yaml': content, 'other.yaml': pool });
    expect(said(compareTrees(treeOf({ 'pool.yaml': pool }), head).head)).toEqual([['pool.yaml', code, 'warning']]);
  });

  test('Git LFS is not mentioned where it holds what it held, or something new', () => {
    const base = treeOf({ 'a.json': pointer, 'pool.yaml': pool });
    expect(said(base)).toEqual([]);
    expect(said(compareTrees(base, treeOf({ 'a.json': pointer, 'b.json': pointer, 'pool.yaml': pool })).head)).toEqual(
      [],
    );
  });
});

test('a file that is the same is the same Source', () => {
  const base = treeOf({ 'pool.yaml': pool, 'other.yaml': pool });
  const { sources } = compareTrees(base, treeOf({ 'pool.yaml': pool, 'other.yaml': `${pool}\n` })).head;
  expect(sources.map((source) => base.sources.includes(source))).toEqual([false, true]);
});
