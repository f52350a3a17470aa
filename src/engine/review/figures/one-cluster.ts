import { objectIdentity } from '../../files/places/object-identity.ts';
import { isProduction } from '../../manifest/hints/environment-name.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import type { Manifest } from '../../manifest/model/manifest.ts';
import { groupBy } from '../../text/group-by.ts';
import { compareNames } from '../../text/name-order.ts';
import { firstNames, quoted } from '../../text/words/quoted-names.ts';

const rootOf = ({ source }: Manifest): string | undefined => source.origin?.root;

const placed = (manifest: Manifest): string => JSON.stringify([objectIdentity(manifest), rootOf(manifest)]);

/** Production first, then by name; files that are not rendered come last. */
function compare(a: Manifest, b: Manifest): number {
  const [first, other] = [rootOf(a), rootOf(b)];
  if (first === undefined || other === undefined) return Number(first === undefined) - Number(other === undefined);
  const rank = Number(isProduction(other)) - Number(isProduction(first));
  return rank || compareNames(first, other);
}

/** The objects of one cluster, and a note about those that were left out. */
interface OneCluster {
  readonly set: ManifestSet;
  /** One sentence, if objects are in several roots. */
  readonly caveat: string | undefined;
}

/**
 * An object that several roots contain belongs to several clusters. The figures are for one cluster, because counting
 * an object twice would count its nodes twice. A root that also contains it on the other side of the change comes
 * first, so that both sides are of the same cluster: a new environment is no change of an old one.
 */
export function oneCluster(set: ManifestSet, other: ManifestSet | null): OneCluster {
  const groups = groupBy(set.manifests, objectIdentity);
  const others = new Set(other?.manifests.map(placed));
  const dropped = new Set<Manifest>();
  for (const group of groups.values()) {
    if (group.every((manifest) => rootOf(manifest) === undefined)) continue;

    const stays = (manifest: Manifest): boolean => rootOf(manifest) !== undefined && others.has(placed(manifest));
    const kept = rootOf([...group].sort((a, b) => Number(stays(b)) - Number(stays(a)) || compare(a, b))[0]!);
    for (const manifest of group) if (rootOf(manifest) !== kept) dropped.add(manifest);
  }

  if (dropped.size === 0) return { set, caveat: undefined };

  const manifests = set.manifests.filter((manifest) => !dropped.has(manifest));
  return { set: { ...set, manifests }, caveat: caveatOf([...dropped]) };
}

/** Objects of Terraform that no figure depends on. */
const withoutFigures =
  /^(?:aws_(?!(?:eks_node_group|eks_addon|eks_fargate_profile|autoscaling_group|launch_template)$)\w+|kubernetes_config_map|unread_module)$/;

function caveatOf(dropped: readonly Manifest[]): string | undefined {
  const counted = dropped.filter(({ kind }) => !withoutFigures.test(kind));
  const roots = [...new Set(counted.flatMap((manifest) => rootOf(manifest) ?? []))].sort();
  if (roots.length === 0) return undefined;
  return `Several roots contain the same objects, and the figures count them once. Not counted: ${firstNames(roots.map(quoted))}.`;
}
