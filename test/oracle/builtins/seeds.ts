import type { JsonObject } from '../verdicts/json.ts';

/** A kind as the API serves it, with an accepted object and values that change it, valid or not. */
export interface BuiltinSeed {
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly object: JsonObject;
  /** Path with dots → value. Undefined removes the field. */
  readonly changes: readonly (readonly [path: string, value: unknown])[];
}

const labels = { app: 'web' };
const container = {
  name: 'web',
  image: 'registry.example/web:1.2',
  ports: [{ name: 'http', containerPort: 8080 }],
  env: [{ name: 'A', value: 'b' }],
  resources: { requests: { cpu: '250m', memory: '256Mi' }, limits: { cpu: '1', memory: '512Mi' } },
};
const podSpec = { containers: [container], nodeSelector: { 'karpenter.sh/capacity-type': 'spot' } };
const template = { metadata: { labels }, spec: podSpec };
const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '10Gi' } }, storageClassName: 'gp3' };

/** Changes of a pod's specification at a path. */
const podChanges = (at: string): [string, unknown][] =>
  (
    [
      ['containers', []],
      ['containers.0.name', 'Bad_Name'],
      ['containers.0.image', ''],
      ['containers.0.image', 'registry.example/web:1.3'],
      ['containers.0.imagePullPolicy', 'Sometimes'],
      ['containers.0.ports.0.containerPort', 70000],
      ['containers.0.ports.0.name', 'much-too-long-a-name'],
      ['containers.0.ports.1', { name: 'http', containerPort: 8080 }],
      ['containers.0.env.0.name', '1=2'],
      ['containers.0.env.1', { name: 'A', value: 'c' }],
      ['containers.0.resources.requests.cpu', '2'],
      ['containers.0.resources.requests.memory', '1Ti'],
      ['containers.0.resources.requests.cpu', 'one'],
      ['containers.0.resources.limits.cpu', '-1'],
      ['containers.0.resources.requests.memory', '100m'],
      ['containers.0.resources.limits', { 'nvidia.com/gpu': '1', cpu: '1', memory: '1Gi' }],
      ['containers.0.resources.requests', { 'nvidia.com/gpu': '0.5', cpu: '1' }],
      ['containers.0.livenessProbe', { httpGet: { path: '/', port: 'nowhere!' } }],
      ['containers.0.livenessProbe', { tcpSocket: { port: 80 }, successThreshold: 2, timeoutSeconds: -1 }],
      ['containers.0.volumeMounts', [{ name: 'missing', mountPath: '/data' }]],
      ['containers.0.securityContext', { privileged: true, allowPrivilegeEscalation: false }],
      ['containers.0.foo', 1],
      ['containers.1', { name: 'web', image: 'x' }],
      ['initContainers', [{ name: 'init', image: 'x', restartPolicy: 'Always' }]],
      ['restartPolicy', 'Never'],
      ['restartPolicy', 'Now'],
      ['nodeSelector', { 'bad key': 'x', 'karpenter.sh/nodepool': 'not valid' }],
      ['nodeSelector', { 'beta.kubernetes.io/os': 'linux' }],
      ['tolerations', [{ key: 'a', operator: 'Exists', value: 'x' }]],
      ['tolerations', [{ key: 'a', operator: 'Equal', value: 'x', effect: 'NoWay' }, { operator: 'Equal' }]],
      ['topologySpreadConstraints', [{ maxSkew: 0, topologyKey: '', whenUnsatisfiable: 'Maybe' }]],
      [
        'topologySpreadConstraints',
        [{ maxSkew: 1, topologyKey: 'topology.kubernetes.io/zone', whenUnsatisfiable: 'DoNotSchedule', minDomains: 0 }],
      ],
      ['affinity', { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } }],
      [
        'affinity',
        {
          nodeAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 101, preference: { matchExpressions: [{ key: 'a', operator: 'In' }] } },
            ],
          },
        },
      ],
      [
        'affinity',
        {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: labels } }],
          },
        },
      ],
      ['volumes', [{ name: 'a', emptyDir: {}, configMap: { name: 'b' } }]],
      ['volumes', [{ name: 'a', emptyDir: { sizeLimit: '-1' } }, { name: 'a' }]],
      ['volumes', [{ name: 'gone', gitRepo: { repository: 'https://example.com' } }]],
      ['terminationGracePeriodSeconds', -1],
      ['serviceAccountName', 'Bad Name'],
      ['priorityClassName', 'Bad!'],
      ['hostNetwork', true],
      ['dnsPolicy', 'None'],
      ['runtimeClassName', 'no_'],
    ] as [string, unknown][]
  ).map(([path, value]) => [`${at}.${path}`, value]);

const some = (changes: [string, unknown][], every: number): [string, unknown][] =>
  changes.filter((_, i) => i % every === 0);

const templateChanges = (at: string, every: number): [string, unknown][] => [
  [`${at}.metadata.labels`, { app: 'other' }],
  [`${at}.metadata.labels`, { app: 'web', 'bad/key/': 'x', ok: 'not ok' }],
  [`${at}.metadata.annotations`, { 'karpenter.sh/do-not-disrupt': 'true', 'Bad Key': 'x' }],
  ...some(podChanges(`${at}.spec`), every),
];

const hpaChanges: [string, unknown][] = [
  ['spec.minReplicas', 20],
  ['spec.minReplicas', 0],
  ['spec.minReplicas', -3],
  ['spec.maxReplicas', 0],
  ['spec.maxReplicas', undefined],
  ['spec.scaleTargetRef.name', ''],
  ['spec.scaleTargetRef.kind', undefined],
  ['spec.scaleTargetRef.apiVersion', 'a/b/c'],
];
const ruleChanges: [string, unknown][] = [
  ['rules.0.verbs', []],
  ['rules.0.resources', []],
  ['rules.0.apiGroups', []],
  ['rules.0.resourceNames', ['a']],
  ['rules.0.nonResourceURLs', ['/x']],
  ['rules', null],
  ['rules.1', { verbs: ['get'] }],
];
const bindingChanges: [string, unknown][] = [
  ['roleRef.name', 'another'],
  ['roleRef.name', ''],
  ['roleRef.kind', 'Deployment'],
  ['roleRef.apiGroup', 'apps'],
  ['subjects.0.kind', 'Robot'],
  ['subjects.0.name', ''],
  ['subjects.0.namespace', undefined],
  ['subjects.1', { kind: 'User', name: 'a', apiGroup: 'x' }],
  ['subjects', undefined],
];
const rbac = 'rbac.authorization.k8s.io';
const subjects = [{ kind: 'ServiceAccount', name: 'karpenter', namespace: 'kube-system' }];
const roleRules = [{ apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] }];

interface Shape {
  readonly apiVersion: string;
  readonly plural: string;
  readonly isCluster?: true;
}

function seed(
  kind: string,
  { apiVersion, plural, isCluster }: Shape,
  body: object,
  changes: [string, unknown][],
): BuiltinSeed {
  const object = { apiVersion, kind, metadata: { name: 'web', labels }, ...body } as JsonObject;
  return { plural, isNamespaced: !isCluster, object, changes: [...changes, ...metadataChanges] };
}

/** Changes that apply to any object. */
const metadataChanges: [string, unknown][] = [
  ['metadata.name', 'Bad_Name'],
  ['metadata.name', ''],
  ['metadata.labels', { 'a b': 'c', ok: 'x'.repeat(64) }],
  ['metadata.annotations', { 'UPPER/x': 'y', '/': '' }],
  ['metadata.finalizers', ['no-domain']],
  ['metadata.ownerReferences', [{ apiVersion: 'v1', kind: 'Pod', name: '', uid: '' }]],
  ['metadata.unknown', 1],
  ['extra', { a: 1 }],
];

/** One object of each kind and version that is fully validated. */
export const builtinSeeds: readonly BuiltinSeed[] = [
  seed(
    'Deployment',
    { apiVersion: 'apps/v1', plural: 'deployments' },
    { spec: { replicas: 3, selector: { matchLabels: labels }, template } },
    [
      ['spec.replicas', -1],
      ['spec.replicas', 'three'],
      ['spec.selector', undefined],
      ['spec.selector.matchLabels', {}],
      ['spec.selector.matchLabels', { app: 'web', tier: 'x' }],
      ['spec.selector.matchExpressions', [{ key: 'app', operator: 'In' }]],
      ['spec.strategy', { type: 'Recreate', rollingUpdate: { maxSurge: 1 } }],
      ['spec.strategy', { type: 'RollingUpdate', rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } }],
      ['spec.strategy', { type: 'RollingUpdate', rollingUpdate: { maxSurge: '25', maxUnavailable: '101%' } }],
      ['spec.minReadySeconds', -1],
      ['spec.progressDeadlineSeconds', 0],
      ['spec.revisionHistoryLimit', -1],
      ['spec.replcas', 3],
      ...templateChanges('spec.template', 1),
    ],
  ),
  seed(
    'StatefulSet',
    { apiVersion: 'apps/v1', plural: 'statefulsets' },
    {
      spec: {
        serviceName: 'web',
        replicas: 2,
        selector: { matchLabels: labels },
        template,
        volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: claim }],
      },
    },
    [
      ['spec.serviceName', 'Bad Name'],
      ['spec.serviceName', 'other'],
      ['spec.replicas', 5],
      ['spec.replicas', -5],
      ['spec.podManagementPolicy', 'Fast'],
      ['spec.volumeClaimTemplates.0.spec.resources.requests.storage', '20Gi'],
      ['spec.volumeClaimTemplates.0.spec.accessModes', []],
      ['spec.updateStrategy', { type: 'RollingUpdate', rollingUpdate: { partition: -1 } }],
      ['spec.persistentVolumeClaimRetentionPolicy', { whenDeleted: 'Later', whenScaled: 'Retain' }],
      ['spec.ordinals', { start: -1 }],
      ...templateChanges('spec.template', 6),
    ],
  ),
  seed(
    'DaemonSet',
    { apiVersion: 'apps/v1', plural: 'daemonsets' },
    { spec: { selector: { matchLabels: labels }, template } },
    [
      ['spec.selector.matchLabels', { app: 'other' }],
      ['spec.updateStrategy', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 0 } }],
      ['spec.updateStrategy', { type: 'Never' }],
      ['spec.updateStrategy', { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } }],
      ['spec.minReadySeconds', -2],
      ...templateChanges('spec.template', 6),
    ],
  ),
  seed(
    'Job',
    { apiVersion: 'batch/v1', plural: 'jobs' },
    { spec: { backoffLimit: 3, template: { spec: { ...podSpec, restartPolicy: 'Never' } } } },
    [
      ['spec.backoffLimit', -1],
      ['spec.parallelism', -1],
      ['spec.parallelism', 4],
      ['spec.completions', 4],
      ['spec.completionMode', 'Indexed'],
      ['spec.activeDeadlineSeconds', -1],
      ['spec.ttlSecondsAfterFinished', -1],
      ['spec.template.spec.restartPolicy', 'Always'],
      ['spec.manualSelector', true],
      ['spec.selector', { matchLabels: { a: 'b' } }],
      ['spec.podFailurePolicy', { rules: [{ action: 'Retry' }] }],
      ['spec.suspend', true],
      ...templateChanges('spec.template', 8),
    ],
  ),
  seed(
    'CronJob',
    { apiVersion: 'batch/v1', plural: 'cronjobs' },
    {
      spec: {
        schedule: '*/5 * * * *',
        jobTemplate: { spec: { template: { spec: { ...podSpec, restartPolicy: 'OnFailure' } } } },
      },
    },
    [
      ['spec.schedule', 'sometimes'],
      ['spec.schedule', ''],
      ['spec.schedule', 'TZ=UTC 0 0 * * *'],
      ['spec.timeZone', 'Mars/Olympus'],
      ['spec.timeZone', 'Europe/Berlin'],
      ['spec.concurrencyPolicy', 'Both'],
      ['spec.startingDeadlineSeconds', -1],
      ['spec.successfulJobsHistoryLimit', -1],
      ['spec.jobTemplate.spec.template.spec.restartPolicy', 'Always'],
      ['spec.jobTemplate.spec.backoffLimit', -1],
      ['metadata.name', 'x'.repeat(53)],
      ...templateChanges('spec.jobTemplate.spec.template', 8),
    ],
  ),
  seed('Pod', { apiVersion: 'v1', plural: 'pods' }, { spec: podSpec }, [...podChanges('spec')]),
  ...(['autoscaling/v1', 'autoscaling/v2'] as const).map((apiVersion) =>
    seed(
      'HorizontalPodAutoscaler',
      { apiVersion, plural: 'horizontalpodautoscalers' },
      {
        spec: {
          scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'web' },
          minReplicas: 2,
          maxReplicas: 10,
        },
      },
      [
        ...hpaChanges,
        ['spec.targetCPUUtilizationPercentage', -5],
        ['spec.metrics', [{ type: 'Resource', resource: { name: 'cpu', target: { type: 'Utilization' } } }]],
        ['spec.metrics', [{ type: 'Weird' }]],
        [
          'spec.behavior',
          {
            scaleDown: { stabilizationWindowSeconds: 4000, policies: [{ type: 'Pods', value: 0, periodSeconds: 60 }] },
          },
        ],
      ],
    ),
  ),
  seed(
    'PodDisruptionBudget',
    { apiVersion: 'policy/v1', plural: 'poddisruptionbudgets' },
    { spec: { maxUnavailable: 1, selector: { matchLabels: labels } } },
    [
      ['spec.minAvailable', 1],
      ['spec.maxUnavailable', -1],
      ['spec.maxUnavailable', '101%'],
      ['spec.maxUnavailable', 'half'],
      ['spec.maxUnavailable', undefined],
      ['spec.selector', undefined],
      ['spec.selector.matchLabels', { app: 'not valid!' }],
      ['spec.selector.matchLabels', { app: 'other' }],
      ['spec.unhealthyPodEvictionPolicy', 'Never'],
    ],
  ),
  seed(
    'Service',
    { apiVersion: 'v1', plural: 'services' },
    { spec: { selector: labels, ports: [{ name: 'http', port: 80, targetPort: 'http' }] } },
    [
      ['spec.ports', []],
      ['spec.ports.0.port', 0],
      ['spec.ports.0.targetPort', 'Not_Valid'],
      ['spec.ports.0.protocol', 'HTTP'],
      ['spec.ports.1', { name: 'http', port: 80 }],
      ['spec.ports.1', { port: 81 }],
      ['spec.type', 'Magic'],
      ['spec.type', 'ExternalName'],
      ['spec.type', 'LoadBalancer'],
      ['spec.clusterIP', 'None'],
      ['spec.clusterIP', 'not-an-ip'],
      ['spec.selector', { 'bad key': 'x' }],
      ['spec.sessionAffinity', 'Always'],
      ['spec.externalTrafficPolicy', 'Local'],
      ['spec.loadBalancerSourceRanges', ['1.2.3.4']],
      ['spec.externalIPs', ['127.0.0.1', 'x']],
      ['spec.ipFamilies', ['IPv5']],
      ['spec.internalTrafficPolicy', 'Sometimes'],
      ['spec.healthCheckNodePort', 30000],
      ['metadata.name', '1-starts-with-a-digit'],
    ],
  ),
  seed('PersistentVolumeClaim', { apiVersion: 'v1', plural: 'persistentvolumeclaims' }, { spec: claim }, [
    ['spec.accessModes', []],
    ['spec.accessModes', ['ReadWriteSometimes']],
    ['spec.resources.requests.storage', '0'],
    ['spec.resources.requests.storage', '5Gi'],
    ['spec.resources.requests', undefined],
    ['spec.storageClassName', 'Bad Name'],
    ['spec.storageClassName', 'gp2'],
    ['spec.volumeMode', 'Tape'],
    ['spec.dataSource', { kind: 'Snapshot', name: '' }],
    ['spec.selector', { matchLabels: { a: 'b!' } }],
  ]),
  seed(
    'StorageClass',
    { apiVersion: 'storage.k8s.io/v1', plural: 'storageclasses', isCluster: true },
    { provisioner: 'ebs.csi.aws.com', parameters: { type: 'gp3' }, volumeBindingMode: 'WaitForFirstConsumer' },
    [
      ['provisioner', ''],
      ['provisioner', 'Not Valid'],
      ['provisioner', 'other.example.com'],
      ['parameters', { type: 'io2' }],
      ['parameters', { '': 'x' }],
      ['reclaimPolicy', 'Shred'],
      ['volumeBindingMode', 'Later'],
      ['volumeBindingMode', 'Immediate'],
      ['allowVolumeExpansion', true],
      ['allowedTopologies', [{ matchLabelExpressions: [{ key: 'a', values: [] }] }]],
    ],
  ),
  seed(
    'PriorityClass',
    { apiVersion: 'scheduling.k8s.io/v1', plural: 'priorityclasses', isCluster: true },
    { value: 1000, description: 'x' },
    [
      ['value', 2000],
      ['value', 2_000_000_000],
      ['value', undefined],
      ['preemptionPolicy', 'Sometimes'],
      ['preemptionPolicy', 'Never'],
      ['metadata.name', 'system-mine'],
    ],
  ),
  seed('Namespace', { apiVersion: 'v1', plural: 'namespaces', isCluster: true }, {}, [
    ['spec', { finalizers: ['x'] }],
    ['spec', { finalizers: ['example.com/x'] }],
    ['metadata.name', 'with.dot'],
    ['metadata.labels', { 'pod-security.kubernetes.io/enforce': 'nonsense' }],
  ]),
  seed('ConfigMap', { apiVersion: 'v1', plural: 'configmaps' }, { data: { 'a.yaml': 'x' }, immutable: true }, [
    ['data', { 'bad key': 'x', '..': 'y' }],
    ['data', { 'a.yaml': 'changed' }],
    ['data', { a: 1 }],
    ['binaryData', { 'a.yaml': 'eA==' }],
    ['binaryData', { b: 'not base64!' }],
    ['immutable', false],
  ]),
  seed('ServiceAccount', { apiVersion: 'v1', plural: 'serviceaccounts' }, { automountServiceAccountToken: false }, [
    ['automountServiceAccountToken', 'no'],
    ['metadata.annotations', { 'kubernetes.io/enforce-mountable-secrets': 'true' }],
    ['secrets', [{ name: 'x' }]],
    ['imagePullSecrets', [{ nam: 'x' }]],
  ]),
  seed('Role', { apiVersion: `${rbac}/v1`, plural: 'roles' }, { rules: roleRules }, ruleChanges),
  seed('ClusterRole', { apiVersion: `${rbac}/v1`, plural: 'clusterroles', isCluster: true }, { rules: roleRules }, [
    ...ruleChanges,
    ['aggregationRule', { clusterRoleSelectors: [] }],
    ['aggregationRule', { clusterRoleSelectors: [{ matchLabels: { 'bad key': 'x' } }] }],
  ]),
  seed(
    'RoleBinding',
    { apiVersion: `${rbac}/v1`, plural: 'rolebindings' },
    { roleRef: { apiGroup: rbac, kind: 'Role', name: 'web' }, subjects },
    bindingChanges,
  ),
  seed(
    'ClusterRoleBinding',
    { apiVersion: `${rbac}/v1`, plural: 'clusterrolebindings', isCluster: true },
    { roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'web' }, subjects },
    bindingChanges,
  ),
];
