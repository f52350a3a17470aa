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

describe('a file that neither side lets us read', () => {
  const latin = Buffer.from(`${pool}# é\n`, 'latin1');
  const changed = (mayDiffer?: (file: string) => boolean): unknown[] => {
    const sides = ['base', 'head'].map(() => {
      const tree = new SourceTreeBuilder(mayDiffer ? { mayDiffer } : {});
      addFile(tree, { file: 'pool.yaml', bytes: latin, isNamed: false });
      return tree.build();
    });
    return compareTrees(sides[0]!, sides[1]!).head.diagnostics.map(({ isChanged }) => isChanged);
  };

  test('has changed unless it is known to be the same', () => {
    expect(changed(() => true)).toEqual([true]);
    expect(changed(() => false)).toEqual([false]);
    expect(changed()).toEqual([true]);
  });

  test('has not changed where base has taken over the finding', () => {
    const head = treeOf({ 'pool.yaml': latin });
    const { mayDiffer: _, ...asked } = head;
    expect(compareTrees(asked, asked).head.diagnostics.map(({ isChanged }) => isChanged)).toEqual([undefined]);
  });
});
