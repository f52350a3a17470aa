import { schedulingLabels } from '../../../karpenter/api/labels.ts';
import type { Pod, Taint } from '../../../karpenter/api/pod.ts';
import {
  andInto,
  type Bitset,
  bitset,
  isEmptyBitset,
  membersOf,
  orInto,
} from '../../../karpenter/scheduling/bitset.ts';
import { type HostPort, hostPorts } from '../../../karpenter/scheduling/host-ports.ts';
import type { Interner } from '../../../karpenter/scheduling/intern.ts';
import { addResources, podRequests } from '../../../karpenter/scheduling/pod-requests.ts';
import type { RequirementTable } from '../../../karpenter/scheduling/requirement-table.ts';
import type { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { SchedulerInput } from '../input/scheduler-input.ts';
import type { CompiledInstanceTypes } from '../instance-types/compiled-instance-types.ts';
import { podConstraints, strictPodRequirements, toleratingPreferNoSchedule } from '../pods/pod-constraints.ts';
import { hasResourceClaims } from './pod-shape.ts';

/** Instance types on which the same DaemonSets run. Source: core …/scheduling/scheduler.go buildDaemonOverheadGroups. */
export interface DaemonOverheadGroup {
  readonly types: Bitset;
  /** The overhead by resource id; all zero if no DaemonSet runs. */
  readonly overhead: Float64Array;
  /** The resource ids in the overhead, including zero amounts; empty if no DaemonSet runs. */
  readonly resources: readonly number[];
  readonly ports: readonly HostPort[];
  readonly daemons: readonly CountedDaemon[];
}

/** A DaemonSet that Karpenter counts on new nodes of a NodePool. */
export interface CountedDaemon {
  readonly pod: Pod;
  /** The instance types that have the labels which its pods require. */
  readonly types: Bitset;
  /** What its pods require, for each of its ORed terms that the NodePool does not rule out. */
  readonly alternatives: readonly Requirements[];
}

/** What daemons of new nodes depend on: the NodePool's taints, its types, and those that meet its requirements. */
interface NodesOfTemplate {
  readonly types: CompiledInstanceTypes;
  readonly taints: readonly Taint[];
  readonly options: Bitset;
}

interface Context {
  readonly input: Pick<SchedulerInput, 'daemonSets' | 'countsDaemonSetsByType'>;
  readonly table: RequirementTable;
  readonly resources: Interner;
}

interface Daemon extends CountedDaemon {
  readonly key: string;
}

/** The DaemonSets that Karpenter counts on new nodes of a NodePool, by the instance types that they run on. */
export function daemonOverheadGroups(
  template: NodesOfTemplate,
  requirements: Requirements,
  context: Context,
): DaemonOverheadGroup[] {
  const daemons = context.input.daemonSets
    .filter((pod) => !hasResourceClaims(pod))
    .map((pod) => daemonOn(template, requirements, { pod, table: context.table }))
    .filter((daemon) => daemon !== undefined);

  // Before 1.14, one overhead for all types. Source: core v1.13.0 …/scheduling/scheduler.go getDaemonOverhead.
  if (daemons.length === 0 || context.input.countsDaemonSetsByType === false)
    return [overheadGroup({ daemons, types: template.options.slice() }, context.resources)];

  const bySet = new Map<string, { daemons: readonly Daemon[]; types: Bitset }>();

  // Each DaemonSet divides the types of every group into those that it runs on and the others.
  for (const { of, types } of dividedBy(daemons, template.options)) {
    const key = of
      .map((daemon) => daemon.key)
      .sort()
      .join();

    const group = bySet.get(key);
    if (group) orInto(group.types, types);
    else bySet.set(key, { daemons: of, types });
  }

  // Upstream's order is random. Here the groups are sorted, with the group without DaemonSets last.
  const keys = [...bySet.keys()].sort().reverse();
  return keys.map((key) => overheadGroup(bySet.get(key)!, context.resources));
}

/** Groups of types with the DaemonSets that run on them, in the order of their first type. */
function dividedBy(daemons: readonly Daemon[], all: Bitset): { of: readonly Daemon[]; types: Bitset }[] {
  let groups: { of: readonly Daemon[]; types: Bitset }[] = [{ of: [], types: all.slice() }];

  for (const daemon of daemons)
    groups = groups.flatMap(({ of, types }) => {
      const on = types.slice();
      andInto(on, daemon.types);
      const off = types.map((word, at) => word & ~on[at]!);

      return [
        { of: [...of, daemon], types: on },
        { of, types: off },
      ].filter((group) => !isEmptyBitset(group.types));
    });

  return groups.sort((a, b) => membersOf(a.types)[0]! - membersOf(b.types)[0]!);
}

/** A DaemonSet with the types it would run on. One of its ORed terms must match both the NodePool and the type. */
function daemonOn(
  template: NodesOfTemplate,
  requirements: Requirements,
  { pod, table }: { pod: Pod; table: RequirementTable },
): Daemon | undefined {
  const constraints = podConstraints(pod.spec);
  const tolerations = toleratingPreferNoSchedule(constraints.tolerations) ?? constraints.tolerations;
  if (!tolerates(template.taints, tolerations)) return undefined;

  const types = bitset(template.types.size);
  const terms = constraints.requiredTerms.length === 0 ? [undefined] : constraints.requiredTerms;
  const allowed = terms
    .map((term) => strictPodRequirements({ ...constraints, requiredTerms: term === undefined ? [] : [term] }))
    .filter((wanted) => requirements.isCompatible(wanted, schedulingLabels));

  // Before 1.14, a DaemonSet that runs on the NodePool counts on all types, and any other on none.
  if (allowed.length === 0) return undefined;

  for (const wanted of allowed) {
    const row = template.types.all.slice();
    for (const requirement of wanted) andInto(row, template.types.requirementRow(table.id(requirement)));
    for (let word = 0; word < row.length; word++) types[word]! |= row[word]!;
  }

  return { key: `${pod.metadata.namespace}/${pod.metadata.name}`, pod, types, alternatives: allowed };
}

function overheadGroup(
  { daemons, types }: { daemons: readonly Daemon[]; types: Bitset },
  resources: Interner,
): DaemonOverheadGroup {
  const sum = new Map<string, number>();
  for (const { pod } of daemons) addResources(sum, podRequests(pod.spec));

  const overhead = new Float64Array(resources.size);
  for (const [name, amount] of sum) overhead[resources.find(name)] = amount;

  return {
    types,
    overhead,
    resources: [...sum.keys()].map((name) => resources.find(name)),
    ports: daemons.flatMap(({ pod }) => hostPorts(pod.spec)),
    daemons,
  };
}
