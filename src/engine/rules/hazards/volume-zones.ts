import {
  type ManifestDiagnostic,
  manifestDiagnostic,
} from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { PodClass } from '../../cluster/provisioning/input/scheduler-input.ts';
import { claimName, isShared, type Volumes } from '../../cluster/provisioning/pods/volumes.ts';
import { solve } from '../../cluster/provisioning/scheduler/scheduler.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import { ebsDrivers } from '../../karpenter/api/ebs.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { Pod } from '../../karpenter/api/pod.ts';
import type { Manifest, Path } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { isOfNodes, type SimulatedChange } from './change-seen.ts';

const maxWorkloads = 50;

/**
 * Workloads whose EBS volumes may be in a zone where the change leaves no node for their pods, because of NodePools or because of the
 * workload itself. A snapshot shows where the volumes are, so the simulation finds such pods itself.
 */
export function unreachableVolumes({ changes, before, after }: SimulatedChange): readonly Diagnostic[] {
  if (before.isLiveKnown) return [];

  const isByPools = changes.some(({ resource, type }) => type !== 'added' && isOfNodes(resource.kind));
  const withClaims = after.workloads.workloads
    .filter(({ spec, kind }) => kind === 'StatefulSet' || claimsVolume(spec))
    .slice(0, maxWorkloads);
  const zones = zonesOf(before);
  const { all: zonesAfter, named: namedAfter } = zonesOf(after);
  const allZones = [...new Set([...zones.all, ...zonesAfter])].sort();

  return withClaims.flatMap(({ key, manifest }) => {
    const isEdited = isModified(manifest, changes);
    if (!isByPools && !isEdited) return [];

    const loss = zoneLoss(key, { before, after, zonesBefore: zones.all, allZones });
    if (loss === undefined) return [];

    const isPinned = isEdited && loss.lost.some((zone) => !isPlaced(before, loss.pods, zone));
    const named = loss.lost.filter((zone) => zones.named.has(zone));
    const { reachable } = loss;
    // Assumed zones may have no subnets. Where the change names zones for the first time, other zones may have volumes.
    const isNarrowed = reachable.every((zone) => namedAfter.has(zone));
    if (named.length === 0 && !isPinned && !isNarrowed) return [];

    const isSure = named.length > 0 && loss.volumes !== 'assumed';

    return [
      manifestDiagnostic(manifest, {
        code: 'provisioning/volume-zone',
        severity: isSure ? 'warning' : 'note',
        ...wordsOf({ key, named, reachable, isPinned, manifest, unread: loss.unread }),
      }),
    ];
  });
}

const isModified = ({ kind, namespace, name }: Manifest, changes: SimulatedChange['changes']): boolean =>
  changes.some(
    ({ resource, type }) =>
      type === 'modified' &&
      resource.kind === kind &&
      resource.name === name &&
      (resource.namespace ?? 'default') === (namespace ?? 'default'),
  );

const anyOf = (zones: readonly string[]): string => zones.map(quoted).join(' or ');

interface SimulatedZones {
  readonly before: Simulation;
  readonly after: Simulation;
  readonly zonesBefore: readonly string[];
  /** The zones of both sides. */
  readonly allZones: readonly string[];
}

interface ZoneLoss {
  /** The pods after the change. */
  readonly pods: PodClass;
  /** The zones where they find a node after the change. */
  readonly reachable: readonly string[];
  /** The zones where they found one only before it. */
  readonly lost: readonly string[];
  readonly volumes: EbsVolumes['volumes'];
  readonly unread: string | undefined;
}

/** Whether the volumes of pods are EBS volumes: by their driver, by the name of their StorageClass, or only because most are. */
interface EbsVolumes {
  readonly volumes: 'known' | 'by-name' | 'assumed';
  /** The StorageClass that is in no manifest, in words. */
  readonly unread: string | undefined;
}

/** Names of StorageClasses that say that they are for EBS volumes: `gp3`, `ebs-sc`, `auto-ebs-sc`, `encrypted-io2`. */
const ebsClass = /(?:^|[-_.])(?:ebs|gp[23]|io[12]|st1|sc1)(?:[-_.]|$)/i;

/** Names of StorageClasses whose volumes are on the node itself, or in a store that all zones reach. */
const otherClass = /local|hostpath|topolvm|ceph|rook|longhorn|portworx|ontap|netapp|openebs|linstor|mayastor/i;

/** The EBS volumes that outlive a pod; undefined if it has none. Generic ephemeral volumes are deleted with the pod. */
function ebsVolumesOf(pod: Pod, { claims, ofUnreadClass }: Volumes): EbsVolumes | undefined {
  const keys = (pod.spec.volumes ?? []).flatMap((volume) => {
    if (volume.persistentVolumeClaim === undefined) return [];
    return [`${pod.metadata.namespace}/${claimName(pod, volume)}`];
  });
  if (keys.some((key) => ebsDrivers.includes(claims.get(key)?.driver ?? '')))
    return { volumes: 'known', unread: undefined };

  const classes = keys.filter((key) => ofUnreadClass.has(key)).map((key) => ofUnreadClass.get(key));
  const byName = classes.find((name) => name !== undefined && ebsClass.test(name) && !otherClass.test(name));
  if (byName !== undefined) return { volumes: 'by-name', unread: `StorageClass ${quoted(byName)}` };

  // EKS creates the class `gp2`, and in most clusters another class of EBS volumes is the default.
  if (classes.includes(undefined)) return { volumes: 'by-name', unread: 'the default StorageClass' };

  const other = classes.find((name) => !isShared(name) && !otherClass.test(name ?? ''));
  if (other === undefined) return undefined;
  return { volumes: 'assumed', unread: `StorageClass ${quoted(other)}` };
}

const claimsVolume = ({ volumes = [] }: Pod['spec']): boolean =>
  volumes.some(({ persistentVolumeClaim }) => persistentVolumeClaim !== undefined);

/** The zones in which the pods of a workload with EBS volumes no longer find a node; undefined if there are none. */
function zoneLoss(key: string, { before, after, zonesBefore, allZones }: SimulatedZones): ZoneLoss | undefined {
  const [podsBefore, pods] = [podsOf(before, key), podsOf(after, key)];
  if (podsBefore === undefined || pods === undefined) return undefined;

  const volumes = ebsVolumesOf(pods.pod, after.volumes);
  if (volumes === undefined) return undefined;

  const reachable = allZones.filter((zone) => isPlaced(after, pods, zone));
  const lost = zonesBefore.filter((zone) => !reachable.includes(zone) && isPlaced(before, podsBefore, zone));
  // If the pods find a node in no zone, then something else than the zone keeps them from the nodes, and another finding says what.
  if (lost.length === 0 || reachable.length === 0) return undefined;

  return { pods, reachable, lost, ...volumes };
}

type Words = Pick<ManifestDiagnostic, 'at' | 'message' | 'help'>;

interface LostZones {
  readonly key: string;
  /** The zones that are lost, as far as anything names them. */
  readonly named: readonly string[];
  readonly reachable: readonly string[];
  /** Whether the workload itself leaves out the zones. */
  readonly isPinned: boolean;
  readonly manifest: Manifest;
  readonly unread: string | undefined;
}

const immovable = 'A volume cannot move to another zone';

function wordsOf({ key, named, reachable, isPinned, manifest, unread }: LostZones): Words {
  const assumption = textIf(unread !== undefined, `. No file has ${unread}, so its volumes are assumed to be on EBS`);

  if (!isPinned && named.length === 0)
    return {
      at: volumesPath(manifest),
      message: `Karpenter launches nodes for ${quoted(key)} only in ${anyOf(reachable)} after this change, so pods whose EBS volume is in another zone stay pending once their nodes are gone. ${immovable}${assumption}`,
      help: 'Check the zones of these volumes. Keep each zone that has one in a NodePool for these pods.',
    };

  if (!isPinned)
    return {
      at: volumesPath(manifest),
      message: `Karpenter launches no more nodes in ${anyOf(named)} for ${quoted(key)}, so pods whose EBS volume is there stay pending once their nodes are gone. ${immovable}${assumption}`,
      help: 'Keep the zone in a NodePool for these pods. Or move their volumes first: restore a snapshot of each in another zone.',
    };

  const where = named.length > 0 ? `in ${anyOf(named)}` : 'in another zone';
  return {
    at: pinPath(manifest),
    message: `${quoted(key)} may run only in ${anyOf(reachable)} after this change, so pods whose EBS volume is ${where} stay pending once they restart. ${immovable}${assumption}`,
    help: 'Let the pods run in the zones of their volumes. Or move the volumes first: restore a snapshot of each in the new zone.',
  };
}

const volumesPath = ({ kind }: Manifest): Path =>
  kind === 'StatefulSet' ? ['spec', 'volumeClaimTemplates'] : ['spec', 'template', 'spec', 'volumes'];

/** Where a workload says on which nodes its pods may run. */
const pinPath = (manifest: Manifest): Path =>
  ['nodeSelector', 'affinity']
    .map((field) => ['spec', 'template', 'spec', field])
    .find((path) => manifest.get(path) !== undefined) ?? volumesPath(manifest);

/** The zones where NodePools launch nodes, and those of them that files or the configuration name. */
function zonesOf({ nodePools }: Simulation): { readonly all: readonly string[]; readonly named: ReadonlySet<string> } {
  const all = nodePools.known.flatMap(({ zones }) => zones);
  const named = nodePools.known.flatMap(({ zones, zoneSource }) => {
    if (zoneSource === 'default') return [];
    return zones;
  });
  return { all: [...new Set(all)].sort(), named: new Set(named) };
}

const podsOf = ({ cases }: Simulation, workload: string): PodClass | undefined =>
  cases.likely.wanted.find((pods) => pods.workload === workload);

/** Whether one pod finds a node in a zone. */
function isPlaced({ cases }: Simulation, { pod, ...pods }: PodClass, zone: string): boolean {
  if ((pod.spec.nodeSelector?.[label.zone] ?? zone) !== zone) return false;

  const spec = { ...pod.spec, nodeSelector: { ...pod.spec.nodeSelector, [label.zone]: zone } };
  const onePod = { ...pods, pod: { ...pod, spec }, count: 1 };
  const { podErrors, ignored } = solve({ ...cases.likely.input, podClasses: [onePod], isUnexplained: true });
  return podErrors.length === 0 && ignored.length === 0;
}
