import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { PlumblineError } from '../../shared/errors.ts';
import { readFolder } from './files.ts';

const roots: string[] = [];
afterAll(() => {
  for (const root of roots) rmSync(root, { recursive: true, force: true });
});

function folder(files: Record<string, string | Buffer> = {}): string {
  const root = mkdtempSync(join(tmpdir(), 'plumbline-files-'));
  roots.push(root);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}

/** The same files as a git repository. */
function repository(files: Record<string, string | Buffer>): string {
  const root = folder(files);
  execFileSync('git', ['init', '-q'], { cwd: root });
  return root;
}

const pool = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: ö\n';
const names = async (root: string, paths: string[] = []) =>
  (await readFolder(root, paths)).sources.map(({ file }) => file);
const findings = async (root: string, paths: string[] = []) =>
  (await readFolder(root, paths)).diagnostics.map(({ code, severity, span }) => `${severity} ${code} ${span.file}`);

describe('files that are read', () => {
  test('files that can matter, sorted, with slashes', async () => {
    const root = folder({
      'b.yaml': pool,
      'a/z.yml': pool,
      'a/list.json': '{"apiVersion":"v1","kind":"PodList"}',
      'a/readme.md': pool,
      'configmap.yaml': 'apiVersion: v1\nkind: ConfigMap\n',
      'package-lock.json': pool,
      'node_modules/x/a.yaml': pool,
      '.terraform/a.yaml': pool,
      'dir.yaml/inner.yaml': pool,
    });
    expect(await names(root)).toEqual([
      '.terraform/a.yaml',
      'a/list.json',
      'a/z.yml',
      'b.yaml',
      'dir.yaml/inner.yaml',
      'node_modules/x/a.yaml',
      'package-lock.json',
    ]);
    expect(await findings(root)).toEqual([]);
  });

  test('hints are in a separate list', async () => {
    const root = folder({
      'main.tf': 'provider "aws" {\n  region = "eu-west-1"\n}\n',
      'empty.tf': '# nothing\n',
      'charts/karpenter/values.yaml': 'settings:\n  clusterName: x\n',
      'values.yaml': 'settings: {}\n',
    });
    const tree = await readFolder(root, []);
    // Values of Karpenter's chart are hints, and rules look at them too.
    expect(tree.sources.map(({ file }) => file)).toEqual(['charts/karpenter/values.yaml']);
    expect(tree.hintSources.map(({ file }) => file)).toEqual(['charts/karpenter/values.yaml', 'main.tf']);
  });

  test('`.gitignore` works as in git: files in subfolders override outer ones, which also apply to subfolders', async () => {
    const root = repository({
      '.gitignore': 'rendered/\n*.gen.yaml\n/top.yaml\n',
      'top.yaml': pool,
      'in/top.yaml': pool,
      'in/rendered/a.yaml': pool,
      'in/a.gen.yaml': pool,
      'in/deep/.gitignore': '!keep.gen.yaml\n',
      'in/deep/keep.gen.yaml': pool,
      'in/deep/drop.gen.yaml': pool,
    });
    expect(await names(root)).toEqual(['in/deep/keep.gen.yaml', 'in/top.yaml']);
    expect(await names(root, ['in/deep'])).toEqual(['in/deep/keep.gen.yaml']);
    expect(await names(root, ['in/a.gen.yaml'])).toEqual(['in/a.gen.yaml']);
  });

  test('T48: tracked files are read in spite of `.gitignore` and the name of their folder, and untracked ones are not', async () => {
    const root = repository({
      '.gitignore': 'hidden.yaml\nrendered/\n',
      'hidden.yaml': pool,
      'rendered/a.yaml': pool,
      'rendered/b.yaml': pool,
      'node_modules/x/a.yaml': pool,
      'node_modules/x/b.yaml': pool,
      '.terraform/gone.yaml': pool,
    });
    const tracked = ['hidden.yaml', 'rendered/a.yaml', 'node_modules/x/a.yaml', '.terraform/gone.yaml'];
    execFileSync('git', ['add', '--force', ...tracked], { cwd: root });
    rmSync(join(root, '.terraform/gone.yaml'));
    expect(await names(root)).toEqual(['hidden.yaml', 'node_modules/x/a.yaml', 'rendered/a.yaml']);
  });

  test('outside of a repository, or if git does not work, nothing is ignored', async () => {
    const files = { '.gitignore': '*.yaml\n', 'a.yaml': pool, 'node_modules/b.yaml': pool };
    expect(await names(folder(files))).toEqual(['a.yaml', 'node_modules/b.yaml']);
    expect(await names(folder({ ...files, '.git/HEAD': '' }))).toEqual(['a.yaml', 'node_modules/b.yaml']);
  });

  test('a folder that the user names is read although git ignores it', async () => {
    const root = repository({ '.gitignore': 'rendered/\n', 'rendered/in/a.yaml': pool });
    expect(await names(root)).toEqual([]);
    expect(await names(root, ['rendered'])).toEqual(['rendered/in/a.yaml']);
    expect(await names(root, ['rendered/in'])).toEqual(['rendered/in/a.yaml']);
  });

  test('submodules are other people’s', async () => {
    const root = repository({ 'sub/.git': 'gitdir: x', 'sub/a.yaml': pool, 'a.yaml': pool });
    expect(await names(root)).toEqual(['a.yaml']);
  });

  test('a file that a link makes a manifest is read once, under its own path', async () => {
    const root = folder({
      'data/pool.txt': pool,
      'data/other.txt': pool,
      'base/a.yaml': pool,
      'base/notes.txt': pool,
      'main.tf': '',
    });
    mkdirSync(join(root, 'clusters'));
    symlinkSync('../data/pool.txt', join(root, 'clusters/pool.yaml'));
    symlinkSync('pool.yaml', join(root, 'clusters/again.yaml'));
    symlinkSync('../base', join(root, 'clusters/prod'));
    symlinkSync('../clusters', join(root, 'base/back'));
    symlinkSync('../main.tf', join(root, 'clusters/main.tf'));
    expect(await names(root)).toEqual(['base/a.yaml', 'data/pool.txt']);
    // Also if the target of the link is not below the given paths.
    expect(await names(root, ['clusters'])).toEqual(['base/a.yaml', 'data/pool.txt']);
    expect(await findings(root)).toEqual([]);
  });

  test('of very many links to files outside, only the first are named', async () => {
    const root = folder({ 'a.yaml': pool });
    for (let i = 0; i < 150; i++) symlinkSync('/etc/hostname', join(root, `link-${i}.yaml`));
    const { diagnostics } = await readFolder(root, []);
    expect(diagnostics).toHaveLength(100);
    expect(diagnostics.filter(({ message }) => message.includes('More such links'))).toHaveLength(1);
  });

  test('links to files that are read anyway add nothing, and links to files outside are named', async () => {
    const outside = folder({ 'secret.yaml': pool });
    const root = folder({ 'a.yaml': pool });
    symlinkSync(root, join(root, 'circle'));
    symlinkSync('a.yaml', join(root, 'again.yaml'));
    symlinkSync('loop.yaml', join(root, 'loop.yaml'));
    symlinkSync(outside, join(root, 'out'));
    symlinkSync(join(outside, 'secret.yaml'), join(root, 'out.yaml'));
    expect(await names(root)).toEqual(['a.yaml']);
    expect(await findings(root)).toEqual(['note io/symlink out.yaml']);
  });

  test('a path named twice is read once', async () => {
    expect(await names(folder({ 'a/b.yaml': pool }), ['a', 'a/b.yaml', '.'])).toEqual(['a/b.yaml']);
  });

  test('a file that the user names is read, whatever its name and content', async () => {
    const root = folder({ 'dump.txt': 'nothing' });
    expect(await names(root, ['dump.txt'])).toEqual(['dump.txt']);
  });

  test('standard input', async () => {
    const tree = await readFolder(folder(), ['-'], { stdin: async () => Buffer.from(pool) });
    expect(tree.sources).toEqual([{ file: '<stdin>', text: pool }]);
    await expect(readFolder(folder(), ['-'])).rejects.toMatchObject({ code: 'usage' });
  });

  test('a process substitution', () => {
    const script = `import { readFolder } from ${JSON.stringify(new URL('./files.ts', import.meta.url).href)};
      console.log((await readFolder('/', [process.argv[1]])).sources[0].text)`;
    const command = '"$0" --input-type=module -e "$1" <(echo "kind: NodePool")';
    const output = execFileSync('bash', ['-c', command, process.execPath, script], { encoding: 'utf8' });
    expect(output).toBe('kind: NodePool\n\n');
  });
});

describe('files that cannot be read', () => {
  test('a missing path', async () => {
    const failure = readFolder(folder(), ['nowhere.yaml']);
    await expect(failure).rejects.toBeInstanceOf(PlumblineError);
    await expect(failure).rejects.toMatchObject({ code: 'usage', help: expect.any(String) });
    expect((await readFolder(folder(), ['x'], { allowMissing: true })).missingPaths).toEqual(['x']);
  });

  test('invalid UTF-8 is an error in a file that is about Karpenter', async () => {
    const latin1 = Buffer.from(pool, 'latin1');
    const root = folder({ 'a.yaml': latin1, 'b.yaml': Buffer.from('apiVersion: v1 # ö', 'latin1') });
    expect(await findings(root)).toEqual(['error io/encoding a.yaml', 'note io/encoding b.yaml']);
    expect(await names(root)).toEqual([]);
  });

  test('a file that git-crypt encrypts is a note, whatever its bytes look like', async () => {
    const encrypted = Buffer.from(`\0GITCRYPT\0${pool}\xff`, 'latin1');
    const { diagnostics } = await readFolder(folder({ 'a.yaml': encrypted }), []);
    expect(diagnostics.map(({ severity, message }) => `${severity}: ${message}`)).toEqual([
      'note: This file is encrypted with git-crypt, so it is not read',
    ]);
  });

  test('UTF-16 is read by its byte order mark', async () => {
    const little = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(pool, 'utf16le')]);
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(pool, 'utf16le').swap16()]);
    const cut = little.subarray(0, -1);
    const root = folder({ 'a.yaml': little, 'b.yaml': big, 'c.yaml': cut });
    const { sources } = await readFolder(root, []);
    expect(sources.map(({ text }) => text)).toEqual([pool, pool]);
    expect(await findings(root)).toEqual(['error io/encoding c.yaml']);
  });

  test('the byte order mark of UTF-8 is kept, so that offsets are those of the file', async () => {
    const { sources } = await readFolder(folder({ 'a.yaml': `\uFEFF${pool}` }), []);
    expect(sources[0]!.text).toBe(`\uFEFF${pool}`);
  });

  test('200 MB', async () => {
    const root = folder({ 'big.yaml': pool });
    truncateSync(join(root, 'big.yaml'), 200 * 1024 * 1024);
    expect(await findings(root)).toEqual(['error io/too-large big.yaml']);
  });

  test('pipes and devices, which must not hang', async () => {
    const root = folder();
    execFileSync('mkfifo', [join(root, 'pipe.yaml')]);
    expect(await findings(root)).toEqual(['warning io/not-a-file pipe.yaml']);
    expect(await findings(root, ['pipe.yaml'])).toEqual(['warning io/not-a-file pipe.yaml']);
    expect((await findings('/', ['dev/zero']))[0]).toBe('warning io/not-a-file dev/zero');
  });

  test.skipIf(process.platform !== 'linux')('a named file that gives no bytes is refused', async () => {
    await expect(readFolder('/', ['proc/self/mem'])).rejects.toMatchObject({
      code: 'usage',
      message: '`proc/self/mem` cannot be read: EIO',
    });
  });

  test('a file that disappears, and one without permission to read it', async () => {
    const root = folder();
    symlinkSync('self', join(root, 'self'));
    await expect(readFolder(root, ['self'])).rejects.toMatchObject({ code: 'usage' });
  });
});
