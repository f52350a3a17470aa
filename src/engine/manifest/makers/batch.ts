import type { AddedContainer, Maker, PodPart } from './maker.ts';

/** The groups of a Ray cluster whose spec is at a path. */
const rayParts = (spec: string, adds: readonly AddedContainer[] = []): readonly PodPart[] => [
  {
    name: 'head',
    template: `${spec}.headGroupSpec.template`,
    adds: [
      {
        name: 'autoscaler',
        requests: { cpu: '500m', memory: '512Mi' },
        resources: `${spec}.autoscalerOptions.resources`,
        when: `${spec}.enableInTreeAutoscaling`,
      },
      ...adds,
    ],
  },
  {
    each: `${spec}.workerGroupSpecs`,
    count: ['replicas', 'numOfHosts'],
    fallback: 0,
    bounds: { min: 'minReplicas', max: 'maxReplicas', when: `/${spec}.enableInTreeAutoscaling` },
    template: 'template',
    unless: ['suspend', 'true'],
  },
];

const ray = 'https://github.com/ray-project/kuberay/blob/master/ray-operator';
const rayPods = `${ray}/apis/ray/v1/raycluster_types.go, ${ray}/controllers/ray/common/pod.go`;

/** Jobs of the training operator: each role has replicas and a template. */
const trainer = 'https://github.com/kubeflow/training-operator/blob/release-1.9/pkg/apis/kubeflow.org/v1';
const training = (kind: string, field: string, file: string): Maker => ({
  group: 'kubeflow.org',
  kind,
  source: `${trainer}/${file}_types.go, ${trainer}/common_types.go`,
  paused: 'spec.runPolicy.suspend',
  parts: [{ each: `spec.${field}`, count: ['replicas'], template: 'template' }],
});

const sparkOverhead = (spec: string) => ({ factor: `${spec}.memoryOverheadFactor`, language: `${spec}.type` });

const sparkTypes = 'https://github.com/kubeflow/spark-operator/blob/master/api/v1beta2';

const sparkPart = (spec: string): readonly PodPart[] => [
  {
    name: 'driver',
    container: 'spark-kubernetes-driver',
    form: 'spark',
    overhead: sparkOverhead(spec),
    resources: `${spec}.driver`,
    placement: [`${spec}.driver`, spec],
  },
  {
    name: 'executor',
    count: [
      `${spec}.executor.instances|${spec}.dynamicAllocation.initialExecutors|${spec}.sparkConf.spark\\.executor\\.instances`,
    ],
    bounds: {
      min: `${spec}.dynamicAllocation.minExecutors`,
      max: `${spec}.dynamicAllocation.maxExecutors`,
      when: `${spec}.dynamicAllocation.enabled`,
    },
    container: 'spark-kubernetes-executor',
    form: 'spark',
    overhead: sparkOverhead(spec),
    resources: `${spec}.executor`,
    placement: [`${spec}.executor`, spec],
  },
];

/** Controllers of jobs, of training and of data processing. */
export const batch: readonly Maker[] = [
  {
    group: 'ray.io',
    kind: 'RayCluster',
    source: rayPods,
    paused: 'spec.suspend',
    parts: rayParts('spec'),
    budgets: [],
  },
  {
    group: 'ray.io',
    kind: 'RayJob',
    // The pod that submits the job requests 500m and 200Mi.
    source: `${rayPods}, ${ray}/controllers/ray/common/job.go`,
    paused: 'spec.suspend',
    parts: [
      ...rayParts('spec.rayClusterSpec', [
        {
          name: 'ray-job-submitter',
          requests: { cpu: '500m', memory: '200Mi' },
          resources: 'spec.submitterPodTemplate.spec.containers.0.resources',
          unless: ['spec.submissionMode', '', 'K8sJobMode', 'HTTPMode', 'InteractiveMode'],
        },
      ]),
      {
        name: 'submitter',
        template: 'spec.submitterPodTemplate',
        container: 'ray-job-submitter',
        isFallback: true,
        defaults: { cpu: '500m', memory: '200Mi' },
        unless: ['spec.submissionMode', 'HTTPMode', 'InteractiveMode', 'SidecarMode'],
      },
    ],
    budgets: [],
  },
  {
    group: 'ray.io',
    kind: 'RayService',
    source: `${rayPods}, ${ray}/apis/ray/v1/rayservice_types.go`,
    paused: 'spec.suspend',
    parts: rayParts('spec.rayClusterConfig'),
    budgets: [],
    rest: 'the second cluster during an upgrade',
  },
  {
    group: 'jobset.x-k8s.io',
    kind: 'JobSet',
    source: 'https://github.com/kubernetes-sigs/jobset/blob/main/api/jobset/v1alpha2/jobset_types.go',
    paused: 'spec.suspend',
    parts: [
      {
        each: 'spec.replicatedJobs',
        count: ['replicas', 'template.spec.parallelism'],
        template: 'template.spec.template',
      },
    ],
    budgets: [],
  },
  {
    group: 'leaderworkerset.x-k8s.io',
    kind: 'LeaderWorkerSet',
    // A group has one leader and `size - 1` workers. The leader has the template of workers if it has none of its own.
    source: 'https://github.com/kubernetes-sigs/lws/blob/main/api/leaderworkerset/v1/leaderworkerset_types.go',
    parts: [
      {
        name: 'leader',
        count: ['spec.replicas'],
        template: 'spec.leaderWorkerTemplate.leaderTemplate|spec.leaderWorkerTemplate.workerTemplate',
      },
      {
        name: 'worker',
        count: ['spec.replicas', { at: 'spec.leaderWorkerTemplate.size', less: 1 }],
        template: 'spec.leaderWorkerTemplate.workerTemplate',
      },
    ],
    budgets: [],
  },
  {
    group: 'sparkoperator.k8s.io',
    kind: 'SparkApplication',
    source: `${sparkTypes}/sparkapplication_types.go, ${sparkTypes}/defaults.go`,
    paused: 'spec.suspend',
    parts: sparkPart('spec'),
  },
  {
    group: 'sparkoperator.k8s.io',
    kind: 'ScheduledSparkApplication',
    source: `${sparkTypes}/scheduledsparkapplication_types.go, ${sparkTypes}/sparkapplication_types.go, ${sparkTypes}/defaults.go`,
    paused: 'spec.suspend',
    parts: sparkPart('spec.template'),
  },
  {
    group: 'flink.apache.org',
    kind: 'FlinkDeployment',
    // Without `replicas`, the task managers follow from the parallelism of the job, or from the jobs that a session gets.
    source:
      'https://github.com/apache/flink-kubernetes-operator/blob/main/docs/content/docs/custom-resource/reference.md',
    parts: [
      {
        name: 'jobmanager',
        count: ['spec.jobManager.replicas'],
        template: 'spec.jobManager.podTemplate|spec.podTemplate',
        container: 'flink-main-container',
        form: 'flink',
        resources: 'spec.jobManager.resources|spec.jobManager.resource',
      },
      {
        name: 'taskmanager',
        count: ['spec.taskManager.replicas'],
        fallback: null,
        template: 'spec.taskManager.podTemplate|spec.podTemplate',
        container: 'flink-main-container',
        form: 'flink',
        resources: 'spec.taskManager.resources|spec.taskManager.resource',
      },
    ],
    budgets: [],
    rest: 'the task managers that the jobs of a session or an autoscaler ask for',
  },
  training('PyTorchJob', 'pytorchReplicaSpecs', 'pytorch'),
  training('TFJob', 'tfReplicaSpecs', 'tensorflow'),
  {
    ...training('MPIJob', 'mpiReplicaSpecs', 'mpi'),
    // One launcher, and no worker unless it is written.
    parts: ['Launcher', 'Worker'].map((role) => ({
      name: role,
      count: [`spec.mpiReplicaSpecs.${role}.replicas`],
      fallback: role === 'Launcher' ? 1 : 0,
      template: `spec.mpiReplicaSpecs.${role}.template`,
      when: `spec.mpiReplicaSpecs.${role}`,
    })),
  },
  training('XGBoostJob', 'xgbReplicaSpecs', 'xgboost'),
  training('PaddleJob', 'paddleReplicaSpecs', 'paddlepaddle'),
  training('JAXJob', 'jaxReplicaSpecs', 'jax'),
  {
    group: 'batch.volcano.sh',
    kind: 'Job',
    // `schedulerName` is volcano if the job names none.
    source:
      'https://github.com/volcano-sh/volcano/blob/master/pkg/webhooks/admission/jobs/mutate/mutate_job.go, https://github.com/volcano-sh/volcano/blob/master/pkg/controllers/job/job_controller_util.go',
    parts: [
      {
        each: 'spec.tasks',
        count: ['replicas'],
        fallback: 0,
        template: 'template',
        placement: ['/spec'],
        scheduler: 'volcano',
      },
    ],
  },
  {
    group: 'kubernetes.dask.org',
    kind: 'DaskCluster',
    source:
      'https://github.com/dask/dask-kubernetes/blob/main/dask_kubernetes/operator/controller/controller.py, https://github.com/dask/dask-kubernetes/blob/main/dask_kubernetes/operator/customresources/daskcluster.yaml',
    parts: [
      { name: 'scheduler', pod: 'spec.scheduler.spec' },
      { name: 'worker', count: ['spec.worker.replicas'], fallback: null, pod: 'spec.worker.spec' },
    ],
    budgets: [],
  },
  {
    group: 'apps.kruise.io',
    kind: 'CloneSet',
    source: 'https://github.com/openkruise/kruise/blob/master/apis/apps/v1alpha1/cloneset_types.go',
    parts: [{ count: ['spec.replicas'], template: 'spec.template' }],
  },
  {
    group: 'apps.kruise.io',
    kind: 'StatefulSet',
    source: 'https://github.com/openkruise/kruise/blob/master/apis/apps/v1beta1/statefulset_types.go',
    parts: [{ count: ['spec.replicas'], template: 'spec.template' }],
  },
  {
    group: 'apps.kruise.io',
    kind: 'DaemonSet',
    source: 'https://github.com/openkruise/kruise/blob/master/apis/apps/v1alpha1/daemonset_types.go',
    parts: [{ template: 'spec.template', daemon: ['kind', 'DaemonSet'] }],
  },
  {
    group: 'actions.github.com',
    kind: 'AutoscalingRunnerSet',
    source:
      'https://github.com/actions/actions-runner-controller/blob/master/apis/actions.github.com/v1alpha1/autoscalingrunnerset_types.go',
    parts: [
      {
        count: ['spec.minRunners'],
        fallback: 0,
        bounds: { min: 'spec.minRunners', max: 'spec.maxRunners' },
        template: 'spec.template',
      },
    ],
    rest: 'the listener',
  },
  {
    group: 'actions.summerwind.dev',
    kind: 'RunnerDeployment',
    // A runner has its requests in `resources`, and Docker in `dockerdContainerResources`.
    source:
      'https://github.com/actions/actions-runner-controller/blob/master/apis/actions.summerwind.net/v1alpha1/runner_types.go, https://github.com/actions/actions-runner-controller/blob/master/controllers/actions.summerwind.net/runner_controller.go',
    parts: [
      {
        count: ['spec.replicas'],
        container: 'runner',
        resources: 'spec.template.spec.resources',
        placement: ['spec.template.spec'],
        adds: [
          {
            name: 'docker',
            resources: 'spec.template.spec.dockerdContainerResources',
            unless: ['spec.template.spec.dockerEnabled', 'false'],
          },
        ],
      },
    ],
  },
  {
    group: 'actions.summerwind.dev',
    kind: 'RunnerSet',
    source:
      'https://github.com/actions/actions-runner-controller/blob/master/apis/actions.summerwind.net/v1alpha1/runnerset_types.go',
    parts: [{ count: ['spec.replicas'], template: 'spec.template', container: 'runner' }],
  },
];
