import { describe, expect, test } from 'vitest';
import { nodePool } from '../src/engine/changes/plan/plan.test-support.ts';
import type { Plan } from '../src/engine/changes/plan/plan.ts';
import { plansBetween, type Texts } from './plans-between.ts';

const pool = nodePool('glaze');
const forEach = (set: string, file = '${each.value}'): Texts => ({
  'tf/main.tf': `resource "kubectl_manifest" "p" {\n  for_each  = ${set}\n  yaml_body = file("\${path.module}/${file}")\n}\n`,
  'tf/pools/a.yaml': nodePool('clay'),
});
const globbed = forEach('fileset(path.module, "pools/*.yaml")');
const documents: Texts = {
  'tf/main.tf':
    'data "kubectl_path_documents" "d" {\n  pattern = "${path.module}/pools/*.yaml"\n}\nresource "kubectl_manifest" "p" {\n  for_each  = data.kubectl_path_documents.d.manifests\n  yaml_body = each.value\n}\n',
  'tf/pools/a.yaml': nodePool('clay'),
};

async function planned(base: Texts, head: Texts): Promise<readonly string[]> {
  const around = { 'shop/pool.yaml': nodePool('shop') };
  const { plans } = await plansBetween({ ...around, ...base }, { ...around, ...head });
  const { objects, opaque } = plans[0] as Plan;
  return [
    ...objects.map(({ action, resource }) => `${action} ${resource.kind} ${resource.name}`),
    ...opaque.map(({ file }) => `opaque ${file}`),
  ];
}

describe('T96: Terraform deletes the objects of a file that leaves a glob', () => {
  test.each<[string, Texts, string, string]>([
    ['another extension', globbed, 'tf/pools/b.yaml', 'tf/pools/b.yml'],
    ['a folder below', globbed, 'tf/pools/b.yaml', 'tf/pools/old/b.yaml'],
    ['a folder next to it', globbed, 'tf/pools/b.yaml', 'tf/more/b.yaml'],
    [
      'a file that a set names',
      forEach('toset(["a", "b"])', 'pools/${each.value}.yaml'),
      'tf/pools/b.yaml',
      'tf/pools/c.yaml',
    ],
    ['documents of a pattern', documents, 'tf/pools/b.yaml', 'tf/pools/b.yml'],
    ['another layout', globbed, 'tf/pools/b.yaml', 'tf/pools/b.yml'],
  ])('%s', async (name, around, from, to) => {
    const text = name === 'another layout' ? `# Moved.\n${pool}` : pool;
    expect((await planned({ ...around, [from]: pool }, { ...around, [to]: text })).join()).toMatch(
      /delete NodePool glaze|opaque/,
    );
  });

  test('a file that moves to where something else may apply it', async () => {
    expect(
      (await planned({ ...globbed, 'tf/pools/b.yaml': pool }, { ...globbed, 'shop/b.yaml': pool })).join(),
    ).toContain('opaque tf/pools/b.yaml');
  });

  test('a file that comes into the glob creates them', async () => {
    expect(
      (await planned({ ...globbed, 'tf/pools/b.yml': pool }, { ...globbed, 'tf/pools/b.yaml': pool })).join(),
    ).toMatch(/create NodePool glaze|opaque/);
  });

  test('but not of one that stays in it', async () => {
    const deep = forEach('fileset(path.module, "pools/**/*.yaml")');
    const moved = await planned({ ...deep, 'tf/pools/b.yaml': pool }, { ...deep, 'tf/pools/old/b.yaml': pool });
    expect(moved.join()).not.toContain('opaque');
    expect(
      await planned({ ...globbed, 'tf/pools/b.yaml': pool }, { ...globbed, 'tf/pools/b.yaml': `# Why.\n${pool}` }),
    ).toEqual([]);
  });

  test('but not of one that no Terraform applies', async () => {
    expect(await planned({ ...globbed, 'shop/b.yaml': pool }, { ...globbed, 'shop/b.yml': pool })).toEqual([]);
  });
});
