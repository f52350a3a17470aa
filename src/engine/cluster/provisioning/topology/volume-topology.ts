import type { Pod } from '../../../karpenter/api/pod.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { addToGroup } from '../../../text/group-by.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import { claimName } from '../pods/volumes.ts';

/**
 * Alternative requirements of a pod's volumes on its node: one alternative from each volume, without combinations that
 * contradict each other, unless all do. Empty if the volumes require nothing.
 * Source: core pkg/controllers/provisioning/scheduling/volumetopology.go.
 */
export function volumeRequirements(pod: Pod, claims: SchedulerInput['volumeClaims']): readonly Requirements[] {
  let alternatives: readonly (Requirements | undefined)[] = [undefined];

  for (const volume of pod.spec.volumes ?? []) {
    const claim = claims.get(`${pod.metadata.namespace}/${claimName(pod, volume)}`);
    const choices = (claim?.alternatives ?? []).map((requirements) => Requirements.from(requirements));
    if (choices.length > 0) alternatives = combine(alternatives, choices);
  }

  return alternatives.filter((alternative) => alternative !== undefined);
}

function combine(
  alternatives: readonly (Requirements | undefined)[],
  choices: readonly Requirements[],
): readonly Requirements[] {
  const pairs = alternatives.flatMap((a) => choices.map((b) => [a, b] as const));
  const compatible = pairs.filter(([a, b]) => a === undefined || a.intersects(b));
  return (compatible.length > 0 ? compatible : pairs).map(([a, b]) => new Requirements(a ?? []).add(b));
}

/** CSI driver → names of the claims that a pod attaches with it. Source: core pkg/scheduling/volumeusage.go GetVolumes. */
export function attachedVolumes(
  pod: Pod,
  claims: SchedulerInput['volumeClaims'],
): ReadonlyMap<string, readonly string[]> {
  const volumes = new Map<string, string[]>();
  for (const volume of pod.spec.volumes ?? []) {
    const key = `${pod.metadata.namespace}/${claimName(pod, volume)}`;
    const driver = claims.get(key)?.driver;
    if (driver !== undefined) addToGroup(volumes, driver, key);
  }

  return volumes;
}
