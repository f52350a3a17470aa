import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from '../../src/io/github/github.ts';
import { pairOfCommits } from '../../src/io/sides/commit-files.ts';
import { readCommitPair } from '../../src/io/sides/commit-pair.ts';
import { CommitStore } from '../../src/io/sides/commit-store.ts';
import { evaluatedPair } from '../../src/io/terraform/evaluated-pair.ts';
import { FakeGitHub } from './github.ts';

let fake: FakeGitHub;
let store: CommitStore;

beforeEach(async () => {
  fake = await FakeGitHub.start();
  const github = connect({ token: await fake.token({ contents: 'read' }), apiUrl: fake.url });
  store = new CommitStore({ github, repository: { owner: 'acme', repo: 'infra' }, clone: undefined });
});
afterEach(() => fake.close());

const files = (weight: number): Record<string, string> => ({
  'live/main.tf': 'module "pools" {\n  source = "../modules/pools"\n  name   = "web"\n}\n',
  'modules/pools/main.tf':
    'variable "name" {}\nresource "kubectl_manifest" "pool" {\n  yaml_body = templatefile("${path.module}/pool.tftpl", { name = var.name })\n}\n',
  'modules/pools/pool.tftpl': `apiVersion: karpenter.sh/v1\nkind: NodePool\nmetadata:\n  name: \${name}\nspec:\n  weight: ${weight}\n`,
});

async function sides(base: string, head: string, paths: readonly string[] = []) {
  const { trees } = await readCommitPair(store, { base, head, paths });
  const pair = await evaluatedPair(trees!, pairOfCommits(store, { base, head, trees: trees!, paths }));
  return { base: pair.base!, head: pair.head };
}

test('Terraform is evaluated from blobs, with the templates that its code names', async () => {
  const base = fake.git.commit(files(10));
  const head = fake.git.commit(files(20), [base]);
  const pair = await sides(base, head);
  const made = [pair.base, pair.head].map(({ sources }) => sources.map(({ file, text }) => [file, text.slice(-3, -1)]));
  const name = 'live: module.pools.kubectl_manifest.pool';
  expect(made).toEqual([[[name, '10']], [[name, '20']]]);
  expect(pair.head.originals?.map(({ file }) => file)).toEqual([
    'live/main.tf',
    'modules/pools/main.tf',
    'modules/pools/pool.tftpl',
  ]);
});

test.each([
  [['modules'], 1],
  [['elsewhere'], 0],
])('paths that were not requested are left out: %j', async (paths, count) => {
  const base = fake.git.commit({ ...files(10), 'elsewhere/x.tf': '# karpenter, one' });
  const head = fake.git.commit({ ...files(20), 'elsewhere/x.tf': '# karpenter, two' }, [base]);
  expect((await sides(base, head, paths)).head.sources).toHaveLength(count);
});

test('files that head makes unreadable are unknown if base had them', async () => {
  const base = fake.git.commit(files(10));
  const head = fake.git.commit({ ...files(10), 'modules/pools/main.tf': 'resource "kubectl_manifest" {{\n' }, [base]);
  const pair = await sides(base, head);
  expect(pair.head.unmade).toEqual([{ file: 'live: module.pools.kubectl_manifest.pool', diagnostic: null }]);
  expect(pair.head.diagnostics.map(({ code, span }) => [code, span.file])).toEqual([
    ['terraform/syntax', 'modules/pools/main.tf'],
  ]);
});

test('unrelated Terraform is not evaluated', async () => {
  const base = fake.git.commit({ 'main.tf': 'variable "region" {}\n', 'a.yaml': 'apiVersion: v1\nkind: Pod\n' });
  const head = fake.git.commit({ 'main.tf': 'variable "region" {}\n', 'a.yaml': 'apiVersion: v1\nkind: Pod # 2\n' }, [
    base,
  ]);
  const { trees } = await readCommitPair(store, { base, head, paths: [] });
  const pair = pairOfCommits(store, { base, head, trees: trees!, paths: [] });
  expect(await evaluatedPair(trees!, pair)).toBe(trees);
});
