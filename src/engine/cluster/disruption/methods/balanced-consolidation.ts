import { byNodePool, type Candidate, candidatesOf, disruptionCost } from '../cluster/candidates.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { type DisruptionCommand, estimatedSavings, sourceCost } from './command.ts';

/** A move is worthwhile if its share of the NodePool's cost saved is at least half its share of the pods disrupted. */
const k = 2;

interface Totals {
  readonly cost: number;
  readonly disruption: number;
}

const isBalanced = ({ pool }: Candidate): boolean => pool.nodePool.spec.disruption?.consolidationPolicy === 'Balanced';

/** Whether moves are worthwhile in NodePools with the policy Balanced. Source: core pkg/controllers/disruption/balanced.go. */
export class BalancedEvaluator {
  readonly #totals = new Map<string, Totals>();

  constructor(cluster: Cluster) {
    const candidates = candidatesOf(cluster, 'graceful');
    const nodes = [...cluster.nodes.values()];

    for (const { pool } of candidates) {
      const { name } = pool.nodePool.metadata;
      if (this.#totals.has(name)) continue;

      const ofPool = nodes.filter(({ state }) => state.nodePool === name);
      const cost = ofPool.reduce((sum, { price }) => sum + price, 0);
      const disruption = ofPool.reduce((sum, { pods }) => sum + disruptionCost(pods), 0);

      this.#totals.set(name, { cost, disruption });
    }
  }

  /** Whether every Balanced NodePool gains enough. The savings are divided between NodePools by their share of the cost. */
  approves(command: Pick<DisruptionCommand, 'candidates' | 'replacements'>): boolean {
    const byPool = byNodePool(command.candidates);
    const savings = estimatedSavings(command);
    const total = sourceCost(command.candidates);

    return byPool.every((ofPool) => {
      const share = total > 0 && byPool.length > 1 ? sourceCost(ofPool) / total : 1;
      return this.#pays(ofPool, savings * share);
    });
  }

  /** Whether disrupting a node could be worthwhile: nothing saves more than removing it. */
  canPass(candidate: Candidate): boolean {
    const totals = this.#totals.get(candidate.pool.nodePool.metadata.name);
    return totals === undefined || totals.cost <= 0 || this.#pays([candidate], candidate.price);
  }

  #pays(candidates: readonly Candidate[], savings: number): boolean {
    const [first] = candidates;
    if (first === undefined || !isBalanced(first)) return true;
    const totals = this.#totals.get(first.pool.nodePool.metadata.name);
    if (totals === undefined || totals.cost <= 0 || totals.disruption <= 0 || savings <= 0) return false;
    const disruption = candidates.reduce((sum, candidate) => sum + candidate.disruptionCost, 0) / totals.disruption;
    return disruption === 0 || savings / totals.cost / disruption >= 1 / k;
  }
}
