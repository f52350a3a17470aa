/** What Karpenter calls annotations, labels and taints now that had other names before v1. Source: its upgrade guides for 0.32 and 1.0. */
export const renamedAnnotations = {
  'karpenter.sh/do-not-evict': 'karpenter.sh/do-not-disrupt',
  'karpenter.sh/do-not-consolidate': 'karpenter.sh/do-not-disrupt',
} as const;

export const renamedLabels = { 'karpenter.sh/provisioner-name': 'karpenter.sh/nodepool' } as const;

export const renamedTaints = { 'karpenter.sh/disruption': 'karpenter.sh/disrupted' } as const;
