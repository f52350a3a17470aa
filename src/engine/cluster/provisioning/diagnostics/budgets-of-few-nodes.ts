import { percentOfBudget } from '../../../karpenter/api/disruption/disruption-budget.ts';
import { asList, asMapping, asText, type Manifest } from '../../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import type { Simulation } from '../simulation.ts';
import { manifestDiagnostic } from './manifest-diagnostic.ts';

/** Few enough nodes that a percentage says something else than it does. */
const few = { least: 2, most: 3 };

/**
 * Notes on percentages in the budgets of NodePools that have only a few nodes even with the highest number of replicas:
 * Karpenter rounds up to one node. `lint/budget-rounding` reports those whose number of nodes the file itself limits.
 * Source: core pkg/apis/v1/nodepool.go GetAllowedDisruptions.
 */
export function budgetsOfFewNodes({ cases, nodePools, existing, isLiveKnown }: Simulation): readonly Diagnostic[] {
  const { high } = cases;
  // Other nodes may exist, unless something shows which ones do.
  if (!high.isExact || (existing.nodes.length > 0 && !isLiveKnown)) return [];

  return nodePools.known.flatMap(({ name, manifest }) => {
    const nodes =
      high.results.newNodeClaims.filter(({ nodePool }) => nodePool === name).length +
      existing.nodes.filter(({ nodePool }) => nodePool === name).length;
    if (nodes < few.least || nodes > few.most || isLimitedByItself(manifest)) return [];

    return asList(manifest.get(['spec', 'disruption', 'budgets'])).flatMap((budget, index) => {
      const written = asText(asMapping(budget)?.nodes) ?? '';
      const percent = percentOfBudget(written);
      const share = Math.round(100 / nodes);
      if (percent === 0 || share < 2 * percent) return [];

      return [
        manifestDiagnostic(manifest, {
          code: 'provisioning/budget-rounding',
          severity: 'note',
          at: ['spec', 'disruption', 'budgets', index, 'nodes'],
          message: `\`${written}\` of the ${nodes} simulated nodes of \`${name}\` is rounded up to one node, which is ${share}% of them`,
          measures: [{ value: share, better: 'fewer' }],
          help: 'Set `nodes: "1"` if one node at a time is what you want. Protect the pods with PodDisruptionBudgets.',
        }),
      ];
    });
  });
}

const isLimitedByItself = (pool: Manifest): boolean =>
  pool.get(['spec', 'replicas']) !== undefined || pool.get(['spec', 'limits', 'nodes']) !== undefined;
