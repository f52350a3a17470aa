import { isTerraformOfInterest } from '../../engine/manifest/prefilter.ts';
import type { SourceSet } from '../../engine/review/source-set.ts';
import type { ReadPair, SetPair } from '../sides/read-side.ts';

/** The sets of a pair, with what their Terraform hands to the cluster. Its parser is loaded only where it has to do with Karpenter. */
export async function evaluatedPair(sets: SetPair, pair: ReadPair): Promise<SetPair> {
  if (!hasTerraform(pair)) return sets;
  const { withTerraform } = await import('./terraform.ts');
  return withTerraform(sets, pair);
}

/** Whether Terraform of either side may have to do with Karpenter. */
export const hasTerraform = ({ base, head }: SetPair): boolean =>
  isOfInterest(head) || (base !== null && isOfInterest(base));

const isOfInterest = ({ hintSources }: SourceSet): boolean =>
  hintSources.some(({ file, text }) => isTerraformOfInterest(file, text));
