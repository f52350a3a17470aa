import type { Taint, TopologySpreadConstraint } from '../../../karpenter/api/pod.ts';
import type {
  RequirementList,
  RequirementTable,
  RequirementVector,
} from '../../../karpenter/scheduling/requirement-table.ts';
import { Requirements } from '../../../karpenter/scheduling/requirements.ts';
import { tolerates } from '../../../karpenter/scheduling/taints.ts';
import type { PodConstraints } from '../pods/pod-constraints.ts';

/**
 * Which nodes are counted for a topology spread.
 * Source: core pkg/controllers/provisioning/scheduling/topologynodefilter.go.
 */
export class TopologyNodeFilter {
  /** By default, a spread ignores taints and honors node affinity. */
  readonly honorsTaints: boolean;
  readonly #honorsAffinity: boolean;
  readonly #alternatives: readonly RequirementList[];
  readonly #tolerations: PodConstraints['tolerations'];
  readonly #table: RequirementTable;
  /** Equal for filters that Karpenter treats as the same. */
  readonly spelling: string;

  constructor(table: RequirementTable, pod: PodConstraints, spread: TopologySpreadConstraint) {
    const { nodeTaintsPolicy = 'Ignore', nodeAffinityPolicy = 'Honor' } = spread;
    const alternatives = alternativesOf(pod);
    this.honorsTaints = nodeTaintsPolicy === 'Honor';
    this.#honorsAffinity = nodeAffinityPolicy === 'Honor';
    this.#table = table;
    this.#alternatives = alternatives.map((requirements) => table.list(requirements));
    this.#tolerations = pod.tolerations;

    this.spelling = JSON.stringify([
      nodeTaintsPolicy,
      nodeAffinityPolicy,
      // Karpenter's hash includes the labels of a selector but not their values.
      oddOnes(alternatives.map((requirements) => requirements.keys().join())),
      oddOnes(
        pod.tolerations.map(({ key, operator, value, effect }) =>
          JSON.stringify([key ?? '', operator ?? '', value ?? '', effect ?? '']),
        ),
      ),
    ]);
  }

  /** Whether a node with these taints and requirements is counted. A label that the node lacks does not match. */
  matches(taints: readonly Taint[], vector: RequirementVector): boolean {
    if (this.#honorsAffinity && !this.#alternatives.some((list) => this.#table.isCompatible(vector, list)))
      return false;
    return !this.honorsTaints || tolerates(taints, this.#tolerations);
  }
}

function alternativesOf({ nodeSelector, requiredTerms }: PodConstraints): Requirements[] {
  const selector = Requirements.fromLabels(nodeSelector);
  if (requiredTerms.length === 0) return [selector];
  return requiredTerms.map((term) => new Requirements(selector).add(Requirements.from(term.matchExpressions ?? [])));
}

/** The elements that occur an odd number of times. In Karpenter's hash of a set, two equal elements cancel each other out. */
function oddOnes(elements: readonly string[]): string[] {
  const odd = new Set<string>();
  for (const element of elements) if (!odd.delete(element)) odd.add(element);
  return [...odd].sort();
}
