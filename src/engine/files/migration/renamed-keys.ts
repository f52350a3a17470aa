import { disruptedTaint, doNotDisrupt } from '../../karpenter/api/disruption-keys.ts';
import { label } from '../../karpenter/api/labels.ts';

/** Annotations, labels and taints that Karpenter renamed before v1. Source: its upgrade guides for 0.32 and 1.0. */
export const renamedAnnotations = {
  'karpenter.sh/do-not-evict': doNotDisrupt,
  'karpenter.sh/do-not-consolidate': doNotDisrupt,
} as const;

export const renamedLabels = { 'karpenter.sh/provisioner-name': label.nodePool } as const;

export const renamedTaints = { 'karpenter.sh/disruption': disruptedTaint.key } as const;
