import { disruptedTaint, doNotDisrupt } from '../api/disruption-keys.ts';
import { label } from '../api/labels.ts';

/** What Karpenter calls annotations, labels and taints now that had other names before v1. Source: its upgrade guides for 0.32 and 1.0. */
export const renamedAnnotations = {
  'karpenter.sh/do-not-evict': doNotDisrupt,
  'karpenter.sh/do-not-consolidate': doNotDisrupt,
} as const;

export const renamedLabels = { 'karpenter.sh/provisioner-name': label.nodePool } as const;

export const renamedTaints = { 'karpenter.sh/disruption': disruptedTaint.key } as const;
