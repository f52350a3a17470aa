import type { ObjectCluster } from '../../files/clusters/related-objects.ts';
import type { ClusterObjects } from '../../karpenter/cloud-provider/cluster-addresses.ts';
import {
  helmReleasesIn,
  isWritten,
  knownTextAt,
  readSettingPaths,
  referenceAt,
} from '../../karpenter/installation/helm-releases.ts';
import { asText, type Manifest, type Path } from '../../manifest/model/manifest.ts';
import { createdNamePaths } from './cluster-evidence.ts';
import { calledModule } from './terraform-modules.ts';

/** A queue that Terraform creates for Karpenter. */
export interface InterruptionQueue {
  readonly manifest: Manifest;
  /** Where its name is written, or the name of the cluster that it is named after. */
  readonly path: Path;
  /** Undefined if it is unknown. */
  readonly name: string | undefined;
}

/** The queues of a cluster that are for Karpenter: their names say so, or Karpenter’s module creates them. */
export const interruptionQueues = (cluster: ObjectCluster): InterruptionQueue[] =>
  cluster.ofKind('aws_sqs_queue', 'module').flatMap((manifest) => queueIn(manifest, cluster));

function queueIn(manifest: Manifest, cluster: ObjectCluster): InterruptionQueue[] {
  const named = (...path: string[]): InterruptionQueue => ({
    manifest,
    path,
    name: nonEmpty(knownTextAt(manifest, path)),
  });

  if (manifest.kind === 'aws_sqs_queue') {
    const queue = named('spec', 'name');
    if (/karpenter/i.test(`${manifest.name} ${queue.name ?? ''}`)) return [queue];
    return [];
  }

  if (calledModule(manifest) !== 'karpenter' || manifest.get(['spec', 'enable_spot_termination']) === false) return [];
  if (manifest.get(['spec', 'queue_name']) !== undefined) return [named('spec', 'queue_name')];

  const path = ['spec', 'cluster_name'];
  const name = clusterNameAt(manifest, path, cluster);

  return [{ manifest, path, name: nonEmpty(name) && `Karpenter-${name}` }];
}

/** AWS has no queue and no cluster without a name, so a part of an empty one is unknown here. */
const nonEmpty = (name: string | undefined): string | undefined => (name === '' ? undefined : name);

/** The name of a cluster at a path, also if it is a reference to the cluster that Terraform creates. */
export function clusterNameAt(
  manifest: Manifest,
  path: Path,
  cluster: Pick<ClusterObjects, 'ofKind'>,
): string | undefined {
  const text = knownTextAt(manifest, path);
  const [, module, resource] =
    /^(?:module\.([\w-]+)\.cluster_(?:name|id)|aws_eks_cluster\.([\w-]+)\.(?:name|id))$/.exec(
      referenceAt(manifest, path) ?? '',
    ) ?? [];

  if (text !== undefined || (module ?? resource) === undefined) return text;

  const created = cluster
    .ofKind(module === undefined ? 'aws_eks_cluster' : 'module')
    .filter(
      (manifest) =>
        manifest.name === (module ?? resource) && (module === undefined || calledModule(manifest) === 'eks'),
    );
  const [match] = created;
  const at = match && createdNamePaths(match).find((each) => match.get(each) !== undefined);

  if (created.length === 1 && match && at) return knownTextAt(match, at);
  return undefined;
}

/** Whether the values of a release of Karpenter in a cluster name a queue. */
export const readsQueue = ({ manifests }: ObjectCluster): boolean =>
  manifests
    .flatMap(helmReleasesIn)
    .some((release) =>
      readSettingPaths(release, 'interruptionQueue').some(
        (path) => isWritten(release.manifest, path) && asText(release.manifest.get(path)),
      ),
    );
