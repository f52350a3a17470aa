import type { Pod } from '../../../karpenter/api/pod.ts';
import { compareNames } from '../../../text/name-order.ts';
import type { IgnoredPod } from '../input/results.ts';
import type { ExistingNode, SchedulerInput } from '../input/scheduler-input.ts';
import { Reservations } from '../instance-types/reservations.ts';
import { type CountedNode, Topology } from '../topology/topology.ts';
import type { TopologyGroup } from '../topology/topology-group.ts';
import { ClaimEvaluation, type Counters } from './claim-evaluation.ts';
import { hostnameOf, NodeClaim } from './node-claim.ts';
import type { NodeClaimTemplate, PassContext } from './node-claim-template.ts';
import { NodePoolLimits } from './node-pool-limits.ts';
import { type PassNames, passNames } from './pass-names.ts';
import { compilePods, distinctPods, listPods } from './pending-pods.ts';
import type { PodShape } from './pod-shape.ts';
import { type RefusalBudget, refusalBudget } from './refusals.ts';
import { type NodeContext, nodeDaemons, SchedulableNode } from './schedulable-node.ts';
import type { PendingPods } from './scheduling-queue.ts';

/** A pass in which every name is replaced by a small integer, as the scheduler needs it. */
export interface CompiledPass extends PassContext {
  readonly counters: Counters;
  /** In order of preference, without NodePools that can launch nothing. */
  readonly templates: readonly NodeClaimTemplate[];
  readonly emptyTemplates: readonly NodeClaimTemplate[];
  readonly limits: ReadonlyMap<NodeClaimTemplate, NodePoolLimits>;
  /** The last NodeClaim without pods of each NodePool, because every variant of a pod is tried on it. */
  readonly blankClaims: Map<NodeClaimTemplate, NodeClaim>;
  readonly topology: Topology;
  readonly reservations: Reservations;
  readonly evaluation: ClaimEvaluation;
  /** Nodes that can take pods, in Karpenter's order. */
  readonly nodes: readonly SchedulableNode[];
  readonly pods: readonly PendingPods[];
  readonly ignored: readonly IgnoredPod[];
}

/**
 * Compiles the input of a pass. `refusals` limits how much it may remember, which only affects its speed.
 * Source: provisioner.go NewScheduler, scheduler.go NewScheduler.
 */
export function compilePass(original: SchedulerInput, refusals: RefusalBudget = refusalBudget()): CompiledPass {
  const input = { ...original, nodePools: dynamicPools(original) };
  const { listed, ignored } = listPods(input);
  const distinct = distinctPods(listed).map(({ podClass }) => podClass.pod);
  const names = passNames(original, distinct);
  const { table, resources } = names;
  const context: PassContext = { input, table, resources };
  const tables = new Map(
    input.nodePools.map(({ instanceTypes }) => [instanceTypes, names.instanceTypes(instanceTypes)]),
  );
  const all = input.nodePools.map((pool) => names.template(pool, input));
  const templates = all.filter(({ emptyBecause }) => emptyBecause === undefined);
  const counted = countedNodes(input, names);
  const shapes: PodShape[] = [];
  const topology = new Topology(table, input, { nodes: counted, onGroup: (group) => countIn(group, shapes) });

  const pods = compilePods(listed, {
    ...context,
    topology,
    toleratePreferNoSchedule: avoidsPods(all),
    refusals,
  });

  connect(topology, pods, shapes);
  const counters: Counters = { typesFiltered: 0, fitsTried: 0, attempts: 0 };
  const reservations = new Reservations(tables.values());

  return {
    ...context,
    counters,
    templates,
    emptyTemplates: all.filter(({ emptyBecause }) => emptyBecause !== undefined),
    limits: new Map(templates.map((template) => [template, new NodePoolLimits(template, nodesOf(template, input))])),
    blankClaims: new Map(),
    topology,
    reservations,
    evaluation: new ClaimEvaluation({
      table,
      reservations,
      reservedOfferingMode: input.reservedOfferingMode,
      counters,
    }),
    nodes: schedulableNodes(counted, context, topology),
    pods,
    ignored,
  };
}

/** A NodeClaim without pods, within the NodePool's limits; undefined if they leave no instance type. */
export function blankClaim(pass: CompiledPass, template: NodeClaimTemplate, index: number): NodeClaim | undefined {
  const { within } = pass.limits.get(template)!;
  if ('exhausted' in within) return undefined;

  const last = pass.blankClaims.get(template);
  if (last?.index === index && last.options === within.options) return last;

  const vector = template.vector.slice();
  vector[pass.table.hostnameKey] = pass.table.hostnameId(hostnameOf(index));
  const claim = new NodeClaim(template, { index, vector, options: within.options, resources: pass.resources.size });
  pass.blankClaims.set(template, claim);

  return claim;
}

const spell = (node: string, { metadata }: Pod): string => `${node} ${metadata.namespace}/${metadata.name}`;

/** Pods that are about to be rescheduled do not count on their old node. */
function countedNodes(input: SchedulerInput, names: PassNames): readonly CountedNode[] {
  const leaving = new Set(input.podClasses.map(({ fromNode, pod }) => fromNode && spell(fromNode, pod)));
  const oldNodes = new Set(input.podClasses.map(({ fromNode }) => fromNode));
  return input.existingNodes.map((node) => ({
    node,
    vector: names.vector(node),
    pods: oldNodes.has(node.name) ? node.pods.filter(({ pod }) => !leaving.has(spell(node.name, pod))) : node.pods,
  }));
}

/** Connects pods with the groups that count and repel them, after all pods and groups have been created. */
function connect(topology: Topology, pods: readonly PendingPods[], shapes: PodShape[]): void {
  shapes.push(...new Set(pods.map(({ shape }) => shape)));
  for (const group of topology.groups) countIn(group, shapes);
  const inverse = [...topology.inverseGroups];

  for (const shape of shapes) {
    shape.repelledBy.push(...inverse.filter((group) => group.selects(shape.pod)));
    shape.first.bind(shape.repelledBy);
  }
}

/** A group that a relaxation creates later is added at that time. While pods are being compiled, there are no shapes yet. */
function countIn(group: TopologyGroup, shapes: readonly PodShape[]): void {
  for (const shape of shapes) if (group.selects(shape.pod)) shape.counting.push(group);
}

function schedulableNodes(
  counted: readonly CountedNode[],
  context: PassContext,
  topology: Topology,
): readonly SchedulableNode[] {
  if (counted.length === 0) return [];
  const nodeContext = { ...context, daemons: nodeDaemons(context.input, context.table) };
  return inOrder(counted).map((entry) => schedulableNode(entry, nodeContext, topology));
}

function schedulableNode({ node, vector }: CountedNode, context: NodeContext, topology: Topology): SchedulableNode {
  const schedulable = new SchedulableNode(node, vector.slice(), context);
  schedulable.vector[context.table.hostnameKey] = context.table.hostnameId(schedulable.hostname);
  topology.registerHostname(schedulable.hostname);
  return schedulable;
}

/**
 * NodePools that scale with demand: highest weight first, then by name, last name first. Source: pkg/utils/nodepool
 * OrderByWeight.
 */
const dynamicPools = ({ nodePools }: SchedulerInput): SchedulerInput['nodePools'] =>
  nodePools
    .filter(({ nodePool }) => nodePool.spec.replicas === undefined)
    .toSorted(
      (a, b) =>
        (b.nodePool.spec.weight ?? 0) - (a.nodePool.spec.weight ?? 0) ||
        compareNames(b.nodePool.metadata.name, a.nodePool.metadata.name),
    );

/** Nodes that can take pods: initialized ones first, then by name. */
const inOrder = (nodes: readonly CountedNode[]): readonly CountedNode[] =>
  nodes
    .filter(({ node }) => !node.isDeleting)
    .toSorted(
      ({ node: a }, { node: b }) => Number(b.isInitialized) - Number(a.isInitialized) || compareNames(a.name, b.name),
    );

const nodesOf = ({ name }: NodeClaimTemplate, { existingNodes }: SchedulerInput): readonly ExistingNode[] =>
  existingNodes.filter(({ labels, isDeleting }) => !isDeleting && labels['karpenter.sh/nodepool'] === name);

const avoidsPods = (templates: readonly NodeClaimTemplate[]): boolean =>
  templates.some(({ taints }) => taints.some(({ effect }) => effect === 'PreferNoSchedule'));
