import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeEach, describe, expect } from 'vitest';
import { sceneTest } from '../../../../test/extent.ts';
import { run } from '../terminal/terminal.test-support.ts';

/** Each takes a second or half of one. */
const test = sceneTest(3);

const pool = `apiVersion: karpenter.sh/v1
kind: NodePool
metadata:
  name: web
spec:
  limits:
    cpu: 100
  template:
    spec:
      nodeClassRef:
        group: karpenter.k8s.aws
        kind: EC2NodeClass
        name: default
      requirements:
        - key: topology.kubernetes.io/zone
          operator: In
          values: [eu-west-1a]
`;
const misspelt = pool.replace('limits', 'limit');

const roots: string[] = [];
afterAll(() => {
  for (const folder of roots) rmSync(folder, { recursive: true, force: true });
});

function newFolder(files: Record<string, string>): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'plumbline-cli-')));
  roots.push(folder);
  write(folder, files);
  return folder;
}

function write(folder: string, files: Record<string, string>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', '-c', 'commit.gpgsign=false', ...args], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function commit(folder: string, files: Record<string, string>): void {
  write(folder, files);
  git(folder, 'add', '-A');
  git(folder, 'commit', '-q', '-m', 'change');
}

function newRepository(files: Record<string, string>): string {
  const folder = newFolder({});
  git(folder, 'init', '-q', '-b', 'main');
  commit(folder, files);
  return folder;
}

const read = (...path: string[]): string => readFileSync(join(...path), 'utf8');

interface Document {
  readonly diagnostics: readonly { readonly code: string; readonly file: string; readonly severity: string }[];
  readonly estimate: { readonly region: string } | null;
  readonly simulated?: false;
}

async function review(cwd: string, ...argv: string[]): Promise<Document & { code: number; stderr: string }> {
  const { code, stdout, stderr } = await run([...argv, '--format', 'json'], { cwd });
  return { ...JSON.parse(stdout), code, stderr };
}

describe('`review --no-figures`', () => {
  const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      containers: [{ name: web, image: web, resources: { requests: { cpu: 500m } } }]
`;
  const gate = 'gate: { unschedulablePods: 0 }\n';
  const said = 'Nodes and cost were not simulated, so limits of `gate` on cost and unschedulable pods were not checked';

  test('leaves out what the simulation finds, and says so', async () => {
    const root = newRepository({ 'plumbline.yaml': gate, 'pool.yaml': pool, 'web.yaml': web });
    write(root, { 'web.yaml': web.replace('500m', '5000') });
    const whole = await review(root, 'review', '--base', 'main');
    const part = await review(root, 'review', '--base', 'main', '--no-figures');
    expect([whole.code, whole.estimate !== null, whole.simulated]).toEqual([1, true, undefined]);
    expect([part.code, part.estimate, part.simulated]).toEqual([0, null, false]);
    expect(part.diagnostics.filter(({ code }) => code.startsWith('provisioning/'))).toEqual([]);

    const { stdout } = await run(['review', '--base', 'main', '--no-figures'], { cwd: root });
    expect(stdout).toContain(`  ${said}.`);
    expect(stdout).not.toContain('/month');
    for (const format of ['markdown', 'html'])
      expect(
        (await run(['review', '--base', 'main', '--no-figures', '--format', format], { cwd: root })).stdout,
      ).toMatch(/Nodes and cost were not simulated/);
  });

  test('keeps findings, and what a change does to running nodes', async () => {
    const root = newRepository({ 'pool.yaml': pool });
    write(root, { 'pool.yaml': misspelt.replace('template:', 'template:\n    metadata: { labels: { team: shop } }') });
    const { code, stdout } = await run(['review', '--base', 'main', '--no-figures'], { cwd: root });
    expect(code).toBe(1);
    expect(stdout).toContain('`limit` is not a field of `spec`');
    expect(stdout).toContain('all nodes drift and must be replaced');
  });
});

describe('file names', () => {
  let root: string;
  beforeEach(() => {
    root = newRepository({ 'infra/karpenter/pool.yaml': pool, 'apps/readme.md': 'x' });
    write(root, { 'infra/karpenter/pool.yaml': misspelt });
  });

  test.each([
    ['infra', ['check', 'karpenter'], 'karpenter/pool.yaml:6:3'],
    ['infra', ['check', '.'], 'karpenter/pool.yaml:6:3'],
    ['infra', ['review'], 'karpenter/pool.yaml:6:3'],
    ['infra', ['review', '--base', 'main'], 'karpenter/pool.yaml:6:3'],
    ['infra', ['review', '--base', 'main', 'karpenter/pool.yaml'], 'karpenter/pool.yaml:6:3'],
    ['apps', ['check', '../infra'], '../infra/karpenter/pool.yaml:6:3'],
    ['apps', ['review', '--base', 'main'], '../infra/karpenter/pool.yaml:6:3'],
    ['.', ['check', '.'], 'infra/karpenter/pool.yaml:6:3'],
  ] as const)('in `%s`, %j shows what a terminal opens', async (folder, argv, place) => {
    const cwd = join(root, folder);
    const { code, stdout } = await run(argv, { cwd });
    expect(code).toBe(1);
    expect(stdout).toContain(`╭─ ${place}\n`);
    // In all other formats they are relative to the root, as on GitHub and in `ignore`.
    const { diagnostics } = await review(cwd, ...argv);
    expect(new Set(diagnostics.map(({ file }) => file))).toEqual(new Set(['infra/karpenter/pool.yaml']));
  });

  test('an absolute path, from another folder', async () => {
    const cwd = newFolder({});
    const { stdout } = await run(['check', join(root, 'infra')], { cwd });
    expect(stdout).toContain('/infra/karpenter/pool.yaml:6:3\n');
  });

  test('two folders: relative to the head folder', async () => {
    const cwd = newFolder({ 'old/a.yaml': pool, 'new/a.yaml': misspelt });
    const argv = ['review', '--base', 'old', '--head', 'new'];
    expect((await run(argv, { cwd })).stdout).toContain('╭─ new/a.yaml:6:3\n');
    expect((await review(cwd, ...argv)).diagnostics[0]?.file).toBe('a.yaml');
  });

  test('`--output` is relative to the current folder', async () => {
    const cwd = join(root, 'apps');
    const { stdout } = await run(['check', '../infra', '--output', 'review.txt'], { cwd });
    expect(stdout).toBe('');
    expect(read(cwd, 'review.txt')).toContain('../infra/karpenter/pool.yaml:6:3');
  });
});

describe('--fix', () => {
  test.each([
    ['infra', 'karpenter'],
    ['apps', '../infra/karpenter/pool.yaml'],
    ['.', '.'],
  ])('in `%s` of a repository, `%s`', async (folder, path) => {
    const root = newRepository({ 'infra/karpenter/pool.yaml': misspelt, 'apps/readme.md': 'x' });
    const { code, stderr } = await run(['check', path, '--fix'], { cwd: join(root, folder) });
    expect(read(root, 'infra/karpenter/pool.yaml')).toBe(pool);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^fixed \S*pool\.yaml: 1 edit\n$/);
  });

  test('outside of a repository, an absolute path', async () => {
    const folder = newFolder({ 'pool.yaml': misspelt });
    expect((await run(['check', join(folder, 'pool.yaml'), '--fix'], { cwd: newFolder({}) })).code).toBe(0);
    expect(read(folder, 'pool.yaml')).toBe(pool);
  });

  test('Windows line endings are kept', async () => {
    const folder = newFolder({ 'pool.yaml': misspelt.replaceAll('\n', '\r\n') });
    expect((await run(['check', '.', '--fix'], { cwd: folder })).code).toBe(0);
    expect(read(folder, 'pool.yaml')).toBe(pool.replaceAll('\n', '\r\n'));
  });

  test('files that are not UTF-8 are not changed', async () => {
    const folder = newFolder({});
    const bytes = Buffer.from(`\ufeff${misspelt}`, 'utf16le');
    writeFileSync(join(folder, 'pool.yaml'), bytes);
    const { code, stderr } = await run(['check', '.', '--fix'], { cwd: folder });
    expect(readFileSync(join(folder, 'pool.yaml'))).toEqual(bytes);
    expect(code).toBe(1);
    expect(stderr).toContain('not fixed pool.yaml');
  });

  test('nothing to fix', async () => {
    const folder = newFolder({ 'pool.yaml': pool });
    expect((await run(['check', '.', '--fix'], { cwd: folder })).stderr).toBe('nothing to fix\n');
  });
});

describe('the configuration', () => {
  const withoutLimits = pool.replace('  limits:\n    cpu: 100\n', '');
  const strict = 'rules: { require-limits: error }\n';
  const lax = 'rules: { require-limits: off }\n';
  const severities = ({ diagnostics }: Document): string[] =>
    diagnostics.filter(({ code }) => code === 'lint/require-limits').map(({ severity }) => severity);

  test('is the one at the base: head cannot relax it', async () => {
    const root = newRepository({ 'plumbline.yaml': strict, 'a/pool.yaml': pool });
    write(root, { 'plumbline.yaml': lax, 'a/pool.yaml': withoutLimits });
    for (const cwd of [root, join(root, 'a')]) {
      const result = await review(cwd, 'review', '--base', 'main');
      expect({ code: result.code, severities: severities(result) }).toEqual({ code: 1, severities: ['error'] });
      expect(result.stderr).toContain('differs from `main`');
    }
    const quiet = await review(root, 'review', '--base', 'main', '--quiet');
    expect(quiet.stderr).toBe('');
  });

  test('is the nearest one at the base, even if the head does not have it', async () => {
    const root = newRepository({ 'plumbline.yaml': lax, 'a/plumbline.yaml': strict, 'a/pool.yaml': pool });
    git(root, 'checkout', '-q', '-b', 'side');
    rmSync(join(root, 'a/plumbline.yaml'));
    commit(root, { 'a/pool.yaml': withoutLimits });
    expect(severities(await review(join(root, 'a'), 'review', '--base', 'main', '--head', 'side'))).toEqual(['error']);
    expect(severities(await review(root, 'review', '--base', 'main', '--head', 'side'))).toEqual([]);
  });

  test('is not used if the base has none', async () => {
    const root = newRepository({ 'pool.yaml': pool });
    write(root, { 'plumbline.yaml': lax, 'pool.yaml': withoutLimits });
    const result = await review(root, 'review', '--base', 'main');
    expect(severities(result)).toEqual(['warning']);
    expect(result.stderr).toContain('the defaults are used');
  });

  test('is the file of `--config`, before all others', async () => {
    const root = newRepository({ 'plumbline.yaml': strict, 'pool.yaml': pool });
    write(root, { 'lax.yaml': lax, 'pool.yaml': withoutLimits });
    const result = await review(root, 'review', '--base', 'main', '--config', 'lax.yaml', '--quiet');
    expect({ severities: severities(result), stderr: result.stderr }).toEqual({ severities: [], stderr: '' });
  });

  test('is the nearest one upward without a base, and with a folder as base', async () => {
    const root = newRepository({ 'plumbline.yaml': lax, 'old/pool.yaml': pool, 'new/pool.yaml': withoutLimits });
    expect(severities(await review(join(root, 'new'), 'check', '.'))).toEqual([]);
    expect(severities(await review(root, 'review', '--base', 'old', '--head', 'new'))).toEqual([]);
  });

  describe('for files in another repository or folder', () => {
    const strictThere = () => newRepository({ 'plumbline.yaml': strict, 'a/pool.yaml': withoutLimits });
    const there = (folder: string, ...paths: string[]) => paths.map((path) => join(folder, path));

    test.each([
      ['a folder', ['.']],
      ['a part', ['a']],
      ['a file', ['a/pool.yaml']],
      ['files and folders', ['a/pool.yaml', '.']],
    ])('is that of its repository: %s', async (_, paths) => {
      const here = newRepository({ 'plumbline.yaml': lax });
      const result = await review(here, 'check', ...there(strictThere(), ...paths));
      expect({ severities: severities(result), stderr: result.stderr }).toEqual({ severities: ['error'], stderr: '' });
    });

    test('is that of a folder without a repository', async () => {
      const folder = newFolder({ 'plumbline.yaml': strict, 'a/pool.yaml': withoutLimits });
      expect(severities(await review(newRepository({ 'plumbline.yaml': lax }), 'check', join(folder, 'a')))).toEqual([
        'error',
      ]);
      expect(severities(await review(newFolder({}), 'check', join(folder, 'a')))).toEqual(['error']);
    });

    test('is that of the current folder, for files that were rendered into another folder', async () => {
      const here = newRepository({ 'plumbline.yaml': strict });
      const rendered = newFolder({ 'pool.yaml': withoutLimits });
      expect(severities(await review(here, 'check', rendered))).toEqual(['error']);
    });

    test('is not used if its repository has none, with a note', async () => {
      const here = newRepository({ 'plumbline.yaml': strict });
      const other = newRepository({ 'pool.yaml': withoutLimits });
      const result = await review(here, 'check', other);
      expect(severities(result)).toEqual(['warning']);
      expect(result.stderr).toContain('the defaults are used');
      expect((await review(here, 'check', other, '--quiet')).stderr).toBe('');
    });

    test('is the one of the current folder for paths of several repositories, with a note', async () => {
      const here = newRepository({ 'plumbline.yaml': lax });
      const other = newRepository({ 'plumbline.yaml': 'region: eu-west-1\n', 'pool.yaml': pool });
      const result = await review(here, 'check', join(strictThere(), 'a'), other);
      expect(severities(result)).toEqual([]);
      expect(result.stderr).toContain('The paths have different plumbline.yaml files');
    });

    test('is that of the base folder: the head cannot bring its own', async () => {
      const here = newRepository({ 'readme.md': '' });
      const base = newFolder({ 'plumbline.yaml': strict, 'pool.yaml': pool });
      const head = newFolder({ 'plumbline.yaml': lax, 'pool.yaml': withoutLimits });
      expect(severities(await review(here, 'review', '--base', base, '--head', head))).toEqual(['error']);
    });

    test('is the file of `--config`, relative to the current folder', async () => {
      const here = newRepository({ 'lax.yaml': lax });
      expect(severities(await review(here, 'check', strictThere(), '--config', 'lax.yaml'))).toEqual([]);
    });

    test('names a snapshot of its own repository', async () => {
      const other = newRepository({ 'plumbline.yaml': 'snapshot: live/prod.json\n', 'pool.yaml': pool });
      const result = await run(['estimate', other], { cwd: newRepository({ 'readme.md': '' }) });
      expect(result).toMatchObject({ code: 2, stderr: expect.stringContaining('`live/prod.json` was not found') });
      write(other, { 'live/prod.json': '{"apiVersion": "v1", "kind": "List", "items": []}\n' });
      expect((await run(['estimate', other], { cwd: newFolder({}) })).code).not.toBe(2);
    });
  });

  test('is overridden by flags', async () => {
    const root = newRepository({
      'plumbline.yaml': 'region: us-east-1\nset: { ZONE: us-east-1a }\n',
      'pool.yaml': pool,
    });
    expect((await review(root, 'estimate', '.')).estimate!.region).toBe('us-east-1');
    expect((await review(root, 'estimate', '.', '--region', 'eu-west-1')).estimate!.region).toBe('eu-west-1');
  });

  test('has errors with line and ref', async () => {
    const root = newRepository({ 'plumbline.yaml': 'region: eu-west-1\nruls: {}\n', 'pool.yaml': pool });
    const { code, stderr } = await run(['review', '--base', 'main'], { cwd: root });
    expect(code).toBe(2);
    expect(stderr).toBe(
      'error: main:plumbline.yaml:2: `ruls` is not a key of the configuration\n  help: Did you mean `rules`?\n',
    );
  });

  test('`ignore` is relative to the root, not to the current folder', async () => {
    const ignore = 'ignore:\n  - { code: require-limits, path: infra/pool.yaml, reason: a quota holds }\n';
    const root = newRepository({ 'plumbline.yaml': ignore, 'infra/pool.yaml': withoutLimits });
    for (const argv of [['check', '.'], ['review']])
      expect(severities(await review(join(root, 'infra'), ...argv))).toEqual([]);
    expect(severities(await review(root, 'check', 'infra'))).toEqual([]);
  });
});

test('an unknown ref', async () => {
  const root = newRepository({ 'pool.yaml': pool });
  const { code, stderr } = await run(['review', '--base', 'origin/mian'], { cwd: root });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: `origin\/mian` is neither a folder nor a commit of this repository\n {2}help: .*\n$/);
});

test('an unknown remote branch whose local one exists', async () => {
  const root = newRepository({ 'pool.yaml': pool });
  execFileSync('git', ['branch', '-f', 'trunk'], { cwd: root });
  const { stderr } = await run(['review', '--base', 'origin/trunk'], { cwd: root });
  expect(stderr).toContain('help: Fetch it first, or compare with the branch `trunk` that this clone has.\n');
});

test('a file that cannot be parsed is not one that plumbline could not follow', async () => {
  const stdin = 'apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: x\n spec: {a: [}\n';
  const { code, stdout } = await run(['check', '-', '--quiet'], { cwd: tmpdir(), stdin });
  expect(code).toBe(1);
  expect(stdout).toContain('`<stdin>` names APIs of Karpenter, but cannot be parsed, so the objects were not checked.');
  expect(stdout).not.toContain('follow');
});

test.each([
  ['consolidateAfter: 1x', 'Write a value such as `30s`, `5m`, `1h` or `Never`.'],
  ['budgets: [{ nodes: ten }]', 'Write a value such as `1` or `10%`.'],
  // Seconds are not allowed here.
  ['budgets: [{ nodes: "1", schedule: "@daily", duration: 1x }]', 'Write a value such as `5m` or `1h`.'],
])('a pattern is explained by examples that it allows: %s', async (line, help) => {
  const stdin = pool.replace(/^spec:\n/m, `spec:\n  disruption: { ${line} }\n`);
  const { stdout } = await run(['check', '-', '--quiet'], { cwd: tmpdir(), stdin });
  expect(stdout.replace(/\s+/g, ' ')).toContain(help);
});

test('a git ref instead of a path has another error than a missing file', async () => {
  const folder = newRepository({ 'pool.yaml': pool });
  const { code, stderr } = await run(['review', 'HEAD'], { cwd: folder });
  expect([code, stderr]).toEqual([
    2,
    'error: `HEAD` is a git ref, not a file or folder\n  help: To compare with it, write `--base HEAD`.\n',
  ]);
  const missing = await run(['review', 'nowhere'], { cwd: folder });
  expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('File or folder not found: `nowhere`')]);
});

test('a second folder that was meant as the head is not compared with nothing', async () => {
  const cwd = newFolder({ 'before/pool.yaml': pool, 'after/pool.yaml': pool });
  expect(await run(['review', '--base', 'before', 'after'], { cwd })).toMatchObject({
    code: 2,
    stderr: 'error: `before` has no `after`\n  help: To compare the two, write `--base before --head after`.\n',
  });
  expect(await run(['review', '--base', 'before', '--head', 'after'], { cwd })).toMatchObject({ code: 0 });
});

test('the extension of the output file chooses the format', async () => {
  const folder = newFolder({ 'pool.yaml': pool });
  for (const [file, start] of [
    ['x.html', '<!doctype html>'],
    ['x.xml', '<?xml'],
    ['x.sarif', '{\n  "$schema"'],
    ['x.txt', '✓ No p'],
  ] as const) {
    await run(['check', 'pool.yaml', '--output', file, '--quiet'], { cwd: folder });
    expect(readFileSync(join(folder, file), 'utf8').slice(0, start.length)).toBe(start);
  }
});

describe('formats', () => {
  const folder = newFolder({ 'pool.yaml': misspelt });
  test.each([
    ['text', /^✗ Blocked: `limit`/],
    ['markdown', /^### ⛔ Blocked: /],
    ['json', /^\{\n {2}"schemaVersion": 1/],
    ['github', /^::error file=pool\.yaml,line=6/],
  ])('%s', async (format, start) => {
    const { code, stdout } = await run(['check', '.', '--format', format], { cwd: folder });
    expect(code).toBe(1);
    expect(stdout).toMatch(start);
  });
});
