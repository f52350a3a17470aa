/** The annotation with which pods, nodes and node templates forbid disruption. Source: core pkg/apis/v1/labels.go. */
export const doNotDisrupt = 'karpenter.sh/do-not-disrupt';

/** The taint of a node that Karpenter is about to delete. Source: core pkg/apis/v1/taints.go. */
export const disruptedTaint = { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' } as const;
