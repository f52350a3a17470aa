/**
 * Kinds that every recent cluster serves, in the form that charts check (`.Capabilities.APIVersions.Has`). By itself, `helm template`
 * knows only groups and versions, and charts that check for a kind fall back to removed APIs. Argo CD, Flux and `helm install` ask the cluster.
 */
export const builtinKinds: readonly string[] = [
  ...['ConfigMap', 'Namespace', 'PersistentVolumeClaim', 'Pod', 'Secret', 'Service', 'ServiceAccount'].map(
    (kind) => `v1/${kind}`,
  ),
  ...['DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'].map((kind) => `apps/v1/${kind}`),
  ...['CronJob', 'Job'].map((kind) => `batch/v1/${kind}`),
  ...['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'].map((kind) => `rbac.authorization.k8s.io/v1/${kind}`),
  ...['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'].map(
    (kind) => `admissionregistration.k8s.io/v1/${kind}`,
  ),
  ...['Ingress', 'IngressClass', 'NetworkPolicy'].map((kind) => `networking.k8s.io/v1/${kind}`),
  'apiextensions.k8s.io/v1/CustomResourceDefinition',
  'apiregistration.k8s.io/v1/APIService',
  'autoscaling/v2/HorizontalPodAutoscaler',
  'coordination.k8s.io/v1/Lease',
  'policy/v1/PodDisruptionBudget',
  'node.k8s.io/v1/RuntimeClass',
  'scheduling.k8s.io/v1/PriorityClass',
  ...['CSIDriver', 'StorageClass'].map((kind) => `storage.k8s.io/v1/${kind}`),
];
