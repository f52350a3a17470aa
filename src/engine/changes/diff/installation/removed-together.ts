import type { Change } from '../../../manifest/change.ts';
import type { Source } from '../../../text/source.ts';
import type { ChangedObject } from '../related/class-effects.ts';

/**
 * The changes, in which a NodePool that goes together with Karpenter's controller may keep its nodes: only the
 * controller removes the finalizers of NodeClaims and terminates instances (core
 * pkg/controllers/nodeclaim/lifecycle/termination.go), and nothing says which of both is deleted first.
 */
export function withEndOfController(
  changed: readonly ChangedObject[],
  clusterOf: (source: Source) => string,
): readonly ChangedObject[] {
  const ended = new Set(
    changed.flatMap(({ change, manifest }) => {
      if (change.endsKarpenter) return [clusterOf(manifest.source)];
      return [];
    }),
  );
  if (ended.size === 0) return changed;

  const isEnded = ({ manifest }: ChangedObject): boolean => ended.has(clusterOf(manifest.source)) || ended.has('');
  return changed.map((change) => {
    const isOfPool = change.manifest.kind === 'NodePool' || change.manifest.kind === 'Provisioner';
    if (!isOfPool || change.change.type !== 'removed' || change.change.effect !== 'delete' || !isEnded(change))
      return change;
    return { ...change, change: keptNodes(change.change) };
  });
}

/**
 * The end of a controller in a cluster that loses all of its NodePools, too, while other clusters stay: the whole
 * cluster leaves git, and nothing that needs the controller is left.
 */
export const endOfCluster = <End extends Partial<Change>>({ endsKarpenter: _, ...end }: End) => ({
  ...end,
  effect: 'none' as const,
  summary: 'removed together with all NodePools of its cluster; if it goes first, nothing terminates their nodes',
});

const keptNodes = (change: Change): Change => ({
  ...change,
  effect: 'unknown',
  summary:
    'removed together with Karpenter’s controller; if the controller goes first, nothing terminates the nodes, and their instances keep running',
});
