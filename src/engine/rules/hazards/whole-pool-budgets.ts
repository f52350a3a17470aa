import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { allowsNone, percentOfBudget } from '../../karpenter/api/disruption/disruption-budget.ts';
import { asList, asMapping, type Manifest, type Value } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount } from '../../text/words/plural.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';

const path = ['spec', 'disruption', 'budgets'];

/**
 * Percentages of changed budgets that Karpenter rounds up to all nodes that a NodePool has here.
 * Source: core pkg/apis/v1/nodepool.go GetAllowedDisruptions, which rounds up.
 */
export function wholePoolBudgets({ base, head, changes, transition }: SimulatedChange): readonly Diagnostic[] {
  return changes.flatMap(({ resource, type, fields }) => {
    if (resource.kind !== 'NodePool' || type !== 'modified') return [];
    if (!fields.some(({ cause }) => cause === 'budgets')) return [];

    const [old, pool] = [base, head].map((side) => manifestNamed(side, 'NodePool', resource.name));
    const nodes = transition.after.nodes.filter(({ state }) => state.nodePool === resource.name).length;
    if (old === undefined || pool === undefined || nodes === 0) return [];

    const before = new Set(asList(old.get(path)).map((budget) => asMapping(budget)?.nodes));
    const index = asList(pool.get(path)).findIndex((budget) => isNewlyWhole(budget, { nodes, before }));

    if (index === -1 || holdsAll(pool)) return [];
    return [finding(pool, { index, nodes })];
  });
}

interface Seen {
  readonly nodes: number;
  /** The `nodes` of the budgets before the change. */
  readonly before: ReadonlySet<Value | undefined>;
}

/** Whether a budget is new and its percentage allows all nodes only because it is rounded up. */
function isNewlyWhole(budget: Value, { nodes, before }: Seen): boolean {
  const { nodes: written, reasons } = asMapping(budget) ?? {};
  const percent = percentOfBudget(written);
  const isOfEmptyNodes = asList(reasons).length > 0 && asList(reasons).every((reason) => reason === 'Empty');

  return (
    percent > 0 &&
    percent < 100 &&
    !before.has(written) &&
    !isOfEmptyNodes &&
    Math.ceil((percent * nodes) / 100) >= nodes
  );
}

/** Whether another budget allows no disruption at all. The strictest budget counts. */
const holdsAll = (pool: Manifest): boolean =>
  asList(pool.get(path)).some((budget) => {
    const { nodes, schedule, reasons } = asMapping(budget) ?? {};
    return allowsNone(String(nodes)) && schedule === undefined && asList(reasons).length === 0;
  });

function finding(pool: Manifest, { index, nodes }: { readonly index: number; readonly nodes: number }): Diagnostic {
  const written = String(pool.get([...path, index, 'nodes']));
  const of = nodes === 1 ? 'the one node' : `the ${nodes} nodes`;

  return manifestDiagnostic(pool, {
    code: 'disruption/budget-of-all-nodes',
    severity: 'note',
    at: [...path, index, 'nodes'],
    message: `\`${written}\` of ${of} that NodePool \`${pool.name}\` has here is rounded up to ${byCount(nodes, '1', 'all of them')}, so Karpenter may disrupt ${byCount(nodes, 'its only node', 'all of them at the same time')}`,
    help: byCount(
      nodes,
      'If the node must stay at certain hours, add a budget of `nodes: "0"` with a `schedule` and a `duration`.',
      'Set `nodes: "1"` to disrupt one node at a time.',
    ),
  });
}
