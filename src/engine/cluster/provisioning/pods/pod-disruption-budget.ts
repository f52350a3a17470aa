import { selects } from '../../../karpenter/api/label-selector.ts';
import type { LabelSelector, Pod } from '../../../karpenter/api/pod.ts';
import { isPodDisruptionBudget } from '../../../karpenter/workloads/pod-disruption-budgets.ts';
import { scaledValue } from '../../../karpenter/workloads/scaled-value.ts';
import type { Manifest, Value } from '../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { listOf, mapOf, objectWith, readText } from '../input/value-reader.ts';

/** The part of a PodDisruptionBudget that decides which pods can be evicted. */
export interface PodDisruptionLimit {
  readonly namespace: string;
  readonly name: string;
  readonly selector: LabelSelector | undefined;
  readonly disruptionsAllowed: number;
  /** It never allows an eviction: `maxUnavailable: 0`, `0%` or `minAvailable: 100%`. */
  readonly isFullyBlocking: boolean;
  readonly canAlwaysEvictUnhealthyPods: boolean;
}

const readSelector = objectWith<LabelSelector>({
  matchLabels: mapOf(readText),
  matchExpressions: listOf(
    objectWith<NonNullable<LabelSelector['matchExpressions']>[number]>(
      { key: readText, operator: readText, values: listOf(readText) },
      { required: ['key', 'operator'] },
    ),
  ),
});

/** Reads PodDisruptionBudgets whose status shows how many evictions they allow. */
export function readLimits(manifests: readonly Manifest[]): readonly PodDisruptionLimit[] {
  return manifests.filter(isPodDisruptionBudget).map((manifest) => {
    const allowed = mappingOrEmpty(manifest.get(['status'])).disruptionsAllowed;
    return { ...limitOf(manifest), disruptionsAllowed: typeof allowed === 'number' ? allowed : 0 };
  });
}

/** PodDisruptionBudgets as their controller would set them in a cluster in which all pods run and are ready. */
export function expectedLimits(
  manifests: readonly Manifest[],
  pods: readonly CountedPods[],
): readonly PodDisruptionLimit[] {
  return manifests.filter(isPodDisruptionBudget).map((manifest) => {
    const limit = limitOf(manifest);
    const selected = pods
      .filter(({ pod }) => pod.metadata.namespace === limit.namespace && selects(limit.selector, pod.metadata.labels))
      .reduce((sum, { count }) => sum + count, 0);
    return { ...limit, disruptionsAllowed: allowedOf(manifest, selected) };
  });
}

/** Equal pods, counted. */
interface CountedPods {
  readonly pod: Pod;
  readonly count: number;
}

/**
 * The number of evictions that a budget allows. Percentages are rounded up in both fields, and a value that cannot be
 * read counts as 0. Source: Kubernetes pkg/controller/disruption getExpectedPodCount.
 */
function allowedOf(manifest: Manifest, pods: number): number {
  const { maxUnavailable, minAvailable } = mappingOrEmpty(manifest.get(['spec']));
  if (maxUnavailable !== undefined) return Math.min(pods, scaledValue(maxUnavailable, pods, Math.ceil) ?? 0);
  return Math.max(0, pods - (scaledValue(minAvailable, pods, Math.ceil) ?? 0));
}

function limitOf(manifest: Manifest): Omit<PodDisruptionLimit, 'disruptionsAllowed'> {
  const { maxUnavailable, minAvailable, selector, unhealthyPodEvictionPolicy } = mappingOrEmpty(manifest.get(['spec']));
  return {
    namespace: manifest.namespace ?? 'default',
    name: manifest.name,
    selector: readSelector(selector),
    isFullyBlocking: isNothing(maxUnavailable) || minAvailable === '100%',
    canAlwaysEvictUnhealthyPods: unhealthyPodEvictionPolicy === 'AlwaysAllow',
  };
}

const isNothing = (value: Value | undefined): boolean => value === 0 || value === '0%';
