import { providers } from '../../../io/catalog/providers.ts';
import type { WantedKind } from '../../../io/cluster/cluster-objects.ts';

const wanted = (kind: string, plural: string, group = '', versions = ['v1']): WantedKind => ({
  kind,
  plural,
  group,
  versions,
});

const optional = (unknownWithout: string, kinds: readonly WantedKind[]): readonly WantedKind[] =>
  kinds.map((kind) => ({ ...kind, unknownWithout }));

/**
 * Every kind that scheduling depends on, the policies that judge objects, and no Secret or ConfigMap. On a cluster
 * without one of them, it is left out.
 */
export const snapshotKinds: readonly WantedKind[] = [
  wanted('Node', 'nodes'),
  wanted('NodeClaim', 'nodeclaims', 'karpenter.sh', ['v1', 'v1beta1']),
  ...providers
    .filter(({ launching, catalog }) => launching !== undefined && catalog === undefined)
    .flatMap(({ nodeClasses }) => nodeClasses.map(({ kind, plural, group }) => wanted(kind, plural, group))),
  wanted('Pod', 'pods'),
  wanted('ReplicaSet', 'replicasets', 'apps'),
  wanted('Deployment', 'deployments', 'apps'),
  wanted('StatefulSet', 'statefulsets', 'apps'),
  wanted('DaemonSet', 'daemonsets', 'apps'),
  wanted('Job', 'jobs', 'batch'),
  wanted('CronJob', 'cronjobs', 'batch'),
  wanted('HorizontalPodAutoscaler', 'horizontalpodautoscalers', 'autoscaling', ['v2']),
  wanted('PodDisruptionBudget', 'poddisruptionbudgets', 'policy'),
  wanted('PersistentVolumeClaim', 'persistentvolumeclaims'),
  wanted('PersistentVolume', 'persistentvolumes'),
  wanted('StorageClass', 'storageclasses', 'storage.k8s.io'),
  wanted('CSINode', 'csinodes', 'storage.k8s.io'),
  wanted('PriorityClass', 'priorityclasses', 'scheduling.k8s.io'),
  wanted('Namespace', 'namespaces'),
  // Many identities that may read everything else may not read these.
  ...optional('which objects the cluster denies', [
    wanted('ValidatingAdmissionPolicy', 'validatingadmissionpolicies', 'admissionregistration.k8s.io'),
    wanted('ValidatingAdmissionPolicyBinding', 'validatingadmissionpolicybindings', 'admissionregistration.k8s.io'),
  ]),
  ...optional('what CapacityBuffers keep', [
    wanted('CapacityBuffer', 'capacitybuffers', 'autoscaling.x-k8s.io', ['v1beta1']),
    wanted('PodTemplate', 'podtemplates'),
  ]),
  ...optional('what pods get when they are created', [
    wanted('LimitRange', 'limitranges'),
    wanted('RuntimeClass', 'runtimeclasses', 'node.k8s.io'),
    wanted('SecurityGroupPolicy', 'securitygrouppolicies', 'vpcresources.k8s.aws', ['v1beta1']),
  ]),
];
