import { asList, asMapping, asText, type Manifest } from '../../../manifest/model/manifest.ts';
import { hasPlaceholder } from '../../../manifest/yaml/placeholder.ts';
import { allowsNone } from './disruption-budget.ts';

/** Whether Karpenter moves running pods of a NodePool to save money. */
export function movesPods(pool: Manifest): boolean {
  const [policy, after] = ['consolidationPolicy', 'consolidateAfter'].map((key) =>
    asText(pool.get(['spec', 'disruption', key])),
  );
  if (pool.isPartial || policy === 'WhenEmpty' || after === 'Never') return false;
  // Then nobody knows whether it does.
  if ([policy, after, pool.get(['spec', 'disruption', 'budgets'])].some(hasPlaceholder)) return false;

  return !asList(pool.get(['spec', 'disruption', 'budgets'])).some((entry) => {
    const { nodes, schedule, reasons } = asMapping(entry) ?? {};
    const isEvery = asList(reasons).length === 0 || asList(reasons).includes('Underutilized');
    return allowsNone(asText(nodes)) && schedule === undefined && isEvery;
  });
}
