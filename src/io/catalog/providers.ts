import { eksAutoMode } from '../../engine/aws/auto-mode/eks-auto-mode.ts';
import { aws } from '../../engine/aws/aws.ts';
import type { CloudProvider } from '../../engine/karpenter/cloud-provider/cloud-provider.ts';
import { otherClouds } from '../../engine/karpenter/cloud-provider/other-clouds.ts';

/** Every provider there is; what a NodePool leaves out of its reference is that of the first. */
export const providers: readonly CloudProvider[] = [aws, eksAutoMode, ...otherClouds];
