import { doNotDisrupt } from '../../../karpenter/api/disruption-keys.ts';
import { parseDuration } from '../../../karpenter/api/duration.ts';
import { selects } from '../../../karpenter/api/label-selector.ts';
import type { Pod } from '../../../karpenter/api/pod.ts';
import { toleratesDraining } from '../../../karpenter/scheduling/taints.ts';
import { LabelMatcher } from '../../kube-scheduler/framework/label-matcher.ts';
import type { SchedulerBudget } from '../../kube-scheduler/preemption.ts';
import type { PodDisruptionLimit } from '../../provisioning/pods/pod-disruption-budget.ts';
import type { PodGroup } from './pod-group.ts';

/** The properties of pods that decide whether they may be evicted. */
type Evicted = Pick<PodGroup, 'pod' | 'isDaemon' | 'startedAt' | 'isReady'>;

/**
 * Whether a pod's annotation currently forbids disruption, either permanently or for a time after its start. Source:
 * core pkg/utils/pod/scheduling.go.
 */
export function isDoNotDisrupt({ pod, startedAt }: Pick<PodGroup, 'pod' | 'startedAt'>, now: number): boolean {
  const value = pod.metadata.annotations?.[doNotDisrupt];
  if (value === undefined || value === 'true') return value === 'true';
  const nanos = parseDuration(value);
  if (nanos === undefined || nanos <= 0n) return false;
  return startedAt === undefined || now - startedAt < Number(nanos / 1_000_000n);
}

/** Whether Karpenter leaves a pod on a node that it drains, so that it ends with the node. */
export const endsWithNode = ({ spec }: Pick<Pod, 'spec'>): boolean => toleratesDraining(spec.tolerations ?? []);

/** Whether a pod ends on its own once its work is done, so that it does not keep a node for good. Its CronJob starts the next one elsewhere. */
export const endsByItself = ({ workload }: Pick<PodGroup, 'workload'>): boolean => /^(?:Cron)?Job\//.test(workload);

/** Evictions that PodDisruptionBudgets and annotations forbid. Source: core pkg/utils/pdb/pdb.go. */
export class PodDisruptionLimits {
  readonly #limits: readonly PodDisruptionLimit[];
  #budgets: readonly SchedulerBudget[] | undefined;
  readonly #matching = new Map<Pod, readonly PodDisruptionLimit[]>();

  constructor(limits: readonly PodDisruptionLimit[]) {
    this.#limits = limits;
  }

  /** As kube-scheduler sees them when it removes pods for others. */
  get budgets(): readonly SchedulerBudget[] {
    this.#budgets ??= this.#limits.flatMap(({ namespace, selector, disruptionsAllowed }) => {
      if (selector === undefined) return [];
      return [{ namespace, selector: new LabelMatcher(selector), disruptionsAllowed }];
    });
    return this.#budgets;
  }

  /** Whether pods can be evicted. Pods that tolerate the disruption taint are not evicted, so budgets do not block them. */
  canEvict(group: Evicted, now: number): boolean {
    return this.#allows(group, now, ({ disruptionsAllowed }) => disruptionsAllowed > 0);
  }

  /** Names of the PodDisruptionBudgets (`namespace/name`) that block the eviction. */
  blocking(group: Evicted, now: number): readonly string[] {
    if (this.canEvict(group, now)) return [];
    return this.#matchingLimits(group.pod).map(({ namespace, name }) => `${namespace}/${name}`);
  }

  /** How many pods like this may be evicted at the same time while all are healthy, and the budgets that limit them. */
  mostAtOnce(pod: Pod): { readonly most: number; readonly by: readonly string[] } {
    const matching = endsWithNode(pod) ? [] : this.#matchingLimits(pod);
    const most = Math.min(...matching.map(({ disruptionsAllowed }) => disruptionsAllowed));
    return { most: Math.max(0, most), by: matching.map(({ namespace, name }) => `${namespace}/${name}`) };
  }

  /** Whether pods are expected to move to another node when theirs is removed. */
  isCurrentlyReschedulable(group: Evicted, now: number): boolean {
    return (
      !group.isDaemon &&
      !isDoNotDisrupt(group, now) &&
      this.#allows(group, now, ({ isFullyBlocking }) => !isFullyBlocking)
    );
  }

  #allows(group: Evicted, now: number, allows: (limit: PodDisruptionLimit) => boolean): boolean {
    if (endsWithNode(group.pod) || isDoNotDisrupt(group, now)) return true;
    const matching = this.#matchingLimits(group.pod);
    // Kubernetes does not evict pods that several budgets select.
    if (matching.length > 1) return false;
    return matching.every((limit) => (limit.canAlwaysEvictUnhealthyPods && !group.isReady) || allows(limit));
  }

  #matchingLimits(pod: Pod): readonly PodDisruptionLimit[] {
    const cached = this.#matching.get(pod);
    if (cached !== undefined) return cached;
    const { namespace, labels } = pod.metadata;
    const matching = this.#limits.filter((limit) => limit.namespace === namespace && selects(limit.selector, labels));
    this.#matching.set(pod, matching);
    return matching;
  }
}
