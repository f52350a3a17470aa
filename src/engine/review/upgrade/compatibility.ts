import { neededKarpenter } from '../../api/kubernetes-compatibility.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import type { Target } from '../target.ts';

/** Says that the Karpenter of a side is too old for its Kubernetes, where both are known and one of them by a place of the repository. */
export function compatibility(target: Target): Diagnostic[] {
  const { kubernetesVersion, karpenterVersion, isKarpenterAssumed } = target;
  const span = target.kubernetesVersionSpan ?? target.karpenterVersionSpan;
  if (kubernetesVersion === undefined || isKarpenterAssumed || span === undefined) return [];
  const needed = neededKarpenter(kubernetesVersion, karpenterVersion);
  if (needed === undefined) return [];
  return [
    {
      code: 'upgrade/compatibility',
      severity: 'warning',
      message: `Karpenter ${karpenterVersion} is not made for Kubernetes ${kubernetesVersion}, which takes ${needed} or later`,
      span,
      labels: [],
      resource: null,
      help: 'Upgrade Karpenter first, and the control plane after it.',
    },
  ];
}
