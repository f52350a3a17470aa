import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { run } from './terminal/terminal.test-support.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plumbline-migrate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const file = (name: string): string => readFileSync(join(folder, name), 'utf8');
const git = (...args: string[]): string => execFileSync('git', args, { cwd: folder, encoding: 'utf8' });

const estimate = async (): Promise<unknown> => {
  const { stdout } = await run(['estimate', '.', '--format', 'json', '--region', 'ap-northeast-1'], { cwd: folder });
  // Consolidation of the oldest API is not simulated, so the same figures are less certain before the migration.
  const withoutCertainty = (key: string, value: unknown) => (key === 'certainty' ? undefined : value);
  const { after } = JSON.parse(stdout, withoutCertainty).estimate;

  return {
    nodes: after.nodes,
    nodePools: after.nodePools,
    unschedulable: after.unschedulable,
    launchable: after.launchable,
  };
};

test.each(['eks-hpa', 'v1beta1'])(
  '%s: the patch, `git apply` and `--write` lead to the same files and nodes',
  async (example) => {
    cpSync(`examples/${example}`, folder, { recursive: true });
    const before = await estimate();
    git('init', '-q');
    const patch = await run(['migrate', '.'], { cwd: folder });
    expect([patch.code, patch.stdout.startsWith('--- a/')]).toEqual([0, true]);
    writeFileSync(join(folder, 'v1.patch'), patch.stdout);
    git('apply', 'v1.patch');
    rmSync(join(folder, 'v1.patch'));
    const patched = git('grep', '--no-index', '-h', '-e', '').toString();
    git('init', '-q');
    cpSync(`examples/${example}`, folder, { recursive: true });
    const written = await run(['migrate', '.', '--write'], { cwd: folder });
    expect([written.code, written.stdout]).toEqual([0, '']);
    expect(git('grep', '--no-index', '-h', '-e', '').toString()).toBe(patched);
    expect(await estimate()).toEqual(before);
    const again = await run(['migrate', '.', '--write'], { cwd: folder });
    expect([again.code, again.stdout, again.stderr]).toEqual([0, '', 'nothing to migrate\n']);
    expect(git('grep', '--no-index', '-h', '-e', '').toString()).toBe(patched);
    const check = await run(['check', '.', '--format', 'json', '--karpenter-version', '1.14'], { cwd: folder });
    const found = JSON.parse(check.stdout).diagnostics as { code: string; file: string }[];
    const removed = found.filter(({ code }) => code === 'schema/removed-version').map(({ file: name }) => name);
    expect(removed).toEqual(example === 'eks-hpa' ? ['hpa.yaml'] : []);
    // One of the examples has a misspelt key, which no migration fixes.
    const errors = found.filter(({ code }) => code.startsWith('schema/') && code !== 'schema/unknown-field');
    expect(errors.map(({ file: name }) => name)).toEqual(example === 'eks-hpa' ? ['hpa.yaml'] : []);
  },
);

test('a file that cannot be migrated is unchanged, is reported with its place, and fails the command', async () => {
  const text =
    'apiVersion: karpenter.k8s.aws/v1alpha1\nkind: AWSNodeTemplate\nmetadata: {name: a}\nspec:\n  launchTemplate: x\n  instanceProfile: p\n';
  writeFileSync(join(folder, 'a.yaml'), text);
  const { code, stdout, stderr } = await run(['migrate', '.', '--write'], { cwd: folder });
  expect([code, stdout, file('a.yaml')]).toEqual([1, '', text]);
  expect(stderr).toMatch(/^a\.yaml:5:3: error: .*\[migration\/impossible\]$/m);
  expect(stderr).toMatch(/^not migrated: a\.yaml$/m);
});

test('`--to v1beta1` takes one step, `--output` writes the patch', async () => {
  cpSync('examples/eks-hpa', folder, { recursive: true });
  const { code, stdout } = await run(['migrate', '.', '--to', 'v1beta1', '--output', 'p.patch', '--quiet'], {
    cwd: folder,
  });
  expect([code, stdout]).toEqual([0, '']);
  expect(file('p.patch')).toContain('+apiVersion: karpenter.sh/v1beta1\n');
});

test.each<[string, string[]]>([
  ['no path', ['migrate']],
  ['standard input in place', ['migrate', '-', '--write']],
  ['an unknown version', ['migrate', '.', '--to', 'v2']],
  ['a path that does not exist', ['migrate', 'nowhere']],
])('%s is a mistake of the invocation', async (_, argv) => {
  const { code, stdout, stderr } = await run(argv, { cwd: folder });
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(/^error: .*\n {2}help: /);
});

test('standard input is migrated to a patch', async () => {
  const stdin =
    'apiVersion: karpenter.sh/v1beta1\nkind: NodePool\nmetadata: {name: a}\nspec: {template: {spec: {nodeClassRef: {name: b}, requirements: []}}}\n';
  const { code, stdout } = await run(['migrate', '-', '--quiet'], { cwd: folder, stdin });
  expect(code).toBe(0);
  expect(stdout).toContain('+apiVersion: karpenter.sh/v1\n');
});
