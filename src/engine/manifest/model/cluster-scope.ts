import { karpenterKindOf } from './karpenter-kinds.ts';
import { groupOf } from './manifest.ts';
import { providerKindOf } from './provider-kinds.ts';

/** Kinds of Kubernetes that have no namespace and that a review reads, by group. */
const kubernetesKinds: Readonly<Record<string, readonly string[]>> = {
  '': ['Namespace', 'Node', 'PersistentVolume'],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
};

/**
 * Whether objects of a kind have no namespace. The API server drops `metadata.namespace` of such an object when it stores it (kubernetes
 * staging/src/k8s.io/apiserver pkg/registry/rest BeforeCreate), so two manifests that differ only in it are the same object.
 */
export function isClusterScoped(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  const karpenter = karpenterKindOf(object);
  if (karpenter !== undefined) return karpenter.role !== 'capacity buffer';

  return (
    providerKindOf(object) !== undefined || kubernetesKinds[groupOf(object.apiVersion)]?.includes(object.kind) === true
  );
}

/** Groups all kinds of which have no namespace. */
const clusterGroups = /^(?:admissionregistration|apiregistration|flowcontrol\.apiserver|certificates)\.k8s\.io$/;

/** Other kinds without a namespace, as their CRDs and Kubernetes name them. */
const clusterKinds =
  /^Cluster|Class$|^(?:ResourceFlavor|ResourceSlice|VolumeSnapshotContent|IPAddress|ServiceCIDR|Topology)$/;

/**
 * Whether an object without `metadata.namespace` gets the namespace that its tool installs into. Kinds that may have
 * none get none, because a namespace is part of a name.
 */
export function getsNamespace(object: { readonly apiVersion: string; readonly kind: string }): boolean {
  return !isClusterScoped(object) && !clusterGroups.test(groupOf(object.apiVersion)) && !clusterKinds.test(object.kind);
}
