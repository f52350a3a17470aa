/** What rules are about, in the order in which the index shows it. */
export const themes = [
  'Which nodes a pool may launch',
  'How much a pool may launch',
  'Pools beside each other',
  'Disruption',
  'Workloads',
  'Images and user data',
  'Volumes',
  'Network',
  'Capacity reservations',
  'Identity',
  'Karpenter itself',
  'Every object',
] as const;

/** What a rule is about. */
export type Theme = (typeof themes)[number];
