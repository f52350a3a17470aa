import type { ManifestSet } from '../../../manifest/manifest-set.ts';
import type { Diagnostic } from '../../../text/diagnostic.ts';
import { plural } from '../../../text/words/plural.ts';
import { manifestDiagnostic } from '../../provisioning/diagnostics/manifest-diagnostic.ts';
import type { Disruption } from './disruption-data.ts';

/**
 * Notes on NodePools of one side whose nodes will expire together, because disruption budgets do not apply to expiry. Running nodes
 * expire with the change or without it.
 */
export function expiryDiagnostics(
  { timeline }: Disruption,
  { manifests }: ManifestSet,
  side: 'base' | 'head',
): readonly Diagnostic[] {
  const noted = new Set<string | null>();
  return timeline.flatMap(({ what, nodePool, nodes, at, utc, isStampede }) => {
    const manifest = manifests.findLast(({ kind, name }) => kind === 'NodePool' && name === nodePool);
    // Only the first expiry of a NodePool is noted.
    const isThere = side === 'head' || utc !== null;
    if (what !== 'expiry' || !isStampede || !isThere || !manifest || noted.has(nodePool)) return [];

    noted.add(nodePool);
    const when = utc ? `starting ${utc.from}` : `${spanText(at!.low)} after this change`;

    return [
      manifestDiagnostic(manifest, {
        code: 'disruption/expiry-stampede',
        severity: 'note',
        at: ['spec', 'template', 'spec', 'expireAfter'],
        message: `${nodes} nodes of NodePool \`${nodePool}\` expire within a short time, ${when}. That is more than its disruption budgets allow at a time, but they do not apply to expiry`,
        help: 'Protect the pods with PodDisruptionBudgets, which apply to expiry, and set `terminationGracePeriod`. Or set a longer `expireAfter` and let drift replace nodes.',
      }),
    ];
  });
}

const minutesOfADay = 24 * 60;

/** A number of minutes as text: `30 days`, `24 hours`, `90 minutes`. */
export function spanText(minutes: number): string {
  if (minutes >= 2 * minutesOfADay) return `${Math.round(minutes / minutesOfADay)} days`;
  if (minutes >= 120) return `${Math.round(minutes / 60)} hours`;
  return plural(minutes, 'minute');
}
