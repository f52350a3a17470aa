import { disruptedTaint } from '../api/disruption-keys.ts';
import type { Taint, Toleration } from '../api/pod.ts';

/** Taints that a node has while it starts. They are ignored until the node is initialized. */
const ephemeral: readonly Taint[] = [
  { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
  { key: 'node.cloudprovider.kubernetes.io/uninitialized', effect: 'NoSchedule', value: 'true' },
  { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
];

/** Kubernetes identifies a taint by key and effect. */
const isSameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

const isEphemeral = (taint: Taint): boolean =>
  ephemeral.some((candidate) => isSameTaint(candidate, taint)) || taint.key.startsWith('readiness.k8s.io/');

/**
 * The taints that count on a node of Karpenter that is not initialized yet. Source: core pkg/controllers/state/statenode.go.
 */
export const lastingTaints = (taints: readonly Taint[], startupTaints: readonly Taint[]): Taint[] =>
  taints.filter((taint) => !isEphemeral(taint) && !startupTaints.some((startup) => isSameTaint(startup, taint)));

/** Whether a toleration matches a taint, including comparison operators. Source: k8s.io/component-helpers ToleratesTaint. */
export function toleratesTaint(toleration: Toleration, taint: Taint): boolean {
  if (toleration.effect && toleration.effect !== taint.effect) return false;
  if (toleration.key && toleration.key !== taint.key) return false;

  switch (toleration.operator ?? '') {
    case '':
    case 'Equal':
      return (toleration.value ?? '') === (taint.value ?? '');
    case 'Exists':
      return true;
    case 'Gt':
      return compares(toleration, taint, (required, actual) => actual > required);
    case 'Lt':
      return compares(toleration, taint, (required, actual) => actual < required);
    default:
      return false;
  }
}

function compares(toleration: Toleration, taint: Taint, test: (required: bigint, actual: bigint) => boolean): boolean {
  const [required = '', actual = ''] = [toleration.value, taint.value];
  return /^-?\d{1,19}$/.test(required) && /^-?\d{1,19}$/.test(actual) && test(BigInt(required), BigInt(actual));
}

/** The taints that no toleration matches. PreferNoSchedule counts like the others. */
export const untolerated = (taints: readonly Taint[], tolerations: readonly Toleration[]): Taint[] =>
  taints.filter((taint) => !tolerations.some((toleration) => toleratesTaint(toleration, taint)));

/** Whether every taint is tolerated. Source: core pkg/scheduling/taints.go. */
export const tolerates = (taints: readonly Taint[], tolerations: readonly Toleration[]): boolean =>
  untolerated(taints, tolerations).length === 0;

/**
 * Whether pods tolerate the taint of a node that Karpenter drains. It does not evict such pods, and does not wait for them: they end with the node.
 * Source: core pkg/utils/pod/scheduling.go IsEvictable and IsDrainable.
 */
export const toleratesDraining = (tolerations: readonly Toleration[]): boolean =>
  tolerates([disruptedTaint], tolerations);

/** As Karpenter prints it. */
export const formatTaint = ({ key, value, effect }: Taint): string => {
  if (value) return `${key}=${value}:${effect}`;
  return `${key}:${effect}`;
};
