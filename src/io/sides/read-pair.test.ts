import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { changedFiles } from '../git/changed-files.ts';
import { listCommit } from '../git/listing.ts';
import { readRef } from '../git/read-ref.ts';
import { Repository } from '../git/repository.ts';
import { SourceTreeBuilder } from '../tree/source-tree.ts';
import { readPair } from './read-pair.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

function newFolder(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-git-')));
  roots.push(root);
  return root;
}

function write(root: string, files: Record<string, string | Buffer>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
}

const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false'];
const git = (root: string, ...args: string[]) =>
  execFileSync('git', [...identity, ...args], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
function commit(root: string, message: string): string {
  git(root, 'add', '-A');
  git(root, 'commit', '-q', '--allow-empty', '-m', message);
  return git(root, 'rev-parse', 'HEAD');
}

const pool = (name: string) => `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ${name}\n`;
const hostile = ['-rf.yaml', 'a b"c.yaml', 'new\nline.yaml', 'tab\t.yaml', 'ünï.yaml', '$(x).yaml', ':(top).yaml'];

let root: string;
let first: string;
let second: string;

beforeAll(() => {
  root = newFolder();
  git(root, 'init', '-q', '-b', 'main');
  write(root, {
    'pools/a.yaml': pool('a'),
    'pools/same.yaml': pool('same'),
    'other/b.yaml': pool('b'),
    'copy.yaml': pool('a'),
    'notes.txt': pool('x'),
    'latin.yaml': Buffer.from(`${pool('ö')}`, 'latin1'),
    'node_modules/x.yaml': pool('x'),
    ...Object.fromEntries(hostile.map((name) => [`hostile/${name}`, pool('h')])),
  });
  symlinkSync('a.yaml', join(root, 'pools/link.yaml'));
  first = commit(root, 'first');
  write(root, { 'pools/a.yaml': pool('changed'), 'pools/new.yaml': pool('new') });
  second = commit(root, 'second');
});

const at = (folder: string) => new Repository(folder);
const files = (tree: { sources: readonly { file: string }[] }) => tree.sources.map(({ file }) => file);

describe('a ref', () => {
  test('reads every file that can matter, whatever its name', async () => {
    const tree = await readRef(at(root), first, []);
    const expected = [
      'copy.yaml',
      'other/b.yaml',
      'pools/a.yaml',
      'pools/same.yaml',
      'node_modules/x.yaml',
      ...hostile.map((name) => `hostile/${name}`),
    ];
    expect(files(tree)).toEqual(expected.sort());
    expect(tree.sources.find(({ file }) => file === 'pools/a.yaml')!.text).toBe(pool('a'));
    expect(tree.diagnostics.map(({ code, span }) => [code, span.file])).toEqual([['io/encoding', 'latin.yaml']]);
  });

  test('reads only below the paths, relative to the current folder', async () => {
    expect(files(await readRef(at(join(root, 'pools')), 'HEAD', ['a.yaml', '../other']))).toEqual([
      'other/b.yaml',
      'pools/a.yaml',
    ]);
    expect(files(await readRef(at(root), 'HEAD', ['notes.txt']))).toEqual(['notes.txt']);
    expect((await readRef(at(root), first, ['pools/new.yaml', 'pools'])).missingPaths).toEqual(['pools/new.yaml']);
    await expect(readRef(at(root), 'HEAD', ['../x'])).rejects.toMatchObject({ code: 'usage' });
  });

  test.each(['nowhere', '', '-h', '--all', '--output=x', 'HEAD:pools', 'a\nb', 'HEAD\0', 'HEAD...main', 'HEAD..main'])(
    'is unknown: %j',
    async (ref) => {
      await expect(at(root).commit(ref)).rejects.toMatchObject({ code: 'usage', help: expect.any(String) });
    },
  );

  test('the error in a shallow clone says what to do', async () => {
    const clone = newFolder();
    git(clone, 'clone', '-q', '--depth', '1', `file://${root}`, '.');
    expect(await at(clone).isShallow()).toBe(true);
    expect(await at(root).isShallow()).toBe(false);
    await expect(at(clone).commit(first)).rejects.toMatchObject({ help: expect.stringContaining('fetch-depth: 0') });
  });

  test('a clone without file contents is an error, not an empty tree', async () => {
    const clone = newFolder();
    git(root, 'config', 'uploadpack.allowFilter', 'true');
    git(clone, 'clone', '-q', '--no-checkout', '--filter=blob:none', `file://${root}`, '.');
    await expect(readRef(at(clone), 'HEAD', [])).rejects.toMatchObject({
      code: 'usage',
      help: expect.stringContaining('--filter'),
    });
  });

  test('refs that do not exist are an error, even if both are the same', async () => {
    const empty = newFolder();
    git(empty, 'init', '-q', '-b', 'main');
    for (const [base, head] of [
      ['HEAD~1', 'HEAD~1'],
      ['nope', 'HEAD'],
    ] as const)
      await expect(at(empty).mergeBase(base, head)).rejects.toMatchObject({ code: 'usage' });
  });

  test('the error in a repository without a working tree says so', async () => {
    const bare = newFolder();
    git(bare, 'clone', '-q', '--bare', `file://${root}`, '.');
    await expect(at(bare).root()).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('has no working tree'),
      help: expect.stringContaining('git worktree add'),
    });
  });

  // Only root can change the owner of a folder.
  test.skipIf(process.getuid?.() !== 0)('the error in a repository of another user says what to do', async () => {
    const foreign = newFolder();
    git(foreign, 'init', '-q', '-b', 'main');
    for (const path of [foreign, join(foreign, '.git')]) chownSync(path, 65_534, 65_534);
    await expect(at(foreign).root()).rejects.toMatchObject({ help: expect.stringContaining('safe.directory') });
  });

  test('is an error outside of a repository', async () => {
    await expect(at(newFolder()).root()).rejects.toMatchObject({ code: 'usage' });
    await expect(readRef(at(newFolder()), 'HEAD', [])).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('history', () => {
  test('merge base', async () => {
    git(root, 'checkout', '-q', '-b', 'side', first);
    const side = commit(root, 'side');
    git(root, 'checkout', '-q', '--orphan', 'island');
    const island = commit(root, 'island');
    git(root, 'checkout', '-q', 'main');
    expect(await at(root).mergeBase(side, 'main')).toBe(first);
    expect(await at(root).mergeBase(island, 'main')).toBeUndefined();
  });

  test('changed files', async () => {
    const changes = async (commit: string, found: string[] = [], paths: string[] = []) =>
      changedFiles({ root, found, ids: new Map() }, await listCommit(root, commit, paths), () => true);
    const { files: differing, before } = await changes(first, ['pools/new.yaml']);
    expect([...differing].sort()).toEqual(['pools/a.yaml', 'pools/new.yaml']);
    expect(before).toEqual([{ file: 'pools/a.yaml', id: git(root, 'rev-parse', `${first}:pools/a.yaml`) }]);
    write(root, { 'untracked\n.yaml': pool('u'), 'excluded.yaml': pool('e'), '.git/info/exclude': 'excluded.yaml\n' });
    // A file that only this clone excludes is read anyway, so it is new.
    const added = await changes(second, ['untracked\n.yaml', 'excluded.yaml', 'pools/a.yaml']);
    expect([...added.files].sort()).toEqual(['excluded.yaml', 'untracked\n.yaml']);
    expect((await changes(second, [], ['pools'])).files.size).toBe(0);
    rmSync(join(root, 'untracked\n.yaml'));
    rmSync(join(root, 'excluded.yaml'));
  });
});

describe('a pair', () => {
  const pair = (base: string | undefined, head: string | undefined, paths: string[] = [], repository = root) =>
    readPair({ repository: at(repository), base, head, paths });
  const shared = ({ base, head }: Awaited<ReturnType<typeof pair>>) =>
    head.sources.filter((source) => base!.sources.includes(source)).map(({ file }) => file);

  test('of two refs shares equal files', async () => {
    const both = await pair(first, second, ['pools']);
    expect(files(both.head)).toEqual(['pools/a.yaml', 'pools/new.yaml', 'pools/same.yaml']);
    expect(shared(both)).toEqual(['pools/same.yaml']);
  });

  test('of a ref and the working tree', async () => {
    const both = await pair(first, undefined, ['.'], join(root, 'pools'));
    expect(files(both.base!)).toEqual(['pools/a.yaml', 'pools/same.yaml']);
    expect(files(both.head)).toEqual(['pools/a.yaml', 'pools/new.yaml', 'pools/same.yaml']);
    expect(shared(both)).toEqual(['pools/same.yaml']);
    expect(files((await pair(first, undefined, [], join(root, 'pools'))).head)).toContain('other/b.yaml');
  });

  test('of a branch with newer commits is compared at the merge base', async () => {
    const at = newFolder();
    git(at, 'init', '-q', '-b', 'main');
    write(at, { 'a.yaml': pool('a') });
    commit(at, 'start');
    git(at, 'checkout', '-q', '-b', 'change');
    write(at, { 'mine.yaml': pool('mine') });
    commit(at, 'mine');
    git(at, 'checkout', '-q', 'main');
    write(at, { 'theirs.yaml': pool('theirs') });
    commit(at, 'theirs');
    const refs = await pair('main', 'change', [], at);
    git(at, 'checkout', '-q', 'change');
    const tree = await pair('main', undefined, [], at);
    for (const both of [refs, tree]) {
      expect(files(both.base!)).toEqual(['a.yaml']);
      expect(files(both.head)).toEqual(['a.yaml', 'mine.yaml']);
      expect(shared(both)).toEqual(['a.yaml']);
    }
  });

  test('of two folders; a name that is also a ref is an error', async () => {
    const at = newFolder();
    git(at, 'init', '-q', '-b', 'main');
    write(at, {
      'main/a.yaml': pool('a'),
      'main/same.yaml': pool('s'),
      'head/a.yaml': pool('b'),
      'head/same.yaml': pool('s'),
    });
    commit(at, 'one');
    await expect(pair('main', 'head', [], at)).rejects.toMatchObject({
      message: '`main` is both a folder and a git ref',
      help: expect.stringContaining('`./main`'),
    });
    const both = await pair('./main', 'head', [], at);
    expect(files(both.base!)).toEqual(['a.yaml', 'same.yaml']);
    expect(shared(both)).toEqual(['same.yaml']);
  });

  test('of a ref and a working tree in which files were deleted, replaced and grew too large', async () => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    const large = `${pool('large')}# ${'x'.repeat(33 * 1024 * 1024)}\n`;
    write(folder, { 'gone/a.yaml': pool('a'), 'large.yaml': large, 'link.yaml': pool('l'), 'z.yaml': pool('z') });
    commit(folder, 'start');
    rmSync(join(folder, 'gone'), { recursive: true });
    rmSync(join(folder, 'link.yaml'));
    symlinkSync('z.yaml', join(folder, 'link.yaml'));
    write(folder, { 'large.yaml': pool('small'), 'z.yaml': pool('changed') });
    const both = await pair('main', undefined, [], folder);
    expect(files(both.base!)).toEqual(['gone/a.yaml', 'link.yaml', 'z.yaml']);
    expect(both.base!.diagnostics.map(({ code, span }) => [code, span.file])).toEqual([['io/too-large', 'large.yaml']]);
    expect(files(both.head)).toEqual(['large.yaml', 'z.yaml']);
    // A path that only the base has is not missing.
    expect(files((await pair('main', undefined, ['gone'], folder)).base!)).toEqual(['gone/a.yaml']);
  });

  test.each([[undefined], ['HEAD']])('of the targets of symbolic links (head %s)', async (head) => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    write(folder, { 'web.yaml': pool('web'), 'data/old.txt': pool('old'), 'data/evil.txt': pool('evil') });
    mkdirSync(join(folder, 'clusters'));
    symlinkSync('../data/old.txt', join(folder, 'clusters/pool.yaml'));
    const base = commit(folder, 'one');
    rmSync(join(folder, 'clusters/pool.yaml'));
    symlinkSync('../data/evil.txt', join(folder, 'clusters/pool.yaml'));
    if (head !== undefined) commit(folder, 'two');
    for (const paths of [[], ['clusters']]) {
      const both = await pair(base, head, paths, folder);
      const others = paths.length === 0 ? ['web.yaml'] : [];
      expect(files(both.base!)).toEqual(['data/old.txt', ...others]);
      expect(files(both.head)).toEqual(['data/evil.txt', ...others]);
    }
  });

  test('of a ref and the working tree reads changed files even if a review does not need their objects', async () => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    const service = (port: number) =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: a}\nspec: {ports: [{port: ${port}}]}\n`;
    write(folder, { 'pool.yaml': pool('a'), 'same.yaml': service(1), 'service.yaml': service(1) });
    const base = commit(folder, 'one');
    write(folder, { 'service.yaml': service(2), 'new.yaml': service(3) });
    symlinkSync(join(folder, 'same.yaml'), join(folder, 'link.yaml'));
    const pair = await readPair({ repository: new Repository(folder), base, head: undefined, paths: [] });
    expect(pair.base!.sources.map(({ file }) => file)).toEqual(['pool.yaml', 'service.yaml']);
    expect(pair.head.sources.map(({ file }) => file)).toEqual(['new.yaml', 'pool.yaml', 'service.yaml']);
  });

  test.each([[undefined], ['HEAD']])('decodes only files that can matter (head %s)', async (head) => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    const service = 'apiVersion: v1\nkind: Service\nmetadata: {name: a}\n';
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`team/${i}.yaml`, `${service}# ${i}\n`]));
    write(folder, { ...many, 'pool.yaml': pool('a') });
    const base = commit(folder, 'one');
    write(folder, { 'team/7.yaml': service, 'pool.yaml': pool('b') });
    if (head !== undefined) commit(folder, 'two');
    const mayMatter = vi.spyOn(SourceTreeBuilder.prototype, 'mayMatter');
    const kept = vi.spyOn(SourceTreeBuilder.prototype, 'add');
    await pair(base, head, [], folder);
    expect(new Set(kept.mock.calls.map(([{ file }]) => file))).toEqual(new Set(['pool.yaml', 'team/7.yaml']));
    // Each file is checked once, and changed files on both sides. In the working tree, changed files are checked once more.
    expect(mayMatter.mock.calls.length).toBe(head === undefined ? 51 + 2 + 2 : 51 + 2);
    vi.restoreAllMocks();
  });

  test.each([
    // `ls-files` lists what git tracks in a folder named node_modules.
    [undefined, ['rev-parse', 'ls-tree', 'ls-files', 'cat-file']],
    // `cat-file` runs once for links and once for each side.
    ['main', ['rev-parse', 'ls-tree', 'ls-tree', 'cat-file', 'cat-file', 'cat-file']],
  ])('runs git only as often as needed (head %s)', async (head, expected) => {
    const folder = newFolder();
    const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim();
    write(folder, {
      git: `#!/bin/sh\n(while [ "$1" = -c ]; do shift 2; done; echo "$1" >> ${folder}/log)\nexec ${real} "$@"\n`,
    });
    chmodSync(join(folder, 'git'), 0o755);
    vi.stubEnv('PATH', `${folder}:${process.env.PATH}`);
    await pair(first, head);
    vi.unstubAllEnvs();
    expect(readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').sort()).toEqual(expected.sort());
  });

  test('of a ref and a working tree with Windows line endings shares equal files', async () => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    write(folder, { 'a.yaml': pool('a'), 'b.yaml': pool('b') });
    commit(folder, 'start');
    write(folder, { 'a.yaml': pool('a').replaceAll('\n', '\r\n'), 'b.yaml': pool('c').replaceAll('\n', '\r\n') });
    expect(shared(await pair('main', undefined, [], folder))).toEqual(['a.yaml']);
  });

  test('of a ref and a sparse checkout does not treat missing files as deleted', async () => {
    const folder = newFolder();
    git(folder, 'init', '-q', '-b', 'main');
    write(folder, { 'a/pool.yaml': pool('a'), 'b/pool.yaml': pool('b') });
    commit(folder, 'start');
    git(folder, 'sparse-checkout', 'set', '--cone', 'a');
    expect(files((await pair('main', undefined, [], folder)).base!)).toEqual(['a/pool.yaml']);
    rmSync(join(folder, 'a/pool.yaml'));
    expect(files((await pair('main', undefined, [], folder)).base!)).toEqual(['a/pool.yaml']);
  });

  test('has no base if none is given', async () => {
    const both = await pair(undefined, undefined, ['pools/a.yaml']);
    expect(both.base).toBeNull();
    expect(files(both.head)).toEqual(['pools/a.yaml']);
  });

  test('file names are relative to another repository if all paths are in it', async () => {
    const elsewhere = new Repository(newFolder());
    const ask = (...paths: string[]) => readPair({ repository: elsewhere, base: undefined, head: undefined, paths });
    const { head, headRoot, paths } = await ask(join(root, 'pools'));
    expect([headRoot, paths]).toEqual([root, ['pools']]);
    expect(files(head)).toContain('pools/a.yaml');
    expect((await ask(join(root, 'pools/a.yaml'))).headRoot).toBe(root);
    write(elsewhere.folder, { 'own.yaml': pool('own') });
    expect((await ask(join(root, 'pools'), 'own.yaml')).headRoot).toBe(elsewhere.folder);
    await expect(ask('../nowhere')).rejects.toMatchObject({ code: 'usage' });
  });

  test('a path must exist on at least one side', async () => {
    expect(files((await pair(first, second, ['pools/new.yaml'])).head)).toEqual(['pools/new.yaml']);
    await expect(pair(first, undefined, ['nowhere'])).rejects.toMatchObject({ code: 'usage' });
    await expect(pair(undefined, undefined, ['nowhere'])).rejects.toMatchObject({ code: 'usage' });
  });
});
