import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import { terraformRemovals } from './lifecycles.ts';

type Texts = Readonly<Record<string, string>>;

/** Why each object of base stays once it is gone; `deleted` otherwise. */
const fates = (base: Texts, head: Texts): Record<string, string> =>
  Object.fromEntries(
    [...terraformRemovals(evaluated(base), evaluated(head))].map(([name, { keeping }]) => [
      name,
      keeping?.because ?? 'deleted',
    ]),
  );

const pool = (more = '', label = 'pool'): string => `
resource "kubectl_manifest" "${label}" {
  yaml_body = "apiVersion: karpenter.sh/v1\\nkind: NodePool\\nmetadata: {name: ${label}}\\n"
  ${more}
}
`;

const removed = (from: string, lifecycle: string): string =>
  `# karpenter\nremoved {\n  from = ${from}\n  ${lifecycle}\n}\n`;
const keeps = 'lifecycle { destroy = false }';
const guard = 'lifecycle { prevent_destroy = true }';

test.each<[what: string, base: string, head: string, expected: string]>([
  ['a block that is gone', pool(), '# karpenter', 'deleted'],
  [
    'a block that a `removed` block forgets',
    pool(),
    removed('kubectl_manifest.pool', keeps),
    'the `removed` block of `kubectl_manifest.pool` has `destroy = false`',
  ],
  [
    'a block that a `removed` block destroys',
    pool(),
    removed('kubectl_manifest.pool', 'lifecycle { destroy = true }'),
    'deleted',
  ],
  ['a `removed` block without `lifecycle`, which destroys', pool(), removed('kubectl_manifest.pool', ''), 'deleted'],
  ['a `removed` block of another resource', pool(), removed('kubectl_manifest.pools', keeps), 'deleted'],
  [
    'a `removed` block that an unknown value decides',
    pool(),
    removed('kubectl_manifest.pool', 'lifecycle { destroy = var.destroy }'),
    'deleted',
  ],
  // Terraform protects only what still has its block.
  ['a block with `prevent_destroy` that is gone', pool(guard), '# karpenter', 'deleted'],
  [
    'a block that its provider never deletes',
    pool('apply_only = true'),
    '# karpenter',
    '`kubectl_manifest.pool` has `apply_only = true`, so Terraform never deletes it',
  ],
])('%s', (_, base, head, expected) => {
  expect(fates({ 'infra/main.tf': base }, { 'infra/main.tf': head })).toEqual({
    'infra: kubectl_manifest.pool': expected,
  });
});

test('an instance of a block with `prevent_destroy` that is still there', () => {
  const block = (count: number): Texts => ({ 'main.tf': pool(`count = ${count}\n  ${guard}`) });
  const refused = 'Terraform refuses to destroy `kubectl_manifest.pool` (`prevent_destroy`), so its plan fails';
  expect(fates(block(1), block(0))).toEqual({ '.: kubectl_manifest.pool[0]': refused });
  const keyed = (keys: string): Texts => ({ 'main.tf': pool(`for_each = toset(${keys})\n  ${guard}`) });
  expect(fates(keyed('["a", "b"]'), keyed('["a"]'))['.: kubectl_manifest.pool["b"]']).toBe(refused);
});

test('a module that a `removed` block of its caller forgets, and a resource within a module', () => {
  const module = { 'modules/pools/main.tf': pool() };
  const call = 'module "pools" {\n  source = "./modules/pools"\n}\n';
  const because = (from: string): string => `the \`removed\` block of \`${from}\` has \`destroy = false\``;
  const name = '.: module.pools.kubectl_manifest.pool';
  expect(fates({ ...module, 'main.tf': call }, { ...module, 'main.tf': removed('module.pools', keeps) })).toEqual({
    [name]: because('module.pools'),
  });
  const within = { 'modules/pools/main.tf': removed('kubectl_manifest.pool', keeps), 'main.tf': call };
  expect(fates({ ...module, 'main.tf': call }, within)).toEqual({
    [name]: because('module.pools.kubectl_manifest.pool'),
  });
});

test('each root module decides for itself', () => {
  const both = { 'dev/main.tf': pool(), 'prod/main.tf': pool() };
  const head = { 'dev/main.tf': removed('kubectl_manifest.pool', keeps), 'prod/main.tf': '# karpenter' };
  expect(fates(both, head)).toEqual({
    'dev: kubectl_manifest.pool': 'the `removed` block of `kubectl_manifest.pool` has `destroy = false`',
    'prod: kubectl_manifest.pool': 'deleted',
  });
});

describe('a root module that leaves git as a whole', () => {
  const stateAt = (key: string): string =>
    `terraform {\n  backend "s3" {\n    bucket = "b"\n    key = "${key}"\n  }\n}\n`;
  const prod = { 'prod/main.tf': `${pool()}${stateAt('prod')}` };
  const base = { ...prod, 'dev/main.tf': `${pool()}${stateAt('dev')}` };
  const of = (head: Texts): string | undefined => fates(base, head)['dev: kubectl_manifest.pool'];
  const stays = '`dev` leaves git as a whole, and without its files, Terraform destroys nothing';

  test('stays, because nobody plans it any more', () => {
    expect(of(prod)).toBe(stays);
    expect(of({ ...prod, 'qa/main.tf': `${pool()}${stateAt('qa')}` })).toBe(stays);
  });

  test('may be destroyed by a new root with its state', () => {
    expect(of({ ...prod, 'development/main.tf': `# karpenter\n${stateAt('dev')}` })).toBe('deleted');
    expect(of({ ...prod, 'development/main.tf': pool() })).toBe('deleted');
  });

  test('is destroyed if a file of it is left, and unknown if something cannot be read', () => {
    expect(of({ ...prod, 'dev/main.tf': `# karpenter\n${stateAt('dev')}` })).toBe('deleted');
    expect(of({ ...prod, 'prod/broken.tf': 'resource "kubectl_manifest" "a" {' })).toBe('deleted');
  });
});

describe('a unit of Terragrunt that leaves git', () => {
  const module = (more = ''): Texts => ({ 'modules/pools/main.tf': `variable "env" {}\n${pool()}${more}` });
  const unit = 'terraform {\n  source = "../../../modules/pools"\n}\ninputs = { env = "a" }\n';
  const live = (...names: readonly string[]): Texts =>
    Object.fromEntries(names.map((name) => [`live/${name}/pools/terragrunt.hcl`, unit]));
  const of = (head: Texts, more = ''): string | undefined =>
    fates({ ...module(more), ...live('dev', 'prod') }, { ...module(more), ...head })[
      'modules/pools with live/dev/pools/terragrunt.hcl: kubectl_manifest.pool'
    ];
  const stays = '`live/dev/pools/terragrunt.hcl` leaves git, and Terragrunt destroys nothing of a unit that is gone';

  test('stays, because no run finds it any more', () => {
    expect(of(live('prod'))).toBe(stays);
    expect(of({})).toBe(stays);
  });

  test('stays if it goes to another folder, which has a state of its own', () => {
    expect(of(live('prod', 'parked'))).toBe(stays);
    expect(of(live('prod', 'parked'), 'terraform {\n  backend "s3" {}\n}\n')).toBe(stays);
  });

  test('may be destroyed by a new unit if the code names its state', () => {
    const backend = 'terraform {\n  backend "s3" {\n    key = "pools"\n  }\n}\n';
    expect(of(live('prod', 'parked'), backend)).toBe('deleted');
  });
});
