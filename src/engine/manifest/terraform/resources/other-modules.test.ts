import { describe, expect, test } from 'vitest';
import { evaluated } from '../terraform.test-support.ts';
import { isUnreadAtHead, withoutOtherModules, withoutUncalledModules } from './other-modules.ts';

type Files = Readonly<Record<string, string>>;

const eks = 'terraform-aws-modules/eks/aws';
const groups = 'eks_managed_node_groups = { base = { desired_size = 2 }, jobs = { desired_size = 3 } }';
const cluster = (source: string, more = ''): Files => ({
  'live/main.tf': `module "cluster" {\n  source = "${source}"\n  ${more}\n  name = "jobs"\n  ${groups}\n}\n# karpenter\n`,
});
const other = 'resource "aws_eks_access_entry" "a" {\n  type = "EC2_LINUX"\n}\n';

/** What is left of the base, and what is unknown at the head. */
function left(base: Files, head: Files): { readonly left: readonly string[]; readonly unread: readonly string[] } {
  const [before, after] = [evaluated(base), evaluated(head)];
  const isUnread = isUnreadAtHead(before, after);
  return {
    left: withoutOtherModules(before, after).made.map(({ file, text }) => `${file} ${/kind: "?(\w+)/.exec(text)?.[1]}`),
    unread: before.made.filter(isUnread).map(({ file }) => file),
  };
}

const all = [
  'live: module.cluster module',
  'live: module.cluster.eks_managed_node_group["base"] ManagedNodeGroup',
  'live: module.cluster.eks_managed_node_group["jobs"] ManagedNodeGroup',
];

test.each<[what: string, base: Files, head: Files, expected: readonly string[]]>([
  ['the same source', cluster(eks), cluster(eks, 'version = "21.0.0"'), all],
  [
    'git',
    cluster(eks),
    cluster('git::https://git.example.com/platform/eks.git?ref=v1'),
    ['live: module.cluster unread_module'],
  ],
  [
    'another registry',
    cluster(eks),
    cluster('registry.example.com/platform/eks/aws'),
    ['live: module.cluster unread_module'],
  ],
  ['a folder that is not here', cluster(eks), cluster('../vendor/eks'), ['live: module.cluster unread_module']],
  [
    'several instances',
    cluster(eks, 'for_each = toset(["a", "b"])'),
    cluster('../vendor/eks', 'for_each = toset(["a", "b"])'),
    ['live: module.cluster["a"] unread_module'],
  ],
  [
    'an unread source at the base',
    cluster('../vendor/eks'),
    cluster(eks),
    ['live: module.cluster unread_module', ...all.slice(1)],
  ],
  ['a call that is removed', cluster(eks), { 'live/main.tf': `# karpenter\n${other}` }, all],
  [
    'a call with another name',
    cluster(eks),
    { 'live/main.tf': cluster('./x')['live/main.tf']!.replace('"cluster"', '"clusters"') },
    all,
  ],
  [
    'a folder that is here',
    cluster(eks),
    {
      ...cluster('../vendor/eks'),
      'vendor/eks/main.tf':
        'resource "aws_eks_node_group" "base" {\n  node_group_name = "base"\n  cluster_name = "jobs"\n}\n',
    },
    [all[1]!],
  ],
])('%s', (_, base, head, expected) => {
  expect(left(base, head).left).toEqual(expected);
});

test('a NodePool in a module from elsewhere is unknown', () => {
  const pool =
    'resource "kubectl_manifest" "a" {\n  yaml_body = yamlencode({ apiVersion = "karpenter.sh/v1", kind = "NodePool", metadata = { name = "a" } })\n}\n';
  const call = (source: string): string => `module "pools" {\n  source = "${source}"\n}\n${other}# karpenter\n`;
  const name = 'live: module.pools.kubectl_manifest.a';
  const { left: texts, unread } = left(
    { 'live/main.tf': call('../pools'), 'pools/main.tf': pool },
    { 'live/main.tf': call('git::https://example.com/pools') },
  );
  expect(texts).toContain(`${name} NodePool`);
  expect(unread).toEqual([name]);
});

describe('a module that nothing calls', () => {
  const poolModule = `variable "name" {}
resource "kubectl_manifest" "pool" {
  yaml_body = yamlencode({
    apiVersion = "karpenter.sh/v1"
    kind       = "NodePool"
    metadata   = { name = var.name }
  })
}
`;
  const applied = 'provider "aws" {\n  region = "eu-west-1"\n}\n# karpenter\n';
  const backend = 'terraform {\n  backend "s3" {}\n}\n# karpenter\n';
  const folder = 'modules/pool';

  const uncalledIn = (texts: Files): readonly string[] =>
    evaluated(texts)
      .made.filter(({ origin }) => origin?.isUncalled)
      .map(({ file }) => file);

  test.each([applied, backend])('is not applied next to a root module', (root) => {
    const texts = { 'main.tf': root, [`${folder}/main.tf`]: poolModule };

    expect(uncalledIn(texts)).toEqual([`${folder}: kubectl_manifest.pool`]);
    expect(withoutUncalledModules(evaluated(texts), evaluated({ 'main.tf': root })).made).toEqual([]);
    expect(withoutUncalledModules(evaluated(texts), evaluated(texts)).made).toHaveLength(1);
  });

  test('is not applied in a folder of modules, even if it needs no values', () => {
    const texts = { 'main.tf': applied, [`${folder}/main.tf`]: poolModule.replace('{}', '{\n  default = "a"\n}') };
    expect(uncalledIn(texts)).toEqual([`${folder}: kubectl_manifest.pool`]);
  });

  test.each<[string, Files]>([
    ['in a repository of modules', { 'modules/class/main.tf': '# karpenter\n', [`${folder}/main.tf`]: poolModule }],
    [
      'with values',
      { 'main.tf': applied, [`${folder}/main.tf`]: poolModule, [`${folder}/terraform.tfvars`]: 'name = "a"\n' },
    ],
    ['with its own provider', { 'main.tf': applied, [`${folder}/main.tf`]: `${applied}${poolModule}` }],
    [
      'that needs no values in a folder of its own',
      { 'main.tf': applied, 'pools/main.tf': poolModule.replace('{}', '{\n  default = "a"\n}') },
    ],
    [
      'that needs no values and is called by the address of the repository',
      {
        'main.tf': `${applied}module "p" {\n  source = "git::https://example.com/infra.git//${folder}?ref=v1"\n}\n`,
        [`${folder}/main.tf`]: poolModule.replace('{}', '{\n  default = "a"\n}'),
      },
    ],
    [
      'that is called',
      {
        'main.tf': `${applied}module "p" {\n  source = "./${folder}"\n  name = "a"\n}\n`,
        [`${folder}/main.tf`]: poolModule,
      },
    ],
  ])('may be applied %s', (_, texts) => {
    expect(uncalledIn(texts)).toEqual([]);
    expect(withoutUncalledModules(evaluated(texts), evaluated({})).made.length).toBeGreaterThan(0);
  });
});
