import { manifestDiagnostic } from '../../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import type { Simulation } from '../../../cluster/provisioning/simulation.ts';
import type { Transition } from '../../../cluster/transition/transition-data.ts';
import { label } from '../../../karpenter/api/labels.ts';
import type { Change } from '../../../manifest/change.ts';
import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import { asList, isObject, type Manifest, type Path } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { groupBy } from '../../../text/group-by.ts';
import { compareNames } from '../../../text/name-order.ts';
import { byCount } from '../../../text/words/plural.ts';
import { firstNames, quoted } from '../../../text/words/quoted-names.ts';
import { textIf } from '../../../text/words/text-if.ts';

type Workload = Simulation['workloads']['workloads'][number];

interface SpotChange {
  readonly head: ManifestSet;
  readonly changes: readonly Change[];
  readonly after: Simulation;
  readonly transition: Transition;
}

/**
 * Workloads with one pod that runs on demand before the change, and on spot after it. EC2 reclaims a spot instance two minutes after its notice, and
 * PodDisruptionBudgets do not hold that back. Source: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/spot-instance-termination-notices.html
 */
export function singlePodsOnSpot({ head, changes, after, transition }: SpotChange): readonly Diagnostic[] {
  if (transition.before === null) return [];

  const [earlier, now] = [placesOf(transition.before.nodes), placesOf(transition.after.nodes)];
  const moved = after.workloads.workloads.flatMap((workload) => {
    const [old = [], present = []] = [earlier.get(workload.key), now.get(workload.key)];
    const isMoved = isAll(old, 'on-demand') && isAll(present, 'spot');
    if (!isMoved || !isSingle(workload)) return [];
    return [{ workload, nodePool: present[0]!.nodePool }];
  });

  return [...groupBy(moved, ({ nodePool }) => nodePool)].flatMap(([name, pods]) => {
    const pool = changedPool(name, { head, changes });
    const workloads = pods.map(({ workload }) => workload).sort((a, b) => compareNames(a.key, b.key));
    if (pool !== undefined) return [onSpot(pool, capacityTypePath(pool), workloads)];
    return workloads.map((workload) => onSpot(workload.manifest, ['spec', 'replicas'], [workload]));
  });
}

function onSpot(manifest: Manifest, at: Path, workloads: readonly Workload[]): Diagnostic {
  const names = ({ key }: Workload): string => quoted(key);
  const count = workloads.length;
  const zonal = workloads.filter((workload) => hasOwnVolumes(workload.manifest));

  return manifestDiagnostic(manifest, {
    code: 'disruption/single-replica',
    severity: 'note',
    isProminent: true,
    at,
    message: `${byCount(count, 'The only pod', 'The only pods')} of ${firstNames(workloads.map(names))} ${byCount(count, 'moves', 'move')} from on-demand to spot nodes. Whenever EC2 reclaims such a node, ${byCount(count, 'its workload', 'their workload')} stops until another pod is ready${textIf(zonal.length > 0, `. EBS volumes of ${firstNames(zonal.map(names))} also need spot capacity in their own zone`)}`,
    help: `Run two or more replicas on different nodes. Or run ${byCount(count, 'the pod', 'the pods')} on a NodePool that launches on-demand nodes. A PodDisruptionBudget does not hold EC2 back.`,
  });
}

const hasOwnVolumes = (manifest: Manifest): boolean =>
  asList(manifest.get(['spec', 'volumeClaimTemplates'])).length > 0;

/** A node on which a pod of a workload runs. */
interface PodPlace {
  readonly nodePool: string | undefined;
  readonly capacityType: string | undefined;
}

/** Workload → the nodes of its pods. */
function placesOf(nodes: Transition['after']['nodes']): ReadonlyMap<string | undefined, readonly PodPlace[]> {
  const places = nodes.flatMap(({ state, pods }) =>
    pods
      .filter(({ isDaemon }) => !isDaemon)
      .map(({ workload }) => ({
        workload,
        nodePool: state.nodePool,
        capacityType: state.labels[label.capacityType],
      })),
  );
  return groupBy(places, ({ workload }) => workload);
}

const isAll = (places: readonly PodPlace[], wanted: string): boolean =>
  places.length > 0 && places.every(({ capacityType }) => capacityType === wanted);

/** A Job starts its pod again, and its loss has findings of its own. */
const isSingle = ({ kind, replicas }: Workload): boolean =>
  !['Job', 'CronJob', 'Pod'].includes(kind) && replicas.likely === 1 && replicas.high === 1;

/** The NodePool in head, if the change edits or adds it. */
function changedPool(
  name: string | undefined,
  { head, changes }: Pick<SpotChange, 'head' | 'changes'>,
): Manifest | undefined {
  const isChanged = changes.some(({ resource }) => resource.kind === 'NodePool' && resource.name === name);
  if (!isChanged) return undefined;
  return head.manifests.findLast((manifest) => manifest.kind === 'NodePool' && manifest.name === name);
}

/** The requirement that allows spot, or else all of them. */
function capacityTypePath(pool: Manifest): Path {
  const path = ['spec', 'template', 'spec', 'requirements'];
  const at = asList(pool.get(path)).findIndex((entry) => isObject(entry) && entry.key === label.capacityType);
  if (at < 0) return ['metadata', 'name'];
  return [...path, at];
}
