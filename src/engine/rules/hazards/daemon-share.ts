import type { ClusterNode } from '../../cluster/disruption/cluster/cluster.ts';
import { clusterSetupOf } from '../../cluster/disruption/controller/cluster-setup.ts';
import { daemonsOf } from '../../cluster/disruption/controller/pod-binding.ts';
import { bindingFacts, isWithoutPreemption, priorityOf } from '../../cluster/provisioning/binding/binding-facts.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { amountText } from '../../cluster/provisioning/explanations/amount-text.ts';
import { filterOf } from '../../cluster/provisioning/node-pools/kept-off-pods.ts';
import { typesMeeting } from '../../cluster/provisioning/nodes/launch-without-pods.ts';
import { evictsPods } from '../../cluster/provisioning/pods/admission/vertical-autoscaler.ts';
import { workloadKeyOf } from '../../cluster/provisioning/pods/owner-references.ts';
import { areNodesKnown, type Simulation } from '../../cluster/provisioning/simulation.ts';
import type { Simulator } from '../../cluster/provisioning/simulator/simulator.ts';
import { label } from '../../karpenter/api/labels.ts';
import type { PodSpec } from '../../karpenter/api/pod.ts';
import { addResources, podRequests } from '../../karpenter/scheduling/pod-requests.ts';
import type { Change } from '../../manifest/change.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic, Label } from '../../text/diagnostic.ts';
import { groupBy } from '../../text/group-by.ts';
import { listIf } from '../../text/list-if.ts';
import { compareNames } from '../../text/name-order.ts';
import { hoursPerMonth } from '../../text/range.ts';
import { inUsd } from '../../text/words/money.ts';
import { peopleMoney } from '../../text/words/people-money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';
import { textIf } from '../../text/words/text-if.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';

/** A smaller share of a node is common. */
const notableShare = 0.5;
/** The share must grow by at least this much to be caused by the change. */
const notableGrowth = 0.1;

/** DaemonSets that now take much of the smallest node, and running nodes that have no room for their larger pods. */
export function daemonShares(change: SimulatedChange): readonly Diagnostic[] {
  const tooLarge = changedDaemonSets(change).flatMap((changed) => tooLargeFor(changed, change))[0];
  if (tooLarge !== undefined) return [tooLarge];

  const [changed] = changedDaemonSets(change);
  const manifest = changed && manifestNamed(change.head, 'DaemonSet', changed.name);
  const { baseSimulator, headSimulator } = change.result;

  if (manifest === undefined || baseSimulator === null || headSimulator === null) return [];

  const [before, after] = [requestsBy(change.before, baseSimulator), requestsBy(change.after, headSimulator)];
  const nodes = karpenterNodes(change);
  const name = `DaemonSet \`${changed!.namespace}/${changed!.name}\``;
  const share = largestShare(nodes, { before, after });
  const areKnown = areNodesKnown(change.before);
  const tight = nodes.filter((node) => !hasRoom(node, { before, after }));
  const runs = daemonSetOn(change.after, headSimulator, manifest);
  const all = nodes.filter(runs);

  const outcome = outcomeOn(tight, change.after, manifest);
  const basis = change.before.isLiveKnown ? 'running' : 'predicted';
  const kind = `${basis} node`;

  const noun = share?.resource === 'cpu' ? 'CPU' : 'memory';

  return [
    ...(share === undefined
      ? []
      : [
          manifestDiagnostic(manifest, {
            code: 'provisioning/daemonset-share',
            severity: 'warning',
            at: ['spec', 'template', 'spec'],
            message: `With ${name}, DaemonSets take ${percent(share.after)} of the ${noun} of the smallest node (${share.instanceType}), and took ${percent(share.before)} before${usualText(share)}`,
            help: `Lower the requests of these DaemonSets. Or raise the smallest node size, for example with \`karpenter.k8s.aws/instance-${share.resource} Gt\`, so that pods get a larger share of what you pay for.`,
          }),
        ]),
    ...(tight.length === 0
      ? []
      : [
          manifestDiagnostic(manifest, {
            code: 'provisioning/daemonset-room',
            severity: areKnown ? 'warning' : 'note',
            at: ['spec', 'template', 'spec'],
            message: `${tightText({ tight: tight.length, all: all.length, other: nodes.length - all.length, kind, name })} after this change. ${outcome.message}`,
            help: helpFor(changed!, outcome),
            labels: changed!.labels,
            ...(outcome.mayEvict && { mayEvict: true as const }),
          }),
        ]),
  ];
}

/** Karpenter sizes nodes by what the DaemonSet itself requests, so what an autoscaler sets has to be written there, too. */
function helpFor({ labels }: ChangedDaemonSet, outcome: Outcome): string {
  if (labels.length === 0) return `Karpenter launches no nodes for DaemonSets. ${outcome.help}`;
  return `Write what the autoscaler sets into the DaemonSet, so that Karpenter counts it for new nodes, and ${replacing}.`;
}

/** A DaemonSet whose running pods the change replaces. */
interface ChangedDaemonSet {
  readonly namespace: string;
  readonly name: string;
  readonly isNew: boolean;
  /** What changes its pods, if that is another object. */
  readonly labels: readonly Label[];
}

const changedDaemonSets = (change: SimulatedChange): readonly ChangedDaemonSet[] => [
  ...change.changes.filter(({ resource, type }) => resource.kind === 'DaemonSet' && type !== 'removed').map(editOf),
  ...enlargedDaemonSets(change),
];

const editOf = ({ resource: { namespace = 'default', name }, type }: Change): ChangedDaemonSet => ({
  namespace,
  name,
  isNew: type === 'added',
  labels: [],
});

/** DaemonSets whose pods a VerticalPodAutoscaler that the change adds or edits makes larger at once. */
function enlargedDaemonSets({ before, after, changes }: SimulatedChange): readonly ChangedDaemonSet[] {
  const edited = new Set(
    changes.flatMap(({ resource: { kind, namespace = 'default', name }, type }) =>
      listIf(kind === 'VerticalPodAutoscaler' && type !== 'removed', `${namespace}/${name}`),
    ),
  );

  return after.workloads.daemonSets.flatMap(
    ({ key, namespace, name, spec, autoscaled }): readonly ChangedDaemonSet[] => {
      const old = before.workloads.daemonSets.find((daemonSet) => daemonSet.key === key);
      if (old === undefined || autoscaled === undefined || !evictsPods(autoscaled.by)) return [];
      if (!edited.has(`${autoscaled.by.namespace ?? 'default'}/${autoscaled.by.name}`)) return [];

      const earlier = podRequests(old.spec);
      const larger = autoscaled.raised.find(
        ({ resource }) => (podRequests(spec).get(resource) ?? 0) > (earlier.get(resource) ?? 0),
      );
      if (larger === undefined) return [];

      const label = { span: autoscaled.by.span(larger.path), message: 'this autoscaler raises its requests' };
      return [{ namespace, name, isNew: false, labels: [label] }];
    },
  );
}

/**
 * A DaemonSet with which the pods of DaemonSets alone are larger than whole nodes. There, its rollout stops: a rolling update deletes an old pod,
 * and the new one stays pending (kubernetes pkg/controller/daemon/update.go). Karpenter adds the pods of DaemonSets to those that need a node, so it
 * no longer launches nodes of these types (core pkg/controllers/provisioning/scheduling/nodeclaim.go, `filterInstanceTypesByRequirements`).
 */
function tooLargeFor(changed: ChangedDaemonSet, change: SimulatedChange): readonly Diagnostic[] {
  const { baseSimulator, headSimulator } = change.result;
  const manifest = manifestNamed(change.head, 'DaemonSet', changed.name);
  const spec = change.after.workloads.daemonSets.find((daemonSet) => daemonSet.manifest === manifest)?.spec;
  if (manifest === undefined || spec === undefined || baseSimulator === null || headSimulator === null) return [];

  const sides = { before: requestsBy(change.before, baseSimulator), after: requestsBy(change.after, headSimulator) };
  const all = karpenterNodes(change).filter(daemonSetOn(change.after, headSimulator, manifest));
  const small = all.filter((node) => newlyLacked(node, sides) !== undefined);
  const [first] = small.toSorted((a, b) => compareNames(typeOf(a), typeOf(b)));
  const lacked = first && newlyLacked(first, sides);
  if (first === undefined || lacked === undefined) return [];

  const requested = podRequests(spec).get(lacked) ?? 0;
  const isAlone = requested > amountOf(first, lacked);
  const amount = isAlone ? requested : (sides.after(first).get(lacked) ?? 0);
  const crowded = all.filter((node) => !small.includes(node) && !hasRoom(node, sides));
  const onCrowded = outcomeOn(crowded, change.after, manifest);
  const stuck = poolsWithoutTypes(small, lacked, { ...sides, simulation: change.after });

  const name = `DaemonSet ${quoted(`${changed.namespace}/${changed.name}`)}`;
  const verb = changed.isNew ? 'does not fit' : 'no longer fits';
  const together = textIf(!isAlone, 'With the other DaemonSets, it');
  const sum = `${together || 'It'} requests ${amountText(lacked, amount)}`;
  // Whatever its priority, no pod that leaves makes room for a larger one than the node.
  const outcome = isAlone ? staysPending : outcomeOn(small, change.after, manifest);
  const mayEvict = outcome.mayEvict || (crowded.length > 0 && onCrowded.mayEvict);
  const launches = textIf(stuck.length === 0, '. Karpenter launches only larger nodes from now on');
  const clauses = [
    `${verb} on ${nodesText(small.length, all.length, change.before)}`,
    ...listIf(crowded.length > 0, `${onCrowded.crowds} on ${crowded.length} more`),
  ];
  const consequence = stuck.length > 0 ? poolsText(stuck) : costText(change);
  const joint = consequence === '' ? ' and ' : ', ';

  return [
    manifestDiagnostic(manifest, {
      code: 'provisioning/daemonset-room',
      severity: 'warning',
      at: ['spec', 'template', 'spec'],
      message: `${name} ${clauses.join(joint)}${consequence}. ${sum}, and a ${quoted(typeOf(first))} has ${amountText(lacked, amountOf(first, lacked))} for pods. ${outcome.message}${launches}${crowdedText(crowded.length, onCrowded)}`,
      help: 'Lower its requests. Or require larger instance types in the NodePools, and replace the nodes that are too small.',
      labels: changed.labels,
      ...(mayEvict && { mayEvict: true as const }),
    }),
  ];
}

/** Pods that are larger than their node. */
const staysPending: Pick<Outcome, 'message' | 'mayEvict'> = {
  message: 'There, its new pods stay pending',
  mayEvict: false,
};

const karpenterNodes = ({ transition }: SimulatedChange): readonly ClusterNode[] =>
  (transition.before?.nodes ?? []).filter(({ state }) => state.nodePool !== undefined);

/** A resource of which an empty node has less than the DaemonSets request, but had enough before. */
const newlyLacked = (node: ClusterNode, { before, after }: Sides): 'cpu' | 'memory' | undefined =>
  (['cpu', 'memory'] as const).find((name) => {
    const amount = amountOf(node, name);
    return (after(node).get(name) ?? 0) > amount && (before(node).get(name) ?? 0) <= amount;
  });

/** The NodePools of nodes of which no instance type has as much of a resource as the DaemonSets request there. */
function poolsWithoutTypes(
  nodes: readonly ClusterNode[],
  resource: string,
  { after, simulation }: Pick<Sides, 'after'> & { readonly simulation: Simulation },
): readonly string[] {
  const requested = new Map(nodes.map((node) => [node.state.nodePool, after(node).get(resource) ?? 0]));

  return simulation.nodePools.known
    .flatMap(({ name, nodePool, instanceTypes }) => {
      const allocatable = instanceTypes.allocatable.get(resource);
      const amount = requested.get(name);
      if (amount === undefined || allocatable === undefined) return [];

      const launchable = typesMeeting(instanceTypes, filterOf(nodePool).requirements);
      const isStuck = launchable.length > 0 && launchable.every((index) => (allocatable[index] ?? 0) < amount);
      return listIf(isStuck, name);
    })
    .sort(compareNames);
}

/** `7 of 9 predicted nodes`, `any of the 9 predicted nodes`, `the only predicted node`: those of Karpenter that it may run on. */
function nodesText(small: number, all: number, { isLiveKnown }: Simulation): string {
  const basis = isLiveKnown ? 'running' : 'predicted';
  if (all === 1) return `the only ${basis} node`;
  if (small === all) return `any of the ${all} ${basis} nodes`;
  return `${small} of ${all} ${basis} nodes`;
}

/** How much more a new cluster costs, which has only nodes that are large enough. */
function costText({ transition: { newClusters } }: SimulatedChange): string {
  if (newClusters === null) return '';

  const more = (newClusters.after - newClusters.before) * hoursPerMonth;
  if (more <= 0 || inUsd.isZero(more)) return '';
  return `, and nodes that fit it cost about ${peopleMoney(undefined, [more]).plain(more)}/month more`;
}

const poolsText = (names: readonly string[]): string =>
  `, and Karpenter can launch no more nodes for NodePool${textIf(names.length > 1, 's')} ${firstNames(names.map(quoted))}`;

const crowdedText = (nodes: number, { message, crowds }: Outcome): string => {
  if (nodes === 0) return '';
  const after = textIf(crowds === evictsOthers, ', and these need other nodes');
  return `. ${message.replace('There', `On ${nodes} more`)}${after}`;
};

const evictsOthers = 'evicts other pods';
const findsNoRoom = 'finds no room';

interface TightNodes {
  /** Nodes without room, all that the DaemonSet may run on, and other ones. */
  readonly tight: number;
  readonly all: number;
  readonly other: number;
  readonly kind: string;
  readonly name: string;
}

function tightText({ tight, all, other, kind, name }: TightNodes): string {
  const have = byCount(tight, 'has', 'have');
  if (other === 0) return `${tight} of ${plural(all, kind)} ${have} no room for the pods of ${name}`;
  if (all === 1) return `${name} may run on only one ${kind}, which has no room for its pods`;
  return `${tight} of the ${plural(all, kind)} that ${name} may run on ${have} no room for its pods`;
}

/** Whether the pods of a DaemonSet may run on a node. */
function daemonSetOn(simulation: Simulation, simulator: Simulator, manifest: Manifest): (node: ClusterNode) => boolean {
  const setup = clusterSetupOf(simulation, 'likely', simulator);
  const key = workloadKeyOf(manifest);
  return (node) => daemonsOf({ setup, now: 0 }, node).some(({ workload }) => workload === key);
}

interface Outcome {
  readonly message: string;
  readonly help: string;
  /** What the DaemonSet does on the nodes, as a predicate for the first line. */
  readonly crowds: typeof evictsOthers | typeof findsNoRoom;
  /** Whether pods with a lower priority may have to leave. */
  readonly mayEvict: boolean;
}

const replacing = 'replace the nodes that have no room';

/**
 * What pods of a DaemonSet without room do. kube-scheduler removes pods with a lower priority for them. Source: kubernetes
 * pkg/scheduler/framework/preemption.
 */
function outcomeOn(nodes: readonly ClusterNode[], { manifests, workloads }: Simulation, manifest: Manifest): Outcome {
  const either = {
    message: 'There, they evict pods with a lower priority, or stay pending',
    help: `Give the DaemonSet a priority class, and ${replacing}.`,
    crowds: findsNoRoom,
    mayEvict: true,
  } as const;
  const facts = bindingFacts(manifests, [], undefined);
  const spec = workloads.daemonSets.find((daemonSet) => daemonSet.manifest === manifest)?.spec;
  const isUnknown = ({ priority, priorityClassName }: PodSpec): boolean =>
    priority === undefined && priorityClassName !== undefined && !facts.priorities.has(priorityClassName);
  // A class that no file has may be of any value.
  if (spec === undefined || isUnknown(spec)) return either;

  const priority = priorityOf(spec, facts);
  const lower = `Lower its requests, or ${replacing}.`;
  const help = priority > 0 ? lower : either.help;

  const mayEvict = ({ pods }: ClusterNode): boolean =>
    pods.some(({ pod }) => isUnknown(pod.spec) || priorityOf(pod.spec, facts) < priority);
  if (isWithoutPreemption(spec, facts) || !nodes.some(mayEvict))
    return { message: 'There, they stay pending', help, crowds: findsNoRoom, mayEvict: false };

  const evicts = ({ pods }: ClusterNode): boolean =>
    pods.some(({ pod, isDaemon }) => !isDaemon && !isUnknown(pod.spec) && priorityOf(pod.spec, facts) < priority);
  if (nodes.every(evicts))
    return {
      message: 'There, they evict pods with a lower priority',
      help: lower,
      crowds: evictsOthers,
      mayEvict: true,
    };
  return { ...either, help };
}

type RequestsOf = (node: ClusterNode) => ReadonlyMap<string, number>;

/** What the DaemonSets of one side request on a node. */
function requestsBy(simulation: Simulation, simulator: Simulator): RequestsOf {
  const setup = clusterSetupOf(simulation, 'likely', simulator);
  return (node) => {
    const sum = new Map<string, number>();
    for (const { pod } of daemonsOf({ setup, now: 0 }, node)) addResources(sum, podRequests(pod.spec));
    return sum;
  };
}

interface Sides {
  readonly before: RequestsOf;
  readonly after: RequestsOf;
}

interface Share {
  /** The most common node, if it is not the smallest. */
  readonly usual: Pick<Share, 'instanceType' | 'before' | 'after'> | undefined;
  readonly resource: 'cpu' | 'memory';
  readonly instanceType: string;
  readonly before: number;
  readonly after: number;
}

/** The share of the smallest node that grew most, if it is notable. */
function largestShare(nodes: readonly ClusterNode[], sides: Sides): Share | undefined {
  const shares = (['memory', 'cpu'] as const).flatMap((resource) => {
    const [smallest] = nodes.toSorted((a, b) => amountOf(a, resource) - amountOf(b, resource));
    const all = smallest === undefined ? 0 : amountOf(smallest, resource);
    if (smallest === undefined || all === 0) return [];

    const shareOf = (node: ClusterNode): Pick<Share, 'instanceType' | 'before' | 'after'> => {
      const [before, after] = [sides.before, sides.after].map(
        (of) => (of(node).get(resource) ?? 0) / amountOf(node, resource),
      );
      return { instanceType: typeOf(node), before: before!, after: after! };
    };

    const usual = usualOf(nodes, typeOf(smallest));

    return [{ resource, ...shareOf(smallest), usual: usual && shareOf(usual) }];
  });

  return shares
    .filter(({ before, after }) => after >= notableShare && after - before >= notableGrowth)
    .sort((a, b) => b.after - a.after)[0];
}

const typeOf = ({ state }: ClusterNode): string => state.labels[label.instanceType] ?? 'unknown type';

/** A node of the most common instance type, if there are more of it than of another type. */
function usualOf(nodes: readonly ClusterNode[], than: string): ClusterNode | undefined {
  const types = groupBy(nodes, typeOf);
  const [most] = [...types.values()].toSorted((a, b) => b.length - a.length);
  if (most !== undefined && most.length > (types.get(than)?.length ?? 0)) return most[0];
  return undefined;
}

const usualText = ({ usual }: Share): string => {
  if (usual === undefined) return '';

  return `; of the most common node (${usual.instanceType}) they take ${percent(usual.after)}, and took ${percent(usual.before)} before`;
};

const amountOf = ({ state }: ClusterNode, resource: string): number => state.allocatable.get(resource) ?? 0;

/** Whether the pods on a node and the DaemonSets after the change fit, as far as DaemonSets grow. */
function hasRoom(node: ClusterNode, { before, after }: Sides): boolean {
  const [old, present] = [before(node), after(node)];
  const used = new Map<string, number>();
  for (const { pod, count, isDaemon } of node.pods)
    if (!isDaemon)
      for (const [name, amount] of podRequests(pod.spec)) used.set(name, (used.get(name) ?? 0) + amount * count);

  return [...present].every(
    ([name, amount]) => amount <= (old.get(name) ?? 0) || amount + (used.get(name) ?? 0) <= amountOf(node, name),
  );
}

const percent = (share: number): string => `${Math.round(share * 100)}%`;
