import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { run } from '../../src/hosts/cli/terminal/terminal.test-support.ts';
import { addFiles, chartYaml, cleanUp, type Files, folderOf, kustomization, nodePool } from './rendering.ts';

afterEach(cleanUp);

const nodeClass = (alias: string): string => `apiVersion: karpenter.k8s.aws/v1
kind: EC2NodeClass
metadata:
  name: default
spec:
  role: nodes
  amiSelectorTerms:
    - alias: ${alias}
  subnetSelectorTerms:
    - tags: {a: b}
  securityGroupSelectorTerms:
    - tags: {a: b}
`;

/** Dev, staging and prod with one base, and a chart with values for two environments. */
const files: Files = {
  'deploy/base/kustomization.yaml': kustomization('pool.yaml', 'class.yaml'),
  'deploy/base/pool.yaml': `# Everything runs here.\n${nodePool('general')}`,
  'deploy/base/class.yaml': nodeClass('al2023@v20260715'),
  ...Object.fromEntries(
    ['dev', 'staging', 'prod'].flatMap((name) => [
      [`deploy/${name}/kustomization.yaml`, `${kustomization('../base')}patches: [{path: limits.yaml}]\n`],
      [
        `deploy/${name}/limits.yaml`,
        `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: general\nspec:\n  limits:\n    cpu: ${name.length}0\n`,
      ],
    ]),
  ),
  'charts/gpu/Chart.yaml': chartYaml('gpu'),
  'charts/gpu/values.yaml': 'limit: 4\nweight: 10\n',
  'charts/gpu/values-dev.yaml': 'limit: 2\n',
  'charts/gpu/values-prod.yaml': 'limit: 8\n',
  'charts/gpu/templates/pool.yaml': nodePool('gpu', '{{ .Values.limit }}').replace(
    'spec:\n',
    'spec:\n  weight: {{ .Values.weight }}\n',
  ),
};

interface Document {
  readonly diagnostics: readonly {
    code: string;
    file: string;
    start: { line: number };
    isNew: boolean;
    foundIn?: { roots: string[]; isExact: boolean };
    fix?: { edits: { file: string }[] };
  }[];
  readonly changes: readonly {
    resource: { name: string };
    roots?: string[];
    type: string;
    fields: { path: string }[];
  }[];
  readonly environments: readonly { name: string; isMain: boolean }[];
  readonly estimate: { assumptions: string[] } | null;
}

const git = (folder: string, ...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { cwd: folder, encoding: 'utf8' });

/** A repository whose working tree differs from HEAD by some files. */
function changed(change: Files): string {
  const folder = folderOf(files);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'base');
  addFiles(folder, change);
  return folder;
}

async function reviewOf(cwd: string, ...args: string[]): Promise<Document> {
  const env = { PATH: process.env.PATH! };
  const { stdout, stderr } = await run(['review', '--base', 'HEAD', '--format', 'json', '--quiet', ...args], {
    cwd,
    env,
  });
  expect(stderr).toBe('');
  return JSON.parse(stdout);
}

const placesOf = ({ diagnostics }: Document): string[] =>
  diagnostics.map(({ code, file, start, isNew }) => `${code} ${file}:${start.line}${isNew ? '' : ' older'}`);

test('a change of the base affects the three environments and is reported once', async () => {
  const review = await reviewOf(changed({ 'deploy/base/class.yaml': nodeClass('al2023@latest') }));
  expect(placesOf(review)).toContain('lint/pin-ami-alias deploy/base/class.yaml:8');
  const [finding] = review.diagnostics.filter(({ code }) => code === 'lint/pin-ami-alias');
  expect(finding!.foundIn).toEqual({
    tool: 'kustomize',
    roots: ['deploy/dev', 'deploy/prod', 'deploy/staging'],
    isExact: true,
  });
  expect(review.changes.map(({ resource, roots }) => [resource.name, roots])).toEqual([
    ['default', ['deploy/dev', 'deploy/prod', 'deploy/staging']],
  ]);
  expect(review.environments.map(({ name, isMain }) => [name, isMain])).toEqual([
    ['dev', false],
    ['staging', false],
    ['prod', true],
  ]);
});

test('a change of one overlay affects only that one', async () => {
  const limits = (files['deploy/prod/limits.yaml'] as string).replace('40', '-1');
  const review = await reviewOf(changed({ 'deploy/prod/limits.yaml': limits }));
  expect(
    review.changes.map(({ resource, roots, fields }) => [resource.name, roots, fields.map(({ path }) => path)]),
  ).toEqual([['general', ['deploy/prod'], ['spec.limits.cpu']]]);
  expect(
    placesOf(review)
      .filter((one) => !one.endsWith('older'))
      .every((one) => one.includes('deploy/prod/limits.yaml:7')),
  ).toBe(true);
});

test('a value of a chart is reported in the values file, and a line of the template in the template', async () => {
  const review = await reviewOf(
    changed({
      'charts/gpu/values-prod.yaml': 'limit: many\n',
      'charts/gpu/values.yaml': 'limit: 4\nweight: 1000\n',
    }),
  );
  const found = placesOf(review).filter((one) => one.startsWith('schema/'));
  expect(found).toEqual(
    expect.arrayContaining([expect.stringMatching(/^schema\/\S+ charts\/gpu\/values-prod\.yaml:1$/)]),
  );
  expect(found).toEqual(expect.arrayContaining([expect.stringMatching(/^schema\/\S+ charts\/gpu\/values\.yaml:2$/)]));
});

test('no report names a rendered text', async () => {
  const cwd = changed({
    'deploy/base/class.yaml': nodeClass('al2023@latest'),
    'charts/gpu/values.yaml': 'limit: x\nweight: 0\n',
  });
  const env = { PATH: process.env.PATH! };
  for (const format of ['text', 'json', 'github', 'markdown']) {
    const { stdout } = await run(['review', '--base', 'HEAD', '--format', format, '--quiet'], { cwd, env });
    expect(stdout).not.toMatch(/\((?:kustomize build|helm template)/);
  }
});

test('`--fix` fixes the source file', async () => {
  const cwd = changed({
    'deploy/base/pool.yaml': `# Kept.\n${nodePool('general').replace('[spot]', '[spott] # why')}`,
  });
  const before = readFileSync(join(cwd, 'deploy/base/pool.yaml'), 'utf8');
  const { stderr } = await run(['check', 'deploy', '--fix', '--quiet'], { cwd, env: { PATH: process.env.PATH! } });
  expect(stderr).toContain('fixed deploy/base/pool.yaml');
  expect(readFileSync(join(cwd, 'deploy/base/pool.yaml'), 'utf8')).toBe(before.replace('[spott]', '[spot]'));
  expect(git(cwd, 'status', '--porcelain')).toBe(' M deploy/base/pool.yaml\n');
});

test('a suppression in a patch, a resource or a template applies to the rendered objects', async () => {
  const ignore = '    # plumbline-ignore pin-ami-alias: tried out\n';
  const text = nodeClass('al2023@latest').replace('    - alias', `${ignore}    - alias`);
  const cwd = folderOf({ ...files, 'deploy/base/class.yaml': text });
  const { stdout } = await run(['check', '.', '--format', 'json', '--quiet'], {
    cwd,
    env: { PATH: process.env.PATH! },
  });
  const document = JSON.parse(stdout) as Document;
  expect(placesOf(document).filter((one) => /pin-ami-alias|suppression/.test(one))).toEqual([]);
});

test('an existing finding stays existing, even if every line has moved', async () => {
  const base = { ...files, 'deploy/base/class.yaml': nodeClass('al2023@latest') };
  const folder = folderOf(base);
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'base');
  addFiles(folder, {
    'deploy/base/class.yaml': `# One.\n# Two.\n${nodeClass('al2023@latest')}`,
    'deploy/prod/kustomization.yaml': `namePrefix: ''\n${files['deploy/prod/kustomization.yaml']}`,
  });
  expect(placesOf(await reviewOf(folder))).toContain('lint/pin-ami-alias deploy/base/class.yaml:10 older');
});

test('a kustomization that replaces plain files deletes nothing', async () => {
  const folder = folderOf({ 'k/pool.yaml': nodePool('general'), 'k/class.yaml': nodeClass('al2023@v20260715') });
  git(folder, 'init', '-q');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'base');
  addFiles(folder, { 'k/kustomization.yaml': kustomization('pool.yaml', 'class.yaml') });
  const { changes } = await reviewOf(folder);
  expect(changes).toEqual([]);
});

test('a NodePool in the `crds` folder of a chart is reviewed, although Helm does not print it', async () => {
  const at = changed({ 'charts/gpu/crds/pool.yaml': nodePool('hidden') });
  const { changes } = await reviewOf(at);
  expect(changes.map(({ resource, type }) => `${resource.name} ${type}`)).toContain('hidden added');
});
