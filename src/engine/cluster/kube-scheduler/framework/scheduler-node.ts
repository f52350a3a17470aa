import type { Taint } from '../../../karpenter/api/pod.ts';
import type { Resources } from '../../../karpenter/api/resources.ts';

/** What kube-scheduler knows about a node. */
export interface SchedulerNode {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly isUnschedulable?: boolean;
  readonly allocatable: Resources;
  /** CSI driver → number of volumes it can attach; absent if there is no CSINode. */
  readonly volumeLimits?: ReadonlyMap<string, number> | undefined;
}
