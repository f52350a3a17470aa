import { compareMinors } from '../../../karpenter/api/versions.ts';
import type { Manifest } from '../../../manifest/model/manifest.ts';
import { mappingOrEmpty } from '../../../manifest/model/manifest.ts';
import { readText } from '../input/value-reader.ts';
import type { ClusterVersions } from './cluster-snapshot.ts';
import { snapshotKind } from './cluster-snapshot.ts';

/** The versions found in the objects of a cluster and in snapshots among them. */
export function clusterVersions(live: readonly Manifest[]): ClusterVersions {
  const snapshots = live.filter(({ kind }) => kind === snapshotKind.kind);
  const kubernetesVersion = newest([
    ...live.map((manifest) => readText(manifest.get(['status', 'nodeInfo', 'kubeletVersion']))),
    ...snapshots.map(({ object }) => readText(object.kubernetesVersion)),
  ]);

  const karpenterVersion = newest([
    ...live.map(versionOfKarpenter),
    ...snapshots.map(({ object }) => readText(object.karpenterVersion)),
  ]);

  return { ...(kubernetesVersion && { kubernetesVersion }), ...(karpenterVersion && { karpenterVersion }) };
}

function versionOfKarpenter({ object }: Manifest): string | undefined {
  const labels = mappingOrEmpty(mappingOrEmpty(object.metadata).labels);
  if (labels['app.kubernetes.io/name'] === 'karpenter') return readText(labels['app.kubernetes.io/version']);
  return undefined;
}

/** The newest of some minor versions. */
function newest(versions: readonly (string | undefined)[]): string | undefined {
  const minors = versions.flatMap((version) => {
    const match = /^v?(\d{1,4})\.(\d{1,4})\b/.exec(version ?? '');
    if (match) return [`${Number(match[1])}.${Number(match[2])}`];
    return [];
  });
  return minors.toSorted(compareMinors).at(-1);
}
