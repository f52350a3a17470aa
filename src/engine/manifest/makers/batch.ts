import type { Maker, PodPart } from './maker.ts';

/** The groups of a Ray cluster whose spec is at a path. */
const rayParts = (spec: string): readonly PodPart[] => [
  { name: 'head', template: `${spec}.headGroupSpec.template` },
  {
    each: `${spec}.workerGroupSpecs`,
    count: ['replicas', 'numOfHosts'],
    fallback: 0,
    bounds: { min: 'minReplicas', max: 'maxReplicas', when: `/${spec}.enableInTreeAutoscaling` },
    template: 'template',
  },
];

const ray = 'https://docs.ray.io/en/latest/cluster/kubernetes/user-guides/config.html';

/** Jobs of the training operator: each role has replicas and a template. */
const training = (kind: string, field: string): Maker => ({
  group: 'kubeflow.org',
  kind,
  source: 'https://www.kubeflow.org/docs/components/trainer/legacy-v1/reference/',
  paused: 'spec.runPolicy.suspend',
  parts: [{ each: `spec.${field}`, count: ['replicas'], template: 'template' }],
});

const sparkPart = (spec: string): readonly PodPart[] => [
  {
    name: 'driver',
    container: 'spark-kubernetes-driver',
    form: 'spark',
    resources: `${spec}.driver`,
    placement: [`${spec}.driver`, spec],
  },
  {
    name: 'executor',
    count: [`${spec}.executor.instances`],
    bounds: {
      min: `${spec}.dynamicAllocation.minExecutors`,
      max: `${spec}.dynamicAllocation.maxExecutors`,
      when: `${spec}.dynamicAllocation.enabled`,
    },
    container: 'spark-kubernetes-executor',
    form: 'spark',
    resources: `${spec}.executor`,
    placement: [`${spec}.executor`, spec],
  },
];

/** Controllers of jobs, of training and of data processing. */
export const batch: readonly Maker[] = [
  { group: 'ray.io', kind: 'RayCluster', source: ray, paused: 'spec.suspend', parts: rayParts('spec') },
  {
    group: 'ray.io',
    kind: 'RayJob',
    // The pod that submits the job requests 500m and 200Mi.
    source: `${ray}, ray-operator/controllers/ray/common/job.go GetDefaultSubmitterTemplate`,
    paused: 'spec.suspend',
    parts: [
      ...rayParts('spec.rayClusterSpec'),
      {
        name: 'submitter',
        template: 'spec.submitterPodTemplate',
        container: 'ray-job-submitter',
        isFallback: true,
        defaults: { cpu: '500m', memory: '200Mi' },
      },
    ],
  },
  {
    group: 'ray.io',
    kind: 'RayService',
    source: ray,
    parts: rayParts('spec.rayClusterConfig'),
    rest: 'the second cluster during an upgrade',
  },
  {
    group: 'jobset.x-k8s.io',
    kind: 'JobSet',
    source: 'https://jobset.sigs.k8s.io/docs/reference/jobset.v1alpha2/',
    paused: 'spec.suspend',
    parts: [
      {
        each: 'spec.replicatedJobs',
        count: ['replicas', 'template.spec.parallelism'],
        template: 'template.spec.template',
      },
    ],
  },
  {
    group: 'leaderworkerset.x-k8s.io',
    kind: 'LeaderWorkerSet',
    // A group has one leader and `size - 1` workers. The leader has the template of workers if it has none of its own.
    source: 'https://lws.sigs.k8s.io/docs/reference/leaderworkerset.v1/',
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
  },
  {
    group: 'sparkoperator.k8s.io',
    kind: 'SparkApplication',
    source: 'https://www.kubeflow.org/docs/components/spark-operator/user-guide/writing-sparkapplication/',
    parts: sparkPart('spec'),
  },
  {
    group: 'sparkoperator.k8s.io',
    kind: 'ScheduledSparkApplication',
    source: 'https://www.kubeflow.org/docs/components/spark-operator/user-guide/running-sparkapplication-on-schedule/',
    paused: 'spec.suspend',
    parts: sparkPart('spec.template'),
  },
  {
    group: 'flink.apache.org',
    kind: 'FlinkDeployment',
    source: 'https://nightlies.apache.org/flink/flink-kubernetes-operator-docs-stable/docs/custom-resource/reference/',
    parts: [
      {
        name: 'jobmanager',
        count: ['spec.jobManager.replicas'],
        template: 'spec.jobManager.podTemplate|spec.podTemplate',
        container: 'flink-main-container',
        form: 'flink',
        resources: 'spec.jobManager.resource',
      },
      {
        name: 'taskmanager',
        count: ['spec.taskManager.replicas'],
        template: 'spec.taskManager.podTemplate|spec.podTemplate',
        container: 'flink-main-container',
        form: 'flink',
        resources: 'spec.taskManager.resource',
      },
    ],
    rest: 'the task managers that the parallelism of a job asks for',
  },
  training('PyTorchJob', 'pytorchReplicaSpecs'),
  training('TFJob', 'tfReplicaSpecs'),
  training('MPIJob', 'mpiReplicaSpecs'),
  training('XGBoostJob', 'xgbReplicaSpecs'),
  training('PaddleJob', 'paddleReplicaSpecs'),
  training('JAXJob', 'jaxReplicaSpecs'),
  {
    group: 'batch.volcano.sh',
    kind: 'Job',
    // `schedulerName` is volcano if the job names none.
    source: 'https://volcano.sh/en/docs/vcjob/',
    parts: [{ each: 'spec.tasks', count: ['replicas'], template: 'template', scheduler: 'volcano' }],
  },
  {
    group: 'kubernetes.dask.org',
    kind: 'DaskCluster',
    source: 'https://kubernetes.dask.org/en/latest/operator_resources.html#daskcluster',
    parts: [
      { name: 'scheduler', pod: 'spec.scheduler.spec' },
      { name: 'worker', count: ['spec.worker.replicas'], fallback: 0, pod: 'spec.worker.spec' },
    ],
  },
  {
    group: 'apps.kruise.io',
    kind: 'CloneSet',
    source: 'https://openkruise.io/docs/user-manuals/cloneset',
    parts: [{ count: ['spec.replicas'], template: 'spec.template' }],
  },
  {
    group: 'apps.kruise.io',
    kind: 'StatefulSet',
    source: 'https://openkruise.io/docs/user-manuals/advancedstatefulset',
    parts: [{ count: ['spec.replicas'], template: 'spec.template' }],
  },
  {
    group: 'apps.kruise.io',
    kind: 'DaemonSet',
    source: 'https://openkruise.io/docs/user-manuals/advanceddaemonset',
    parts: [{ template: 'spec.template', daemon: ['kind', 'DaemonSet'] }],
  },
  {
    group: 'actions.github.com',
    kind: 'AutoscalingRunnerSet',
    source:
      'https://docs.github.com/en/actions/how-tos/manage-runners/use-actions-runner-controller/deploy-runner-scale-sets',
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
      'https://github.com/actions/actions-runner-controller/blob/master/docs/deploying-arc-runners.md, apis/actions.summerwind.net/v1alpha1/runner_types.go',
    parts: [
      {
        count: ['spec.replicas'],
        container: 'runner',
        resources: 'spec.template.spec.resources',
        placement: ['spec.template.spec'],
      },
    ],
  },
  {
    group: 'actions.summerwind.dev',
    kind: 'RunnerSet',
    source: 'https://github.com/actions/actions-runner-controller/blob/master/docs/deploying-arc-runners.md',
    parts: [{ count: ['spec.replicas'], template: 'spec.template', container: 'runner' }],
  },
];
