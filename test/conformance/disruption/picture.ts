import type { ClusterNode } from '../../../src/engine/cluster/disruption/cluster/cluster.ts';
import type { PodGroup } from '../../../src/engine/cluster/disruption/cluster/pod-group.ts';
import type { FinishedCommand } from '../../../src/engine/cluster/disruption/controller/disrupt.ts';
import type { MovedPods } from '../../../src/engine/cluster/disruption/controller/pod-binding.ts';
import { estimatedSavings, sourceCost } from '../../../src/engine/cluster/disruption/methods/command.ts';
import { label } from '../../../src/engine/karpenter/api/labels.ts';
import { compareNames } from '../../../src/engine/text/name-order.ts';
import type { ExpectedCommand, ExpectedCourse, ExpectedNode, ExpectedReplacement, WorldOutcome } from './world.ts';

/** The compared aspects, from coarse to fine. */
export const worldAspects = [
  'initial',
  'nodeCount',
  'finalCost',
  'finalTypes',
  'finalNodes',
  'blockedNodes',
  'waveSizes',
  'firstRound',
  'firstCommand',
  'commandShapes',
  'commands',
] as const;
export type WorldAspect = (typeof worldAspects)[number];

/** Each aspect in one comparable form. Equal texts mean agreement. */
export type WorldPicture = Readonly<Record<WorldAspect, string>>;

/** Each aspect of a course of events, recorded or ours. */
export function worldPicture(course: ExpectedCourse): WorldPicture {
  const { final, commands } = course;
  // The reason why a command cannot be started is Karpenter's own text.
  const stop = course.stop.startsWith('error') ? 'error' : course.stop;
  const lines = (entries: readonly unknown[]): string => entries.map(text).join('\n');
  const multiset = (entries: readonly unknown[]): string => entries.map(text).sort().join('\n');
  const shapes = commands.map(({ wave, method, reason, candidates, replacements }) => {
    const types = replacements.map(({ instanceType, capacityType }) => `${instanceType} ${capacityType}`);
    return [wave, method, reason, candidates.length, types];
  });
  const waves: Record<string, number> = {};
  for (const { wave } of commands) waves[wave] = (waves[wave] ?? 0) + 1;
  return {
    initial: lines([...course.initial, round(course.initialHourlyPrice)]),
    nodeCount: text(final.length),
    finalCost: text(round(course.finalHourlyPrice)),
    finalTypes: multiset(
      final.map(({ nodePool, instanceType, capacityType }) => [nodePool, instanceType, capacityType]),
    ),
    finalNodes: multiset([...final.map(({ name: _, ...node }) => node), course.pendingPods ?? {}]),
    blockedNodes: text(final.filter(({ drifted }) => drifted).map(({ name }) => name)),
    waveSizes: text(waves),
    firstRound: lines(course.firstRound ?? []),
    firstCommand: lines(commands.slice(0, 1).map(rounded)),
    commandShapes: lines([...shapes, stop]),
    commands: lines([...commands.map(rounded), ...(course.provisioned ?? []), stop]),
  };
}

const rounded = (command: ExpectedCommand): ExpectedCommand => ({ ...command, savings: round(command.savings) });

const round = (price: number): number => Math.round(price * 1e6) / 1e6 + 0;

/** JSON with sorted keys. */
const text = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) => {
    if (typeof inner === 'number') return round(inner);
    return inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compareNames(a, b)))
      : inner;
  });

/** Our result in the form of the recordings. */
export function courseOf({ course, initial, cluster }: WorldOutcome): ExpectedCourse {
  const final = cluster.sorted();
  const lastWave = course.commands.at(-1)?.wave ?? -1;
  const provisioned = course.provisioned.map(({ afterWave, nodes, moves, failed }) => ({
    afterWave,
    new: nodes.map(({ node, types }) => replacement(node, types)),
    podsMoved: movedTo(moves),
    ...(failed.size > 0 && { podErrors: counts([...failed].map(([group, count]) => ({ ...group, count }))) }),
  }));
  return {
    stop:
      course.stop === 'cycle'
        ? `cycle: the cluster after wave ${lastWave} is the one after wave ${course.cycleFrom} again (-1: initial)`
        : course.stop,
    initial: initial.map(nodeOf),
    initialHourlyPrice: sum(initial),
    firstRound: course.firstRound.map(({ method, budget, candidates }) => ({
      method,
      budget: Object.fromEntries(budget),
      candidates: candidates.map(({ name, pool, price, disruptionCost }) => {
        return { node: name, nodePool: pool.nodePool.metadata.name, price, disruptionCost };
      }),
    })),
    commands: course.commands.map(commandOf),
    ...(provisioned.length > 0 && { provisioned }),
    ...(cluster.pending.length > 0 && { pendingPods: counts(cluster.pending) }),
    final: final.map(nodeOf),
    finalHourlyPrice: sum(final),
  };
}

const sum = (nodes: readonly ClusterNode[]): number => nodes.reduce((total, { price }) => total + price, 0);

/** Recordings identify pods by their label `app`. */
const keyOf = ({ workload, pod, isDaemon }: PodGroup): string =>
  isDaemon ? `DaemonSet/${pod.metadata.labels.ds ?? workload}` : (pod.metadata.labels.app ?? pod.metadata.name);

function counts(groups: readonly PodGroup[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const group of groups) sums[keyOf(group)] = (sums[keyOf(group)] ?? 0) + group.count;
  return sums;
}

const placed = ({ state, price }: ClusterNode): Omit<ExpectedNode, 'pods' | 'drifted'> => ({
  name: state.name,
  nodePool: state.nodePool ?? '',
  instanceType: state.labels[label.instanceType] ?? '',
  zone: state.labels[label.zone] ?? '',
  capacityType: state.labels[label.capacityType] ?? '',
  price,
});

const nodeOf = (node: ClusterNode): ExpectedNode => ({
  ...placed(node),
  pods: counts(node.pods),
  ...(node.drifted && { drifted: node.drifted.reason }),
});

const replacement = (node: ClusterNode, instanceTypeCount: number): ExpectedReplacement => ({
  ...placed(node),
  instanceTypeCount,
});

function movedTo(moves: readonly MovedPods[]): Record<string, Record<string, number>> {
  const moved: Record<string, Record<string, number>> = {};
  for (const { group, to, count } of moves) {
    if (to === null) continue;
    moved[keyOf(group)] ??= {};
    const own = moved[keyOf(group)]!;
    own[to] = (own[to] ?? 0) + count;
  }
  return moved;
}

function commandOf({ wave, at, command, nodes, moves }: FinishedCommand): ExpectedCommand {
  // The NodeClaims of a static NodePool name no instance types before they are launched, so Karpenter has no price for them.
  const isStatic = command.method === 'StaticDrift';
  const left = moves.filter(({ to }) => to === null).map(({ group, count }) => ({ ...group, count }));
  return {
    wave,
    at: new Date(at).toISOString().replace('.000Z', 'Z'),
    method: command.method,
    reason: command.reason,
    decision: command.replacements.length > 0 ? 'replace' : 'delete',
    candidates: command.candidates.map(({ name }) => name).sort(),
    replacements: nodes.map(({ node }, index) =>
      replacement(node, isStatic ? 0 : command.replacements[index]!.options.length),
    ),
    podsMoved: movedTo(moves),
    ...(left.length > 0 && { podsLeft: counts(left) }),
    savings: isStatic ? sourceCost(command.candidates) : estimatedSavings(command),
  };
}
