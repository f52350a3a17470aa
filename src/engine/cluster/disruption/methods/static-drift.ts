import { readResources } from '../../../karpenter/scheduling/pod-requests.ts';
import { passWithProbePod } from '../../provisioning/nodes/launchable-nodes.ts';
import { solve } from '../../provisioning/scheduler/scheduler.ts';
import { byNodePool, type Candidate } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { DisruptionCommand } from './command.ts';
import { type DisruptionMethod, isStaticPool, type MethodInput, type MethodOutcome } from './disruption-method.ts';
import { type Replacement, replacementOf } from './replacement.ts';

const shouldDisrupt = (candidate: Candidate): boolean =>
  isStaticPool(candidate) && candidate.node.drifted !== undefined;

/** Replaces drifted nodes of NodePools with fixed replicas one for one, as far as budgets and `limits.nodes` allow. */
function compute({ cluster, candidates, budget }: MethodInput): MethodOutcome {
  return { commands: byNodePool(candidates).flatMap((ofPool) => poolCommands(cluster, ofPool, budget)) };
}

function poolCommands(
  cluster: Cluster,
  candidates: readonly Candidate[],
  budget: ReadonlyMap<string, number>,
): DisruptionCommand[] {
  const { nodePool } = candidates[0]!.pool;
  const all = [...cluster.nodes.values()].filter(({ state }) => state.nodePool === nodePool.metadata.name);
  const active = all.filter(({ isMarkedForDeletion }) => !isMarkedForDeletion);
  // Karpenter removes surplus nodes first.
  if (active.length > (nodePool.spec.replicas ?? 0)) return [];

  const limit = readResources(nodePool.spec.limits).get('nodes') ?? Number.POSITIVE_INFINITY;
  const allowed = Math.min(budget.get(nodePool.metadata.name) ?? 0, Math.max(0, limit - all.length));
  if (allowed === 0) return [];

  const replacement = staticReplacement(cluster, candidates[0]!);
  if (replacement === undefined) return [];

  return candidates.slice(0, allowed).map((candidate) => ({
    method: 'StaticDrift',
    reason: 'Drifted',
    candidates: [candidate],
    replacements: [replacement],
    scheduling: undefined,
  }));
}

/** What the NodePool launches regardless of pods; undefined if it can launch nothing. */
function staticReplacement(cluster: Cluster, { pool }: Candidate): Replacement | undefined {
  const { limits: _, behavior: __, hasSpotToSpotConsolidation: ___, ...setup } = cluster.setup;
  cluster.simulations++;
  const [claim] = solve({ ...setup, ...passWithProbePod(pool) }).newNodeClaims;
  if (claim === undefined) return undefined;
  return replacementOf(cluster, claim);
}

/** Source: core pkg/controllers/disruption/staticdrift.go. */
export const staticDrift: DisruptionMethod = {
  name: 'StaticDrift',
  reason: 'Drifted',
  class: 'eventual',
  shouldDisrupt,
  compute,
};
