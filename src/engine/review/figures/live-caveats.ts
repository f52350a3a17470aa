import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { firstNames } from '../../provisioning/diagnostics/manifest-diagnostic.ts';

interface Side {
  readonly live: ManifestSet;
  /** NodePools of both sides, by name. */
  readonly nodePools: ReadonlySet<string>;
  readonly region: string;
}

/** What is to be said of live state that cannot be read as a whole, or looks like that of another cluster. */
export function liveCaveats({ live, nodePools, region }: Side): readonly string[] {
  return [...unread(live), ...elsewhere(live, region), ...strangers(live, nodePools)];
}

function unread(live: ManifestSet): readonly string[] {
  const files = live.files.filter(({ isBroken }) => isBroken).map(({ source }) => `\`${source.file}\``);
  if (files.length === 0) return [];
  return [
    `What the cluster runs is known in part at most: ${firstNames(files)} cannot be read to its end. It may be cut off; what could be read counts.`,
  ];
}

const isNode = ({ kind }: Manifest): boolean => kind === 'Node';
const labelOf = (manifest: Manifest, label: string): string | undefined => {
  const value = manifest.get(['metadata', 'labels', label]);
  return typeof value === 'string' ? value : undefined;
};

function elsewhere({ manifests }: ManifestSet, region: string): readonly string[] {
  const regions = manifests.filter(isNode).flatMap((node) => labelOf(node, 'topology.kubernetes.io/region') ?? []);
  const others = [...new Set(regions)].filter((name) => name !== region).sort();
  if (others.length === 0) return [];
  const which = regions.every((name) => name !== region) ? 'The nodes' : 'Some nodes';
  return [
    `${which} of the cluster stand in ${firstNames(others.map((name) => `\`${name}\``))} and prices are those of \`${region}\`: is it another cluster?`,
  ];
}

function strangers({ manifests }: ManifestSet, nodePools: ReadonlySet<string>): readonly string[] {
  const pools = new Set(manifests.filter(isNode).flatMap((node) => labelOf(node, 'karpenter.sh/nodepool') ?? []));
  if (pools.size === 0 || nodePools.size === 0 || [...pools].some((name) => nodePools.has(name))) return [];
  const names = [...pools].sort().map((name) => `\`${name}\``);
  return [
    `No node of the cluster belongs to a NodePool of these files, but to ${firstNames(names)}: is it another cluster?`,
  ];
}
