import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { PodClass } from '../../cluster/provisioning/input/scheduler-input.ts';
import { solve } from '../../cluster/provisioning/scheduler/scheduler.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { attachedVolumes } from '../../cluster/provisioning/topology/volume-topology.ts';
import { ebsDrivers } from '../../karpenter/api/ebs.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { isOfNodes, type SimulatedChange } from './change-seen.ts';

const maxWorkloads = 50;

/**
 * StatefulSets whose EBS volumes may be in a zone where a changed NodePool no longer launches nodes for them. A snapshot shows where the
 * volumes are, so the simulation finds such pods itself.
 */
export function unreachableVolumes({ changes, before, after }: SimulatedChange): readonly Diagnostic[] {
  const isByPools = changes.some(({ resource, type }) => type !== 'added' && isOfNodes(resource.kind));
  const zones = isByPools && !before.isLiveKnown ? namedZones(before) : [];
  const stateful = after.workloads.workloads.filter(({ kind }) => kind === 'StatefulSet').slice(0, maxWorkloads);

  return stateful.flatMap(({ key, manifest }) => {
    const [old, present] = [podsOf(before, key), podsOf(after, key)];
    if (old === undefined || present === undefined) return [];

    const attached = attachedVolumes(present.pod, after.volumes.claims);
    if (!ebsDrivers.some((driver) => attached.has(driver))) return [];

    const lost = zones.filter((zone) => isPlaced(before, old, zone) && !isPlaced(after, present, zone));
    if (lost.length === 0) return [];

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/volume-zone',
        severity: 'warning',
        at: ['spec', 'volumeClaimTemplates'],
        message: `Pods of \`${key}\` whose EBS volume is in ${lost.map(quoted).join(' or ')} stay pending once their nodes are gone. After this change, Karpenter launches no node for them there, and a volume cannot move to another zone`,
        help: 'Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.',
      }),
    ];
  });
}

/** The zones of nodes that files or the configuration name. Assumed zones may have no subnets. */
const namedZones = ({ nodePools }: Simulation): readonly string[] => [
  ...new Set(nodePools.known.flatMap(({ zones, zoneSource }) => (zoneSource === 'default' ? [] : zones))),
];

const podsOf = ({ cases }: Simulation, workload: string): PodClass | undefined =>
  cases.likely.wanted.find((pods) => pods.workload === workload);

/** Whether one pod finds a node in a zone. */
function isPlaced({ cases }: Simulation, { pod, ...pods }: PodClass, zone: string): boolean {
  const spec = { ...pod.spec, nodeSelector: { ...pod.spec.nodeSelector, [label.zone]: zone } };
  const onePod = { ...pods, pod: { ...pod, spec }, count: 1 };
  const { podErrors, ignored } = solve({ ...cases.likely.input, podClasses: [onePod] });
  return podErrors.length === 0 && ignored.length === 0;
}
