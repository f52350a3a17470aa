import { manifestDiagnostic } from '../../cluster/provisioning/diagnostics/manifest-diagnostic.ts';
import { areNodesKnown } from '../../cluster/provisioning/simulation.ts';
import type { Change } from '../../manifest/change.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { byCount, plural } from '../../text/words/plural.ts';
import { manifestNamed, type SimulatedChange } from './change-seen.ts';

/**
 * Running nodes that Karpenter consolidates only because of new disruption settings. Nodes that files imply are consolidated already, so
 * this needs a snapshot of the cluster.
 */
export function consolidatedNodes({ changes, head, before, transition }: SimulatedChange): readonly Diagnostic[] {
  if (!areNodesKnown(before) || transition.before === null || transition.spared === null) return [];

  const names = new Set(transition.after.nodes.map(({ state }) => state.name));
  const gone = transition.before.nodes.filter(({ state }) => !names.has(state.name));

  return changes.flatMap((change) => {
    const { resource } = change;
    const settings = changedSettings(change);
    const nodes = gone.filter(({ state }) => state.nodePool === resource.name);
    const manifest = manifestNamed(head, 'NodePool', resource.name);
    if (settings === undefined || nodes.length === 0 || manifest === undefined) return [];

    const pods = nodes
      .flatMap((node) => node.pods)
      .reduce((sum, { count, isDaemon }) => sum + (isDaemon ? 0 : count), 0);

    return [
      manifestDiagnostic(manifest, {
        code: 'disruption/consolidates-more',
        severity: 'warning',
        at: ['spec', 'disruption'],
        message: `With ${settings}, Karpenter consolidates ${plural(nodes.length, 'running node')} of NodePool \`${resource.name}\` that it keeps now, and ${plural(pods, 'pod')} restart${byCount(pods, 's', '')}`,
        help: 'If the pods must not restart now, merge this outside of busy hours. Or limit how many nodes go at a time with a disruption budget for `Underutilized`.',
      }),
    ];
  });
}

/** `this \`consolidationPolicy\``: the disruption settings of a NodePool that a change edits, if it affects its nodes in no other way. */
export function changedSettings({ resource, type, effect, fields }: Change): string | undefined {
  const settings = fields.filter(({ cause }) => cause === 'consolidation' || cause === 'budgets');
  const isOnlySettings = resource.kind === 'NodePool' && type === 'modified' && effect === 'none';
  if (!isOnlySettings || settings.length === 0) return undefined;
  const names = settings.map(({ path }) => `\`${path.at(-1)}\``).slice(0, 3);
  const isPlural = names.length > 1 || names[0] === '`budgets`';
  const demonstrative = isPlural ? 'these' : 'this';
  return `${demonstrative} ${names.join(' and ')}`;
}
