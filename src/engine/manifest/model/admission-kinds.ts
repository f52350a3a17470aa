/** Kinds that decide what pods get when they are created, and that therefore change no pods that run. */
export const admissionKinds: readonly string[] = [
  'LimitRange',
  'RuntimeClass',
  'SecurityGroupPolicy',
  'ResourceQuota',
  'VerticalPodAutoscaler',
];

/** Kinds of policies that may change pods when they are created. */
export const policyKinds: readonly string[] = [
  'ClusterPolicy',
  'Policy',
  'MutatingAdmissionPolicy',
  'MutatingAdmissionPolicyBinding',
];

/** Kinds of Kueue that decide when suspended workloads start. */
export const queueKinds: readonly string[] = ['ClusterQueue', 'LocalQueue', 'AdmissionCheck', 'WorkloadPriorityClass'];
