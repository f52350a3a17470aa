import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { filterOf, meetsRequirements } from '../../cluster/provisioning/node-pools/kept-off-pods.ts';
import type { KnownNodePool } from '../../cluster/provisioning/node-pools/node-pools.ts';
import { meetsType, typesMeeting } from '../../cluster/provisioning/nodes/launch-without-pods.ts';
import { podConstraints } from '../../cluster/provisioning/pods/pod-constraints.ts';
import type { Simulation } from '../../cluster/provisioning/simulation.ts';
import type { Pod, Taint } from '../../karpenter/api/pod.ts';
import type { Requirements } from '../../karpenter/scheduling/requirements.ts';
import { formatTaint, untolerated } from '../../karpenter/scheduling/taints.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import type { SimulatedChange } from './change-seen.ts';

/** DaemonSets whose pods no longer run on the nodes of a NodePool, although the change does not edit them. */
export function lostDaemons({
  before,
  after,
  changes,
}: Pick<SimulatedChange, 'before' | 'after' | 'changes'>): readonly Diagnostic[] {
  const edited = new Set(changes.map(({ resource: { kind, name } }) => `${kind} ${name}`));
  return after.nodePools.known.flatMap((pool) => {
    const old = before.nodePools.known.find(({ name }) => name === pool.name);
    if (old === undefined || !edited.has(`NodePool ${pool.name}`)) return [];

    const had = daemonsOn(old, before);
    const lost = unableOn(pool, after).filter(
      ({ pod }) => had.has(keyOf(pod)) && !edited.has(`DaemonSet ${pod.metadata.name}`),
    );
    const [first] = lost;

    if (first === undefined) return [];

    const names = lost.map(({ pod }) => quoted(keyOf(pod)));
    const [sets, their] = lost.length === 1 ? ['DaemonSet', 'its'] : ['DaemonSets', 'their'];

    return manifestDiagnostic(pool.manifest, {
      code: 'provisioning/daemonset-lost',
      severity: 'warning',
      at: ['spec', 'template', ...(first.taints.length > 0 ? ['spec', 'taints'] : ['metadata', 'labels'])],
      message: `The pods of ${sets} ${firstNames(names)} no longer run on nodes of NodePool ${quoted(pool.name)}: ${reasonOf(first.taints)}`,
      help:
        first.taints.length > 0
          ? `If they should run there, add a toleration of the taint to ${their} pods.`
          : `If they should run there, let ${their} node selector or affinity match the new labels.`,
    });
  });
}

const reasonOf = ([taint]: readonly Taint[]): string => {
  if (taint === undefined) return 'the labels of the nodes no longer match what the pods require';
  return `they do not tolerate the taint ${quoted(formatTaint(taint))}`;
};

const keyOf = ({ metadata }: Pod): string => `${metadata.namespace}/${metadata.name}`;

const daemonsOn = (pool: KnownNodePool, simulation: Simulation): ReadonlySet<string> => {
  const unable = new Set(unableOn(pool, simulation).map(({ pod }) => keyOf(pod)));
  return new Set(simulation.daemonSets.map(keyOf).filter((key) => !unable.has(key)));
};

/** The DaemonSets whose pods cannot run on any node of a NodePool, with the taints that they do not tolerate. */
function unableOn(
  { nodePool, instanceTypes }: KnownNodePool,
  { daemonSets }: Simulation,
): readonly { pod: Pod; taints: readonly Taint[] }[] {
  const { taints: hard, requirements } = filterOf(nodePool);
  const launchable = typesMeeting(instanceTypes, requirements);

  // The labels of nodes also follow from their instance types.
  const isMetByTypes = (wanted: Requirements): boolean =>
    launchable.length === 0 || launchable.some((type) => meetsType(instanceTypes, type, wanted));

  return daemonSets.flatMap((pod) => {
    const taints = untolerated(hard, podConstraints(pod.spec).tolerations);
    if (taints.length > 0) return [{ pod, taints }];

    if (meetsRequirements(requirements, pod, isMetByTypes)) return [];
    return [{ pod, taints }];
  });
}
