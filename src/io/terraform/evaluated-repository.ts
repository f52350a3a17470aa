import { knownResources } from '../../engine/karpenter/cloud-provider/cloud-provider.ts';
import { HclReader } from '../../engine/manifest/terraform/modules/terraform-files.ts';
import { type TerraformSources, terraformSources } from '../../engine/manifest/terraform/terraform.ts';
import { providers } from '../catalog/providers.ts';
import type { OpenFiles, ReadPair } from '../sides/read-side.ts';
import { hclParser } from './hcl-parser.ts';
import { compilePattern } from './linear-pattern.ts';
import type { EvaluatedSides } from './terraform.ts';
import { TerraformTree } from './terraform-tree.ts';

/** Evaluates Terraform of both sides of a repository. Its files are evaluated as data, and nothing is run. */
export async function evaluatedRepository({ files }: Pick<ReadPair, 'files'>): Promise<EvaluatedSides> {
  const reader = new HclReader(await hclParser(), compilePattern);

  // Both sides mostly read the same files.
  const expected = new Set<string>();

  const evaluate = async (open: OpenFiles, before?: TerraformSources): Promise<TerraformSources> => {
    const tree = new TerraformTree(await open());
    const known = knownResources(providers);
    const evaluated = await tree.settle(() => terraformSources(tree, reader, known, before), expected);
    for (const path of tree.read) expected.add(path);

    return evaluated;
  };

  const base = files.base && (await evaluate(files.base));
  return { base, head: await evaluate(files.head, base ?? undefined) };
}
