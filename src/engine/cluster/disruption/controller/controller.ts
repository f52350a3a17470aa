import type { Launch } from '../../provisioning/input/results.ts';
import { isOverLimits } from '../../provisioning/scheduler/rounds.ts';
import { budgetMapping, type Candidate, candidatesOf } from '../cluster/candidates.ts';
import type { Cluster, ClusterNode } from '../cluster/cluster.ts';
import { launchedNode } from '../cluster/launched-node.ts';
import type { DisruptionCommand } from '../methods/command.ts';
import type { DisruptionMethod } from '../methods/disruption-method.ts';
import { drift } from '../methods/drift.ts';
import { emptiness } from '../methods/emptiness.ts';
import { multiNodeConsolidation } from '../methods/multi-node-consolidation.ts';
import { launchOf } from '../methods/replacement.ts';
import { singleNodeConsolidation } from '../methods/single-node-consolidation.ts';
import { staticDrift } from '../methods/static-drift.ts';

/** How long a nominated node is not disrupted, in milliseconds: twice the longest batch. */
const nomination = 20_000;

const allMethods = ({ setup }: Cluster): readonly DisruptionMethod[] => [
  ...(setup.behavior.isDriftFirst ? [drift, emptiness] : [emptiness, staticDrift, drift]),
  multiNodeConsolidation,
  singleNodeConsolidation,
];

/** A started command: its replacements are launched, and the candidates wait until these are ready. */
export interface StartedCommand {
  readonly command: DisruptionCommand;
  /** When it started. */
  readonly at: number;
  /** In the order of the command's replacements. */
  readonly nodes: readonly { readonly node: ClusterNode; readonly launch: Launch }[];
}

/** What one method considers before it decides. */
export interface ConsideredMethod {
  readonly method: DisruptionMethod['name'];
  readonly budget: ReadonlyMap<string, number>;
  readonly candidates: readonly Candidate[];
}

/** The result of one iteration of the loop. */
export interface ReconcileResult {
  readonly started: readonly StartedCommand[];
  readonly rounds: readonly ConsideredMethod[];
  /** Whether a consolidation was no longer valid when checked again. Karpenter retries after its polling period. */
  readonly isRejected: boolean;
  /** Why a command could not be started. Karpenter would fail in the same way the next time. */
  readonly error: string | undefined;
}

/** One iteration of Karpenter's loop: the first method that finds something acts. Source: core …/disruption/controller.go. */
export function reconcile(cluster: Cluster, methods = allMethods(cluster)): ReconcileResult {
  const rounds: ConsideredMethod[] = [];
  let isRejected = false;

  for (const method of methods) {
    const candidates = candidatesOf(cluster, method.class).filter((candidate) => method.shouldDisrupt(candidate));
    if (candidates.length === 0) continue;

    const budget = budgetMapping(cluster, method.reason);
    rounds.push({ method: method.name, budget: new Map(budget), candidates });
    const outcome = method.compute({ cluster, candidates, budget });
    isRejected ||= outcome.isRejected === true;
    if (outcome.commands.length === 0) continue;

    const started: StartedCommand[] = [];
    for (const command of outcome.commands) {
      const start = startCommand(cluster, command);
      if (typeof start === 'string') return { started, rounds, isRejected, error: start };

      started.push(start);
    }

    return { started, rounds, isRejected, error: undefined };
  }

  return { started: [], rounds, isRejected, error: undefined };
}

/** Launches the replacements and marks the candidates. Source: core …/disruption/queue.go StartCommand. */
function startCommand(cluster: Cluster, command: DisruptionCommand): StartedCommand | string {
  const at = cluster.now;
  const full = command.replacements.find(({ pool }) => isOverLimit(cluster, pool.nodePool.metadata.name));
  if (full !== undefined) return `NodePool ${full.pool.nodePool.metadata.name} uses more than its limits`;

  const nodes: StartedCommand['nodes'][number][] = [];

  for (const replacement of command.replacements) {
    const { pool, requirements } = replacement;
    const launch = launchOf(replacement, cluster);
    if ('error' in launch) return `launch: ${launch.error}`;

    const name = cluster.nextName(pool.nodePool.metadata.name);
    const node = launchedNode({ name, pool, requirements, launch });
    nodes.push({ node, launch });
    cluster.add(node);
  }

  for (const { node } of command.candidates) node.isMarkedForDeletion = true;
  for (const name of command.scheduling?.nominated ?? [])
    cluster.nodes.get(name)!.nominatedUntil = cluster.now + nomination;

  return { command, at, nodes };
}

/** A NodePool that uses more than its limits launches nothing. Source: core pkg/controllers/provisioning/provisioner.go Create. */
export function isOverLimit(cluster: Cluster, name: string): boolean {
  const pool = cluster.nodePool(name)?.nodePool;
  const nodes = [...cluster.nodes.values()].map(({ state, isMarkedForDeletion }) => {
    return { nodePool: state.nodePool, capacity: state.capacity, isDeleting: isMarkedForDeletion };
  });
  return pool !== undefined && isOverLimits(pool, nodes);
}
