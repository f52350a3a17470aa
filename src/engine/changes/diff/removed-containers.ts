import type { Pair } from '../../files/places/pair.ts';
import { keepingOfManifest, type Removals } from '../../manifest/kept-in-cluster.ts';
import { makesPods } from '../../manifest/makers/makes-pods.ts';
import { groupOf, type Manifest } from '../../manifest/model/manifest.ts';
import { compareNames } from '../../text/name-order.ts';

/** A Namespace that only base has, and what head still has in it. */
export interface RemovedNamespace {
  /** The Namespace in base. */
  readonly manifest: Manifest;
  /** Workloads, claims and releases of head that are deleted with it, sorted. */
  readonly content: readonly [Manifest, ...Manifest[]];
  /** Whether files show that something deletes what left git. */
  readonly isPruned: boolean;
}

/** Where objects are, and what happens to those that left git. */
interface ContainerFacts {
  readonly head: readonly Manifest[];
  readonly removals: Removals | undefined;
  /** Whether nothing says that two objects are of different clusters. */
  mayBeOneCluster(one: Manifest, other: Manifest): boolean;
}

/**
 * The Namespaces that leave git while workloads stay in them. Whoever deletes a Namespace deletes everything in it (Kubernetes docs, "Namespaces").
 * Nothing is said if an annotation or a setting keeps the Namespace, or if another file has it.
 */
export function removedNamespaces(
  paired: readonly Pair[],
  { head, removals, mayBeOneCluster }: ContainerFacts,
): readonly RemovedNamespace[] {
  return paired.flatMap(({ base, head: after }): RemovedNamespace[] => {
    if (!base || after || !isNamespace(base) || base.isPartial || immortal.has(base.name)) return [];

    const removal = removals?.get(base.source.file);
    if (keepingOfManifest(base, removal)) return [];
    if (head.some((other) => (isNamespace(other) && other.name === base.name) || makesNamespace(other, base.name)))
      return [];

    const [first, ...others] = head
      .filter((object) => object.namespace === base.name && isLost(object) && mayBeOneCluster(base, object))
      .sort((a, b) => compareNames(`${a.kind}/${a.name}`, `${b.kind}/${b.name}`));

    if (first === undefined) return [];
    return [{ manifest: base, content: [first, ...others], isPruned: removal !== undefined }];
  });
}

const isNamespace = ({ apiVersion, kind }: Manifest): boolean => apiVersion === 'v1' && kind === 'Namespace';

/** Nobody can delete these. Source: Kubernetes pkg/…/namespace/lifecycle/admission.go, immortalNamespaces. */
const immortal: ReadonlySet<string> = new Set(['default', 'kube-system', 'kube-public']);

/** Whether Argo CD creates a Namespace for an Application, and so keeps it. */
const makesNamespace = (manifest: Manifest, name: string): boolean =>
  manifest.kind === 'Application' &&
  manifest.get(['spec', 'destination', 'namespace']) === name &&
  manifest.get(['spec', 'syncPolicy', 'managedNamespaceMetadata']) !== undefined;

/** What is lost: running pods and data, and what installs them. */
const lostKinds: ReadonlySet<string> = new Set([
  'Deployment',
  'StatefulSet',
  'DaemonSet',
  'Rollout',
  'CronJob',
  'PersistentVolumeClaim',
  'HelmRelease',
  'Application',
  'ApplicationSet',
]);

const isLost = (manifest: Manifest): boolean => lostKinds.has(manifest.kind) || makesPods(manifest);

/** The definition of a kind that only base has, and the objects of this kind that head still has. */
export interface RemovedKind {
  /** The CustomResourceDefinition in base. */
  readonly manifest: Manifest;
  /** Sorted. */
  readonly objects: readonly [Manifest, ...Manifest[]];
  /** Whether files show that something deletes what left git. */
  readonly isPruned: boolean;
}

/**
 * The definitions of kinds that leave git while objects of these kinds stay. The API server deletes all objects of a kind with its definition
 * (Kubernetes docs, "Delete a CustomResourceDefinition"). Helm never deletes what is in the folder `crds` of a chart (Helm docs, "Custom Resource
 * Definitions").
 */
export function removedKinds(
  paired: readonly Pair[],
  { head, removals, mayBeOneCluster }: ContainerFacts,
): readonly RemovedKind[] {
  return paired.flatMap(({ base, head: after }): RemovedKind[] => {
    if (!base || after || base.kind !== 'CustomResourceDefinition' || base.isPartial) return [];

    const removal = removals?.get(base.source.file);
    const isLeftByHelm = removal?.by === 'helm' && /(?:^|\/)crds\//.test(fileOf(base));
    if (isLeftByHelm || keepingOfManifest(base, removal)) return [];
    if (head.some(({ kind, name }) => kind === base.kind && name === base.name)) return [];

    const [group, kind] = [base.get(['spec', 'group']), base.get(['spec', 'names', 'kind'])];
    const [first, ...others] = head
      .filter((object) => object.kind === kind && groupOf(object.apiVersion) === group && mayBeOneCluster(base, object))
      .sort((a, b) => compareNames(a.name, b.name));

    if (first === undefined) return [];
    return [{ manifest: base, objects: [first, ...others], isPruned: removal !== undefined }];
  });
}

/** The file of the repository that an object is written in. */
function fileOf(manifest: Manifest): string {
  const { start, end } = manifest.span([]);
  return manifest.source.origin?.trace(start, end).span.file ?? manifest.source.file;
}
