import { compareNames } from '../../../text/name-order.ts';
import { awaitedPods } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { PodGroup } from '../cluster/pod-group.ts';
import { consolidateAfter, isUnderConsolidateAfter, type PlacedPods } from '../cluster/simulate-scheduling.ts';
import type { DisruptionMethod } from '../methods/disruption-method.ts';
import { type ConsideredMethod, type ReconcileResult, reconcile, type StartedCommand } from './controller.ts';
import { bindEvicted, joinNode, type MovedPods, type ProvisionedNodes, provisionPendingPods } from './pod-binding.ts';

/** A command that has finished. */
export interface FinishedCommand extends StartedCommand {
  readonly wave: number;
  readonly moves: readonly MovedPods[];
}

/** What happened to a cluster. */
export interface DisruptionRun {
  /** `settled` if nothing is left to do. A `cycle` would go on forever. */
  readonly stop: 'settled' | 'step limit' | 'cycle' | 'error';
  /** In a cycle: the wave after which the cluster had the same state before; -1 is the beginning. */
  readonly cycleFrom: number | undefined;
  readonly error: string | undefined;
  readonly firstRound: readonly ConsideredMethod[];
  readonly commands: readonly FinishedCommand[];
  readonly provisioned: readonly (ProvisionedNodes & { readonly afterWave: number })[];
}

/** Options of a simulated disruption. */
interface DisruptOptions {
  /** Whether a wave contains all commands that may run at the same time, instead of one iteration of the loop. */
  readonly isConcurrent: boolean;
  /** Milliseconds between waves. */
  readonly step: number;
  readonly maxCommands: number;
  readonly maxSimulations: number;
  /** Whether pending pods get rounds until nothing more is placed, instead of one round after each wave. */
  readonly isToTheEnd?: boolean;
  /** All of Karpenter's methods by default. */
  readonly methods?: readonly DisruptionMethod[];
  /** Called once the pods that were pending at the beginning have nodes. */
  readonly onStart?: (cluster: Cluster) => void;
}

/** The time after which Karpenter retries if a consolidation was no longer valid, in milliseconds. */
const pollingPeriod = 10_000;
const maxRetries = 3;

/** The longest consolidateAfter of the NodePools plus a minute, in milliseconds. After that, every node may be consolidated. */
export const settlingTime = ({ setup }: Cluster): number =>
  Math.max(0, ...setup.nodePools.map(({ nodePool }) => consolidateAfter(nodePool) ?? 0)) + 60_000;

/** Runs Karpenter's disruption, wave after wave, until nothing changes anymore. Nothing else happens to the cluster in the meantime. */
export function disrupt(cluster: Cluster, options: DisruptOptions): DisruptionRun {
  const commands: FinishedCommand[] = [];
  const provisioned: DisruptionRun['provisioned'][number][] = [];

  const provisionAll = (afterWave: number): boolean => {
    const rounds = provisionRounds(cluster, options);
    provisioned.push(...rounds.map((round) => ({ ...round, afterWave })));
    return rounds.length > 0;
  };

  const end = (stop: DisruptionRun['stop'], more: Partial<DisruptionRun> = {}): DisruptionRun => {
    return {
      stop,
      cycleFrom: undefined,
      error: undefined,
      firstRound: firstRound ?? [],
      commands,
      provisioned,
      ...more,
    };
  };

  let firstRound: readonly ConsideredMethod[] | undefined;

  if (provisionAll(-1)) cluster.now += options.step;
  markConsolidatable(cluster);
  options.onStart?.(cluster);
  const seen = new Map([[stateText(cluster), -1]]);
  let retries = 0;

  for (let wave = 0; commands.length < options.maxCommands; wave++) {
    const { started, isRejected, error, rounds } = startWave(cluster, options, options.maxCommands - commands.length);
    if (firstRound === undefined && rounds.length > 0) firstRound = rounds;
    if (error !== undefined) return end('error', { error });
    if (started.length === 0 && (!isRejected || retries === maxRetries)) return end('settled');

    if (started.length === 0) {
      retries++;
      cluster.now += pollingPeriod;
      markConsolidatable(cluster);
      continue;
    }

    retries = 0;
    for (const command of completeCommands(cluster, started)) commands.push({ ...command, wave });
    provisionAll(wave);
    cluster.now += options.step;
    markConsolidatable(cluster);
    const cycleFrom = seen.get(stateText(cluster));
    if (cycleFrom !== undefined) return end('cycle', { cycleFrom });

    seen.set(stateText(cluster), wave);
    if (cluster.simulations > options.maxSimulations) return end('step limit');
  }

  return end('step limit');
}

type Provisioning = NonNullable<ReturnType<typeof provisionPendingPods>>;

/** Launches nodes for pending pods: once, or as long as pods that remain get a place. */
function provisionRounds(cluster: Cluster, { isToTheEnd }: DisruptOptions): Provisioning[] {
  const rounds: Provisioning[] = [];

  for (;;) {
    const round = provisionPendingPods(cluster);
    if (round === undefined) return rounds;

    rounds.push(round);
    const isProgress = round.moves.some(({ to }) => to !== null);
    const isAnyLeft = cluster.pending.length > 0 || cluster.virtual.length > 0;
    if (!isToTheEnd || !isProgress || !isAnyLeft) return rounds;
  }
}

/** Updates which nodes consolidation may consider. Source: core pkg/controllers/nodeclaim/disruption/consolidation.go. */
function markConsolidatable(cluster: Cluster): void {
  for (const node of cluster.nodes.values()) {
    const pool = cluster.nodePool(node.state.nodePool);
    const isEnabled = pool !== undefined && consolidateAfter(pool.nodePool) !== undefined && node.isInitialized;
    node.isConsolidatable = isEnabled && !isUnderConsolidateAfter(cluster, node);
  }
}

function startWave(
  cluster: Cluster,
  { isConcurrent, methods, maxSimulations }: DisruptOptions,
  most: number,
): ReconcileResult {
  const started: StartedCommand[] = [];
  for (let rounds: readonly ConsideredMethod[] | undefined; ; ) {
    const turn = reconcile(cluster, methods);
    rounds ??= turn.rounds;
    const fresh = turn.started.toSorted((a, b) => compareNames(firstName(a), firstName(b)));
    started.push(...fresh);
    const isTooMuch = started.length >= most || cluster.simulations > maxSimulations;
    const isDone = fresh.length === 0 || !isConcurrent || isTooMuch || turn.error !== undefined;
    if (isDone) return { started, rounds, isRejected: turn.isRejected, error: turn.error };
  }
}

const firstName = ({ command }: StartedCommand): string => command.candidates[0]?.name ?? '';

/**
 * Finishes commands: replacements become ready, pods move to where the last simulation placed them, and the candidates are removed. Pods
 * without a place become pending.
 */
function completeCommands(
  cluster: Cluster,
  started: readonly StartedCommand[],
): readonly (StartedCommand & { readonly moves: readonly MovedPods[] })[] {
  const placements = new Map<PodGroup, readonly PlacedPods[]>();

  for (const { command, nodes } of started) {
    for (const { node } of nodes) joinNode(cluster, node);
    for (const [group, placed] of command.scheduling?.placements ?? []) {
      const named = placed.map(({ to, count }) => ({
        to: typeof to === 'number' ? nodes[to]!.node.state.name : to,
        count,
      }));

      placements.set(group, named);
    }
  }

  const going = started.flatMap(({ command }) => command.candidates.map(({ node }) => node));
  const ended = going.flatMap((node) => awaitedPods(cluster, node));
  const leaving = going.flatMap(({ pods }) => pods.filter((group) => !ended.includes(group)));
  cluster.onMoment?.(cluster, leaving, 'eviction');
  cluster.end(ended);

  const finished = started.map((command) => {
    const groups = command.command.candidates.flatMap(({ node }) => node.pods.filter(({ isDaemon }) => !isDaemon));
    return { ...command, moves: bindEvicted(cluster, groups, placements) };
  });

  for (const { command } of started) for (const { name } of command.candidates) cluster.remove(name);

  return finished;
}

/** The same text for two states of a cluster that differ only in names. */
function stateText(cluster: Cluster): string {
  const nodes = cluster.sorted().map(({ state, pods, drifted, price }) => {
    const counts = new Map<string, number>();
    for (const { workload, count } of pods) counts.set(workload, (counts.get(workload) ?? 0) + count);
    const labels = ['node.kubernetes.io/instance-type', 'topology.kubernetes.io/zone', 'karpenter.sh/capacity-type'];

    return JSON.stringify([
      state.nodePool,
      labels.map((key) => state.labels[key]),
      [...counts].sort(([a], [b]) => compareNames(a, b)),
      drifted?.reason,
      price,
    ]);
  });

  return nodes.sort().join('\n');
}
