import type { ClusterNode } from '../../cluster/disruption/cluster/cluster.ts';
import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { billedPrice } from '../../cluster/provisioning/nodes/billed-price.ts';
import { areNodesKnown } from '../../cluster/provisioning/simulation.ts';
import { movesPods } from '../../karpenter/api/disruption/consolidated-pools.ts';
import { defaultGate } from '../../karpenter/api/settings.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { hoursPerMonth } from '../../text/range.ts';
import { inUsd } from '../../text/words/money.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';
import { changedSettings } from './consolidated-nodes.ts';

/** Running nodes that Karpenter would consolidate, and keeps because of new disruption settings. */
export function keptNodes({ changes, head, before, transition }: SimulatedChange): readonly Diagnostic[] {
  if (!areNodesKnown(before) || transition.before === null || transition.unchanged === null) return [];

  const running = transition.before.nodes;
  const unchanged = transition.unchanged;
  const gone = without(running, unchanged);
  const launched = without(unchanged, running);

  return changes.flatMap((change) => {
    const { name } = change.resource;
    const settings = changedSettings(change);
    const pool = manifestNamed(head, 'NodePool', name);
    if (settings === undefined || pool === undefined || pool.isPartial || movesPods(pool)) return [];

    const isNever = pool.get(['spec', 'disruption', 'consolidateAfter']) === 'Never';
    // Other settings still let Karpenter delete empty nodes.
    const nodesOfPool = gone.filter(
      ({ state, pods }) => state.nodePool === name && (isNever || pods.some((pod) => !pod.isDaemon)),
    );
    if (nodesOfPool.length === 0) return [];

    // If other nodes are consolidated as well, their part of the savings is unknown.
    const saved = nodesOfPool.length === gone.length ? hourlyUsd(gone) - hourlyUsd(launched) : Number.NaN;
    const nodes = `${plural(nodesOfPool.length, 'running node')} of NodePool \`${name}\``;
    const { monthlyIncreaseUsd, monthlyIncreasePercent } = defaultGate.attention;
    const isMuch =
      saved * hoursPerMonth > monthlyIncreaseUsd && (100 * saved) / hourlyUsd(unchanged) > monthlyIncreasePercent;

    const message = () => {
      if (saved > 0)
        return `Karpenter would save ${inUsd.plain(saved * hoursPerMonth)}/month by consolidating ${nodes}, but keeps ${byCount(nodesOfPool.length, 'it', 'them')} with ${settings}`;
      return `With ${settings}, Karpenter keeps ${nodes} that it would otherwise consolidate`;
    };

    return [
      manifestDiagnostic(pool, {
        code: 'disruption/consolidates-less',
        // Against what Karpenter would end with, it is an increase of the cost.
        severity: isMuch ? 'warning' : 'note',
        at: ['spec', 'disruption'],
        message: message(),
        help: 'To save money with fewer restarts, use `WhenEmptyOrUnderutilized` with a disruption budget of `nodes: "1"` for `Underutilized`.',
      }),
    ];
  });
}

function without(nodes: readonly ClusterNode[], others: readonly ClusterNode[]): readonly ClusterNode[] {
  const names = new Set(others.map(({ state }) => state.name));
  return nodes.filter(({ state }) => !names.has(state.name));
}

/** NaN if a price is unknown. */
const hourlyUsd = (nodes: readonly ClusterNode[]): number =>
  nodes.reduce((sum, { launch }) => sum + ((launch && billedPrice(launch)) ?? Number.NaN), 0);
