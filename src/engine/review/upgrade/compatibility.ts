import { neededKarpenter } from '../../karpenter/api/kubernetes-compatibility.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { namedMinor } from '../context/karpenter-version.ts';
import type { Target } from '../context/target.ts';

/**
 * Reports a Karpenter that is too old for the cluster's Kubernetes, if both versions are known and the repository names
 * one of them. A cluster whose version the provider no longer runs has a later one, which needs no older Karpenter.
 */
export function compatibility(target: Target): Diagnostic[] {
  const { isKarpenterAssumed, retiredKubernetes } = target;
  const kubernetesVersion = retiredKubernetes?.version ?? target.kubernetesVersion;
  const karpenterVersion = namedMinor(target);
  const span = retiredKubernetes?.span ?? target.kubernetesVersionSpan ?? target.karpenterVersionSpan;
  if (kubernetesVersion === undefined || isKarpenterAssumed || span === undefined) return [];

  const needed = neededKarpenter(kubernetesVersion, karpenterVersion);
  if (needed === undefined) return [];

  return [
    {
      code: 'upgrade/compatibility',
      severity: 'warning',
      message: `Karpenter ${karpenterVersion} does not support Kubernetes ${kubernetesVersion}, which needs Karpenter ${needed} or later`,
      span,
      labels: [],
      resource: null,
      help: `Upgrade Karpenter to ${needed} or later first, then the control plane.`,
    },
  ];
}
