/** The built-in kinds that the API server's code knows, by their API version. */
const kindsByVersion: Readonly<Record<string, readonly string[]>> = {
  'apps/v1': ['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'],
  'autoscaling/v1': ['HorizontalPodAutoscaler'],
  'autoscaling/v2': ['HorizontalPodAutoscaler'],
  'batch/v1': ['CronJob', 'Job'],
  'policy/v1': ['PodDisruptionBudget'],
  'rbac.authorization.k8s.io/v1': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
  'scheduling.k8s.io/v1': ['PriorityClass'],
  'storage.k8s.io/v1': ['StorageClass'],
  v1: [
    'ConfigMap',
    'LimitRange',
    'Namespace',
    'Node',
    'PersistentVolume',
    'PersistentVolumeClaim',
    'Pod',
    'PodTemplate',
    'ReplicationController',
    'ResourceQuota',
    'Secret',
    'Service',
    'ServiceAccount',
  ],
};

/** All built-in kinds in the format of the API server's code, such as `apps/v1 Deployment`. */
export const knownKinds: ReadonlySet<string> = new Set(
  Object.entries(kindsByVersion).flatMap(([apiVersion, kinds]) => kinds.map((kind) => `${apiVersion} ${kind}`)),
);
