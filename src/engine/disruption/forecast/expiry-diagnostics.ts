import type { Diagnostic } from '../../diagnostic.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { manifestDiagnostic } from '../../provisioning/diagnostics/manifest-diagnostic.ts';
import type { Disruption } from '../disruption-data.ts';

/**
 * Notes on NodePools of a side of which many nodes will expire together, for budgets do not hold for expiry. Nodes that run
 * expire with the change or without it.
 */
export function expiryDiagnostics(
  { timeline }: Disruption,
  { manifests }: ManifestSet,
  side: 'base' | 'head',
): readonly Diagnostic[] {
  const told = new Set<string | null>();
  return timeline.flatMap(({ what, nodePool, nodes, at, utc, isStampede }) => {
    const manifest = manifests.findLast(({ kind, name }) => kind === 'NodePool' && name === nodePool);
    // The soonest one says it.
    const isThere = side === 'head' || utc !== null;
    if (what !== 'expiry' || !isStampede || !isThere || !manifest || told.has(nodePool)) return [];
    told.add(nodePool);
    const when = utc ? `from ${utc.from} on` : `${spanText(at!.low)} after this change`;
    return [
      manifestDiagnostic(manifest, {
        code: 'disruption/expiry-stampede',
        severity: 'note',
        at: ['spec', 'template', 'spec', 'expireAfter'],
        message: `${nodes} nodes of NodePool \`${nodePool}\` expire within a short time, ${when}: more than its budgets let go at a time, and they do not hold for expiry`,
        help: 'Set `terminationGracePeriod` and PodDisruptionBudgets, which hold for expiry, or a longer `expireAfter`, and let drift renew nodes.',
      }),
    ];
  });
}

const minutesOfADay = 24 * 60;

/** A number of minutes in words: `30 days`, `90 minutes`. */
export const spanText = (minutes: number): string =>
  minutes >= 2 * minutesOfADay ? `${Math.round(minutes / minutesOfADay)} days` : `${minutes} minutes`;
