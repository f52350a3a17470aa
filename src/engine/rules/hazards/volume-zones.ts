import {
  type ManifestDiagnostic,
  manifestDiagnostic,
} from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { PodClass } from '../../cluster/provisioning/input/scheduler-input.ts';
import { solve } from '../../cluster/provisioning/scheduler/scheduler.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { attachedVolumes } from '../../cluster/provisioning/topology/volume-topology.ts';
import { ebsDrivers } from '../../karpenter/api/ebs.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { isOfNodes, type SimulatedChange } from './change-seen.ts';

const maxWorkloads = 50;

/**
 * StatefulSets whose EBS volumes may be in a zone where the change leaves no node for their pods, because of NodePools or because of the
 * StatefulSet itself. A snapshot shows where the volumes are, so the simulation finds such pods itself.
 */
export function unreachableVolumes({ changes, before, after }: SimulatedChange): readonly Diagnostic[] {
  if (before.isLiveKnown) return [];

  const isByPools = changes.some(({ resource, type }) => type !== 'added' && isOfNodes(resource.kind));
  const isEdited = ({ kind, namespace, name }: Manifest): boolean =>
    changes.some(
      ({ resource, type }) =>
        type === 'modified' &&
        resource.kind === kind &&
        resource.name === name &&
        (resource.namespace ?? 'default') === (namespace ?? 'default'),
    );
  const stateful = after.workloads.workloads.filter(({ kind }) => kind === 'StatefulSet').slice(0, maxWorkloads);
  const zones = zonesOf(before);
  const reachable = [...new Set([...zones.all, ...zonesOf(after).all])].sort();

  return stateful.flatMap(({ key, manifest }) => {
    if (!isByPools && !isEdited(manifest)) return [];

    const [old, present] = [podsOf(before, key), podsOf(after, key)];
    if (old === undefined || present === undefined) return [];

    const attached = attachedVolumes(present.pod, after.volumes.claims);
    if (!ebsDrivers.some((driver) => attached.has(driver))) return [];

    const left = reachable.filter((zone) => isPlaced(after, present, zone));
    const lost = zones.all.filter((zone) => !left.includes(zone) && isPlaced(before, old, zone));
    // If the pods find a node in no zone, then something else than the zone keeps them from the nodes, and another finding says what.
    if (lost.length === 0 || left.length === 0) return [];

    const isPinned = isEdited(manifest) && lost.some((zone) => !isPlaced(before, present, zone));
    const named = lost.filter((zone) => zones.named.has(zone));
    // Assumed zones may have no subnets.
    if (named.length === 0 && !isPinned) return [];

    const lostZones =
      named.length > 0
        ? `in ${named.map(quoted).join(' or ')}`
        : `in another zone than ${left.map(quoted).join(' or ')}`;

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/volume-zone',
        severity: named.length > 0 ? 'warning' : 'note',
        ...(isPinned ? pinned(key, { lostZones, left, manifest }) : withoutNodes(key, lostZones)),
      }),
    ];
  });
}

type Words = Pick<ManifestDiagnostic, 'at' | 'message' | 'help'>;

const withoutNodes = (key: string, lostZones: string): Words => ({
  at: ['spec', 'volumeClaimTemplates'],
  message: `Pods of \`${key}\` whose EBS volume is ${lostZones} stay pending once their nodes are gone. After this change, Karpenter launches no node for them there, and a volume cannot move to another zone`,
  help: 'Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.',
});

const pinned = (
  key: string,
  {
    lostZones,
    left,
    manifest,
  }: { readonly lostZones: string; readonly left: readonly string[]; readonly manifest: Manifest },
): Words => ({
  at: pinPath(manifest),
  message: `Pods of \`${key}\` whose EBS volume is ${lostZones} stay pending once they restart. After this change, they may run only in ${left.map(quoted).join(' or ')}, and a volume cannot move to another zone`,
  help: 'Let the pods run in the zones of their volumes. Or move the volumes first: restore a snapshot of each in the new zone.',
});

/** Where a StatefulSet says on which nodes its pods may run. */
const pinPath = (manifest: Manifest): Path =>
  ['nodeSelector', 'affinity']
    .map((field) => ['spec', 'template', 'spec', field])
    .find((path) => manifest.get(path) !== undefined) ?? ['spec', 'volumeClaimTemplates'];

/** The zones where NodePools launch nodes, and those of them that files or the configuration name. */
function zonesOf({ nodePools }: Simulation): { readonly all: readonly string[]; readonly named: ReadonlySet<string> } {
  const all = nodePools.known.flatMap(({ zones }) => zones);
  const named = nodePools.known.flatMap(({ zones, zoneSource }) => (zoneSource === 'default' ? [] : zones));
  return { all: [...new Set(all)].sort(), named: new Set(named) };
}

const podsOf = ({ cases }: Simulation, workload: string): PodClass | undefined =>
  cases.likely.wanted.find((pods) => pods.workload === workload);

/** Whether one pod finds a node in a zone. */
function isPlaced({ cases }: Simulation, { pod, ...pods }: PodClass, zone: string): boolean {
  if ((pod.spec.nodeSelector?.[label.zone] ?? zone) !== zone) return false;

  const spec = { ...pod.spec, nodeSelector: { ...pod.spec.nodeSelector, [label.zone]: zone } };
  const onePod = { ...pods, pod: { ...pod, spec }, count: 1 };
  const { podErrors, ignored } = solve({ ...cases.likely.input, podClasses: [onePod] });
  return podErrors.length === 0 && ignored.length === 0;
}
