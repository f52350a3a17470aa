import type { Diagnostic, ResourceRef } from '../text/diagnostic.ts';
import { admissionKinds } from './model/admission-kinds.ts';
import { isNodeClassKind, karpenterKinds } from './model/karpenter-kinds.ts';
import { groupOf } from './model/manifest.ts';

/** Kinds that Karpenter watches or reads, and kinds that become pods. */
const kinds: ReadonlySet<string> = new Set([
  ...karpenterKinds.map(({ kind }) => kind),
  ...['CronJob', 'DaemonSet', 'Deployment', 'Job', 'Pod', 'PodTemplate', 'ReplicaSet', 'ReplicationController'],
  ...['Rollout', 'StatefulSet', 'HorizontalPodAutoscaler', 'ScaledObject', 'PodDisruptionBudget', 'PriorityClass'],
  ...admissionKinds,
  ...['CSINode', 'Node', 'PersistentVolume', 'PersistentVolumeClaim', 'StorageClass', 'VolumeAttachment'],
  ...['DeviceClass', 'ResourceClaim', 'ResourceClaimTemplate', 'ResourceSlice'],
  // What decides which nodes there are, and how Karpenter is installed.
  ...['Cluster', 'ClusterConfig', 'InstanceGroup', 'ManagedNodeGroup', 'HelmChart', 'HelmRelease', 'HelmValues'],
  'KustomizeChart',
  ...['Application', 'ApplicationSet', 'Kustomization'],
]);

/** Whether Karpenter reads an object, or whether it decides about nodes in another way. */
function isRead({ apiVersion, kind, name }: ResourceRef): boolean {
  if (kinds.has(kind) || isNodeClassKind(kind)) return true;
  const group = groupOf(apiVersion);
  return /\bkarpenter\b/i.test(`${group} ${name}`) || group === 'terraform' || group === 'iam';
}

/** Whether a finding says what the API server would refuse in an object that concerns neither Karpenter nor its nodes. */
export const isOfUnreadObject = ({ code, resource }: Pick<Diagnostic, 'code' | 'resource'>): boolean =>
  code.startsWith('schema/') && resource !== null && !isRead(resource);
