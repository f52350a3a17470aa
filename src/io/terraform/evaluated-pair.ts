import type { ReadPair, SetPair } from '../sides/read-side.ts';
import { hasTerraform } from './has-terraform.ts';

/**
 * The sets of a pair, with the objects that their Terraform creates in the cluster. The parser is loaded only if
 * Terraform may be about Karpenter.
 */
export async function evaluatedPair(sets: SetPair, pair: ReadPair): Promise<SetPair> {
  if (!hasTerraform(pair)) return sets;

  const [{ withTerraform }, { evaluatedRepository }] = await Promise.all([
    import('./terraform.ts'),
    import('./evaluated-repository.ts'),
  ]);

  return withTerraform(sets, await evaluatedRepository(pair));
}
