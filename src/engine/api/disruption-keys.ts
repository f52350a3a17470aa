/** The annotation by which pods, nodes and NodePools' templates forbid disruption. Source: core pkg/apis/v1/labels.go. */
export const doNotDisrupt = 'karpenter.sh/do-not-disrupt';

/** What a node that is on its way out is tainted with. Source: core pkg/apis/v1/taints.go. */
export const disruptedTaint = { key: 'karpenter.sh/disrupted', effect: 'NoSchedule' } as const;
