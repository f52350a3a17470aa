import { disruptedTaint } from '../../../karpenter/api/disruption-keys.ts';
import type { Toleration } from '../../../karpenter/api/pod.ts';
import { toleratesDraining, toleratesTaint } from '../../../karpenter/scheduling/taints.ts';
import type { WorkloadField } from '../../../karpenter/workloads/workload-fields.ts';
import { asList, asMapping, asText, type Manifest, type Path, type Value } from '../../../manifest/model/manifest.ts';
import { holdsPlaceholder } from '../../../manifest/yaml/placeholder.ts';

/** The tolerations of pods with their fields at a path. */
export const tolerationsAt = (manifest: Manifest, pod: Path): readonly Toleration[] =>
  asList(manifest.get([...pod, 'tolerations'])).map(tolerationOf);

/** The toleration in an item of a list. */
export const tolerationOf = (value: Value): Toleration => {
  const fields = Object.entries(asMapping(value) ?? {}).map(([key, field]) => [key, asText(field)]);
  return Object.fromEntries(fields.filter(([, text]) => text !== undefined)) as Toleration;
};

/** Whether the pods of a workload are known to end with a node that Karpenter drains. */
export const areLeftOnNode = ({ manifest, template }: WorkloadField): boolean =>
  toleratesDraining(knownTolerations(manifest, [...template, 'spec']));

/** The path of the toleration that keeps Karpenter from evicting the pods; undefined if there is none. */
export function disruptedTolerationPath({ manifest, template }: WorkloadField): Path | undefined {
  const pod = [...template, 'spec'];
  const index = knownTolerations(manifest, pod).findIndex((toleration) => toleratesTaint(toleration, disruptedTaint));
  if (index < 0) return undefined;
  return [...pod, 'tolerations', index];
}

/** None if a part of them is unknown. */
const knownTolerations = (manifest: Manifest, pod: Path): readonly Toleration[] => {
  if (holdsPlaceholder(manifest.get([...pod, 'tolerations']) ?? null)) return [];
  return tolerationsAt(manifest, pod);
};
