import { karpenterKinds } from '../../manifest/model/karpenter-kinds.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import type { Diagnostic } from '../../text/diagnostic.ts';
import { folderOf } from '../../text/source.ts';
import type { KarpenterTarget } from '../context/karpenter-version.ts';

const kinds: ReadonlySet<string> = new Set(karpenterKinds.map(({ kind }) => kind));

/**
 * A ClusterConfig of eksctl names the Karpenter of one cluster. If the repository defines several clusters, objects in other folders may
 * belong to another one, so it is only a note that this Karpenter does not serve them.
 */
export function asNotesElsewhere(
  diagnostics: readonly Diagnostic[],
  { karpenterVersionSpan: named }: KarpenterTarget,
  manifests: readonly Manifest[],
): Diagnostic[] {
  if (named === undefined || !diagnostics.some(isRemoved)) return [...diagnostics];

  const clusters = manifests.filter(isClusterConfig);
  const cluster = clusters.find(({ source }) => source.file === named.file);
  if (cluster === undefined || clusters.every(({ name }) => name === cluster.name)) return [...diagnostics];

  const folder = folderOf(named.file);

  return diagnostics.map((diagnostic) => {
    if (!isRemoved(diagnostic) || folderOf(diagnostic.span.file) === folder) return diagnostic;
    const { fix: _, ...rest } = diagnostic;
    const help = `${diagnostic.help ?? ''} \`${named.file}\` names this Karpenter, for cluster \`${cluster.name}\`. If these objects are of another cluster, add \`environments\` to plumbline.yaml.`;
    return { ...rest, severity: 'note' as const, help: help.trim() };
  });
}

const isRemoved = ({ code, severity, resource }: Diagnostic): boolean =>
  code === 'schema/removed-version' && severity === 'error' && resource !== null && kinds.has(resource.kind);

const isClusterConfig = ({ kind, apiVersion }: Manifest): boolean =>
  kind === 'ClusterConfig' && groupOf(apiVersion) === 'eksctl.io';
