import type { Affinity, Pod, PodSpec } from '../../../karpenter/api/pod.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import type { LiveState } from './live-state.ts';
import { workloadKeyOf } from './owner-references.ts';
import { isCounted } from './pod-classes.ts';
import { podOf } from './workload-pods.ts';
import type { Workload } from './workloads.ts';

type NodeAffinity = NonNullable<Affinity['nodeAffinity']>;

/** The DaemonSet controller writes each pod's node into its affinity, so Karpenter restores the affinity of the template. */
function withAffinityOf(spec: PodSpec, template: PodSpec): PodSpec {
  const field: keyof NodeAffinity = 'requiredDuringSchedulingIgnoredDuringExecution';
  const required = template.affinity?.nodeAffinity?.[field];
  if (required === undefined) return spec;
  return {
    ...spec,
    affinity: { ...spec.affinity, nodeAffinity: { ...spec.affinity?.nodeAffinity, [field]: required } },
  };
}

/**
 * The pod that Karpenter assumes for each DaemonSet on a node: a live pod if there is one, otherwise the template's. If the
 * change edits the DaemonSet, it is the template's, because the live pods are about to be replaced.
 * Source: pkg/controllers/provisioning/provisioner.go, getDaemonSetPods; pkg/controllers/state/cluster.go, UpdateDaemonSet.
 */
export function daemonPods(
  daemonSets: readonly Workload[],
  live: LiveState,
  otherManifests: readonly Manifest[],
): readonly Pod[] {
  const others = new Map(otherManifests.map((manifest) => [workloadKeyOf(manifest), manifest]));

  const isTouched = ({ key, manifest }: Workload): boolean => {
    const other = others.get(key);
    return other !== undefined && JSON.stringify(other.object.spec) !== JSON.stringify(manifest.object.spec);
  };

  return daemonSets
    .filter((workload) => isCounted(workload, 'likely'))
    .map((workload): Pod => {
      const { metadata, spec } = podOf(workload, 0);
      const newest = isTouched(workload) ? undefined : live.newestOfDaemonSets.get(workload.key);
      if (newest === undefined) return { metadata: { ...metadata, name: workload.name }, spec };
      return { ...newest.pod, spec: withAffinityOf(newest.pod.spec, spec) };
    });
}
