import { isTerraformOfInterest, mayCreateCluster } from '../../engine/manifest/prefilter.ts';
import { ofKarpenter } from '../../engine/manifest/terraform/syntax/excerpt.ts';
import type { SourceSet } from '../../engine/review/context/source-set.ts';
import type { SetPair } from '../sides/read-side.ts';

/** Whether Terraform of either side may be about Karpenter. */
export const hasTerraform = ({ base, head }: SetPair): boolean =>
  isOfInterest(head) || (base !== null && isOfInterest(base));

const isOfInterest = ({ hintSources, sources }: SourceSet): boolean =>
  hintSources.some(({ file, text }) => isTerraformOfInterest(file, text)) ||
  (hintSources.some(({ file, text }) => mayCreateCluster(file, text)) &&
    sources.some(({ text }) => ofKarpenter.test(text)));
