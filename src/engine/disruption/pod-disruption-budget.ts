import type { LabelSelector } from '../api/pod.ts';
import type { Manifest, Value } from '../manifest/manifest.ts';
import { groupOf } from '../manifest/manifest.ts';
import { listOf, mapOf, mapping, objectOf, text } from '../provisioning/value-reader.ts';
import type { PodDisruptionLimit } from './pod-disruption-limits.ts';

const readSelector = objectOf<LabelSelector>({
  matchLabels: mapOf(text),
  matchExpressions: listOf(
    objectOf<NonNullable<LabelSelector['matchExpressions']>[number]>(
      { key: text, operator: text, values: listOf(text) },
      { required: ['key', 'operator'] },
    ),
  ),
});

/** PodDisruptionBudgets whose status tells what they allow. */
export function readLimits(manifests: readonly Manifest[]): readonly PodDisruptionLimit[] {
  return manifests.filter(isBudget).map((manifest) => {
    const allowed = mapping(manifest.get(['status'])).disruptionsAllowed;
    return { ...limitOf(manifest), disruptionsAllowed: typeof allowed === 'number' ? allowed : 0 };
  });
}

const isBudget = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'PodDisruptionBudget' && groupOf(apiVersion) === 'policy';

function limitOf(manifest: Manifest): Omit<PodDisruptionLimit, 'disruptionsAllowed'> {
  const { maxUnavailable, minAvailable, selector, unhealthyPodEvictionPolicy } = mapping(manifest.get(['spec']));
  return {
    namespace: manifest.namespace ?? 'default',
    name: manifest.name,
    selector: readSelector(selector),
    isFullyBlocking: isNothing(maxUnavailable) || minAvailable === '100%',
    canAlwaysEvictUnhealthyPods: unhealthyPodEvictionPolicy === 'AlwaysAllow',
  };
}

const isNothing = (value: Value | undefined): boolean => value === 0 || value === '0%';
