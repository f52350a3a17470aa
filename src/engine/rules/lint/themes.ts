/** The topics of rules, in the order of the index. */
export const themes = [
  'Instance types and zones',
  'Limits',
  'Taints and overlapping NodePools',
  'Disruption',
  'Workloads',
  'Images and user data',
  'Volumes',
  'Network',
  'Capacity reservations',
  'IAM and cluster access',
  'Security',
  'Karpenter installation',
  'All objects',
] as const;

/** The topic of a rule. */
export type Theme = (typeof themes)[number];
