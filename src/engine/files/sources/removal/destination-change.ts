import { quoted, quotedTitle } from '../../../text/words/quoted-names.ts';
import { type NamedDestination, namedDestination } from '../gitops/destination.ts';
import type { Obstacle, Root } from '../root/root.ts';

/**
 * A warning about a root that the change applies to another cluster; undefined if it stays, or if that is unknown. What
 * it applied before stays there. Argo CD looks only at the cluster that an Application names now (argo-cd issues 1640
 * and 9172). Flux prunes what leaves the inventory of a Kustomization, which does not name a cluster, and finds no
 * release of Helm in the other cluster.
 */
export function destinationChange(old: Root, root: Root, hasNodes: boolean): Obstacle | undefined {
  const [before, after] = [old, root].map(({ destination }) => namedDestination(destination));
  if (before === undefined || after === undefined || root.waiting !== undefined) return undefined;
  if (old.tool !== root.tool || !isOther(before, after)) return undefined;

  const what = hasNodes
    ? 'Its NodePools stay there with their nodes, and nothing manages them any more'
    : 'What it applied stays there, and nothing manages it any more';

  return {
    code: 'render/destination',
    severity: 'warning',
    file: root.file,
    near: after.name ?? before.name ?? 'destination',
    message: `From now on, ${quotedTitle(root.by ?? root.name)} applies to ${clusterText(after)}, and no longer to ${clusterText(before)}. ${what}`,
    help: 'Delete by hand what should not stay in the old cluster. If both are the same cluster, nothing changes.',
  };
}

/** Whether two destinations are named differently. A name and an address of Argo CD may be those of one cluster. */
function isOther(before: NamedDestination, after: NamedDestination): boolean {
  if (before.name === undefined || after.name === undefined) return before.name !== after.name;
  return before.kind === after.kind && before.name !== after.name;
}

function clusterText({ kind, name }: NamedDestination): string {
  if (name === undefined) return 'the cluster that it is in';
  if (kind === 'kubeconfig') return `the cluster of the kubeconfig ${quoted(name)}`;
  return `the cluster ${quoted(name)}`;
}
