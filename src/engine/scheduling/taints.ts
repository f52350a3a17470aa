import type { Taint, Toleration } from '../api/pod.ts';

/** Taints that a node carries while it comes up: they are not held against it until it is initialized. */
const ephemeral: readonly Taint[] = [
  { key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' },
  { key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' },
  { key: 'node.kubernetes.io/unreachable', effect: 'NoSchedule' },
  { key: 'node.cloudprovider.kubernetes.io/uninitialized', effect: 'NoSchedule', value: 'true' },
  { key: 'karpenter.sh/unregistered', effect: 'NoExecute' },
];

/** Kubernetes takes key and effect as a taint's identity. */
const isSameTaint = (a: Taint, b: Taint): boolean => a.key === b.key && a.effect === b.effect;

const isEphemeral = (taint: Taint): boolean =>
  ephemeral.some((known) => isSameTaint(known, taint)) || taint.key.startsWith('readiness.k8s.io/');

/** Taints that count on a node that Karpenter owns and that is not initialized. Source: core pkg/controllers/state/statenode.go. */
export const lastingTaints = (taints: readonly Taint[], startupTaints: readonly Taint[]): Taint[] =>
  taints.filter((taint) => !isEphemeral(taint) && !startupTaints.some((startup) => isSameTaint(startup, taint)));

/** Whether a toleration covers a taint. Source: k8s.io/component-helpers ToleratesTaint, comparison operators included. */
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

/** The taints that no toleration covers; PreferNoSchedule counts like the others. */
export const untolerated = (taints: readonly Taint[], tolerations: readonly Toleration[]): Taint[] =>
  taints.filter((taint) => !tolerations.some((toleration) => toleratesTaint(toleration, taint)));

/** Whether every taint is tolerated. Source: core pkg/scheduling/taints.go. */
export const tolerates = (taints: readonly Taint[], tolerations: readonly Toleration[]): boolean =>
  untolerated(taints, tolerations).length === 0;

/** As Karpenter prints it. */
export const formatTaint = ({ key, value, effect }: Taint): string =>
  value ? `${key}=${value}:${effect}` : `${key}:${effect}`;
