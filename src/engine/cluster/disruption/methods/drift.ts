import { type Candidate, spendBudget } from '../cluster/candidates.ts';
import { simulateScheduling } from '../cluster/simulate-scheduling.ts';
import {
  type DisruptionMethod,
  isStaticPool,
  type MethodInput,
  type MethodOutcome,
  noCommands,
} from './disruption-method.ts';
import { candidateText } from './equal-candidates.ts';
import { replacementOf } from './replacement.ts';

const shouldDisrupt = (candidate: Candidate): boolean =>
  !isStaticPool(candidate) && candidate.node.drifted !== undefined;

const since = ({ node }: Candidate): number => node.drifted?.since ?? 0;

/** Replaces one drifted node, regardless of cost: nodes without pods first, then those that drifted first. */
function compute({ cluster, candidates, budget }: MethodInput): MethodOutcome {
  const { emptyDrifted } = cluster.setup.behavior;
  const sorted = candidates.toSorted((a, b) => since(a) - since(b));
  const idle = sorted.filter(({ reschedulable }) => reschedulable.length === 0);
  const busy = sorted.filter(({ reschedulable }) => reschedulable.length > 0);
  const together = emptyDrifted === 'together' ? idle.filter((candidate) => spendBudget(budget, candidate)) : [];

  if (together.length > 0)
    return {
      commands: [{ method: 'Drift', reason: 'Drifted', candidates: together, replacements: [], scheduling: undefined }],
    };

  const kept = new Set<string>();

  for (const candidate of emptyDrifted === 'first' ? [...idle, ...busy] : busy) {
    if ((budget.get(candidate.pool.nodePool.metadata.name) ?? 0) === 0) continue;

    const text = candidateText(candidate);
    if (kept.has(text)) continue;

    const scheduling = simulateScheduling(cluster, { candidates: [candidate] });
    if (!scheduling.isComplete) {
      kept.add(text);
      continue;
    }

    const replacements = scheduling.newNodeClaims.map((claim) => replacementOf(cluster, claim));

    return {
      commands: [{ method: 'Drift', reason: 'Drifted', candidates: [candidate], replacements, scheduling }],
    };
  }

  return noCommands;
}

/** Source: core pkg/controllers/disruption/drift.go. */
export const drift: DisruptionMethod = { name: 'Drift', reason: 'Drifted', class: 'eventual', shouldDisrupt, compute };
