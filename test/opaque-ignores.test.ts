import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import { opaqueBetween } from './opaque-between.ts';
import { type Prints, plansBetween, type Texts } from './plans-between.ts';

const flux = (ignore = ''): string =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {url: https://github.com/acme/infra, interval: 1m${ignore}}\n---\napiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: pools, namespace: flux-system}\nspec:\n  interval: 1h\n  path: ./pools\n  prune: true\n  sourceRef: {kind: GitRepository, name: flux-system}\n`;
const start: Texts = {
  'flux.yaml': flux(),
  'pools/a.yaml': nodePool('a'),
  'pools/b.yaml': nodePool('b'),
  'docs/a.md': 'A\n',
  'tools/settings.yaml': 'a: b\n',
};

/** What Flux would apply. */
const applies: Prints = ({ files }, read) =>
  files
    .filter((file) => file.startsWith('pools/') && file.endsWith('.yaml') && !file.endsWith('kustomization.yaml'))
    .map(read)
    .join('---\n');

/** What a change plans: actions on objects, and opaque files. */
async function planned(base: Texts, head: Texts, prints: Prints = applies): Promise<readonly string[]> {
  const { plans } = await plansBetween({ ...start, ...base }, { ...start, ...head }, { prints });
  const { objects, opaque } = plans[0] as Plan;
  return [...objects.map(({ action, resource }) => `${action} ${resource.name}`), ...opaque.map(({ file }) => file)];
}

describe('T80: what Flux leaves out of a repository is deleted', () => {
  test.each<[string, Texts, Texts, string[]]>([
    ['a file in the folder', {}, { 'pools/.sourceignore': 'a.yaml\n' }, ['delete a']],
    [
      'a file of the repository',
      { '.sourceignore': '/docs/\n' },
      { '.sourceignore': '/docs/\n/pools/a.yaml\n' },
      ['delete a'],
    ],
    ['a file that comes back', { '.sourceignore': 'b.yaml\n' }, { '.sourceignore': '# none\n' }, ['create b']],
    [
      'an exception that goes',
      { '.sourceignore': 'b.yaml\n!/pools/b.yaml\n' },
      { '.sourceignore': 'b.yaml\n' },
      ['delete b'],
    ],
    ['patterns of the source', {}, { 'flux.yaml': flux(', ignore: "/pools/b.yaml"') }, ['delete b', 'flux.yaml']],
    ['a pattern that is not plain', {}, { '.sourceignore': '[ab].yaml\n' }, ['.sourceignore']],
    [
      'a file that a kustomization lists',
      { 'pools/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n' },
      { 'pools/kustomization.yaml': 'resources: [a.yaml, b.yaml]\n', '.sourceignore': 'a.yaml\n' },
      ['.sourceignore'],
    ],
  ])('%s', async (_, base, head, expected) => {
    expect(await planned(base, head)).toEqual(expected);
  });

  test('there is no plan where nothing can be rendered', async () => {
    const head = { ...start, 'pools/.sourceignore': 'a.yaml\n' };
    const { plans } = await plansBetween(start, head, { prints: () => undefined });
    expect(plans.map(({ digest }) => digest)).toEqual([null]);
  });

  test('a file, where Flux is defined elsewhere', async () => {
    const { plans } = await plansBetween({ 'a.yaml': nodePool() }, { 'a.yaml': nodePool(), '.sourceignore': '*\n' });
    expect((plans[0] as Plan).opaque.map(({ file }) => file)).toEqual(['.sourceignore']);
  });

  test.each([
    ['a template', 'templates/a.yaml\n', ['web/.helmignore']],
    ['a note', 'NOTES.md\n', []],
    ['a comment', '# nothing\n', []],
  ])('%s that helm leaves out of a chart', async (_, ignored, files) => {
    const chart = { 'web/Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n', 'web/templates/a.yaml': 'a: b\n' };
    expect(await planned(chart, { ...chart, 'web/.helmignore': ignored })).toEqual(files);
  });

  test.each<[string, Texts]>([
    ['documents', { '.sourceignore': '/docs/\n*.md\n' }],
    ['files that nothing applies', { '.sourceignore': '/tools/\n' }],
    ['a comment', { '.sourceignore': '# nothing\n\n' }],
    ['a file that another line takes back in', { '.sourceignore': 'a.yaml\n!a.yaml\n' }],
  ])('but not %s', async (_, head) => {
    expect(await planned({}, head)).toEqual([]);
  });
});

describe('T103: what other tools leave out of a folder is opaque', () => {
  const files: Texts = {
    'pool.yaml': nodePool(),
    'fleet.yaml': 'defaultNamespace: a\n',
    'pools/a.yaml': nodePool('a'),
    'tf/main.tf': 'resource "aws_eks_cluster" "a" {\n  name = "a"\n}\n',
    'tf/pools.yaml': 'a: b\n',
    'docs/a.md': 'A\n',
    'docs/a.png': 'A\n',
  };
  const changed = async (path: string, before: string | undefined, after: string | undefined) => {
    const [base, head] = [before, after].map((text) => ({ ...files, ...(text !== undefined && { [path]: text }) }));
    return opaqueBetween(base!, head!);
  };

  test.each<[string, string, string | undefined, string | undefined]>([
    ['a manifest, of Fleet', '.fleetignore', undefined, 'a.yaml\n'],
    ['a folder, of Fleet', '.fleetignore', 'docs\n', 'docs\npools\n'],
    ['a manifest that comes back', 'pools/.fleetignore', 'a.yaml\n', undefined],
    ['a path, which Fleet may read in another way', '.fleetignore', undefined, 'docs/*.md\n'],
    ['a file of Terraform', '.terraformignore', undefined, 'tf/main.tf\n'],
    ['a file that Terraform may read', 'tf/.terraformignore', undefined, '*.yaml\n'],
    ['a folder that comes back', '.terraformignore', 'tf/\n', 'tf/\n!tf/\n'],
    ['a pattern that is not followed', '.terraformignore', undefined, 'tf/[a-z]ain.tf\n'],
  ])('%s', async (_, path, before, after) => {
    expect(await changed(path, before, after)).toEqual([path]);
  });

  test.each<[string, string, string | undefined, string | undefined]>([
    ['documents, of Fleet', '.fleetignore', undefined, '# Texts.\n*.md\n*.png\n'],
    ['documents, of Terraform', '.terraformignore', undefined, '.git/\n.terraform/\ndocs/\n'],
    ['a comment', '.terraformignore', 'tf/main.tf\n', '# Not this.\ntf/main.tf\n'],
  ])('but not %s', async (_, path, before, after) => {
    expect(await changed(path, before, after)).toEqual([]);
  });
});

describe('T104: settings of a backend that are another state are opaque', () => {
  const changed = (before: string, after: string) => {
    const files = { 'tf/main.tf': 'terraform {\n  backend "s3" {}\n}\n' };
    return opaqueBetween({ ...files, 'tf/prod.tfbackend': before }, { ...files, 'tf/prod.tfbackend': after });
  };
  const state = 'bucket = "a"\nkey    = "prod"\n';

  test.each<[string, string, string]>([
    ['another key', state, state.replace('prod', 'dev')],
    ['another bucket', state, state.replace('"a"', '"b"')],
    ['a place that is no longer named', state, 'bucket = "a"\n'],
    ['what is not read', state, `${state}assume_role = {\n  role_arn = "a"\n}\n`],
  ])('%s', async (_, before, after) => {
    expect(await changed(before, after)).toEqual(['tf/prod.tfbackend']);
  });

  test.each<[string, string, string]>([
    ['a comment', state, `# Ours.\n${state}`],
    ['the order', state, 'key = "prod" # ours\nbucket = "a"\n'],
    ['how it is locked', `${state}dynamodb_table = "locks"\n`, `${state}use_lockfile = true\n`],
  ])('but not %s', async (_, before, after) => {
    expect(await changed(before, after)).toEqual([]);
  });
});
