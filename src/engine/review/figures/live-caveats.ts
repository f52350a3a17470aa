import type { Manifest } from '../../manifest/manifest.ts';
import type { ManifestSet } from '../../manifest/manifest-set.ts';
import { firstNames } from '../../provisioning/diagnostics/manifest-diagnostic.ts';

interface Side {
  readonly live: ManifestSet;
  /** NodePools of both sides, by name. */
  readonly nodePools: ReadonlySet<string>;
  readonly region: string;
}

/** Caveats about live state that could not be read completely, or that seems to be from another cluster. */
export function liveCaveats({ live, nodePools, region }: Side): readonly string[] {
  return [...unread(live), ...elsewhere(live, region), ...strangers(live, nodePools)];
}

function unread(live: ManifestSet): readonly string[] {
  const files = live.files.filter(({ isBroken }) => isBroken).map(({ source }) => `\`${source.file}\``);
  if (files.length === 0) return [];
  return [
    `The cluster's state is incomplete: ${firstNames(files)} could not be read to the end and may be truncated. Only the readable part counts.`,
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
    `${which} of the snapshot are in ${firstNames(others.map((name) => `\`${name}\``))}, but prices are for \`${region}\`. Is the snapshot from another cluster?`,
  ];
}

function strangers({ manifests }: ManifestSet, nodePools: ReadonlySet<string>): readonly string[] {
  const pools = new Set(manifests.filter(isNode).flatMap((node) => labelOf(node, 'karpenter.sh/nodepool') ?? []));
  if (pools.size === 0 || nodePools.size === 0 || [...pools].some((name) => nodePools.has(name))) return [];
  const names = [...pools].sort().map((name) => `\`${name}\``);
  return [
    `No node of the snapshot belongs to a NodePool in these files. They belong to ${firstNames(names)}. Is the snapshot from another cluster?`,
  ];
}
